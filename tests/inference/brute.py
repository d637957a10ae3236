"""Inference spelled out a second way: every choice of signs, textbook formulas, the rules by line.

Written from the method, not from the package, and slow on purpose.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from scipy.stats import t as student_t

ALPHA = 0.05


def enumerated_p(deltas: Sequence[Fraction]) -> Fraction:
    """Share of all choices of signs, zeros included, at least as far from 0 as observed."""
    reach = abs(sum(deltas))
    choices = list(product((1, -1), repeat=len(deltas)))
    far = sum(
        abs(sum(sign * delta for sign, delta in zip(signs, deltas, strict=True))) >= reach
        for signs in choices
    )
    return Fraction(far, len(choices))


def counted_p(deltas: Sequence[Fraction]) -> Fraction:
    """The same for any number of deltas: how many choices of signs give each sum."""
    below = math.lcm(*(delta.denominator for delta in deltas))
    numbers = [int(delta * below) for delta in deltas if delta]
    ways = {0: 1}
    for number in numbers:
        more: dict[int, int] = {}
        for total, count in ways.items():
            for signed in (number, -number):
                more[total + signed] = more.get(total + signed, 0) + count
        ways = more
    reach = abs(sum(numbers))
    far = sum(count for total, count in ways.items() if abs(total) >= reach)
    return Fraction(far, 2 ** len(numbers))


def holm(p_values: Sequence[float]) -> list[float]:
    """Step down: the i-th smallest times the number of those left, never falling, at most 1."""
    adjusted = [0.0] * len(p_values)
    so_far = 0.0
    ranked = sorted(range(len(p_values)), key=lambda at: p_values[at])
    for step, at in enumerate(ranked):
        so_far = max(so_far, min(1.0, (len(p_values) - step) * p_values[at]))
        adjusted[at] = so_far
    return adjusted


def interval(
    sums: Sequence[Fraction], level: float, sizes: Sequence[int] | None = None
) -> tuple[float, float, float]:
    """Low, high and standard error of Δ = Σ S ÷ n, with units drawn as wholes."""
    sizes = sizes or [1] * len(sums)
    units, n = len(sums), sum(sizes)
    mean = sum(sums, Fraction(0)) / n
    spread = sum((s - mean * size) ** 2 for s, size in zip(sums, sizes, strict=True))
    error = math.sqrt(Fraction(units, units - 1) * spread) / n
    reach = error * float(student_t.ppf(1 - (1 - level) / 2, units - 1))
    return float(mean) - reach, float(mean) + reach, error


def verdicts(
    families: Sequence[Sequence[Fraction]], margins: Sequence[Fraction | None]
) -> list[str]:
    """The rules on several measures of the same queries, in their order."""
    smallest = [min(1.0, 2.0 ** (1 - sum(map(bool, deltas)))) for deltas in families]
    hopeless = all(value > ALPHA for value in holm(smallest))
    tested = [
        len(deltas) >= 10 and sum(map(bool, deltas)) >= 6 and not hopeless for deltas in families
    ]
    adjusted = holm(
        [
            float(counted_p(deltas)) if made else 1.0
            for deltas, made in zip(families, tested, strict=True)
        ]
    )
    return [_verdict(*facts) for facts in zip(families, tested, adjusted, margins, strict=True)]


def _verdict(
    deltas: Sequence[Fraction], tested: bool, p_holm: float, margin: Fraction | None
) -> str:
    if not any(deltas):
        return "IDENTICAL_ON_THESE_QUERIES"
    if not tested:
        return "DESCRIPTIVE_ONLY"
    mean = float(sum(deltas) / len(deltas))
    alike = len(set(deltas)) == 1
    low95, high95 = (mean, mean) if alike else interval(deltas, 0.95)[:2]
    if p_holm <= ALPHA and margin is not None and -margin < low95 and high95 < margin:
        return "DETECTABLE_BUT_SMALL"
    if p_holm <= ALPHA and (low95 > 0 or high95 < 0):
        return "BETTER" if mean > 0 else "WORSE"
    if p_holm > ALPHA and margin is not None and not alike:
        low90, high90, _ = interval(deltas, 0.90)
        if -margin < low90 and high90 < margin:
            return "EQUIVALENT_WITHIN_MARGIN"
        if low90 > -margin:
            return "NON_INFERIOR"
    return "INCONCLUSIVE"
