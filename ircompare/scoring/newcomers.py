"""Documents newly above the first relevant one, in many queries at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ircompare.model.ids import BoolArray, IdIndex, IntArray, Strings
from ircompare.scoring.account import above
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.judging import HitRanks


@dataclass(frozen=True, eq=False)
class Newcomers:
    """What stands above in the worse run of a query and not in the better one.

    Attributes:
        documents: Their ids (shape: d).
        codes: Which of the queries asked for each belongs to (shape: d).
    """

    documents: Strings
    codes: IntArray

    def only_unjudged(self, comparison: Comparison, places: IntArray) -> BoolArray:
        """Where there are newcomers and none of them is judged (shape: as `places`)."""
        scope = comparison.a.scope
        queries = scope.qrels_places[places][self.codes]
        judged = scope.collection.qrels.index.find(self.documents, queries) >= 0
        counts, known = (
            np.bincount(codes, minlength=len(places)) for codes in (self.codes, self.codes[judged])
        )
        return np.asarray((counts > 0) & (known == 0))


def newcomers(comparison: Comparison, places: IntArray, won: BoolArray) -> Newcomers:
    """The documents newly above the first relevant one of the worse run.

    Args:
        places: Queries of the split.
        won: For each of them, whether B is the better run.
    """
    a, b, k = comparison.a.hits, comparison.b.hits, comparison.k
    lost, gained = np.flatnonzero(~won), np.flatnonzero(won)
    before = _joined(_above(a, places, lost, k), _above(b, places, gained, k))
    after = _joined(_above(b, places, lost, k), _above(a, places, gained, k))
    new = IdIndex(before.documents, before.codes).find(after.documents, after.codes) < 0
    return Newcomers(after.documents.filter(pa.array(new)), after.codes[new])


def _above(hits: HitRanks, places: IntArray, at: IntArray, k: int) -> Newcomers:
    """All documents above the first relevant one, for the queries at some of the places."""
    depths = above(hits, k)[places[at]]
    return Newcomers(hits.run.tops(hits.places[places[at]], depths), np.repeat(at, depths))


def _joined(one: Newcomers, other: Newcomers) -> Newcomers:
    return Newcomers(
        pa.concat_arrays([one.documents, other.documents]),
        np.concatenate([one.codes, other.codes]),
    )
