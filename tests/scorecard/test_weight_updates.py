"""The what-if calculator of weights: normalised, bounded, and far from a table in one step."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.weight_updates import LABEL, steps_needed, updated

WEIGHTS = (0.45, 0.30, 0.25)
CHANGES = (-0.5, 1.0, 0.0)
TABLE = (0.32, 0.49, 0.19)


def test_the_example():
    """(.45, .30, .25), Δ = (−.5, 1, 0), α = .1 → .4240, .3284, .2476; unnormalised 1.0096."""
    found = updated(WEIGHTS, CHANGES, 0.1)
    assert [f"{weight:.4f}" for weight in found] == ["0.4240", "0.3284", "0.2476"]
    assert sum(found) == pytest.approx(1)
    plain = [w * math.exp(0.1 * d) for w, d in zip(WEIGHTS, CHANGES, strict=True)]
    assert f"{sum(plain):.4f}" == "1.0096"


def test_the_table_cannot_be_reached_in_fewer_than_five_steps():
    assert steps_needed(WEIGHTS, TABLE, 0.1) == 5
    gap = math.log(0.49 / 0.30) - math.log(0.32 / 0.45)
    assert f"{gap / 0.1:.1f}" == "8.3"
    assert steps_needed(WEIGHTS, WEIGHTS, 0.1) == 0
    assert steps_needed((1, 0), (0.5, 0.5), 0.1) is None


def test_fifty_steps_of_the_same_gain_leave_one_winner():
    assert f"{updated((0.5, 0.5), (1.0, 0.0), 0.1, 50)[0]:.4f}" == "0.9933"


def test_it_is_labelled():
    assert LABEL == "what-if weights: never used by a composite"


@pytest.mark.parametrize(
    ("weights", "changes", "rate", "message"),
    [
        ((0.5, 0.5), (1.0,), 0.1, "one change for each weight"),
        ((0.0, 0.0), (1.0, 0.0), 0.1, "one of them above"),
        ((-1.0, 2.0), (1.0, 0.0), 0.1, "at least 0"),
        ((0.5, 0.5), (1.1, 0.0), 0.1, "normalised to −1 to 1"),
        ((0.5, 0.5), (math.nan, 0.0), 0.1, "normalised to −1 to 1"),
        ((0.5, 0.5), (1.0, 0.0), 0.0, "rate must be above 0"),
    ],
)
def test_what_is_refused(weights, changes, rate, message):
    with pytest.raises(ValueError, match=message):
        updated(weights, changes, rate)


def test_so_many_steps_that_nothing_is_left_are_refused():
    with pytest.raises(ValueError, match="take fewer steps"):
        updated((1.0, 0.0), (-1.0, 1.0), 1.0, 10_000)


triples = st.lists(st.tuples(st.floats(0.01, 1), st.floats(-1, 1)), min_size=1, max_size=5)


@given(triples, st.floats(0.01, 0.5), st.integers(0, 20))
def test_updates_sum_to_one_and_steps_add_up(pairs, rate, steps):
    weights, changes = zip(*pairs, strict=True)
    found = updated(weights, changes, rate, steps)
    assert sum(found) == pytest.approx(1)
    again = updated(weights, changes, rate, 0)
    for _ in range(steps):
        again = updated(again, changes, rate)
    assert found == pytest.approx(again)
    needed = steps_needed(weights, found, rate)
    assert needed is not None
    assert needed <= steps
