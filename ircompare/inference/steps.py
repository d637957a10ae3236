"""How far documents of the pool, found relevant one after the other, move a mean delta.

In each query no step is larger than the one before it, so that the largest steps over all queries
are the fewest documents that move the mean by a given amount.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ircompare.inference.pool import Pool
from ircompare.inference.rr_deltas import rr_deltas
from ircompare.model.ids import IntArray
from ircompare.scoring.comparison import Comparison


@dataclass(frozen=True, eq=False)
class Steps:
    """Documents of the pool in the order in which they move a mean most, one way.

    Attributes:
        rows: Which document of the pool takes each step (shape: s).
        sizes: The different sizes, exact, above 0 and falling: what a step takes from the sum of
            the deltas.
        which: Size of each step, ascending (shape: s).
    """

    rows: IntArray
    sizes: tuple[Fraction, ...]
    which: IntArray

    def fewest(self, needed: Fraction) -> IntArray:
        """Documents whose steps together reach what is needed (above 0); none if all do not."""
        taken = 0
        counts = np.bincount(self.which, minlength=len(self.sizes)).tolist()
        for size, count in zip(self.sizes, counts, strict=True):
            wanted = math.ceil(needed / size)
            if wanted <= count:
                return self.rows[: taken + wanted]
            taken += count
            needed -= count * size
        return self.rows[:0]


def rr_steps(comparison: Comparison, pool: Pool, sign: int) -> Steps:
    """One step a query: its document that moves RR most, of equal ones that with the best rank.

    Args:
        sign: 1 towards B, −1 towards A.
    """
    deltas = rr_deltas(comparison, pool)
    now, then = sign * deltas.now[pool.codes], sign * deltas.then
    rows = np.flatnonzero(comparison.scored[pool.codes] & (then > now))
    order = rows[np.lexsort((pool.best[rows], -then[rows], pool.codes[rows]))]
    _, first = np.unique(pool.codes[order], return_index=True)
    rows, values = order[first], deltas.values
    return _steps(
        rows,
        deltas.then[rows],
        deltas.now[pool.codes[rows]],
        lambda after, before: abs(values[after] - values[before]),
    )


def recall_steps(comparison: Comparison, pool: Pool, sign: int) -> Steps:
    """First the documents of the favoured run alone, then those of both top k.

    The former add a hit; the latter weigh down a delta that still stands the other way. From h ÷ r
    to (h + 1) ÷ (r + 1) it is (r − h) ÷ r(r + 1), from h ÷ r to h ÷ (r + 1) it is −h ÷ r(r + 1).

    Args:
        sign: 1 towards B, −1 towards A.
    """
    favoured, other = (pool.rank_b, pool.rank_a) if sign > 0 else (pool.rank_a, pool.rank_b)
    rows = np.flatnonzero(comparison.scored[pool.codes] & (favoured > 0))
    rows = rows[np.lexsort((pool.best[rows], other[rows] > 0, pool.codes[rows]))]
    codes, alone = pool.codes[rows], other[rows] == 0
    turns = np.arange(len(rows)) - np.searchsorted(codes, codes)
    relevant = comparison.a.scope.relevant[codes]
    gaps = sign * (comparison.b.hit_counts - comparison.a.hit_counts)[codes]
    reached = gaps + (pool.only_b if sign > 0 else pool.only_a)[codes]
    tops, below = np.where(alone, relevant - gaps, -reached), relevant + turns
    from_nothing = alone & (below == 0)
    tops, below = np.where(from_nothing, 2, tops), np.where(from_nothing, 1, below)
    moving = tops > 0
    return _steps(
        rows[moving],
        tops[moving],
        below[moving],
        lambda top, known: Fraction(top, known * (known + 1)),
    )


def _steps(
    rows: IntArray, left: IntArray, right: IntArray, size: Callable[[int, int], Fraction]
) -> Steps:
    """Steps whose sizes follow from two numbers each, few of which are different."""
    width = int(right.max(initial=0)) + 1
    pairs, at = np.unique(left * width + right, return_inverse=True)
    exact = [size(*divmod(pair, width)) for pair in pairs.tolist()]
    sizes = sorted(set(exact), reverse=True)
    place_of = {value: place for place, value in enumerate(sizes)}
    which = np.array([place_of[value] for value in exact], np.int64)[at]
    order = np.argsort(which, kind="stable")
    return Steps(rows[order], tuple(sizes), which[order])
