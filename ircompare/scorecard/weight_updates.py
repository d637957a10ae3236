"""What-if calculator of weight updates: exponentiated gradient, normalised.

An evaluator that changes its weights from the outcomes changes its criterion. What is computed
here therefore never enters a composite: to use such weights, write them into a profile first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ircompare.scorecard.direction import Number

LABEL = "what-if weights: never used by a composite"


def updated(
    weights: Sequence[Number], changes: Sequence[float], rate: float, steps: int = 1
) -> tuple[float, ...]:
    """w_i e^(rate · steps · Δ_i) ÷ the sum of all of them; sums to 1.

    Args:
        weights: At least 0, one of them above.
        changes: Normalised changes Δ in [−1, 1], one a weight.
        rate: Above 0.
        steps: How often the same changes are applied, >= 0.

    Raises:
        ValueError: A value out of its range.

    Source:
        Kivinen and Warmuth (1997), exponentiated gradient; Freund and Schapire (1997), Hedge.
    """
    _check(weights, changes, rate, steps)
    largest = max(changes)
    scaled = [
        float(weight) * math.exp(rate * steps * (change - largest))
        for weight, change in zip(weights, changes, strict=True)
    ]
    total = math.fsum(scaled)
    if not total:
        raise ValueError("the weights vanish in doubles: take fewer steps")
    return tuple(weight / total for weight in scaled)


def steps_needed(weights: Sequence[Number], aim: Sequence[Number], rate: float) -> int | None:
    """Fewest steps with changes in [−1, 1] that can turn weights into others; None for never.

    One step moves the quotient of two weights by e^(2 · rate) at most, and never moves a 0.
    """
    _check(weights, [0.0] * len(weights), rate, 0)
    _check(aim, [0.0] * len(aim), rate, 0)
    if len(weights) != len(aim):
        raise ValueError("there must be as many weights as aims")
    pairs = list(zip(weights, aim, strict=True))
    if any((weight == 0) != (goal == 0) for weight, goal in pairs):
        return None
    moved = [math.log(goal / weight) for weight, goal in pairs if weight]
    return math.ceil((max(moved) - min(moved)) / (2 * rate) - 1e-12)


def _check(weights: Sequence[Number], changes: Sequence[float], rate: float, steps: int) -> None:
    if len(weights) != len(changes):
        raise ValueError("there must be one change for each weight")
    if not any(weights) or any(not 0 <= weight < math.inf for weight in weights):
        raise ValueError("weights must be at least 0, one of them above")
    if any(not -1 <= change <= 1 for change in changes):
        raise ValueError("changes must be normalised to −1 to 1")
    if not 0 < rate < math.inf or steps < 0:
        raise ValueError("the rate must be above 0, steps at least 0")
