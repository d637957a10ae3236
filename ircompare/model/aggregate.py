"""Other ways from chunks to documents: by the best, the summed or the mean score.

Unlike the first occurrence these need scores, and with sums and means a larger budget may lower
a value, so a curve over budgets that falls is no fault there.

Source:
    Dai and Callan (2019), Deeper Text Understanding for IR with Contextual Neural Language
    Modeling: MaxP, SumP.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ircompare.model.ids import FloatArray, IntArray
from ircompare.model.protocol import FIRST_OCCURRENCE, CollapseRule

RULES: Mapping[CollapseRule, str] = {
    FIRST_OCCURRENCE: "first chunk of each document, in the order of the chunks",
    "max-score": "best score among a document's chunks",
    "score-sum": "sum of the scores of a document's chunks; favours long documents, and a larger "
    "budget may lower a value",
    "score-mean": "mean of the scores of a document's chunks; favours documents with one chunk, "
    "and a larger budget may lower a value",
}


def by_score(rule: CollapseRule, owners: IntArray, scores: FloatArray, codes: IntArray) -> IntArray:
    """Documents by the aggregate of their chunks' scores, best first within each query.

    Ties go to the document whose first chunk stands higher. Sums are of doubles.

    Args:
        owners, scores: Document and score of each chunk that counts, in the order of the list.
        codes: Query of each document, ascending; documents in order of their first chunk.

    Returns:
        The documents that have a chunk (shape: at most that of `codes`), queries kept together.
    """
    values, counts = _aggregate(rule, owners, scores)
    rows = np.flatnonzero(counts)
    return rows[np.lexsort((rows, -values[rows], codes[rows]))]


def _aggregate(
    rule: CollapseRule, owners: IntArray, scores: FloatArray
) -> tuple[FloatArray, IntArray]:
    """Value of each document over its chunks, in doubles, and how many chunks there were."""
    count = int(owners.max()) + 1 if len(owners) else 0
    counts = np.bincount(owners, minlength=count).astype(np.int64)
    if rule == "max-score":
        best = np.full(count, -np.inf)
        np.maximum.at(best, owners, scores)
        return best, counts
    sums = np.bincount(owners, weights=scores, minlength=count).astype(np.float64)
    return (sums if rule == "score-sum" else sums / np.maximum(counts, 1)), counts
