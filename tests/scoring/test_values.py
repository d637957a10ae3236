"""Columns of values: exact where they can be, honest where they cannot."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from ircompare.scoring.values import Approximate, Ratios, difference


def ratios(*pairs: tuple[int, int]) -> Ratios:
    return Ratios(*(np.array(column, np.int64) for column in zip(*pairs, strict=True)))


def test_a_ratio_is_given_back_reduced_and_exact():
    column = ratios((2, 4), (0, 3), (0, 0))
    assert [column.at(place) for place in range(3)] == [Fraction(1, 2), Fraction(0), None]
    assert column.defined.tolist() == [True, True, False]
    assert np.isnan(column.floats()[2])


def test_equal_means_that_doubles_would_tell_apart():
    """{0, 1, 1/3} and {1, 1/6, 1/6} have one mean; their sums as doubles differ."""
    every = np.ones(3, np.bool_)
    one, other = ratios((0, 1), (1, 1), (1, 3)), ratios((1, 1), (1, 6), (1, 6))
    assert one.total(every) == other.total(every) == Fraction(4, 3)
    assert sum(one.floats().tolist()) / 3 != sum(other.floats().tolist()) / 3


def test_t80_a_sum_does_not_depend_on_the_order():
    pairs = [(1, n) for n in range(1, 60)]
    every = np.ones(len(pairs), np.bool_)
    total = sum((Fraction(1, n) for n in range(1, 60)), Fraction(0))
    assert ratios(*pairs).total(every) == ratios(*pairs[::-1]).total(every) == total


def test_a_sum_over_nothing_is_zero():
    column = ratios((1, 2))
    assert column.total(np.zeros(1, np.bool_)) == 0
    assert Approximate(np.array([np.nan])).total(np.zeros(1, np.bool_)) == 0


def test_differences_are_exact_for_any_denominators():
    delta = ratios((1, 3), (1, 2), (0, 0), (2, 5)).minus(ratios((1, 4), (2, 4), (1, 2), (3, 5)))
    assert [delta.at(place) for place in range(4)] == [
        Fraction(1, 12),
        Fraction(0),
        None,
        Fraction(-1, 5),
    ]
    assert delta.signs().tolist() == [1, 0, 0, -1]


def test_the_smallest_difference_decides():
    delta = ratios((999_999, 1_000_000)).minus(ratios((1_000_000, 1_000_001)))
    assert delta.signs().tolist() == [-1]


@pytest.mark.parametrize(
    ("b", "sign"),
    [
        pytest.param(0.5 + 9e-13, 0, id="just inside the tie"),
        pytest.param(0.5 + 1.1e-12, 1, id="just outside"),
        pytest.param(0.5 - 1.1e-12, -1, id="just outside, below"),
        pytest.param(np.nan, 0, id="no value"),
    ],
)
def test_values_with_logarithms_tie_below_1e_12(b, sign):
    delta = Approximate(np.array([b])).minus(Approximate(np.array([0.5])))
    assert delta.signs().tolist() == [sign]
    assert (delta.at(0) == 0) == (sign == 0 and not np.isnan(b))


def test_values_of_different_kinds_are_not_paired():
    with pytest.raises(ValueError, match="two different measures"):
        difference(ratios((1, 2)), Approximate(np.array([0.5])))
