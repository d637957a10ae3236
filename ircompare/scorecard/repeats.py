"""Response consistency: how alike the rankings of repeated runs of one system are.

Indicators of consistency, not of quality; no dimension of the twelve.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from ircompare.scoring.overlap import DEPTH, average_overlap, rbo_ext

Ranked = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Consistency:
    """How alike repeated runs are, as means over all pairs of runs and all queries.

    Attributes:
        average_overlap: In [0, 1]; None without queries.
        rbo: Extrapolated rank-biased overlap of the tops, in [0, 1].
        top1: Share of the pairs whose first documents agree; two empty rankings do.
        identical: Share of the queries whose tops are the same in every run.
        queries, runs, depth: What it rests on.
    """

    average_overlap: Fraction | None
    rbo: Fraction | None
    top1: Fraction | None
    identical: Fraction | None
    queries: int
    runs: int
    depth: int


def response_consistency(runs: Sequence[Ranked], depth: int = DEPTH) -> Consistency:
    """Consistency of at least two repeated runs, over every query that one of them lists.

    Args:
        runs: Query → ranking, best first; a query that a run lacks has an empty ranking.
        depth: How many documents of each ranking are looked at, >= 1.

    Raises:
        ValueError: Fewer than two runs, or a depth below 1.
    """
    if len(runs) < 2 or depth < 1:
        raise ValueError("consistency needs at least two runs and a depth of at least 1")
    queries = list(dict.fromkeys(query for run in runs for query in run))
    tops = [[list(run.get(query, ()))[:depth] for run in runs] for query in queries]
    pairs = [pair for of_query in tops for pair in combinations(of_query, 2)]
    return Consistency(
        _mean([average_overlap(left, right, depth) for left, right in pairs]),
        _mean([rbo_ext(left, right) for left, right in pairs]),
        _mean([Fraction(left[:1] == right[:1]) for left, right in pairs]),
        _mean([Fraction(all(top == of[0] for top in of)) for of in tops]),
        len(queries),
        len(runs),
        depth,
    )


def _mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None
