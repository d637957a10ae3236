"""Units: queries or groups, their sums, and the numbers whose mean is the mean delta."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.inference.units import Units
from ircompare.scoring.values import Approximate, Ratios
from tests.inference.made import F, deltas, units


def ratios(*values: Fraction | None) -> Ratios:
    return Ratios(
        np.array([0 if x is None else x.numerator for x in values], np.int64),
        np.array([0 if x is None else x.denominator for x in values], np.int64),
    )


def test_only_the_chosen_queries_count():
    chosen = np.array([True, False, True])
    found = Units.of(ratios(F(1, 2), None, F(0)), chosen)
    assert (found.sums, found.sizes, found.exact) == ((F(1, 2), F(0)), (1, 1), True)
    assert found.differing == (F(1, 2),)
    assert found.mean == F(1, 4)


def test_a_chosen_query_without_a_value_is_refused():
    with pytest.raises(ValueError, match="must have a value in both runs"):
        Units.of(ratios(None), np.array([True]))


def test_groups_are_summed_over_their_chosen_queries():
    values = ratios(F(1), F(1, 2), F(-1), F(1, 2), F(1))
    chosen = np.array([True, True, True, True, False])
    found = Units.of(values, chosen, np.array([7, 3, 3, 7, 9]))
    assert (found.sums, found.sizes) == ((F(3, 2), F(-1, 2)), (2, 2))
    assert found.mean == F(1, 4)


def test_a_group_that_cancels_out_does_not_differ():
    found = Units.of(ratios(F(1, 2), F(-1, 2), F(1)), np.ones(3, np.bool_), np.array([0, 0, 1]))
    assert found.differing == (F(1),)


def test_approximate_sums_that_cancel_but_for_rounding_are_zero():
    column = Approximate(np.array([0.1, 0.2, -0.3]))
    found = Units.of(column, np.ones(3, np.bool_), np.zeros(3, np.int64))
    assert 0.1 + 0.2 - 0.3 != 0
    assert (found.sums, found.exact) == ((F(0),), False)


def test_the_hand_example_of_groups():
    found = units(2, -1, 0, sizes=[2, 1, 1])
    assert found.mean == F(1, 4)
    assert found.floats.tolist() == [1.375, -0.6875, 0.0625]
    assert found.floats.std(ddof=1) / 3**0.5 == pytest.approx(0.6027, abs=5e-5)


@given(st.lists(st.tuples(deltas, st.integers(1, 4)), min_size=1, max_size=12))
def test_unit_numbers_have_the_mean_delta_as_their_mean(pairs: list[tuple[Fraction, int]]) -> None:
    found = units(*(s for s, _ in pairs), sizes=[size for _, size in pairs])
    assert found.floats.mean() == pytest.approx(float(found.mean), abs=1e-12)


@given(st.lists(deltas, min_size=1, max_size=12))
def test_units_of_one_query_keep_their_deltas(values: list[Fraction]) -> None:
    assert units(*values).floats.tolist() == [float(value) for value in values]


@pytest.mark.parametrize(
    ("found", "alike"),
    [
        pytest.param(units(), True, id="no unit"),
        pytest.param(units("1/3"), True, id="one unit"),
        pytest.param(units("1/10", "1/10", "1/10"), True, id="one delta for all"),
        pytest.param(units("1/10", "1/10", "1/11"), False, id="one differs"),
        pytest.param(units("1/2", 1, sizes=[1, 2]), True, id="groups of one mean"),
        pytest.param(units("1/2", "1/2", sizes=[1, 2]), False, id="groups of one sum"),
    ],
)
def test_spread_is_decided_exactly(found: Units, alike: bool) -> None:
    assert found.alike is alike
    assert (found.deviation is None) is alike


def test_approximate_deltas_alike_but_for_rounding_have_no_spread():
    def alike(*values: float) -> bool:
        return Units.of(Approximate(np.array(values)), np.ones(3, np.bool_)).alike

    assert 0.1 + 0.2 != 0.3
    assert alike(0.3, 0.1 + 0.2, 0.3)
    assert not alike(0.3, 0.3, 0.3 + 1e-11)


def test_one_size_is_decided_exactly():
    assert units(1, -1, 0).one_size
    assert not units(1, "1/2").one_size
    assert not units(0, 0).one_size
    assert not Units.of(Approximate(np.array([0.5, 0.5])), np.ones(2, np.bool_)).one_size
