"""The bins that charts draw and filters use: ranks, deltas and values. No chart library here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ircompare.model.ids import BoolArray, FloatArray, IntArray

NONE = "none"
TENTHS = np.arange(1, 11) / 10
_HIGHS = (1, 2, 3, 5, 10, 20, 50)


class RankBin(NamedTuple):
    """Ranks `low` to `high`, both included; 0 to 0 stands for none in the top k."""

    label: str
    low: int
    high: int


def rank_bins(k: int) -> list[RankBin]:
    """Bins of first relevant ranks, cut at k, with "none" last.

    They grow by 1, 2, 5 and 10, so that the first ranks, where RR changes most, stand alone.

    >>> [rank_bin.label for rank_bin in rank_bins(8)]
    ['1', '2', '3', '4–5', '6–8', 'none']

    Raises:
        ValueError: k < 1.
    """
    if k < 1:
        raise ValueError("the cutoff k is at least 1")
    bins, low = [], 1
    for high in _highs(k):
        bins.append(RankBin(f"{low}–{high}" if low < high else f"{low}", low, high))
        low = high + 1
    return [*bins, RankBin(NONE, 0, 0)]


def _highs(k: int) -> list[int]:
    highs, scale = list(_HIGHS), 100
    while highs[-1] < k:
        highs += [scale, 2 * scale, 5 * scale]
        scale *= 10
    return [high for high in highs if high < k] + [k]


def bin_of(rank: int, bins: Sequence[RankBin]) -> str:
    """Label of the bin of a rank; 0 and ranks beyond the cutoff belong to "none"."""
    return bins[int(bin_numbers(np.array([rank], np.int64), bins)[0])].label


def bin_numbers(ranks: IntArray, bins: Sequence[RankBin]) -> IntArray:
    """Number of the bin of each rank, from 0; "none" is the last (shape: that of ranks)."""
    highs = np.array([rank_bin.high for rank_bin in bins[:-1]], np.int64)
    found = np.searchsorted(highs, ranks, side="left")
    return np.where(ranks > 0, found, len(highs)).astype(np.int64)


def in_rank_bin(ranks: IntArray, label: str, bins: Sequence[RankBin]) -> BoolArray:
    """Which ranks belong to the bin of this label (shape: that of ranks)."""
    labels = [rank_bin.label for rank_bin in bins]
    number = labels.index(label) if label in labels else -1
    return np.asarray(bin_numbers(ranks, bins) == number)


def delta_numbers(deltas: FloatArray) -> IntArray:
    """Number of the tenth of each delta: −10 to −1 regressed, 0 tied, 1 to 10 improved.

    Number n > 0 holds deltas above (n − 1) ÷ 10 and up to n ÷ 10; negative ones mirror it.
    """
    tenths = np.minimum(np.searchsorted(TENTHS, np.abs(deltas), side="left") + 1, 10)
    return (np.sign(deltas) * tenths).astype(np.int64)


def delta_bounds(number: int) -> tuple[float, float]:
    """Low and high end of a numbered tenth, both 0 for tied.

    >>> delta_bounds(-3), delta_bounds(0), delta_bounds(1)
    ((-0.3, -0.2), (0.0, 0.0), (0.0, 0.1))
    """
    if number == 0:
        return 0.0, 0.0
    near, far = (abs(number) - 1) / 10, abs(number) / 10
    return (near, far) if number > 0 else (-far, 0.0 - near)


def in_delta_bin(deltas: FloatArray, low: float, high: float) -> BoolArray:
    """Which deltas belong to the tenth from low to high; the end next to 0 is excluded."""
    if low == high:
        return np.asarray(deltas == low)
    if high <= 0:
        return np.asarray((deltas >= low) & (deltas < high))
    return np.asarray((deltas > low) & (deltas <= high))


def value_labels() -> list[str]:
    """Labels of the eleven value bins: 0 alone, then tenths that include their high end."""
    return ["0", *(f"{(n - 1) / 10:g}–{n / 10:g}" for n in range(1, 11))]


def value_numbers(values: FloatArray) -> IntArray:
    """Number of the value bin of each value in [0, 1], from 0 (shape: that of values)."""
    tenths = np.minimum(np.searchsorted(TENTHS, values, side="left") + 1, 10)
    return np.where(values > 0, tenths, 0).astype(np.int64)


def in_value_bin(values: FloatArray, label: str) -> BoolArray:
    """Which values belong to the value bin of this label (shape: that of values)."""
    labels = value_labels()
    number = labels.index(label) if label in labels else -1
    return np.asarray(value_numbers(values) == number)
