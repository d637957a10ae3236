"""The paired sign-flip (Fisher randomisation) test of the mean delta.

Under the null hypothesis each unit's sum could as well have had the other sign. The p-value is
the share of all choices of signs whose sum is at least as far from 0 as the observed one. Units
with a sum of 0 change nothing and are left out; sums are compared as whole numbers, so that two
equal ones are never told apart by rounding.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from ircompare.inference.plan import BATCH, ENUMERATED, RESAMPLES
from ircompare.inference.units import Units
from ircompare.scoring.values import APPROXIMATE_TIE

Engine = Literal["enumeration", "binomial", "simulation", "student"]
LARGEST_WHOLE = 2**53


@dataclass(frozen=True)
class PValue:
    """A two-sided p-value and how it came about.

    Attributes:
        value: In (0, 1].
        engine: All choices of signs enumerated; their binomial count, where all sums are equally
            far from 0; random signs; or Student's t test.
        p_exact: Whether sums were compared as whole numbers (never so under Student's t test).
        start, resamples: Start and number of the random signs; None for the other engines.
        standard_error: Of a simulated value, else 0.
    """

    value: float
    engine: Engine
    p_exact: bool = True
    start: int | None = None
    resamples: int | None = None
    standard_error: float = 0.0


def smallest_p(differing: int) -> float:
    """Smallest two-sided p-value that so many differing units can give: 2^(1 − m).

    >>> [smallest_p(m) for m in (0, 1, 3, 6)]
    [1.0, 1.0, 0.25, 0.03125]
    """
    return min(1.0, 2.0 ** (1 - differing))


def sign_flip(units: Units, start: int) -> PValue | None:
    """The p-value of the mean delta; None where nothing differs.

    Args:
        units: The units; beyond 2,000 differing ones this takes seconds.
        start: Start of the random signs, used from 14 differing units on.
    """
    values = units.differing
    if not values:
        return None
    if len(values) <= ENUMERATED:
        return _enumerated(units)
    if units.one_size:
        return _binomial(sum(value > 0 for value in values), len(values))
    return _simulated(units, start)


def whole(values: Sequence[Fraction]) -> tuple[list[int], Fraction]:
    """The values as whole numbers without a common factor, and what they were multiplied by.

    They come in one order whichever run is the reference and however the queries are listed, so
    that the same random signs meet the same numbers: turned to a positive sum, then by size.
    """
    below = math.lcm(*(value.denominator for value in values))
    found = [value.numerator * (below // value.denominator) for value in values]
    common = math.gcd(*found)
    turned = common if sum(found) >= 0 else -common
    ordered = sorted((value // turned for value in found), key=lambda value: (abs(value), value))
    return ordered, Fraction(below, common)


def _enumerated(units: Units) -> PValue:
    numbers, factor = whole(units.differing)
    slack = 0 if units.exact else math.floor(APPROXIMATE_TIE * len(numbers) * factor)
    reach = abs(sum(numbers)) - slack
    sums = [0]
    for number in numbers:
        sums = [total + signed for total in sums for signed in (number, -number)]
    share = Fraction(sum(abs(total) >= reach for total in sums), len(sums))
    return PValue(float(share), "enumeration", units.exact)


def _binomial(positive: int, count: int) -> PValue:
    from scipy.stats import binomtest

    return PValue(float(binomtest(positive, count, 0.5).pvalue), "binomial")


def _simulated(units: Units, start: int) -> PValue:
    """Random signs: p = (b + 1) ÷ (N + 1), with b the sums at least as far from 0."""
    from scipy.stats import permutation_test

    numbers, factor = whole(units.differing)
    p_exact = units.exact and sum(abs(number) for number in numbers) <= LARGEST_WHOLE
    column = (
        np.array(numbers, np.int64)
        if p_exact
        else np.array([float(number / factor) for number in numbers])
    )
    found = permutation_test(
        (column,),
        _distance,
        permutation_type="samples",
        vectorized=True,
        n_resamples=RESAMPLES,
        batch=BATCH,
        alternative="greater",
        rng=np.random.default_rng(start),
    )
    value = float(found.pvalue)
    error = math.sqrt(value * (1 - value) / (RESAMPLES + 1))
    return PValue(value, "simulation", p_exact, start, RESAMPLES, error)


def _distance(column: Any, axis: int = -1) -> Any:
    """How far sums are from 0; two-sided at once, which errs less than twice one side."""
    return np.abs(np.sum(column, axis=axis))
