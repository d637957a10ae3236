"""What may be concluded about one measure: the rules, in their order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ircompare.inference.plan import ALPHA
from ircompare.inference.signflip import PValue
from ircompare.inference.student import MarginTest, Student

ERRORS = 4


class Verdict(StrEnum):
    """What may be concluded; every one holds only if the queries are a random sample."""

    IDENTICAL = "IDENTICAL_ON_THESE_QUERIES"
    DESCRIPTIVE = "DESCRIPTIVE_ONLY"
    SMALL = "DETECTABLE_BUT_SMALL"
    BETTER = "BETTER"
    WORSE = "WORSE"
    EQUIVALENT = "EQUIVALENT_WITHIN_MARGIN"
    NOT_INFERIOR = "NON_INFERIOR"
    INCONCLUSIVE = "INCONCLUSIVE"


@dataclass(frozen=True)
class Evidence:
    """The tests of one measure; made only where there are enough units and differing ones.

    Attributes:
        p: Of the sign-flip test, or of Student's t test beyond 2,000 differing units.
        p_holm: Corrected for the family.
        student: Interval and companion test; None where all units changed alike.
        margin: Tests against the declared margin; None without one, or without spread.
    """

    p: PValue
    p_holm: float
    student: Student | None
    margin: MarginTest | None

    @property
    def detected(self) -> bool:
        """Whether the corrected test rejects "no change"."""
        return self.p_holm <= ALPHA

    @property
    def excludes_zero(self) -> bool:
        """Whether the 95 % interval does; without spread it is a point, the mean delta."""
        return self.student is None or not self.student.interval95.holds(0.0)

    @property
    def at_odds(self) -> bool:
        """The test rejects "no change" and the interval holds it: both are to be said."""
        return self.detected and not self.excludes_zero

    @property
    def depends_on_start(self) -> bool:
        """Whether other random signs might decide otherwise: 0.05 lies within four errors."""
        error = self.p.standard_error * self.p_holm / self.p.value
        return self.p.engine == "simulation" and abs(self.p_holm - ALPHA) <= ERRORS * error


def decide(evidence: Evidence | None, mean: Fraction, margin: Fraction | None) -> Verdict:
    """The verdict on a measure in which at least one query differs.

    Args:
        evidence: None where there are too few units or differing ones.
        mean: Mean delta.
        margin: Largest change that does not matter; None where none was declared.
    """
    if evidence is None:
        return Verdict.DESCRIPTIVE
    if evidence.detected:
        return _detected(evidence, mean, margin)
    if margin is None or evidence.student is None:
        return Verdict.INCONCLUSIVE
    interval = evidence.student.interval90
    if interval.inside(margin):
        return Verdict.EQUIVALENT
    return Verdict.NOT_INFERIOR if interval.low > -margin else Verdict.INCONCLUSIVE


def _detected(evidence: Evidence, mean: Fraction, margin: Fraction | None) -> Verdict:
    student = evidence.student
    if margin is not None:
        small = abs(mean) < margin if student is None else student.interval95.inside(margin)
        if small:
            return Verdict.SMALL
    if evidence.at_odds:
        return Verdict.INCONCLUSIVE
    return Verdict.BETTER if mean > 0 else Verdict.WORSE
