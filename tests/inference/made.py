"""Comparisons and units made from ranks and deltas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from ircompare.inference.conclusion import Conclusion
from ircompare.inference.plan import Plan
from ircompare.inference.significance import significance
from ircompare.inference.units import Units
from ircompare.inference.verdict import Evidence
from ircompare.model.collection import Collection, Qrels, Queries
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison, compare
from tests.worlds import contrast, score

F = Fraction
RR = Plan(("rr",))
VALUES = [Fraction(0), *(Fraction(1, rank) for rank in range(1, 11))]
deltas = st.tuples(st.sampled_from(VALUES), st.sampled_from(VALUES)).map(lambda ab: ab[1] - ab[0])


def units(*values: Fraction | int | str, sizes: Sequence[int] | None = None) -> Units:
    """Units from sums, written as numbers or texts such as "1/2"."""
    return Units(tuple(map(Fraction, values)), tuple(sizes or [1] * len(values)))


def ranked(rank: int) -> list[str]:
    """A ranking whose only relevant document stands at a rank, 0 for nowhere."""
    return [*(f"x{place}" for place in range(1, rank)), "r"] if rank else ["x1"]


def by_ranks(
    a: Sequence[int], b: Sequence[int], k: int = 10, names: Sequence[str] | None = None
) -> Comparison:
    """Runs whose first and only relevant document of each query stands at the ranks given."""
    queries = names or [f"q{number}" for number in range(len(a))]
    runs = [dict(zip(queries, map(ranked, ranks), strict=True)) for ranks in (a, b)]
    return contrast({query: {"r": 1} for query in queries}, runs[0], runs[1], k=k)


def candidates(a: Sequence[int], *others: Sequence[int], k: int = 10) -> list[Comparison]:
    """Several candidates against one reference, under one scope."""
    queries = [f"q{number}" for number in range(len(a))]
    scope = Scope.of(
        Collection(Qrels.from_dict({query: {"r": 1} for query in queries})),
        Protocol(k=k, judgements="pooled"),
    )
    first, *rest = (
        score(dict(zip(queries, map(ranked, ranks), strict=True)), scope) for ranks in (a, *others)
    )
    return [compare(first, other) for other in rest]


def with_fields(
    a: Mapping[str, int],
    b: Mapping[str, int],
    fields: Mapping[str, Sequence[Any]],
    splits: Sequence[str | None] | None = None,
    k: int = 10,
) -> Comparison:
    """Runs by query → rank, with a queries file that carries fields; more queries may be in it."""
    names = tuple(a)
    queries = Queries(
        names,
        tuple(f"text of {name}" for name in names),
        None if splits is None else tuple(splits),
        {key: tuple(values) for key, values in fields.items()},
        "queries.jsonl",
    )
    qrels = Qrels.from_dict({query: {"r": 1} for query in names})
    scope = Scope.of(Collection(qrels, None, queries), Protocol(k=k, judgements="pooled"))
    runs = [{query: ranked(rank) for query, rank in run.items()} for run in (a, b)]
    return compare(score(runs[0], scope), score(runs[1], scope))


def only(comparison: Comparison, plan: Plan = RR) -> Conclusion:
    """The conclusion under a plan of one measure, RR unless said otherwise."""
    (found,) = significance(comparison, plan).conclusions
    return found


def evidence_of(found: Conclusion) -> Evidence:
    """The tests of a conclusion that was tested."""
    assert found.evidence is not None
    return found.evidence
