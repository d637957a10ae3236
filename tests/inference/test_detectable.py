"""Minimum detectable differences and numbers of queries: the table of the method."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import nct
from scipy.stats import t as student_t

from ircompare.inference.detectable import (
    Detectable,
    detectable,
    minimum_detectable,
    units_for_margin,
    units_needed,
)
from tests.inference.made import F, units

TABLE = {
    3: (3.264, 1.14),
    5: (1.682, 0.59),
    10: (0.996, 0.35),
    14: (0.810, 0.28),
    20: (0.660, 0.23),
    30: (0.529, 0.19),
    50: (0.404, 0.141),
    100: (0.283, 0.099),
    200: (0.199, 0.070),
    500: (0.1255, 0.044),
    1000: (0.0887, 0.031),
    7000: (0.0335, 0.012),
}


def agrees(found: float, written: float, digits: int) -> bool:
    return abs(found - written) <= 0.51 * 10**-digits


@pytest.mark.parametrize("count", TABLE)
def test_the_table(count: int) -> None:
    standardised, at_35 = TABLE[count]
    assert agrees(minimum_detectable(1, count), standardised, 4 if count >= 500 else 3)
    assert agrees(minimum_detectable(0.35, count), at_35, 3 if count >= 50 else 2)


@pytest.mark.parametrize("count", [50, 100, 1000])
def test_the_rule_of_thumb(count: int) -> None:
    assert minimum_detectable(0.35, count) == pytest.approx(2.80 * 0.35 / count**0.5, rel=0.025)


def test_zero_inflated_deltas():
    assert minimum_detectable(0.425, 50) == pytest.approx(0.172, abs=5e-4)


@pytest.mark.parametrize(
    ("difference", "needed"), [(0.2, 27), (0.1, 99), (0.05, 387), (0.02, 2406), (0.01, 9617)]
)
def test_queries_needed(difference: float, needed: int) -> None:
    assert units_needed(0.35, difference) == units_needed(0.35, -difference) == needed


@pytest.mark.parametrize(
    ("margin", "not_inferior", "equivalent"),
    [(0.05, 303, 420), (0.02, 1894, 2623), (0.01, 7574, 10491)],
)
def test_queries_for_a_margin(margin: float, not_inferior: int, equivalent: int) -> None:
    found = units_for_margin(0.35, margin)
    assert (found.not_inferior, found.equivalent) == (not_inferior, equivalent)


def test_never_fewer_than_ten():
    assert units_needed(0.35, 5) == units_needed(0.1, 0.0997) == 10
    assert units_needed(0.1, 0.099) == 11
    assert units_for_margin(0.01, 1).equivalent == 10


def test_a_change_too_small_to_plan_for_has_no_number():
    assert units_needed(0.35, 0) is None
    assert units_needed(0.35, 1e-9) is None
    assert (units_needed(0.35, 1e-5) or 0) > 10**9


@pytest.mark.parametrize("count", [3, 10, 50, 200])
def test_a_change_of_this_size_is_detected_in_eighty_percent(count: int) -> None:
    away = minimum_detectable(1, count) * math.sqrt(count)
    bound = student_t.ppf(0.975, count - 1)
    power = nct.sf(bound, count - 1, away) + nct.cdf(-bound, count - 1, away)
    assert power == pytest.approx(0.8, abs=1e-5)


@given(st.integers(2, 5000), st.floats(0.01, 1))
def test_more_queries_detect_less_and_spread_scales(count: int, deviation: float) -> None:
    assert minimum_detectable(deviation, 2 * count) < minimum_detectable(deviation, count)
    assert minimum_detectable(deviation, count) == pytest.approx(
        deviation * minimum_detectable(1, count)
    )


@given(st.floats(0.05, 1), st.floats(0.01, 0.5))
def test_the_number_needed_is_the_least_that_detects_it(deviation: float, change: float) -> None:
    needed = units_needed(deviation, change)
    assert needed is not None
    assert minimum_detectable(deviation, needed) <= change * (1 + 1e-3)
    if needed > 10:
        assert minimum_detectable(deviation, needed - 1) > change * (1 - 1e-3)


@pytest.mark.parametrize("count", [73, 87, 1164])
def test_numbers_at_which_the_first_root_finder_fails(count: int) -> None:
    assert minimum_detectable(1, count) == pytest.approx(2.8016 / (count - 1.9) ** 0.5, rel=3e-3)


def test_of_units():
    found = detectable(units(0, 0, 1))
    assert found is not None
    assert (found.units, found.deviation) == (3, pytest.approx(3**-0.5))
    assert found.difference == pytest.approx(3.264 * 3**-0.5, abs=1e-3)
    assert found.vacuous
    assert not Detectable(3, 0.3, 1.0).vacuous
    assert detectable(units("1/2", "1/2")) is None
    assert detectable(units(1)) is None


def test_a_page_may_ask_for_other_sizes():
    found = Detectable(20, 0.35, 0.23)
    assert found.units_for(0.1) == 99
    assert found.units_for_margin(Fraction(1, 20)).equivalent == 420
    assert found.units_for_margin(F(1, 20)).not_inferior == 303
