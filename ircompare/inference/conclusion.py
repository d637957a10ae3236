"""What one measure of one comparison allows to conclude, with everything that it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ircompare.inference.detectable import Detectable
from ircompare.inference.effect import BinaryTable, Effect
from ircompare.inference.first_ranks import FirstRanks
from ircompare.inference.groups import Groups
from ircompare.inference.plan import ALPHA, Plan
from ircompare.inference.verdict import Evidence, Verdict
from ircompare.scoring.comparison import Comparison, Counts, Number
from ircompare.scoring.measures import MEASURES, Measure

Limit = Literal["differing", "units", "family"]


@dataclass(frozen=True, eq=False)
class Conclusion:
    """One primary measure of one comparison.

    Attributes:
        comparison: The two runs.
        key: Key of the measure.
        verdict: What may be concluded, if the queries are a random sample.
        limit: Why nothing was tested: fewer than 6 differing units, fewer than 10 units, or a
            family in which no test could be significant; None where it was tested, or where no
            query differs.
        units: How many units: groups where groups are declared, else scored queries.
        differing: Units whose deltas do not sum to 0.
        smallest_p: Smallest two-sided p-value that so many can give.
        attainable: The same after the correction, with every test of the family at its smallest.
        evidence: None where nothing was tested: then there is no p-value and no interval.
        margin: Largest change that does not matter, if one was declared.
        effect: Sizes of the change.
        detectable: Minimum detectable difference; None without spread.
        table: The 2 × 2 table where every value is 0 or 1.
        ranks: Distribution of the first relevant rank; always there for RR.
        regressed: Ids of the queries that regressed, largest loss first.
    """

    comparison: Comparison
    key: str
    verdict: Verdict
    limit: Limit | None
    units: int
    differing: int
    smallest_p: float
    attainable: float
    evidence: Evidence | None
    margin: Fraction | None
    effect: Effect
    detectable: Detectable | None
    table: BinaryTable | None
    ranks: FirstRanks | None
    regressed: tuple[str, ...]

    @property
    def measure(self) -> Measure:
        """The measure."""
        return MEASURES[self.key]

    @property
    def counts(self) -> Counts:
        """Scored queries by verdict."""
        return self.comparison.counts(self.key)

    @property
    def delta(self) -> Number:
        """Mean B − mean A."""
        delta = self.comparison.mean_delta(self.key)
        return Fraction(0) if delta is None else delta

    @property
    def sign(self) -> int:
        """Direction of the mean delta: 1, 0 or −1."""
        return (self.delta > 0) - (self.delta < 0)

    @property
    def out_of_reach(self) -> bool:
        """Whether a significant result was impossible by construction."""
        return self.attainable > ALPHA


@dataclass(frozen=True, eq=False)
class Significance:
    """Every primary measure of every comparison, corrected as one family.

    Attributes:
        plan: What was declared.
        conclusions: By comparison, then by measure, in the order given.
        groups: The groups of paraphrases that are the unit; None where queries are.
        needed: The fewest differing units with which a test of this family can be significant.
    """

    plan: Plan
    conclusions: tuple[Conclusion, ...]
    groups: Groups | None
    needed: int

    @property
    def family(self) -> int:
        """Number of tests that are corrected for."""
        return len(self.conclusions)

    def of(self, comparison: Comparison) -> tuple[Conclusion, ...]:
        """The conclusions about one of the comparisons, a measure each."""
        return tuple(found for found in self.conclusions if found.comparison is comparison)
