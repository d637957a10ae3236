"""Columns of values: exact ratios held as integers, and the approximate kind nDCG needs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol as Interface

import numpy as np

from ircompare.model.ids import BoolArray, FloatArray, IntArray

APPROXIMATE_TIE = 1e-12


class Values(Interface):
    """One value a query; the same operations for exact and approximate columns."""

    @property
    def defined(self) -> BoolArray:
        """Queries that have a value (shape: n)."""

    @property
    def exact(self) -> bool:
        """Whether values are exact ratios."""

    def at(self, place: int) -> Fraction | float | None:
        """Value of one query, None where it has none."""

    def floats(self) -> FloatArray:
        """Values as doubles, NaN where undefined (shape: n)."""

    def total(self, chosen: BoolArray) -> Fraction | float:
        """Sum over the chosen queries, all of them defined."""


@dataclass(frozen=True, eq=False)
class Ratios:
    """Exact values as two integer columns; a denominator of 0 means no value.

    Attributes:
        numerator, denominator: Not reduced (both shape: n); denominators are never negative.
    """

    numerator: IntArray
    denominator: IntArray

    @property
    def exact(self) -> bool:
        """Always true."""
        return True

    @property
    def defined(self) -> BoolArray:
        """Queries that have a value (shape: n)."""
        return np.asarray(self.denominator > 0)

    def at(self, place: int) -> Fraction | None:
        """Value of one query, None where it has none."""
        below = int(self.denominator[place])
        return Fraction(int(self.numerator[place]), below) if below else None

    def floats(self) -> FloatArray:
        """Values as doubles, NaN where undefined (shape: n)."""
        values = np.full(len(self.numerator), np.nan)
        np.divide(self.numerator, self.denominator, out=values, where=self.defined)
        return values

    def total(self, chosen: BoolArray) -> Fraction:
        """Exact sum over the chosen queries: grouped by denominator, then over the common one."""
        below, group = np.unique(self.denominator[chosen], return_inverse=True)
        sums = np.zeros(len(below), np.int64)
        np.add.at(sums, group, self.numerator[chosen])
        common = math.lcm(*below.tolist())
        parts = zip(sums.tolist(), below.tolist(), strict=True)
        return Fraction(sum(top * (common // low) for top, low in parts), common)

    def minus(self, other: Ratios) -> Ratios:
        """Paired differences; undefined where either is (shape: n)."""
        alike = self.denominator == other.denominator
        top = np.where(
            alike,
            self.numerator - other.numerator,
            self.numerator * other.denominator - other.numerator * self.denominator,
        )
        return Ratios(top, np.where(alike, self.denominator, self.denominator * other.denominator))

    def signs(self) -> IntArray:
        """−1, 0 or 1 for each value; 0 where undefined (shape: n)."""
        return np.where(self.defined, np.sign(self.numerator), 0)


@dataclass(frozen=True, eq=False)
class Approximate:
    """Values that hold logarithms and so cannot be exact; NaN means no value (shape: n)."""

    values: FloatArray

    @property
    def exact(self) -> bool:
        """Always false."""
        return False

    @property
    def defined(self) -> BoolArray:
        """Queries that have a value (shape: n)."""
        return ~np.isnan(self.values)

    def at(self, place: int) -> float | None:
        """Value of one query, None where it has none."""
        value = float(self.values[place])
        return None if math.isnan(value) else value

    def floats(self) -> FloatArray:
        """The values themselves (shape: n)."""
        return self.values

    def total(self, chosen: BoolArray) -> float:
        """Sum over the chosen queries, rounded once."""
        return math.fsum(self.values[chosen].tolist())

    def minus(self, other: Approximate) -> Approximate:
        """Paired differences; those below 1e-12 are ties, written as exactly 0."""
        delta = self.values - other.values
        return Approximate(np.where(np.abs(delta) < APPROXIMATE_TIE, 0.0, delta))

    def signs(self) -> IntArray:
        """−1, 0 or 1 for each value; 0 where undefined (shape: n)."""
        return np.nan_to_num(np.sign(self.values)).astype(np.int64)


AnyValues = Ratios | Approximate


def difference(b: AnyValues, a: AnyValues) -> AnyValues:
    """Paired differences B − A of two columns of the same measure (shape: n).

    Raises:
        ValueError: One is exact and the other is not.
    """
    if isinstance(b, Ratios) and isinstance(a, Ratios):
        return b.minus(a)
    if isinstance(b, Approximate) and isinstance(a, Approximate):
        return b.minus(a)
    raise ValueError("values of two different measures cannot be paired")
