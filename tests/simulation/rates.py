"""How often the tests reject and the intervals hold the truth, over many samples."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ircompare.inference.plan import ALPHA, MIN_DIFFERING
from ircompare.inference.signflip import sign_flip
from ircompare.inference.student import student
from tests.simulation.cases import Case

ERRORS = 3


@dataclass(frozen=True)
class Rates:
    """Rates over the samples in which enough units differed for anything to be tested.

    Attributes:
        case, units: What was drawn.
        samples, tested: How many samples, and how many of them were tested.
        rejected: Share with a sign-flip p-value of at most 0.05; None where the mean is not 0.
        student: The same by Student's t test.
        held: Share of the 95 % intervals that hold the true mean.
    """

    case: Case
    units: int
    samples: int
    tested: int
    rejected: float | None
    student: float | None
    held: float

    @property
    def error(self) -> float:
        """Standard error of a rate of 5 % or 95 % over so many samples."""
        return math.sqrt(ALPHA * (1 - ALPHA) / self.tested)

    @property
    def nominal(self) -> bool:
        """Whether nothing is further from its level than chance, on the side that misleads."""
        slack = ERRORS * self.error
        return (self.rejected or 0) <= ALPHA + slack and self.held >= 1 - ALPHA - slack


def rates(case: Case, units: int, samples: int, start: int) -> Rates:
    """Draw samples of so many units and count.

    Raises:
        ValueError: Not one sample could be tested.
    """
    rng = np.random.default_rng([start, units])
    found = [_looked_at(case, rng, units, number) for number in range(samples)]
    tested = np.array([row for row in found if row is not None], float)
    if not len(tested):
        raise ValueError("no sample could be tested: draw more of them")
    flips, t_tests, held = tested.mean(axis=0).tolist()
    true_null = case.mean == 0
    return Rates(
        case,
        units,
        samples,
        len(tested),
        flips if true_null else None,
        t_tests if true_null else None,
        held,
    )


def _looked_at(
    case: Case, rng: np.random.Generator, units: int, number: int
) -> tuple[bool, bool, bool] | None:
    drawn = case.draw(rng, units)
    found = student(drawn)
    if found is None or len(drawn.differing) < MIN_DIFFERING:
        return None
    p = None if case.mean else sign_flip(drawn, number)
    return (
        p is not None and p.value <= ALPHA,
        found.p <= ALPHA,
        found.interval95.holds(case.mean),
    )
