"""Student's t: hand examples, the textbook formula, the interval and the test say the same."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import ttest_rel
from statsmodels.stats.weightstats import DescrStatsW

from ircompare.inference.student import Interval, against_margin, student
from ircompare.inference.units import Units
from tests.inference import brute
from tests.inference.made import F, deltas, units

margins = st.sampled_from([F(1, 100), F(1, 20), F(1, 10), F(1, 4), F(1)])
columns = st.lists(deltas, min_size=2, max_size=30).map(lambda values: units(*values))
grouped = st.lists(st.tuples(deltas, st.integers(1, 4)), min_size=2, max_size=20).map(
    lambda pairs: units(*(s for s, _ in pairs), sizes=[size for _, size in pairs])
)


def test_the_interval_of_three_queries_is_wider_than_the_scale():
    found = student(units("-1/2", "1/2", 1))
    assert found is not None
    assert (found.interval95.low, found.interval95.high) == pytest.approx((-1.56, 2.23), abs=5e-3)


def test_the_hand_example_of_groups():
    found = student(units(2, -1, 0, sizes=[2, 1, 1]))
    assert found is not None
    assert found.standard_error == pytest.approx(0.6027, abs=5e-5)
    assert found.freedom == 2


@pytest.mark.parametrize("count", [2, 5, 50])
def test_without_spread_there_is_neither_t_nor_interval(count: int) -> None:
    same = units(*["1/10"] * count)
    assert student(same) is None
    assert against_margin(same, F(1, 2)) is None


def test_one_unit_has_no_interval():
    assert student(units("1/2")) is None


@given(st.one_of(columns, grouped))
def test_the_interval_is_the_textbooks(found: Units) -> None:
    assume(not found.alike)
    result = student(found)
    assert result is not None
    for interval in (result.interval95, result.interval90):
        low, high, error = brute.interval(found.sums, interval.level, found.sizes)
        assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-9)
        assert result.standard_error == pytest.approx(error, abs=1e-12)
    assert (result.interval95.level, result.interval90.level) == (0.95, 0.9)


@given(st.lists(st.tuples(deltas, deltas), min_size=2, max_size=20))
def test_the_companion_is_the_paired_t_test(pairs: list[tuple[Fraction, Fraction]]) -> None:
    found = units(*(b - a for a, b in pairs))
    assume(not found.alike)
    result = student(found)
    assert result is not None
    a, b = (np.array([float(pair[side]) for pair in pairs]) for side in (0, 1))
    assert result.p == pytest.approx(ttest_rel(b, a).pvalue, abs=1e-9)


@given(st.one_of(columns, grouped), margins)
def test_intervals_and_tests_agree(found: Units, margin: Fraction) -> None:
    assume(not found.alike)
    result, held = student(found), against_margin(found, margin)
    assert result is not None
    assert held is not None
    every = (result.p, held.p_not_inferior, held.p_equivalent)
    assume(all(abs(p - 0.05) > 1e-9 for p in every))
    assert (result.p < 0.05) == (not result.interval95.holds(0))
    assert (held.p_equivalent < 0.05) == result.interval90.inside(margin)
    assert (held.p_not_inferior < 0.05) == (result.interval90.low > -margin)
    assert held.margin == margin


@given(st.one_of(columns, grouped), margins)
def test_equivalence_is_two_one_sided_tests(found: Units, margin: Fraction) -> None:
    assume(not found.alike)
    held = against_margin(found, margin)
    assert held is not None
    both, lower, _ = DescrStatsW(found.floats).ttost_mean(-float(margin), float(margin))
    assert held.p_equivalent == pytest.approx(both, abs=1e-12)
    assert held.p_not_inferior == pytest.approx(lower[1], abs=1e-12)


@given(columns, st.sampled_from([F(1, 3), F(2), F(5, 7)]))
def test_swapping_mirrors_and_scaling_stretches(found: Units, factor: Fraction) -> None:
    assume(not found.alike)
    plain = student(found)
    mirrored = student(Units(tuple(-value for value in found.sums), found.sizes))
    stretched = student(Units(tuple(value * factor for value in found.sums), found.sizes))
    assert plain is not None
    assert mirrored is not None
    assert stretched is not None
    assert mirrored.p == pytest.approx(plain.p, abs=1e-12)
    assert stretched.p == pytest.approx(plain.p, abs=1e-9)
    ends = (plain.interval95.low, plain.interval95.high)
    assert (-mirrored.interval95.high, -mirrored.interval95.low) == pytest.approx(ends, abs=1e-12)
    assert stretched.interval95.low == pytest.approx(ends[0] * float(factor), abs=1e-9)


@given(columns)
def test_the_wider_level_holds_the_narrower(found: Units) -> None:
    assume(not found.alike)
    result = student(found)
    assert result is not None
    wide, narrow = result.interval95, result.interval90
    assert wide.low < narrow.low <= narrow.high < wide.high


def test_the_ends_of_an_interval():
    interval = Interval(-0.25, 0.5, 0.95)
    assert interval.holds(-0.25)
    assert interval.holds(0.5)
    assert not interval.holds(0.5000001)
    assert interval.inside(F(501, 1000))
    assert not interval.inside(F(1, 2))
    assert not Interval(-0.5, 0.25, 0.95).inside(F(1, 2))
    assert not Interval(0.0, 0.6, 0.95).inside(F(1, 2))
