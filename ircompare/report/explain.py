"""One query of a comparison in a sentence: which relevant document moved, and what passed it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ircompare.report.phrases import capitalised, listed, plain, sentence
from ircompare.scoring.account import Move, QueryAccount, account
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import PRIMARY
from ircompare.scoring.numbers import SIGNS, counted, short_text

_DETAILED = 3


@dataclass(frozen=True)
class _Side:
    """What one run does with the query: its state and the rank of its first relevant document."""

    name: str
    missing: bool
    returned: int
    first: int
    hits: int

    @classmethod
    def of(cls, evaluation: Evaluation, place: int) -> _Side:
        hits = evaluation.hits
        return cls(
            plain(evaluation.name),
            bool(hits.missing[place]),
            int(hits.returned[place]),
            int(hits.first_ranks[place]),
            int(evaluation.hit_counts[place]),
        )

    @property
    def silent(self) -> str:
        """Why the run has no ranking here, "" where it has one."""
        if self.missing:
            return f"{self.name} does not list this query"
        return "" if self.returned else f"{self.name} returned nothing"


def explain(comparison: Comparison, query_id: str) -> str:
    """Why the values of one query are what they are, in one sentence or two.

    Raises:
        KeyError: The query is not in the split.
    """
    scope = comparison.a.scope
    place = scope.positions[query_id]
    if not scope.judged[place]:
        return "This query is unjudged, so it has no value."
    if not scope.relevant[place]:
        scored = bool(comparison.scored[place])
        effect = "it counts 0 in both runs" if scored else "so it has no value"
        return f"Nothing is relevant to this query, {effect}."
    a, b = _Side.of(comparison.a, place), _Side.of(comparison.b, place)
    if a.silent or b.silent:
        return _one_silent(a, b, comparison.k)
    told = account(comparison, query_id)
    if comparison.verdicts("rr")[place]:
        return _rank_changed(comparison, told, a, b)
    if told.gained or told.lost:
        start = capitalised(_standing(told, a, b, comparison.k))
        return sentence(f"{start}, but {_recall_clause(told, a, b, comparison.k)}")
    return _nothing_changed(comparison, told, a, b)


def verdict_line(comparison: Comparison, query_id: str) -> str:
    """Both values of a query with their verdicts: `RR@10 1 → 1/4 ▼ · Recall@10 2/3 → 2/3 ═`.

    Raises:
        KeyError: The query is not in the split.
    """
    place = comparison.a.scope.positions[query_id]
    parts = []
    for measure in reversed(PRIMARY):
        before, after = (
            side.values(measure.key).at(place) for side in (comparison.a, comparison.b)
        )
        label = measure.at(comparison.k)
        if before is None or after is None:
            parts.append(f"{label} no value")
        else:
            sign = SIGNS[int(comparison.verdicts(measure.key)[place])]
            parts.append(f"{label} {short_text(before)} → {short_text(after)} {sign}")
    return " · ".join(parts)


def regression_clause(comparison: Comparison, query_id: str) -> str:
    """What a regressed query lost, to stand after "q2 regressed: ".

    Raises:
        KeyError: The query is not in the split.
    """
    place, k = comparison.a.scope.positions[query_id], comparison.k
    a, b = _Side.of(comparison.a, place), _Side.of(comparison.b, place)
    if b.missing:
        return f"{b.name} did not answer it"
    if not b.returned:
        return f"{b.name} returned nothing for it"
    if comparison.verdicts("rr")[place] < 0:
        if not b.first:
            return f"no relevant document is returned any more, the first stood at rank {a.first}"
        below = f", below k = {k}" if b.first > k else ""
        return f"its first relevant document fell from rank {a.first} to {b.first}{below}"
    relevant = int(comparison.a.scope.relevant[place])
    return f"its relevant documents in the top {k} fell from {a.hits} to {b.hits} of {relevant}"


def _one_silent(a: _Side, b: _Side, k: int) -> str:
    if a.silent and b.silent:
        if a.missing and b.missing:
            return "Neither run lists this query; both score 0."
        if not a.missing and not b.missing:
            return "Neither run returned anything; both score 0."
        return f"{a.silent} and {b.silent}; both score 0."
    silent, other = (a, b) if a.silent else (b, a)
    return f"{silent.silent}; scored 0. {_where_first(other, k)}."


def _where_first(side: _Side, k: int) -> str:
    """Where a run that has a ranking has its first relevant document."""
    if not side.first:
        return f"{side.name} has no relevant document among its {side.returned} either"
    beyond = f", below k = {k}" if side.first > k else ""
    return f"{side.name} has its first relevant document at rank {side.first}{beyond}"


def _rank_changed(comparison: Comparison, told: QueryAccount, a: _Side, b: _Side) -> str:
    """The move of the deciding document and what passed it; then Recall where it adds to that."""
    k = comparison.k
    if comparison.verdicts("rr")[comparison.a.scope.positions[told.query_id]] < 0:
        decider = _at(told, a.first, in_b=False)
        text = f"{_fall(decider, b, k)}{_now_first(told, decider, b, k)}"
        text = f"{text}: {_newly_above(told, decider, b, k)}"
        alone = not told.gained and told.lost in ((), (decider,))
    else:
        decider = _at(told, b.first, in_b=True)
        text = f"{_rise(decider, a, k)}{_once_first(told, decider, a, k)}"
        text = f"{text}: {_no_longer_above(told, a)}"
        alone = not told.lost and told.gained in ((), (decider,))
    if alone:
        return sentence(text)
    return f"{sentence(text)} For Recall, {sentence(_recall_clause(told, a, b, k))}"


def _at(told: QueryAccount, rank: int, *, in_b: bool) -> Move:
    """The relevant document at a rank of one run."""
    return next(move for move in told.relevant if (move.rank_b if in_b else move.rank_a) == rank)


def _fall(move: Move, b: _Side, k: int) -> str:
    if move.rank_b is None:
        return (
            f"{plain(move.doc_id)} stood at rank {move.rank_a} and is not returned in {b.returned}"
        )
    below = f", below k = {k}" if move.rank_b > k else ""
    return f"{plain(move.doc_id)} fell from rank {move.rank_a} to {move.rank_b}{below}"


def _rise(move: Move, a: _Side, k: int) -> str:
    if move.rank_a is None:
        before = f"not returned in {a.returned} before"
        return f"{plain(move.doc_id)} is new at rank {move.rank_b}, {before}"
    below = f", from below k = {k}" if move.rank_a > k else ""
    return f"{plain(move.doc_id)} rose from rank {move.rank_a} to {move.rank_b}{below}"


def _now_first(told: QueryAccount, decider: Move, b: _Side, k: int) -> str:
    """Which document is the first relevant one in B, where it is another and within k."""
    if not 0 < b.first <= k or decider.rank_b == b.first:
        return ""
    other = _at(told, b.first, in_b=True)
    return f", and the first relevant document is now {plain(other.doc_id)} at rank {b.first}"


def _once_first(told: QueryAccount, decider: Move, a: _Side, k: int) -> str:
    if not 0 < a.first <= k or decider.rank_a == a.first:
        return ""
    other = _at(told, a.first, in_b=False)
    return f", and the first relevant document was {plain(other.doc_id)} at rank {a.first}"


def _newly_above(told: QueryAccount, decider: Move, b: _Side, k: int) -> str:
    """What stands above now; where nothing relevant is left to stand above, what fills the top."""
    if not told.newly_above:
        return f"{b.name} returned only {counted(b.returned, 'document')}"
    ranks = [
        "new" if move.rank_a is None else f"from rank {move.rank_a}" for move in told.newly_above
    ]
    above = "above it" if 0 < b.first <= k or decider.rank_b else f"in the top {k}"
    return f"{_details(told.newly_above, ranks)} now {_stand(told.newly_above)} {above}"


def _no_longer_above(told: QueryAccount, a: _Side) -> str:
    if not told.no_longer_above:
        return f"{a.name} returned only {counted(a.returned, 'document')}"
    ranks = [
        "no longer returned" if move.rank_b is None else f"now at rank {move.rank_b}"
        for move in told.no_longer_above
    ]
    details = _details(told.no_longer_above, ranks)
    return f"{details} no longer {_stand(told.no_longer_above)} above it"


def _stand(documents: Sequence[Move]) -> str:
    return "stands" if len(documents) == 1 else "stand"


def _details(documents: Sequence[Move], ranks: Sequence[str]) -> str:
    """The first few documents with their movement and whether they are judged; the rest counted."""
    shown = [
        f"{plain(move.doc_id)} ({rank}, {_judged(move)})"
        for move, rank in zip(documents[:_DETAILED], ranks, strict=False)
    ]
    rest = documents[_DETAILED:]
    if rest:
        unjudged = sum(move.grade is None for move in rest)
        shown.append(f"{len(rest)} more ({_of_all(unjudged, len(rest))})")
    return listed(shown)


def _judged(move: Move) -> str:
    return "unjudged" if move.grade is None else "judged not relevant"


def _of_all(unjudged: int, count: int) -> str:
    if not unjudged:
        return "judged not relevant" if count == 1 else "all judged not relevant"
    if unjudged == count:
        return "unjudged" if count == 1 else "all unjudged"
    return f"{unjudged} unjudged"


def _recall_clause(told: QueryAccount, a: _Side, b: _Side, k: int) -> str:
    """Which relevant documents left and entered the top k, and how many that makes."""
    parts = []
    if told.lost:
        parts.append(f"{_crossings(told.lost, b.returned)} left the top {k}")
    if told.gained:
        parts.append(f"{_crossings(told.gained, a.returned)} entered the top {k}")
    found = f"{a.hits} → {b.hits}" if a.hits != b.hits else f"still {a.hits}"
    return f"{listed(parts)}: {found} of {counted(len(told.relevant), 'relevant document')}"


def _crossings(moves: Sequence[Move], returned: int) -> str:
    shown = [f"{plain(move.doc_id)} ({_way(move, returned)})" for move in moves[:_DETAILED]]
    rest = len(moves) - len(shown)
    return listed([*shown, f"{rest} more"] if rest else shown)


def _way(move: Move, returned: int) -> str:
    """From which rank to which a document went, one of them perhaps not returned."""
    if move.rank_a is None:
        return f"not returned in {returned} → rank {move.rank_b}"
    return f"rank {move.rank_a} → {move.rank_b or f'not returned in {returned}'}"


def _nothing_changed(comparison: Comparison, told: QueryAccount, a: _Side, b: _Side) -> str:
    k = comparison.k
    first, second = (side.hits.ranking(told.query_id) for side in (comparison.a, comparison.b))
    if first == second:
        start = "Both runs return the same ranking"
    elif first[:k] == second[:k]:
        start = f"The top {k} is the same in both runs"
    else:
        start = "The rankings differ, the values do not"
    standing = _standing(told, a, b, k)
    if not a.hits:
        return f"{start}: {standing}."
    total = counted(len(told.relevant), "relevant document")
    return f"{start}: {standing}, with {a.hits} of {total} in the top {k}."


def _standing(told: QueryAccount, a: _Side, b: _Side, k: int) -> str:
    """Where the first relevant document stands in two runs of the same RR."""
    if a.first and a.first == b.first:
        before, after = _at(told, a.first, in_b=False), _at(told, b.first, in_b=True)
        beyond = f", below k = {k}" if a.first > k else ""
        name = plain(before.doc_id)
        if before == after:
            return f"the first relevant document, {name}, stays at rank {a.first}{beyond}"
        changed = f"{name}, now {plain(after.doc_id)}"
        return f"the first relevant rank stays {a.first} ({changed}){beyond}"
    if not a.first and not b.first:
        return "no run returns a relevant document"
    ranks = f"{_first_text(a)} in {a.name}, {_first_text(b)} in {b.name}"
    return f"the first relevant document stands below k = {k} ({ranks})"


def _first_text(side: _Side) -> str:
    return f"rank {side.first}" if side.first else f"not returned in {side.returned}"
