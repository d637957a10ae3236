"""Every changed query has exactly one cause, and the causes add up to the mean delta."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pyarrow.compute as pc

from ircompare.model.grouping import spans
from ircompare.model.ids import BoolArray, IntArray
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.newcomers import newcomers
from ircompare.scoring.values import Ratios

ACCOUNTED = ("recall", "rr")
CAUSES = {
    "missing": "missing in one run",
    "empty": "empty ranking in one run",
    "not_returned": "relevant document not returned",
    "across_k": "fell below or rose above k",
    "unjudged_above": "only unjudged documents newly above",
    "moved": "moved within the top k",
}


@dataclass(frozen=True)
class Cause:
    """One cause and what the queries it explains contribute to the mean delta.

    Attributes:
        gain, loss: Sums of positive and negative deltas over the number of scored queries.
        improved, regressed: How many queries.
    """

    key: str
    gain: Fraction
    loss: Fraction
    improved: int
    regressed: int

    @property
    def label(self) -> str:
        """The cause in words."""
        return CAUSES[self.key]

    @property
    def contribution(self) -> Fraction:
        """Gain and loss together."""
        return self.gain + self.loss


@dataclass(frozen=True, eq=False)
class Causes:
    """Every changed query with exactly one cause; the contributions sum to the mean delta.

    Attributes:
        keys: Cause of each query of the split, "" where it did not change (length n).
        parts: The causes that occur, in the order in which they are looked for.
    """

    keys: tuple[str, ...]
    parts: tuple[Cause, ...]


def causes(comparison: Comparison, measure: str) -> Causes:
    """Assign each changed query the first cause that holds, and add up what each cause brings.

    Looked at is the run with the higher value and what gave it that value: for RR its first
    relevant document, for Recall the relevant documents that the other run's top k lacks.

    Args:
        comparison: At least one query scored.
        measure: `recall` or `rr`.

    Raises:
        ValueError: Another measure.
    """
    found = cause_keys(comparison, measure, np.arange(len(comparison.a.scope)))
    keys = [found.get(place, "") for place in range(len(comparison.a.scope))]
    deltas = comparison.deltas(measure)
    signs = comparison.verdicts(measure)
    by_key = np.array(keys, dtype=object)
    parts = []
    for key in CAUSES:
        chosen = np.asarray(by_key == key, np.bool_)
        if chosen.any():
            up, down = chosen & (signs > 0), chosen & (signs < 0)
            parts.append(_cause(comparison, key, deltas, up, down))
    return Causes(tuple(keys), tuple(parts))


def cause_keys(comparison: Comparison, measure: str, places: IntArray) -> dict[int, str]:
    """Cause of each changed query among the given places, as in `causes`, for a page of a list.

    Raises:
        ValueError: Another measure than `recall` or `rr`.
    """
    if measure not in ACCOUNTED:
        raise ValueError(f"causes are told for {' and '.join(ACCOUNTED)}, not for {measure!r}")
    changed = places[comparison.differing(measure)[places]]
    return dict(zip(changed.tolist(), _keys(comparison, measure, changed), strict=True))


def _cause(
    comparison: Comparison, key: str, deltas: object, up: BoolArray, down: BoolArray
) -> Cause:
    if not isinstance(deltas, Ratios):
        raise ValueError("contributions are exact: the measure must be")
    gain, loss = deltas.total(up) / comparison.count, deltas.total(down) / comparison.count
    return Cause(key, gain, loss, int(up.sum()), int(down.sum()))


def _keys(comparison: Comparison, measure: str, changed: IntArray) -> list[str]:
    a, b = comparison.a.hits, comparison.b.hits
    won = np.asarray(comparison.verdicts(measure)[changed] > 0)
    lists = [~hits.missing[changed] for hits in (a, b)]
    holds = [hits.returned[changed] > 0 for hits in (a, b)]
    loser_rank = _losing_ranks(comparison, measure, changed, won)
    keys = np.full(len(changed), "moved", dtype=object)
    if measure == "rr":
        new = newcomers(comparison, changed, won)
        keys[new.only_unjudged(comparison, changed)] = "unjudged_above"
    keys[loser_rank > comparison.k] = "across_k"
    keys[loser_rank == 0] = "not_returned"
    keys[holds[0] != holds[1]] = "empty"
    keys[lists[0] != lists[1]] = "missing"
    return [str(key) for key in keys]


def _losing_ranks(
    comparison: Comparison, measure: str, changed: IntArray, won: BoolArray
) -> IntArray:
    """Rank, in the worse run, of the document that decides each query (shape: as `changed`).

    0 stands for not returned. Of several lost documents one that was not returned decides.
    """
    a, b = comparison.a.hits.rank_of_judgement, comparison.b.hits.rank_of_judgement
    rows, codes = _relevant_judgements(comparison.a.scope, changed)
    high = np.where(won[codes], b[rows], a[rows])
    low = np.where(won[codes], a[rows], b[rows])
    decides = _within(high, comparison.k)
    if measure == "recall":
        decides &= ~_within(low, comparison.k)
    high, low, codes = high[decides], low[decides], codes[decides]
    order = np.lexsort((high if measure == "rr" else low, codes))
    _, first = np.unique(codes[order], return_index=True)
    return np.asarray(low[order[first]])


def _relevant_judgements(scope: Scope, places: IntArray) -> tuple[IntArray, IntArray]:
    """Rows of the qrels that are relevant for these queries, and to which of them each belongs."""
    qrels = scope.collection.qrels
    starts, stops = (qrels.bounds[scope.qrels_places[places] + end] for end in (0, 1))
    rows = spans(starts, stops - starts)
    codes = np.repeat(np.arange(len(places)), stops - starts)
    relevant = qrels.grades[rows] >= scope.protocol.min_relevance
    return rows[relevant], codes[relevant]


def _within(ranks: IntArray, k: int) -> BoolArray:
    return np.asarray((ranks > 0) & (ranks <= k))


def displacers(comparison: Comparison, least: int = 2) -> tuple[tuple[str, int], ...]:
    """Documents newly above the first relevant one in several RR regressions, most first.

    Args:
        least: In how many regressed queries a document must displace to be named.
    """
    lost = np.flatnonzero(comparison.scored & (comparison.verdicts("rr") < 0))
    new = newcomers(comparison, lost, np.zeros(len(lost), np.bool_))
    counts = new.documents.value_counts()
    often = counts.filter(pc.greater_equal(counts.field("counts"), least))
    named = zip(often.field("values").to_pylist(), often.field("counts").to_pylist(), strict=True)
    return tuple(sorted(named, key=lambda pair: (-pair[1], pair[0])))
