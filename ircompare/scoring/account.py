"""Why means changed: what stands above, causes that add up to the mean delta, and fragility."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ircompare.model.ids import BoolArray, IntArray
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.judging import HitRanks
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
class Move:
    """One document of a query and where it stands in each run.

    Attributes:
        doc_id: The document.
        grade: Its grade, None where it is unjudged.
        rank_a, rank_b: Its ranks, None where a run does not return it.
    """

    doc_id: str
    grade: int | None
    rank_a: int | None
    rank_b: int | None


@dataclass(frozen=True)
class QueryAccount:
    """How one query's values came about.

    "Above" means above a run's first relevant document, or in its whole top k where none stands
    there. With a relevant document in both top k, rank B − rank A of the first one equals
    `len(newly_above) − len(no_longer_above)`, and hits B − hits A always equals
    `len(gained) − len(lost)`.

    Attributes:
        newly_above: Documents above in B that were not above in A, in the order of B.
        no_longer_above: Documents above in A that are not above in B, in the order of A.
        gained, lost: Relevant documents that entered and left the top k.
        relevant: All relevant documents of the query, best rank first.
    """

    query_id: str
    newly_above: tuple[Move, ...]
    no_longer_above: tuple[Move, ...]
    gained: tuple[Move, ...]
    lost: tuple[Move, ...]
    relevant: tuple[Move, ...]


def account(comparison: Comparison, query_id: str) -> QueryAccount:
    """What moved above the first relevant documents of one query, and what left the top k.

    Raises:
        KeyError: The query is not in the split.
    """
    place = comparison.a.scope.positions[query_id]
    grades = comparison.a.scope.collection.qrels.of(query_id)
    rankings = [side.hits.ranking(query_id) for side in (comparison.a, comparison.b)]
    at_a, at_b = ({doc: at + 1 for at, doc in enumerate(ranking)} for ranking in rankings)

    def moves(doc_ids: Iterable[str]) -> tuple[Move, ...]:
        return tuple(Move(doc, grades.get(doc), at_a.get(doc), at_b.get(doc)) for doc in doc_ids)

    above_a, above_b = (
        ranking[: _above(side.hits, comparison.k)[place]]
        for ranking, side in zip(rankings, (comparison.a, comparison.b), strict=True)
    )
    level = comparison.a.scope.protocol.min_relevance
    relevant = sorted(
        (doc for doc, grade in grades.items() if grade >= level),
        key=lambda doc: (min(at_a.get(doc, math.inf), at_b.get(doc, math.inf)), doc),
    )
    inside_a = {doc for doc in relevant if at_a.get(doc, math.inf) <= comparison.k}
    inside_b = {doc for doc in relevant if at_b.get(doc, math.inf) <= comparison.k}
    return QueryAccount(
        query_id,
        newly_above=moves(doc for doc in above_b if doc not in set(above_a)),
        no_longer_above=moves(doc for doc in above_a if doc not in set(above_b)),
        gained=moves(doc for doc in relevant if doc in inside_b - inside_a),
        lost=moves(doc for doc in relevant if doc in inside_a - inside_b),
        relevant=moves(relevant),
    )


def _above(hits: HitRanks, k: int) -> IntArray:
    """How many documents stand above the first relevant one, within the top k (shape: n)."""
    first = hits.first_ranks
    return np.where((first > 0) & (first <= k), first - 1, np.minimum(hits.returned, k))


def unjudged_above(hits: HitRanks, k: int) -> IntArray:
    """How many unjudged documents stand above the first relevant one in the top k (shape: n)."""
    above = _above(hits, k)
    inside = hits.ranks <= above[hits.codes]
    judged = np.bincount(hits.codes[inside], minlength=len(above))
    return above - judged


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
    won = comparison.verdicts(measure)[changed] > 0
    lists = [~hits.missing[changed] for hits in (a, b)]
    holds = [hits.returned[changed] > 0 for hits in (a, b)]
    loser_rank = _losing_ranks(comparison, measure, changed, won)
    only_unjudged = _only_unjudged(comparison, changed, won) if measure == "rr" else None
    keys = np.full(len(changed), "moved", dtype=object)
    if only_unjudged is not None:
        keys[only_unjudged] = "unjudged_above"
    keys[loser_rank > comparison.k] = "across_k"
    keys[loser_rank == 0] = "not_returned"
    keys[holds[0] != holds[1]] = "empty"
    keys[lists[0] != lists[1]] = "missing"
    return [str(key) for key in keys]


def _losing_ranks(
    comparison: Comparison, measure: str, changed: IntArray, won: BoolArray
) -> IntArray:
    """Rank, in the worse run, of the document that decides each query.

    0 stands for not returned. Of several lost documents one that was not returned decides.
    """
    a, b = comparison.a.hits.rank_of_judgement, comparison.b.hits.rank_of_judgement
    qrels, scope, k = comparison.a.scope.collection.qrels, comparison.a.scope, comparison.k
    losing = []
    for place, b_won in zip(scope.qrels_places[changed].tolist(), won.tolist(), strict=True):
        rows = slice(int(qrels.bounds[place]), int(qrels.bounds[place + 1]))
        relevant = qrels.grades[rows] >= scope.protocol.min_relevance
        better, worse = (b, a) if b_won else (a, b)
        high, low = better[rows][relevant], worse[rows][relevant]
        inside = (high > 0) & (high <= k)
        if measure == "rr":
            best = np.flatnonzero(inside)[np.argmin(high[inside])]
        else:
            lost = np.flatnonzero(inside & ~((low > 0) & (low <= k)))
            best = lost[np.argmin(low[lost])]
        losing.append(int(low[best]))
    return np.array(losing, np.int64)


def _only_unjudged(comparison: Comparison, changed: IntArray, won: BoolArray) -> BoolArray:
    """Where every document newly above the first relevant one in the worse run is unjudged."""
    return np.array(
        [
            bool(new) and not any(judged for _, judged in new)
            for new in _newly_above(comparison, changed, won)
        ],
        np.bool_,
    )


def _newly_above(
    comparison: Comparison, changed: IntArray, won: BoolArray
) -> list[list[tuple[str, bool]]]:
    """For each query the documents newly above in the worse run, and whether each is judged."""
    a, b, k = comparison.a.hits, comparison.b.hits, comparison.k
    above_a, above_b = _above(a, k), _above(b, k)
    found = []
    for place, b_won in zip(changed.tolist(), won.tolist(), strict=True):
        query_id = comparison.a.scope.query_ids[place]
        in_a = a.ranking(query_id, int(above_a[place]))
        in_b = b.ranking(query_id, int(above_b[place]))
        before, after = (set(in_b), in_a) if b_won else (set(in_a), in_b)
        judged = comparison.a.scope.collection.qrels.of(query_id)
        found.append([(doc, doc in judged) for doc in after if doc not in before])
    return found


def displacers(comparison: Comparison, least: int = 2) -> tuple[tuple[str, int], ...]:
    """Documents newly above the first relevant one in several RR regressions, most first.

    Args:
        least: In how many regressed queries a document must displace to be named.
    """
    lost = np.flatnonzero(comparison.scored & (comparison.verdicts("rr") < 0))
    new = _newly_above(comparison, lost, np.zeros(len(lost), np.bool_))
    counts = Counter(doc for documents in new for doc, _ in documents)
    named = [(doc, count) for doc, count in counts.items() if count >= least]
    return tuple(sorted(named, key=lambda pair: (-pair[1], pair[0])))


@dataclass(frozen=True)
class Fragility:
    """The fewest gains (or losses) without which the mean delta loses its sign.

    A description of how few queries carry the result, not a test.

    Attributes:
        rose: Whether the mean rose; then gains are taken away, else losses.
        query_ids: The queries to take away, largest first.
        of: Number of scored queries.
    """

    rose: bool
    query_ids: tuple[str, ...]
    of: int

    @property
    def count(self) -> int:
        """How many queries carry the result."""
        return len(self.query_ids)


def fragility(comparison: Comparison, measure: str) -> Fragility | None:
    """How few queries carry the rise or fall of an exact mean; None where the means are equal.

    Taking the largest first is optimal, as only the sum counts.
    """
    deltas = comparison.deltas(measure)
    if not isinstance(deltas, Ratios):
        raise ValueError("fragility is exact: the measure must be")
    places = np.flatnonzero(comparison.differing(measure))
    common = math.lcm(*np.unique(deltas.denominator[places]).tolist())
    scaled = {
        place: int(deltas.numerator[place]) * (common // int(deltas.denominator[place]))
        for place in places.tolist()
    }
    total = sum(scaled.values())
    if total == 0:
        return None
    sign = 1 if total > 0 else -1
    left, taken = sign * total, []
    for place in sorted(scaled, key=lambda place: (-sign * scaled[place], place)):
        if left <= 0:
            break
        left -= sign * scaled[place]
        taken.append(comparison.a.scope.query_ids[place])
    return Fragility(total > 0, tuple(taken), comparison.count)
