"""Judgements that deserve a second look, each with its reason, and how often such a look pays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ircompare.inference.alike import Texts
from ircompare.inference.groups import groups_of
from ircompare.inference.pool import unjudged_pool
from ircompare.model.collection import Qrels
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison

DEPTH = 5
REASONS = {
    "unjudged_in_both": f"unjudged, and in the top {DEPTH} of both runs",
    "alike": "with a text that equals, or nearly equals, that of a document judged otherwise",
    "group": "judged otherwise for another query of the same group",
    "never_returned": "relevant, but returned by neither run",
}


@dataclass(frozen=True)
class Suspect:
    """One judgement, or lack of one, that deserves a second look.

    Attributes:
        reason: A key of REASONS.
        query_id, doc_id: The pair.
        grade: Its grade, None where it is unjudged.
        rank_a, rank_b: Where the document stands, None where a run does not return it (where
            the reason is `unjudged_in_both`, within the top 5).
        against: The documents (`alike`) or queries (`group`) that speak against the judgement.
    """

    reason: str
    query_id: str
    doc_id: str
    grade: int | None
    rank_a: int | None = None
    rank_b: int | None = None
    against: tuple[str, ...] = ()


@dataclass(frozen=True)
class HitRate:
    """How often a second judgement overturned the suspects of one reason.

    Attributes:
        reason: A key of REASONS.
        named: Suspects of this reason.
        checked: Those that the second judgements cover.
        overturned: Those that they judge otherwise; for an unjudged one, that they find relevant.
    """

    reason: str
    named: int
    checked: int
    overturned: int

    @property
    def rate(self) -> Fraction | None:
        """Overturned ÷ checked; None where none was checked."""
        return Fraction(self.overturned, self.checked) if self.checked else None


def suspects(comparison: Comparison, group_field: str | None = None) -> tuple[Suspect, ...]:
    """All suspects among the queries of the split, by reason in the order of REASONS.

    Texts are compared where the corpus has them.

    Args:
        group_field: Query field that names groups of paraphrases; None for no groups.

    Raises:
        InputError: The queries have no such field.
    """
    scope = comparison.a.scope
    grouped = [] if group_field is None else _in_groups(comparison, group_field)
    texts = scope.collection.corpus is not None and scope.collection.corpus.texts is not None
    return (
        *_unjudged_in_both(comparison),
        *(_alike(comparison) if texts else ()),
        *grouped,
        *_never_returned(comparison),
    )


def hit_rates(found: Sequence[Suspect], second: Qrels, min_relevance: int) -> tuple[HitRate, ...]:
    """What a second look at the suspects found, for each reason that occurs.

    Args:
        second: Judgements made without knowledge of the first, such as a filled judging sheet, a
            second judge or a later round.
        min_relevance: Grade from which a document is relevant.
    """
    rates = []
    for reason in REASONS:
        own = [one for one in found if one.reason == reason]
        grades = [(one.grade, second.of(one.query_id).get(one.doc_id)) for one in own]
        checked = [(first, again) for first, again in grades if again is not None]
        overturned = sum(
            (first is not None and first >= min_relevance) != (again >= min_relevance)
            for first, again in checked
        )
        if own:
            rates.append(HitRate(reason, len(own), len(checked), overturned))
    return tuple(rates)


def expected_hit_rate(comparison: Comparison) -> HitRate:
    """What `unjudged_in_both` would have found so far, had every judgement been hidden in turn.

    Of the judged documents in the top 5 of both runs, the relevant ones: measured on the user's
    own judgements, and so only as good as those resemble the ones that are lacking.
    """
    a, b = comparison.a.hits, comparison.b.hits
    ranks_a, ranks_b = a.rank_of_judgement, b.rank_of_judgement
    top = (ranks_a > 0) & (ranks_a <= DEPTH) & (ranks_b > 0) & (ranks_b <= DEPTH)
    relevant = a.scope.collection.qrels.grades >= a.scope.protocol.min_relevance
    count = int(top.sum())
    return HitRate("unjudged_in_both", count, count, int((top & relevant).sum()))


def _unjudged_in_both(comparison: Comparison) -> Iterator[Suspect]:
    """Only for judged queries: of any other every document is unjudged."""
    scope, pool = comparison.a.scope, unjudged_pool(comparison, DEPTH)
    both = (pool.rank_a > 0) & (pool.rank_b > 0) & (scope.judged[pool.codes] > 0)
    for row in np.flatnonzero(both).tolist():
        yield Suspect(
            "unjudged_in_both",
            scope.query_ids[int(pool.codes[row])],
            pool.documents[row].as_py(),
            None,
            int(pool.rank_a[row]),
            int(pool.rank_b[row]),
        )


def _alike(comparison: Comparison) -> Iterator[Suspect]:
    corpus = comparison.a.scope.collection.corpus
    if corpus is None:
        return
    texts = Texts(corpus)
    for query_id, judged in _judgements(comparison.a.scope):
        level = comparison.a.scope.protocol.min_relevance
        against = defaultdict[str, list[str]](list)
        relevant = [doc for doc, (_, grade) in judged.items() if grade >= level]
        others = [doc for doc, (_, grade) in judged.items() if grade < level]
        for pair in texts.alike(relevant, others):
            against[pair.left].append(pair.right)
            against[pair.right].append(pair.left)
        for doc_id, (row, _) in judged.items():
            if doc_id in against:
                yield _suspect(comparison, "alike", query_id, doc_id, row, against[doc_id])


def _in_groups(comparison: Comparison, field: str) -> list[Suspect]:
    """Of a document judged both ways in a group, the judgements that are not the more frequent."""
    scope = comparison.a.scope
    groups = groups_of(scope, field)
    level = scope.protocol.min_relevance
    votes = defaultdict[tuple[int, str], dict[bool, list[tuple[str, int]]]](dict)
    for query_id, judged in _judgements(scope):
        code = int(groups.codes[scope.positions[query_id]])
        for doc_id, (row, grade) in judged.items():
            votes[code, doc_id].setdefault(grade >= level, []).append((query_id, row))
    found = []
    for (_, doc_id), sides in votes.items():
        for relevant, own in sides.items():
            other = [query_id for query_id, _ in sides.get(not relevant, [])]
            if other and len(own) <= len(other):
                found += [_suspect(comparison, "group", q, doc_id, row, other) for q, row in own]
    return sorted(found, key=lambda one: scope.positions[one.query_id])


def _never_returned(comparison: Comparison) -> Iterator[Suspect]:
    a, b = comparison.a.hits.rank_of_judgement, comparison.b.hits.rank_of_judgement
    level = comparison.a.scope.protocol.min_relevance
    for query_id, judged in _judgements(comparison.a.scope):
        for doc_id, (row, grade) in judged.items():
            if grade >= level and not a[row] and not b[row]:
                yield _suspect(comparison, "never_returned", query_id, doc_id, row)


def _judgements(scope: Scope) -> Iterator[tuple[str, dict[str, tuple[int, int]]]]:
    """Each judged query of the split with its documents: row in the qrels and grade."""
    qrels = scope.collection.qrels
    for query_id, place in zip(scope.query_ids, scope.qrels_places.tolist(), strict=True):
        if place >= 0:
            first = int(qrels.bounds[place])
            pairs = enumerate(qrels.of(query_id).items(), start=first)
            yield query_id, {doc_id: (row, grade) for row, (doc_id, grade) in pairs}


def _suspect(
    comparison: Comparison,
    reason: str,
    query_id: str,
    doc_id: str,
    row: int,
    against: Sequence[str] = (),
) -> Suspect:
    rank_a, rank_b = (
        int(side.hits.rank_of_judgement[row]) or None for side in (comparison.a, comparison.b)
    )
    grade = int(comparison.a.scope.collection.qrels.grades[row])
    return Suspect(reason, query_id, doc_id, grade, rank_a, rank_b, tuple(against))
