"""How far several judges agree, and which pairs they dispute."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from itertools import combinations

from ircompare.errors import InputError, Problem, Problems, quote


@dataclass(frozen=True)
class Opinion:
    """What one judge says of one pair.

    Attributes:
        query_id, doc_id: The pair.
        judge: Name of the judge.
        grade: The judge's grade.
        reason: Why, in the judge's own words; "" where not said.
    """

    query_id: str
    doc_id: str
    judge: str
    grade: int
    reason: str = ""


@dataclass(frozen=True)
class PairOfJudges:
    """Agreement of two judges over the pairs that both judged.

    Attributes:
        left, right: The judges.
        shared: Pairs that both judged, at least 1.
        same_relevance, same_grade: How many of these they call relevant, or not, alike, and to how
            many they give the same grade.
        kappa: Cohen's κ of relevant or not; None where both say the same of every pair, so that
            chance explains everything.
        kappa_grades: Cohen's κ of the grades, every difference counted alike; None likewise.
    """

    left: str
    right: str
    shared: int
    same_relevance: int
    same_grade: int
    kappa: float | None
    kappa_grades: float | None

    @property
    def observed(self) -> Fraction:
        """Share of the shared pairs that both call relevant or both do not."""
        return Fraction(self.same_relevance, self.shared)


@dataclass(frozen=True)
class Dispute:
    """A pair that some judges call relevant and others do not.

    Attributes:
        query_id, doc_id: The pair.
        opinions: All opinions on it, by judge.
    """

    query_id: str
    doc_id: str
    opinions: tuple[Opinion, ...]


@dataclass(frozen=True)
class Agreement:
    """What several judges say together.

    Attributes:
        judges: Their names, sorted.
        pairs: Query and document pairs with at least one opinion.
        overlap: Those with at least two.
        between: Every two judges who share a pair, by name.
        disputes: In the order of first appearance.
    """

    judges: tuple[str, ...]
    pairs: int
    overlap: int
    between: tuple[PairOfJudges, ...]
    disputes: tuple[Dispute, ...]


def agreement(opinions: Iterable[Opinion], min_relevance: int = 1) -> Agreement:
    """Agreement of every two judges, and the disputed pairs.

    Args:
        min_relevance: Grade from which a document is relevant.

    Raises:
        InputError: A judge gives two different grades to one pair; scikit-learn is absent.

    Source:
        Cohen (1960), A coefficient of agreement for nominal scales; scikit-learn computes it.
    """
    table = by_pair(opinions)
    judges = sorted({judge for by_judge in table.values() for judge in by_judge})
    grades = defaultdict[str, dict[tuple[str, str], int]](dict)
    for pair, by_judge in table.items():
        for judge, opinion in by_judge.items():
            grades[judge][pair] = opinion.grade
    found = (
        _between(left, right, grades[left], grades[right], min_relevance)
        for left, right in combinations(judges, 2)
    )
    return Agreement(
        tuple(judges),
        len(table),
        sum(len(by_judge) > 1 for by_judge in table.values()),
        tuple(one for one in found if one is not None),
        tuple(_disputes(table, min_relevance)),
    )


def disputes(opinions: Iterable[Opinion], min_relevance: int = 1) -> tuple[Dispute, ...]:
    """The disputed pairs, in the order of first appearance.

    Args:
        min_relevance: Grade from which a document is relevant.

    Raises:
        InputError: A judge gives two different grades to one pair.
    """
    return tuple(_disputes(by_pair(opinions), min_relevance))


def by_pair(
    opinions: Iterable[Opinion], source: str = ""
) -> dict[tuple[str, str], dict[str, Opinion]]:
    """The opinions on each pair by judge, in the order of first appearance.

    Args:
        source: Name of the file, for messages.

    Raises:
        InputError: A judge gives two different grades to one pair.
    """
    table = defaultdict[tuple[str, str], dict[str, Opinion]](dict)
    problems = Problems(source)
    for one in opinions:
        first = table[one.query_id, one.doc_id].setdefault(one.judge, one)
        if first.grade != one.grade:
            problems.add(
                "conflicting-judgements",
                f"judge {quote(one.judge)} judged document {quote(one.doc_id)} twice "
                f"for query {quote(one.query_id)}",
                expected="one grade a judge for each query and document",
                found=f"grade {first.grade}, and grade {one.grade}",
                mend="keep the right one of the two judgements",
            )
    problems.raise_any()
    return dict(table)


def _between(
    left: str,
    right: str,
    of_left: dict[tuple[str, str], int],
    of_right: dict[tuple[str, str], int],
    level: int,
) -> PairOfJudges | None:
    both = [(grade, of_right[pair]) for pair, grade in of_left.items() if pair in of_right]
    if not both:
        return None
    relevance = [(int(one >= level), int(other >= level)) for one, other in both]
    return PairOfJudges(
        left,
        right,
        len(both),
        sum(one == other for one, other in relevance),
        sum(one == other for one, other in both),
        _kappa(relevance),
        _kappa(both),
    )


def _kappa(pairs: list[tuple[int, int]]) -> float | None:
    if len({label for pair in pairs for label in pair}) < 2:
        return None
    if find_spec("sklearn") is None:
        raise InputError(
            Problem(
                "no-statistics",
                "scikit-learn is not installed, so agreement cannot be computed",
                mend='pip install -e ".[inference]"',
            )
        )
    from sklearn.metrics import cohen_kappa_score

    return float(cohen_kappa_score(*zip(*pairs, strict=True)))


def _disputes(table: dict[tuple[str, str], dict[str, Opinion]], level: int) -> Iterable[Dispute]:
    for (query_id, doc_id), by_judge in table.items():
        if len({opinion.grade >= level for opinion in by_judge.values()}) > 1:
            yield Dispute(query_id, doc_id, tuple(by_judge[judge] for judge in sorted(by_judge)))
