"""Confidence along an intent path: the weighted mean of the confidences of its steps."""

from __future__ import annotations

from collections.abc import Sequence

from ircompare.scorecard.direction import Number
from ircompare.scorecard.means import total


def path_confidence(confidences: Sequence[Number], weights: Sequence[Number]) -> Number | None:
    """Σ w c ÷ Σ w over the steps that the path has; None for an empty path or no weight.

    A path of fewer steps than weights has the weights of its own steps renormalised, so that a
    short path of certain steps is certain.

    Args:
        confidences: One a step, the coarsest first, each in [0, 1].
        weights: One a level, at least as many as steps, each at least 0.

    Raises:
        ValueError: More steps than weights, or a value out of its range.
    """
    if len(confidences) > len(weights):
        raise ValueError(f"{len(confidences)} steps need as many weights, not {len(weights)}")
    if any(not 0 <= one <= 1 for one in confidences) or any(one < 0 for one in weights):
        raise ValueError("confidences must be between 0 and 1, weights at least 0")
    own = weights[: len(confidences)]
    below = total(own)
    products = total(w * c for w, c in zip(own, confidences, strict=True))
    return products / below if below else None
