"""Exact ranges: the least and the greatest a value can be when something is left open."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ircompare.model.ids import BoolArray, IntArray
from ircompare.scoring.values import Ratios


@dataclass(frozen=True)
class Interval:
    """The least and the greatest value, both reached.

    Attributes:
        low, high: Exact; low is at most high.
    """

    low: Fraction
    high: Fraction

    @property
    def width(self) -> Fraction:
        """How much is open; 0 where nothing is."""
        return self.high - self.low

    @property
    def sign(self) -> int:
        """1 or −1 where every value in it has that sign, else 0."""
        return int(self.low > 0) - int(self.high < 0)

    def __contains__(self, value: Fraction | int) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, eq=False)
class Ranges:
    """One interval a query; undefined where a query has no value.

    Attributes:
        low, high: Least and greatest values (both length n).
    """

    low: Ratios
    high: Ratios

    def at(self, place: int) -> Interval | None:
        """Interval of one query, None where it has no value."""
        low, high = self.low.at(place), self.high.at(place)
        return None if low is None or high is None else Interval(low, high)

    def mean(self, scored: BoolArray) -> Interval | None:
        """Interval of the mean over these queries; None where there are none.

        What is open in one query does not bind another, so the ends of the mean are the means of
        the ends.
        """
        count = int(scored.sum())
        if not count:
            return None
        return Interval(self.low.total(scored) / count, self.high.total(scored) / count)

    @property
    def open(self) -> BoolArray:
        """Queries whose value is not settled (shape: n)."""
        return np.asarray(self.high.minus(self.low).signs() > 0)

    @property
    def signs(self) -> IntArray:
        """1 or −1 where the whole interval has that sign, else 0 (shape: n)."""
        return (self.low.signs() > 0).astype(np.int64) - (self.high.signs() < 0)

    def less(self, other: Ranges) -> Ranges:
        """Differences where the two sides are open independently of one another (length n)."""
        return Ranges(self.low.minus(other.high), self.high.minus(other.low))


def scored_ratios(scored: BoolArray, top: IntArray, below: IntArray) -> Ratios:
    """Exact values of the scored queries, undefined elsewhere (length n).

    Where a query is scored although nothing is relevant, `top` and `below` are 0 and the value
    is 0.
    """
    return Ratios(np.where(scored, top, 0), np.where(scored, np.maximum(below, 1), 0))


def reciprocals(scored: BoolArray, ranks: IntArray) -> Ratios:
    """1 ÷ rank for the scored queries, 0 where the rank is 0 (length n)."""
    return scored_ratios(scored, (ranks > 0).astype(np.int64), ranks)
