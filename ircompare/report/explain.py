"""One query of a comparison in a sentence: which relevant document moved, and what passed it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ircompare.report.numbers import counted, short_text
from ircompare.report.phrases import SIGNS, listed, plain, sentence
from ircompare.scoring.account import Move, QueryAccount, account
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import PRIMARY

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
        return sentence(f"{_same_first(a, comparison.k)}, but {_recall_clause(told, a, b, comparison)}")
    return _nothing_changed(comparison, query_id, a, b)


def verdict_line(comparison: Comparison, query_id: str) -> str:
    """Both values of a query with their verdicts: `RR@10 1 → 1/4 ▼ · Recall@10 2/3 → 2/3 ═`.

    Raises:
        KeyError: The query is not in the split.
    """
    place = comparison.a.scope.positions[query_id]
    parts = []
    for measure in reversed(PRIMARY):
        before, after = (side.values(measure.key).at(place) for side in (comparison.a, comparison.b))
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
            return f"its first relevant document, at rank {a.first} before, has none in its place"
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
    fell = comparison.verdicts("rr")[comparison.a.scope.positions[told.query_id]] < 0
    decider = _decider(told, a.first if fell else b.first, in_b=not fell)
    text = f"{_moved(decider, fell, a, b, comparison.k)}: {_passing(told, fell, b if fell else a)}"
    only = told.lost if fell else told.gained
    others = told.gained if fell else told.lost
    explained = not others and (not only or (len(only) == 1 and only[0] == decider))
    if explained:
        return sentence(text)
    return f"{sentence(text)} {_recall_sentence(told, a, b, comparison)}"


def _decider(told: QueryAccount, rank: int, *, in_b: bool) -> Move:
    """The relevant document that stands first in the run with the better value."""
    return next(
        move for move in told.relevant if (move.rank_b if in_b else move.rank_a) == rank
    )


def _moved(decider: Move, fell: bool, a: _Side, b: _Side, k: int) -> str:
    """How the deciding document moved, and which document is first where it is not this one."""
    name = plain(decider.doc_id)
    if fell:
        text = _fall(name, decider, b.returned, k)
        return text + _other_first(b, decider.rank_b, k, "is now")
    text = _rise(name, decider, a.returned, k)
    return text + _other_first(a, decider.rank_a, k, "was")


def _fall(name: str, move: Move, returned: int, k: int) -> str:
    if move.rank_b is None:
        return f"{name} stood at rank {move.rank_a} and is not returned in {returned}"
    below = f", below k = {k}" if move.rank_b > k else ""
    if move.rank_a is not None and move.rank_b < move.rank_a:
        return f"{name} stands at rank {move.rank_b}"
    return f"{name} fell from rank {move.rank_a} to {move.rank_b}{below}"


def _rise(name: str, move: Move, returned: int, k: int) -> str:
    if move.rank_a is None:
        return f"{name} is new at rank {move.rank_b} (not returned in {returned} before)"
    below = f", from below k = {k}" if move.rank_a > k else ""
    return f"{name} rose from rank {move.rank_a} to {move.rank_b}{below}"


def _other_first(side: _Side, rank: int | None, k: int, verb: str) -> str:
    """The first relevant rank of the worse run where another document stands there."""
    if not side.first or side.first > k or side.first == rank:
        return ""
    return f", and the first relevant document {verb} at rank {side.first}"


def _passing(told: QueryAccount, fell: bool, worse: _Side) -> str:
    if fell:
        documents, verb = told.newly_above, "now above"
        ranks = [_origin(move) for move in documents]
    else:
        documents, verb = told.no_longer_above, "no longer above"
        ranks = [_goal(move) for move in documents]
    if not documents:
        return f"{worse.name} returned only {worse.returned} documents"
    return f"{verb} it {'stands' if len(documents) == 1 else 'stand'} {_details(documents, ranks)}"


def _origin(move: Move) -> str:
    return "new" if move.rank_a is None else f"from rank {move.rank_a}"


def _goal(move: Move) -> str:
    return "not returned now" if move.rank_b is None else f"now at rank {move.rank_b}"


def _details(documents: Sequence[Move], ranks: Sequence[str]) -> str:
    """The first few documents with where they were and whether they are judged; the rest counted."""
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


def _same_first(side: _Side, k: int) -> str:
    if not side.first or side.first > k:
        return f"No run has a relevant document in the top {k}"
    return f"The first relevant document stays at rank {side.first}"


def _recall_clause(told: QueryAccount, a: _Side, b: _Side, comparison: Comparison) -> str:
    """Which relevant documents left and entered the top k, and how many that makes."""
    k = comparison.k
    parts = []
    if told.lost:
        parts.append(f"{_crossings(told.lost, b.returned)} left the top {k}")
    if told.gained:
        parts.append(f"{_crossings(told.gained, a.returned)} entered the top {k}")
    total = counted(len(told.relevant), "relevant document")
    found = f"{a.hits} → {b.hits} of {total}"
    return f"{listed(parts)}: {found}"


def _recall_sentence(told: QueryAccount, a: _Side, b: _Side, comparison: Comparison) -> str:
    return sentence(f"For Recall, {_recall_clause(told, a, b, comparison)}")


def _crossings(moves: Sequence[Move], returned: int) -> str:
    shown = [
        f"{plain(move.doc_id)} (rank {_rank(move.rank_a, returned)} → {_rank(move.rank_b, returned)})"
        for move in moves[:_DETAILED]
    ]
    rest = len(moves) - len(shown)
    return listed([*shown, f"{rest} more"] if rest else shown)


def _rank(rank: int | None, returned: int) -> str:
    return f"not returned in {returned}" if rank is None else str(rank)


def _nothing_changed(comparison: Comparison, query_id: str, a: _Side, b: _Side) -> str:
    k = comparison.k
    rankings = [side.hits.ranking(query_id) for side in (comparison.a, comparison.b)]
    if rankings[0] == rankings[1]:
        return f"Both runs return the same ranking: {_standing(a, k)}."
    same_top = rankings[0][:k] == rankings[1][:k]
    differ = f"The top {k} is the same in both runs" if same_top else "The rankings differ, the values do not"
    if a.first and a.first == b.first:
        return f"{differ}: {_standing(a, k)}."
    return f"{differ}: {_standing(a, k)} in {a.name}, {_standing(b, k)} in {b.name}."


def _standing(side: _Side, k: int) -> str:
    if not side.first:
        return f"no relevant document is returned in {side.returned}"
    beyond = f", below k = {k}" if side.first > k else ""
    return f"the first relevant document stands at rank {side.first}{beyond}"
