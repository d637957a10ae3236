"""The sign-flip test: hand examples, every choice of signs, random signs against exact counts."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, permutation_test
from statsmodels.stats.contingency_tables import mcnemar

from ircompare.inference.plan import DEFAULT_START
from ircompare.inference.signflip import sign_flip, smallest_p, whole
from ircompare.inference.units import Units
from ircompare.scoring.values import Approximate
from tests.inference import brute
from tests.inference.made import F, deltas, units


def p_of(*values: Fraction | int | str) -> float:
    found = sign_flip(units(*values), DEFAULT_START)
    assert found is not None
    return found.value


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param(("0", "0", "1"), F(1), id="recall of the tutorial"),
        pytest.param(("-1/2", "1/2", "1"), F(3, 4), id="RR of the tutorial"),
        pytest.param(["1/2"] * 6, F(1, 32), id="six gains"),
        pytest.param(["1/10"] * 5, F(1, 16), id="five equal gains"),
        pytest.param(["1"] * 5 + ["-1"], F(7, 32), id="McNemar 5 to 1"),
        pytest.param(["1"] * 3, F(1, 4), id="McNemar 3 to 0"),
        pytest.param(["-1/3"], F(1), id="one differing query"),
        pytest.param(
            ("1/18", "-3/70", "1/4", "-1/12", "-1/6", "-1/90"), F(1), id="sums that cancel"
        ),
    ],
)
def test_hand_examples(values: list[str], expected: Fraction) -> None:
    assert p_of(*values) == expected


def test_doubles_would_have_told_cancelling_sums_apart():
    values = [float(F(x)) for x in ("1/18", "-3/70", "1/4", "-1/12", "-1/6", "-1/90")]
    found = permutation_test(
        (values,),
        lambda x, axis=-1: np.sum(x, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    )
    assert found.pvalue == pytest.approx(0.96875)


def test_nothing_differs_has_no_p_value():
    assert sign_flip(units(0, 0, 0), DEFAULT_START) is None
    assert sign_flip(units(), DEFAULT_START) is None


def test_smallest_attainable_p_values():
    found = [smallest_p(m) for m in range(3, 10)]
    assert found == [0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625]
    assert smallest_p(0) == smallest_p(1) == 1
    assert smallest_p(7000) == 0


@given(st.integers(1, 13).flatmap(lambda m: st.lists(deltas.filter(bool), min_size=m, max_size=m)))
def test_no_p_value_is_below_the_smallest_one(values: list[Fraction]) -> None:
    assert smallest_p(len(values)) <= p_of(*values) <= 1
    assert p_of(*map(abs, values)) == smallest_p(len(values))


@given(st.lists(deltas, min_size=1, max_size=9))
def test_equals_enumeration(values: list[Fraction]) -> None:
    if any(values):
        assert p_of(*values) == brute.enumerated_p(values)


@given(st.lists(deltas.filter(bool), min_size=10, max_size=13))
def test_equals_counted_signs_up_to_thirteen(values: list[Fraction]) -> None:
    found = sign_flip(units(*values), DEFAULT_START)
    assert found is not None
    assert (found.value, found.engine) == (brute.counted_p(values), "enumeration")
    assert found.p_exact
    assert found.start is found.resamples is None
    assert found.standard_error == 0


def test_equals_scipy_on_all_signs_of_thirteen():
    numbers = random.Random(5).choices(range(-2520, 2521), k=13)
    found = permutation_test(
        (numbers,),
        lambda x, axis=-1: np.sum(x, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    )
    assert p_of(*(F(number, 2520) for number in numbers)) == found.pvalue


def test_fourteen_differing_units_are_simulated():
    values = [F(1, 1 + at % 3) for at in range(14)]
    found = sign_flip(units(*values), 7)
    assert found is not None
    assert (found.engine, found.start, found.resamples) == ("simulation", 7, 9999)
    assert found.p_exact


@pytest.mark.parametrize("number", range(12))
def test_random_signs_lie_within_four_standard_errors(number: int) -> None:
    drawn = random.Random(number)
    ranks = [0, *range(1, 11)]
    values = []
    for _ in range(drawn.choice([20, 30, 45, 60])):
        a, b = drawn.choice(ranks), drawn.choice(ranks[: drawn.choice([4, 11])])
        values.append((F(1, b) if b else F(0)) - (F(1, a) if a else F(0)))
    found = sign_flip(units(*values), number)
    assert found is not None
    assert found.engine == "simulation"
    exact = float(brute.counted_p(values))
    error = max((exact * (1 - exact) / 10_000) ** 0.5, 1 / 10_000)
    assert abs(found.value - exact) <= 4 * error


def test_the_standard_error_of_a_simulated_p_value_near_five_percent():
    values = [F(1, 2)] * 12 + [F(1, 3)] * 11 + [F(-1, 2)] * 6 + [F(-1, 3)] * 5
    found = sign_flip(units(*values), DEFAULT_START)
    assert found is not None
    assert 0.03 < found.value < 0.09
    expected = (found.value * (1 - found.value) / 10_000) ** 0.5
    assert found.standard_error == pytest.approx(expected)
    at_five_percent = (0.05 * 0.95 / 10_000) ** 0.5
    assert at_five_percent == pytest.approx(0.0022, abs=5e-5)


def test_another_start_gives_another_simulated_p_value_and_the_same_start_the_same():
    values = [F(1, 1 + at % 4) * (-1 if at % 3 == 0 else 1) for at in range(40)]
    found = [sign_flip(units(*values), start) for start in (1, 1, 2)]
    assert found[0] == found[1]
    assert len({one.value for one in found if one is not None}) == 2


many = st.lists(deltas, min_size=14, max_size=24)


@settings(max_examples=25)
@given(many, st.randoms(use_true_random=False))
def test_simulated_p_values_keep_every_symmetry(values: list[Fraction], drawn: random.Random):
    if not any(values):
        return
    expected = p_of(*values)
    shuffled = drawn.sample(values, len(values))
    assert p_of(*shuffled) == expected
    assert p_of(*(-value for value in values)) == expected
    assert p_of(*(value * F(7, 5) for value in values)) == expected
    assert p_of(*values, 0, 0, 0) == expected


@given(st.lists(deltas, min_size=1, max_size=12))
def test_exact_p_values_keep_every_symmetry(values: list[Fraction]) -> None:
    if not any(values):
        return
    expected = p_of(*values)
    assert p_of(*reversed(values)) == expected
    assert p_of(*(-value for value in values)) == expected
    assert p_of(*(value / 17 for value in values)) == expected
    assert p_of(0, *values) == expected


@given(st.integers(0, 40), st.integers(0, 40))
def test_equal_sizes_are_the_sign_test_and_mcnemars(wins: int, losses: int) -> None:
    if not wins + losses:
        return
    found = p_of(*["1/3"] * wins, *["-1/3"] * losses)
    assert found == pytest.approx(binomtest(wins, wins + losses, 0.5).pvalue, rel=1e-12)
    table = [[0, losses], [wins, 0]]
    assert found == pytest.approx(mcnemar(table, exact=True).pvalue, rel=1e-12)


def test_mcnemar_nine_to_two():
    assert p_of(*["1"] * 9, *["-1"] * 2) == pytest.approx(0.06543, abs=5e-6)


def test_equal_sizes_are_exact_at_any_number():
    found = sign_flip(units(*["1"] * 1400, *["-1"] * 1300), DEFAULT_START)
    assert found is not None
    assert found.engine == "binomial"
    assert found.value == pytest.approx(binomtest(1400, 2700).pvalue, rel=1e-12)


PRIMES = (101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167)


def test_sums_too_large_for_whole_numbers_are_said_to_be_inexact():
    found = sign_flip(units(*(F(1, prime) for prime in PRIMES)), DEFAULT_START)
    assert found is not None
    assert (found.engine, found.p_exact) == ("simulation", False)
    few = sign_flip(units(*(F(1, prime) for prime in PRIMES[:13])), DEFAULT_START)
    assert few is not None
    assert (few.value, few.p_exact) == (smallest_p(13), True)


def test_the_last_whole_sum_is_two_to_the_fifty_third():
    def p_exact(largest: int) -> bool:
        found = sign_flip(units(*([1, 2] * 7), largest), DEFAULT_START)
        assert found is not None
        return found.p_exact

    assert p_exact(2**53 - 21)
    assert not p_exact(2**53 - 20)


def test_whole_numbers_have_no_common_factor_and_one_order():
    assert whole([F(1, 2), F(-1, 3), F(0) + F(1, 6)]) == ([1, -2, 3], F(6))
    assert whole([F(-1, 2), F(1, 3), F(-1, 6)]) == ([1, -2, 3], F(6))
    assert whole([F(4), F(6)]) == ([2, 3], F(1, 2))


def approximate(values: list[float]) -> Units:
    column = np.array(values)
    return Units.of(Approximate(column), np.ones(len(column), np.bool_))


def test_approximate_deltas_that_nearly_cancel_count_as_equal():
    values = [float(F(x)) for x in ("1/18", "-3/70", "1/4", "-1/12", "-1/6", "-1/90")]
    found = sign_flip(approximate(values), DEFAULT_START)
    assert found is not None
    assert (found.value, found.p_exact) == (1, False)


def test_approximate_deltas_are_not_said_to_be_exact():
    values = [0.1 * (1 + at % 3) for at in range(20)]
    found = sign_flip(approximate(values), DEFAULT_START)
    assert found is not None
    assert (found.engine, found.p_exact) == ("simulation", False)
    again = sign_flip(approximate([0.5] * 20), DEFAULT_START)
    assert again is not None
    assert (again.engine, again.p_exact) == ("simulation", False)
