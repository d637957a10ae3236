"""Which way a number is better, and when it may be coloured."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.direction import DOWN, TO_ZERO, UP, Direction

F = Fraction
TO_ONE = Direction("target", F(1))
numbers = st.fractions(-2, 2, max_denominator=6)


@pytest.mark.parametrize(
    ("direction", "a", "b", "gain", "verdict"),
    [
        pytest.param(UP, F(1, 2), F(3, 4), F(1, 4), 1, id="up, rose"),
        pytest.param(UP, F(3, 4), F(1, 2), F(-1, 4), -1, id="up, fell"),
        pytest.param(DOWN, F(100), F(115), F(-15), -1, id="down, rose"),
        pytest.param(DOWN, F(115), F(100), F(15), 1, id="down, fell"),
        pytest.param(TO_ZERO, F(3, 10), F(1, 5), F(1, 10), 1, id="closer to 0"),
        pytest.param(TO_ZERO, F(-1, 5), F(-3, 10), F(-1, 10), -1, id="further below 0"),
        pytest.param(TO_ZERO, F(1, 5), F(0), F(1, 5), 1, id="reaches the target"),
        pytest.param(TO_ZERO, F(3, 10), F(-1, 10), F(1, 5), None, id="crosses the target"),
        pytest.param(TO_ONE, F(6, 5), F(7, 10), F(-1, 10), None, id="crosses 1"),
        pytest.param(TO_ONE, F(6, 5), F(11, 10), F(1, 10), 1, id="closer to 1"),
        pytest.param(UP, F(1, 3), F(1, 3), F(0), 0, id="exactly the same"),
    ],
)
def test_gain_and_verdict(direction, a, b, gain, verdict):
    assert direction.gain(a, b) == gain
    assert direction.verdict(a, b) == verdict


def test_exact_values_differ_however_little_and_approximate_ones_do_not():
    assert UP.verdict(F(0), F(1, 10**15)) == 1
    assert UP.verdict(0.0, 1e-13) == 0
    assert UP.verdict(0.0, 2e-12) == 1


@given(st.sampled_from([UP, DOWN, TO_ZERO, TO_ONE]), numbers, numbers)
def test_swapping_the_runs_turns_gain_and_verdict(direction, a, b):
    assert direction.gain(a, b) == -direction.gain(b, a)
    there, back = direction.verdict(a, b), direction.verdict(b, a)
    assert (there is None) == (back is None)
    assert there is None or there == -back
