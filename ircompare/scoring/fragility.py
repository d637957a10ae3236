"""How few queries carry the change of a mean: a description, not a test."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ircompare.scoring.comparison import Comparison
from ircompare.scoring.values import Ratios


@dataclass(frozen=True)
class Fragility:
    """The fewest gains (or losses) without which the mean delta loses its sign.

    A description of how few queries carry the result, not a test.

    Attributes:
        rose: Whether the mean rose; then gains are taken away, else losses.
        query_ids: The queries to take away, largest first.
        of: Number of scored queries.
    """

    rose: bool
    query_ids: tuple[str, ...]
    of: int

    @property
    def count(self) -> int:
        """How many queries carry the result."""
        return len(self.query_ids)


def fragility(comparison: Comparison, measure: str) -> Fragility | None:
    """How few queries carry the rise or fall of an exact mean; None where the means are equal.

    Taking the largest first is optimal, as only the sum counts.
    """
    deltas = comparison.deltas(measure)
    if not isinstance(deltas, Ratios):
        raise ValueError("fragility is exact: the measure must be")
    places = np.flatnonzero(comparison.differing(measure))
    common = math.lcm(*np.unique(deltas.denominator[places]).tolist())
    scaled = {
        place: int(deltas.numerator[place]) * (common // int(deltas.denominator[place]))
        for place in places.tolist()
    }
    total = sum(scaled.values())
    if total == 0:
        return None
    sign = 1 if total > 0 else -1
    left, taken = sign * total, []
    for place in sorted(scaled, key=lambda place: (-sign * scaled[place], place)):
        if left <= 0:
            break
        left -= sign * scaled[place]
        taken.append(comparison.a.scope.query_ids[place])
    return Fragility(total > 0, tuple(taken), comparison.count)
