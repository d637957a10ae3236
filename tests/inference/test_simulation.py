"""The simulation counts what it says; its real run is `python -m tests.simulation`."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from ircompare.inference.student import Interval, student
from tests.simulation.__main__ import row
from tests.simulation.cases import BETTER, CASES, PLAIN, Case, mean_value, single
from tests.simulation.rates import Rates, rates


def test_every_population_has_the_mean_it_claims():
    assert sum(PLAIN) == pytest.approx(1)
    assert sum(BETTER) == pytest.approx(1)
    assert mean_value(BETTER) > mean_value(PLAIN)
    assert Fraction(1, 2) * Fraction(1, 10) == Fraction(1, 10) * Fraction(5, 10)
    rng = np.random.default_rng(1)
    for case in CASES:
        found = student(case.draw(rng, 3000))
        assert found is not None
        wide = Interval(
            found.interval95.low - found.standard_error,
            found.interval95.high + found.standard_error,
            0.99,
        )
        assert wide.holds(case.mean), case.name


def test_rejections_and_held_intervals_are_counted_over_tested_samples():
    at_odds = [1] + [Fraction(1, 90)] * 5 + [0] * 4
    lists = [[1] * 10, at_odds, [1] * 6 + [0] * 4, [1] * 5 + [0] * 5, [-1, 1] * 5]
    samples = iter(lists)
    case = Case("made", lambda rng, n: single([Fraction(x) for x in next(samples)]), 0.0)
    found = rates(case, 10, 5, 1)
    assert (found.samples, found.tested) == (5, 3)
    assert found.rejected == pytest.approx(2 / 3)
    assert found.student == pytest.approx(1 / 3)
    assert found.held == pytest.approx(2 / 3)
    assert found.error == pytest.approx(math.sqrt(0.05 * 0.95 / 3))


def test_a_sample_without_a_test_is_no_rate():
    case = Case("made", lambda rng, n: single([Fraction(0)] * n), 0.0)
    with pytest.raises(ValueError, match="no sample could be tested"):
        rates(case, 10, 2, 1)


def made(rejected: float | None, held: float, judged: bool = True) -> Rates:
    case = Case("made", lambda rng, n: single([]), 0.0, judged)
    return Rates(case, 10, 2000, 1900, rejected, rejected, held)


@pytest.mark.parametrize(
    ("rejected", "held", "nominal"),
    [
        (0.0649, 0.95, True),
        (0.0651, 0.95, False),
        (0.0, 1.0, True),
        (0.05, 0.9351, True),
        (0.05, 0.9349, False),
        (None, 0.95, True),
        (None, 0.9, False),
    ],
)
def test_three_errors_on_the_misleading_side(
    rejected: float | None, held: float, nominal: bool
) -> None:
    assert made(rejected, held).nominal is nominal


def test_a_row_of_the_table():
    assert row(made(0.05, 0.9)) == "| made | 10 | 95.0% | 0.050 | 0.050 | 0.900 | 0.005 | NO |"
    assert row(made(None, 0.9, False)).endswith("| – | – | 0.900 | 0.005 | not promised |")
