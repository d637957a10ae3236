"""Where the first relevant document stands: beside MRR always, as it assumes no scale."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ircompare.scoring.comparison import Comparison

SUCCESS_AT = (1, 3)


@dataclass(frozen=True)
class RankCount:
    """How many scored queries have their first relevant document at one rank."""

    rank: int
    a: int
    b: int


@dataclass(frozen=True)
class SuccessAt:
    """Share of the scored queries with a relevant document in the top k, in [0, 1]."""

    k: int
    a: Fraction
    b: Fraction


@dataclass(frozen=True)
class FirstRanks:
    """Distribution of the first relevant rank in both runs.

    Attributes:
        k: The cutoff.
        rows: Ranks 1 … k that occur in either run, ascending.
        none_a, none_b: Scored queries with no relevant document in the top k.
        success: Success@1, @3 and @k, as far as these are cutoffs up to k.
    """

    k: int
    rows: tuple[RankCount, ...]
    none_a: int
    none_b: int
    success: tuple[SuccessAt, ...]


def first_ranks(comparison: Comparison) -> FirstRanks:
    """The distribution of both runs, over at least one scored query."""
    a, b = comparison.a.first_rank_counts(), comparison.b.first_rank_counts()
    ranks = sorted({*a, *b} - {0})
    rows = tuple(RankCount(rank, a.get(rank, 0), b.get(rank, 0)) for rank in ranks)
    cutoffs = sorted({min(k, comparison.k) for k in (*SUCCESS_AT, comparison.k)})
    return FirstRanks(
        comparison.k,
        rows,
        a.get(0, 0),
        b.get(0, 0),
        tuple(_success(rows, k, comparison.count) for k in cutoffs),
    )


def _success(rows: tuple[RankCount, ...], k: int, count: int) -> SuccessAt:
    inside = [row for row in rows if row.rank <= k]
    return SuccessAt(
        k,
        Fraction(sum(row.a for row in inside), count),
        Fraction(sum(row.b for row in inside), count),
    )
