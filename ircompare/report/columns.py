"""Whole columns of values as reduced fractions, without a Fraction for each."""

from __future__ import annotations

import numpy as np

from ircompare.model.ids import IntArray
from ircompare.scoring.values import AnyValues, Ratios


def reduced(values: Ratios) -> tuple[IntArray, IntArray]:
    """Numerators and denominators without a common factor; 0 ÷ 0 where undefined (shape: n)."""
    common = np.maximum(np.gcd(values.numerator, values.denominator), 1)
    return values.numerator // common, values.denominator // common


def texts(values: AnyValues) -> list[str | float | None]:
    """Each value as JSON holds it: a fraction text, a number where not exact, None for none."""
    if not isinstance(values, Ratios):
        return [values.at(place) for place in range(len(values.values))]
    pairs = zip(*(part.tolist() for part in reduced(values)), strict=True)
    return [
        None if not below else str(top) if below == 1 else f"{top}/{below}" for top, below in pairs
    ]
