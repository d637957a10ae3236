"""Sums and means of numbers that may be exact or not."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from ircompare.scorecard.direction import Number


def total(values: Iterable[Number]) -> Number:
    """Sum: exact where every value is, else rounded once; 0 of none."""
    listed = list(values)
    if any(isinstance(value, float) for value in listed):
        return math.fsum(listed)
    return sum((Fraction(value) for value in listed), Fraction(0))


def mean(values: Iterable[Number]) -> Number | None:
    """Mean: exact where every value is; None of none.

    >>> mean([Fraction(1), Fraction(1, 2)])
    Fraction(3, 4)
    """
    listed = list(values)
    return total(listed) / len(listed) if listed else None
