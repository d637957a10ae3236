"""Calibration error of stated probabilities in one group, and in several beside one another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ircompare.scorecard.direction import DOWN, TO_ZERO
from ircompare.scorecard.row import Part
from ircompare.scorecard.settings import BINS

MIN_GROUP = 200
NAMED = 3


@dataclass(frozen=True)
class Calibration:
    """How stated probabilities compare with outcomes in one group.

    Attributes:
        in_the_large: Mean probability − mean outcome, signed and unbiased, in [−1, 1].
        error: Expected calibration error in bins of equal mass, in [0, 1]; biased upwards in
            small groups even for a perfect model.
        count: Number of probabilities.
    """

    in_the_large: float
    error: float
    count: int


ByGroup = Mapping[str, Calibration | None]


def calibration(
    probabilities: Sequence[float], outcomes: Sequence[bool], bins: int = BINS
) -> Calibration:
    """Calibration of one group of at least one probability; equal ones share a bin.

    Raises:
        ValueError: No probability, or not one outcome a probability.

    Source:
        Roelofs and others (2022), Mitigating bias in calibration error estimation.
    """
    if not probabilities or len(probabilities) != len(outcomes):
        raise ValueError("calibration needs one outcome for each of at least one probability")
    stated, which = np.unique(np.array(probabilities, np.float64), return_inverse=True)
    counts = np.bincount(which)
    came_true = np.bincount(which, weights=np.array(outcomes, np.float64))
    middles = np.cumsum(counts) - counts / 2
    places = (middles * bins / counts.sum()).astype(np.int64)
    gaps = np.bincount(places, weights=stated * counts - came_true)
    count = len(probabilities)
    return Calibration(
        math.fsum(gaps.tolist()) / count, math.fsum(np.abs(gaps).tolist()) / count, count
    )


def worst(side: ByGroup) -> float | None:
    """The largest error of a group; None where no group has one."""
    return max((one.error for one in side.values() if one is not None), default=None)


def few(a: ByGroup, b: ByGroup, what: str) -> str:
    """Why the groups are too small in a run, at most three named; "" where none is.

    Args:
        what: What is counted, such as "queries".
    """
    small = [name for name in a if min(_count(a[name]), _count(b[name])) < MIN_GROUP]
    rest = f" and {len(small) - NAMED} more" if len(small) > NAMED else ""
    return f"fewer than {MIN_GROUP} {what}: {', '.join(small[:NAMED])}{rest}" if small else ""


def group_parts(a: ByGroup, b: ByGroup, what: str) -> list[Part]:
    """The errors of each group, those in the large first: they have no bias."""
    found = {name: (a[name], b[name]) for name in a}
    return [
        *(
            Part.of(
                f"citl:{name}",
                f"mean probability − mean outcome, {name} ({_counts(*both, what)})",
                (None if one is None else one.in_the_large for one in both),
                TO_ZERO,
            )
            for name, both in found.items()
        ),
        *(
            Part.of(
                f"ece:{name}",
                f"calibration error, {name}",
                (None if one is None else one.error for one in both),
                DOWN,
            )
            for name, both in found.items()
        ),
    ]


def _counts(a: Calibration | None, b: Calibration | None, what: str) -> str:
    if _count(a) == _count(b):
        return f"{_count(a)} {what}"
    return f"{_count(a)} {what} in A, {_count(b)} in B"


def _count(one: Calibration | None) -> int:
    return 0 if one is None else one.count
