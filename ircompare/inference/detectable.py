"""What a test can detect, and how many units it takes: planning figures from the spread.

They say what a paired test of so many units, with so much spread, detects in 80 % of samples.
They are no statement about the result at hand; "observed power" is a function of p and left out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ircompare.inference.plan import ALPHA, MIN_UNITS, POWER
from ircompare.inference.units import Units


@dataclass(frozen=True)
class Detectable:
    """The minimum detectable difference of a paired t test (two-sided 5 %, power 80 %).

    Attributes:
        units: How many units, >= 2.
        deviation: Standard deviation of their deltas, > 0.
        difference: Smallest true mean change detected.
    """

    units: int
    deviation: float
    difference: float

    @property
    def vacuous(self) -> bool:
        """Whether no change could be detected, as it would have to exceed the whole scale."""
        return self.difference > 1

    def units_for(self, difference: float) -> int | None:
        """How many units a true change of this size would take, with the same spread."""
        return units_needed(self.deviation, difference)

    def units_for_margin(self, margin: Fraction) -> MarginUnits:
        """How many units a margin would take, with the same spread and no true change."""
        return units_for_margin(self.deviation, float(margin))


@dataclass(frozen=True)
class MarginUnits:
    """Units needed to show that runs which do not differ lie within a margin (power 80 %)."""

    not_inferior: int
    equivalent: int


def detectable(units: Units) -> Detectable | None:
    """What these units can detect; None without spread."""
    if units.deviation is None:
        return None
    difference = minimum_detectable(units.deviation, len(units))
    return Detectable(len(units), units.deviation, difference)


def minimum_detectable(deviation: float, units: int) -> float:
    """Smallest true mean change that so many units detect in 80 % of samples.

    Args:
        deviation: Standard deviation of the units' deltas.
        units: How many, >= 2.
    """
    return deviation * _standardised(units)


def units_needed(deviation: float, difference: float) -> int | None:
    """Units that detect a true change of this size in 80 % of samples, at least 10.

    None where the change is too small for a number to be found.
    """
    size = abs(difference) / deviation
    if size >= _standardised(MIN_UNITS):
        return MIN_UNITS
    if size < 1e-6:
        return None
    return math.ceil(_solved(effect_size=size, nobs=None))


def units_for_margin(deviation: float, margin: float) -> MarginUnits:
    """Units that show a margin in 80 % of samples where nothing truly changed, at least 10.

    Normal approximation; Student's t takes one or two more. Equivalence is two one-sided tests,
    so each side needs a power of 90 %.
    """
    from statsmodels.stats.power import normal_sample_size_one_tail

    both = 1 - (1 - POWER) / 2
    found = (
        normal_sample_size_one_tail(margin, power, ALPHA, std_null=deviation)
        for power in (POWER, both)
    )
    return MarginUnits(*(max(MIN_UNITS, math.ceil(units)) for units in found))


def _standardised(units: int) -> float:
    """The minimum detectable difference in standard deviations; its mirror would do as well."""
    return abs(_solved(effect_size=None, nobs=units))


def _solved(**known: float | None) -> float:
    """The one number that is not known of effect size and number of units."""
    from statsmodels.stats.power import TTestPower

    # Where its first root finder fails, statsmodels returns an array of one number.
    return float(np.asarray(TTestPower().solve_power(**known, alpha=ALPHA, power=POWER)).item())
