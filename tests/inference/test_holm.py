"""Holm's correction, and how many differing units a family asks for."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.inference.holm import differing_needed, holm
from ircompare.inference.signflip import smallest_p
from tests.inference import brute

families = st.lists(st.floats(0, 1), min_size=1, max_size=8)


def test_the_hand_example():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))


@given(families)
def test_is_the_step_down_procedure(values: list[float]) -> None:
    assert holm(values) == pytest.approx(brute.holm(values), abs=1e-15)


@given(families)
def test_never_falls_never_passes_one_and_keeps_the_order(values: list[float]) -> None:
    adjusted = holm(values)
    for plain, corrected in zip(values, adjusted, strict=True):
        assert plain <= corrected <= min(1, len(values) * plain) + 1e-15
    ranked = sorted(zip(values, adjusted, strict=True))
    assert all(low[1] <= high[1] for low, high in pairwise(ranked))


@given(families, st.data())
def test_a_smaller_p_value_lowers_no_other_above_it(values: list[float], data: st.DataObject):
    at = data.draw(st.integers(0, len(values) - 1))
    smaller = [*values]
    smaller[at] *= data.draw(st.floats(0, 1))
    before, after = holm(values), holm(smaller)
    assert all(new <= old + 1e-15 for old, new in zip(before, after, strict=True))


@given(families, st.floats(0, 1))
def test_one_more_test_never_helps(values: list[float], other: float) -> None:
    before, after = holm(values), holm([*values, other])
    assert all(new >= old - 1e-15 for old, new in zip(before, after, strict=False))


@given(families)
def test_a_test_that_was_not_made_rejects_nothing_else(values: list[float]) -> None:
    """Counting it as 1 decides at 0.05 as any value above 0.05 would."""
    one, other = holm([*values, 1.0]), holm([*values, 0.0625])
    assert [p <= 0.05 for p in one[:-1]] == [p <= 0.05 for p in other[:-1]]


@pytest.mark.parametrize(
    ("family", "needed"),
    [(1, 6), (2, 7), (3, 7), (4, 8), (6, 8), (7, 9), (12, 9), (13, 10), (24, 10), (25, 10)],
)
def test_differing_units_that_a_family_asks_for(family: int, needed: int) -> None:
    assert differing_needed(family) == needed
    assert holm([smallest_p(needed)] * family)[0] <= 0.05
    if needed > 6:
        assert holm([smallest_p(needed - 1)] * family)[0] > 0.05
