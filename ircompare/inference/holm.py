"""Holm's correction over a family of tests, and what a family can reach at all."""

from __future__ import annotations

from collections.abc import Sequence

from ircompare.inference.plan import ALPHA, MIN_DIFFERING
from ircompare.inference.signflip import smallest_p


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjusted p-values, valid under any dependence between the tests.

    Args:
        p_values: One a test of the family, at least one; 1 for a test that was not made.

    Source:
        Holm (1979), A simple sequentially rejective multiple test procedure.
    """
    from statsmodels.stats.multitest import multipletests

    adjusted = multipletests(list(p_values), alpha=ALPHA, method="holm")[1]
    return tuple(float(value) for value in adjusted)


def differing_needed(family: int) -> int:
    """The fewest differing units with which a test of a family can be significant.

    >>> [differing_needed(family) for family in (1, 2, 4, 6, 12, 24)]
    [6, 7, 8, 8, 9, 10]
    """
    needed = MIN_DIFFERING
    while family * smallest_p(needed) > ALPHA:
        needed += 1
    return needed
