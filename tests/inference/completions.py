"""Incomplete judgements and ties spelled out: every completion and every order, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, groupby, permutations, product

from tests import oracle


def subsets(items: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Every subset, small ones first."""
    listed = sorted(items)
    return chain.from_iterable(combinations(listed, size) for size in range(len(listed) + 1))


def completions(
    judged: Mapping[str, int], unjudged: Iterable[str], rules: oracle.Rules
) -> Iterator[dict[str, int]]:
    """The judgements with every choice of unjudged documents found relevant."""
    for chosen in subsets(unjudged):
        yield {**judged, **dict.fromkeys(chosen, rules.level)}


def pool_of(world: oracle.World, query: str) -> set[str]:
    """Unjudged documents in either top k."""
    tops = [run.get(query, ())[: world.rules.k] for run in (world.a, world.b)]
    return {doc for top in tops for doc in top} - set(world.judged(query))


def reach(values: Iterable[Fraction]) -> tuple[Fraction, Fraction]:
    found = list(values)
    return min(found), max(found)


def values_of(
    measure: str, world: oracle.World, query: str, truth: Mapping[str, int]
) -> tuple[Fraction, Fraction, Fraction]:
    """Value of A, of B, and B − A under one completion."""
    a, b = (
        oracle.value(measure, run.get(query, ()), truth, world.rules) for run in (world.a, world.b)
    )
    assert isinstance(a, Fraction)
    assert isinstance(b, Fraction)
    return a, b, b - a


def ranges_of(
    measure: str, world: oracle.World, query: str, unjudged: Iterable[str]
) -> list[tuple[Fraction, Fraction]]:
    """Least and greatest value of A, B and B − A over all completions of one query."""
    found = [
        values_of(measure, world, query, truth)
        for truth in completions(world.judged(query), unjudged, world.rules)
    ]
    return [reach(column) for column in zip(*found, strict=True)]


def orders(scored: Sequence[tuple[str, float]]) -> Iterator[list[str]]:
    """Every ranking that falling scores allow."""
    falling = sorted(scored, key=lambda pair: -pair[1])
    groups = [[doc for doc, _ in group] for _, group in groupby(falling, key=lambda pair: pair[1])]
    for chosen in product(*(permutations(group) for group in groups)):
        yield list(chain.from_iterable(chosen))
