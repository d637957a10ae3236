"""Whiskers of the Pareto chart: by Student's t, from 10 queries on and below 50."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from ircompare.scorecard.pareto import cutoff_front
from ircompare.scorecard.whiskers import whisker
from ircompare.scoring.values import Ratios
from tests.scorecard.made import shares


def ratios(*values: Fraction | int) -> Ratios:
    exact = [Fraction(value) for value in values]
    return Ratios(
        np.array([one.numerator for one in exact]), np.array([one.denominator for one in exact])
    )


def test_an_interval_by_hand():
    """5 ones and 5 zeros: mean 1/2, s = √(10/36), t(9, .975) = 2.262157."""
    found = whisker(ratios(*[1, 0] * 5), np.ones(10, np.bool_))
    half = 2.262157 * math.sqrt(10 / 36) / math.sqrt(10)
    assert (found.low, found.high) == pytest.approx((0.5 - half, 0.5 + half), abs=1e-6)


@pytest.mark.parametrize(("count", "there"), [(9, False), (10, True), (49, True), (50, False)])
def test_they_stand_from_10_to_49_queries(count, there):
    values = ratios(*[at % 2 for at in range(count)])
    assert (whisker(values, np.ones(count, np.bool_)) is not None) is there


def test_values_that_are_all_the_same_have_no_spread():
    assert whisker(ratios(*[Fraction(1, 3)] * 20), np.ones(20, np.bool_)) is None


def test_only_scored_queries_count():
    values, scored = ratios(*[1, 0] * 5, 1, 1), np.array([True] * 10 + [False] * 2)
    assert whisker(values, scored) == whisker(ratios(*[1, 0] * 5), np.ones(10, np.bool_))


def test_a_front_has_an_interval_for_each_point_both_ways():
    listed = {f"q{at}": (1 + at % 2, 2) for at in range(12)}
    first, second = cutoff_front(shares(listed, listed).a, 2).points
    assert (first.recall_interval, first.precision_interval) == (None, None)
    assert second.recall_interval.holds(float(second.recall))
    assert second.precision_interval == second.recall_interval
