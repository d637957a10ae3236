"""How large a change is and how it is spread: descriptions, none of them a test."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ircompare.inference.units import Units
from ircompare.scoring.comparison import Comparison, Number
from ircompare.scoring.values import Ratios


@dataclass(frozen=True)
class Effect:
    """Sizes of a change beside the mean delta; all but the last are over scored queries.

    Attributes:
        superiority: Paired probability of superiority, (improved + tied ÷ 2) ÷ n, in [0, 1].
        balance: (improved − regressed) ÷ n, in [−1, 1].
        gain, harm: Sums of improvements and of losses ÷ n, both >= 0; gain − harm is the mean
            delta.
        standardised: Mean delta ÷ standard deviation of the unit deltas, not comparable between
            measures; None without spread.
    """

    superiority: Fraction
    balance: Fraction
    gain: Number
    harm: Number
    standardised: float | None

    def risk(self, alpha: Fraction | int = 1) -> Number:
        """Gain less (1 + alpha) times the harm: URisk.

        Source:
            Wang, Bennett and Collins-Thompson (2012), Robust ranking models.
        """
        return self.gain - (1 + alpha) * self.harm


def effect(comparison: Comparison, measure: str, units: Units | None = None) -> Effect:
    """Sizes of the change from A to B in one measure.

    Args:
        comparison: With at least one scored query.
        measure: A key of MEASURES.
        units: Groups of queries; None where each query is its own.
    """
    counts, deltas = comparison.counts(measure), comparison.deltas(measure)
    signs, scored, n = comparison.verdicts(measure), comparison.scored, comparison.count
    if units is None:
        units = Units.of(deltas, scored)
    deviation = units.deviation
    return Effect(
        superiority=Fraction(2 * counts.improved + counts.tied, 2 * n),
        balance=Fraction(counts.improved - counts.regressed, n),
        gain=deltas.total(np.asarray(scored & (signs > 0))) / n,
        harm=0 - deltas.total(np.asarray(scored & (signs < 0))) / n,
        standardised=None if deviation is None else float(units.mean) / deviation,
    )


@dataclass(frozen=True)
class BinaryTable:
    """Scored queries by whether A and B reach 1, for a measure that is 0 or 1 everywhere.

    The sign-flip test is then the exact sign test, which is the exact McNemar test of this table.
    """

    both: int
    only_a: int
    only_b: int
    neither: int


def binary_table(comparison: Comparison, measure: str) -> BinaryTable | None:
    """The 2 × 2 table; None where a scored value of either run lies between 0 and 1."""
    reached = []
    for side in (comparison.a, comparison.b):
        values = side.values(measure)
        if not isinstance(values, Ratios):
            return None
        top, below = values.numerator[comparison.scored], values.denominator[comparison.scored]
        if not ((top == 0) | (top == below)).all():
            return None
        reached.append(top > 0)
    a, b = reached
    return BinaryTable(
        int((a & b).sum()), int((a & ~b).sum()), int((~a & b).sum()), int((~a & ~b).sum())
    )
