"""The units that a test counts as independent: queries, or groups of paraphrases.

The estimand stays the mean over queries, Δ = Σ S_g ÷ n, with S_g the sum of deltas of unit g. Each
unit is given one number, z_g = Δ + G ÷ n · (S_g − Δ · n_g): these have the mean Δ, and their
one-sample standard error is that of Δ with units drawn as wholes. Where every unit is one query,
z is its delta.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from ircompare.model.ids import BoolArray, FloatArray, IntArray
from ircompare.scoring.values import APPROXIMATE_TIE, AnyValues, Ratios


@dataclass(frozen=True, eq=False)
class Units:
    """Paired deltas summed by unit.

    Attributes:
        sums: Sum of the deltas of each unit (length G); where they are not exact, one below
            1e-12 is written as 0.
        sizes: Number of queries of each unit (length G), all >= 1.
        exact: Whether the deltas are exact ratios.
    """

    sums: tuple[Fraction, ...]
    sizes: tuple[int, ...]
    exact: bool = True

    @classmethod
    def of(cls, deltas: AnyValues, chosen: BoolArray, codes: IntArray | None = None) -> Units:
        """Units of the chosen queries, in order of first appearance.

        Args:
            deltas: One a query, defined where chosen (length n).
            chosen: The queries that count (shape: n).
            codes: Group of each query (shape: n); None where each query is its own unit.
        """
        places = np.flatnonzero(chosen).tolist()
        if codes is None:
            groups = [[place] for place in places]
        else:
            by_group: dict[int, list[int]] = {}
            for place in places:
                by_group.setdefault(int(codes[place]), []).append(place)
            groups = list(by_group.values())
        sums = tuple(sum((_exactly(deltas, at) for at in group), Fraction(0)) for group in groups)
        exact = isinstance(deltas, Ratios)
        if not exact:
            sums = tuple(x if abs(x) >= APPROXIMATE_TIE else Fraction(0) for x in sums)
        return cls(sums, tuple(len(group) for group in groups), exact)

    def __len__(self) -> int:
        return len(self.sums)

    @cached_property
    def differing(self) -> tuple[Fraction, ...]:
        """Sums that are not 0."""
        return tuple(value for value in self.sums if value)

    @cached_property
    def one_size(self) -> bool:
        """Whether all sums that are not 0 are equally far from it, decided exactly."""
        return self.exact and len({abs(value) for value in self.differing}) == 1

    @cached_property
    def mean(self) -> Fraction:
        """Mean delta over queries; 0 without a unit."""
        return sum(self.sums, Fraction(0)) / max(sum(self.sizes), 1)

    @cached_property
    def alike(self) -> bool:
        """Whether there is no spread at all: every unit has the same mean, decided exactly."""
        means = {value / size for value, size in zip(self.sums, self.sizes, strict=True)}
        if len(means) < 2 or self.exact:
            return len(means) < 2
        return max(means) - min(means) < APPROXIMATE_TIE

    @cached_property
    def floats(self) -> FloatArray:
        """The number of each unit, z above (shape: G)."""
        sums = np.array([float(value) for value in self.sums])
        sizes = np.array(self.sizes, np.int64)
        if (sizes == 1).all():
            return sums
        mean, share = float(self.mean), len(self) / int(sizes.sum())
        return np.asarray(mean + share * (sums - mean * sizes), np.float64)

    @cached_property
    def deviation(self) -> float | None:
        """Standard deviation of the unit numbers; None without spread."""
        return None if self.alike else float(np.std(self.floats, ddof=1))


def _exactly(values: AnyValues, place: int) -> Fraction:
    value = values.at(place)
    if value is None:
        raise ValueError("a query that counts must have a value in both runs")
    return Fraction(value)
