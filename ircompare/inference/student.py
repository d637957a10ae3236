"""Student's t: the interval of the mean delta, its test, and the tests against a margin."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ircompare.inference.plan import ALPHA
from ircompare.inference.units import Units

LEVEL = 1 - ALPHA
MARGIN_LEVEL = 1 - 2 * ALPHA


@dataclass(frozen=True)
class Interval:
    """A confidence interval of the mean delta.

    It may reach beyond [−1, 1], which says how little is known; clip it for drawing only.
    """

    low: float
    high: float
    level: float

    def holds(self, value: float) -> bool:
        """Whether a value lies in it, ends included."""
        return self.low <= value <= self.high

    def inside(self, margin: Fraction) -> bool:
        """Whether all of it lies strictly between −margin and margin."""
        return -margin < self.low and self.high < margin


@dataclass(frozen=True)
class Student:
    """Student's t test of the mean delta against 0, and its intervals.

    Attributes:
        p: Two-sided p-value.
        standard_error: Of the mean delta.
        freedom: Degrees of freedom, units − 1.
        interval95: Excludes 0 exactly where p < 0.05.
        interval90: The one that two one-sided tests at 0.05 look at.
    """

    p: float
    standard_error: float
    freedom: int
    interval95: Interval
    interval90: Interval


@dataclass(frozen=True)
class MarginTest:
    """One-sided t tests of the mean delta against a margin, not corrected for the family.

    Attributes:
        margin: In (0, 1].
        p_not_inferior: Against a true fall by the margin or more.
        p_equivalent: Against a true change by the margin or more, either way (TOST).
    """

    margin: Fraction
    p_not_inferior: float
    p_equivalent: float


def student(units: Units) -> Student | None:
    """Test and intervals of the mean delta; None without spread: a t value means nothing then."""
    if units.alike:
        return None
    from scipy.stats import ttest_1samp

    found = ttest_1samp(units.floats, 0.0)
    bounds = [found.confidence_interval(level) for level in (LEVEL, MARGIN_LEVEL)]
    intervals = [
        Interval(float(pair.low), float(pair.high), level)
        for pair, level in zip(bounds, (LEVEL, MARGIN_LEVEL), strict=True)
    ]
    deviation = units.deviation or 0.0
    error = deviation / len(units) ** 0.5
    return Student(float(found.pvalue), error, len(units) - 1, intervals[0], intervals[1])


def against_margin(units: Units, margin: Fraction) -> MarginTest | None:
    """Non-inferiority and equivalence under a margin; None without spread."""
    if units.alike:
        return None
    from scipy.stats import ttest_1samp

    bound = float(margin)
    above = float(ttest_1samp(units.floats, -bound, alternative="greater").pvalue)
    below = float(ttest_1samp(units.floats, bound, alternative="less").pvalue)
    return MarginTest(margin, above, max(above, below))
