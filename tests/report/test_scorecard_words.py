"""Rows of the scorecard in words: units, signs, and places that never hide a difference."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ircompare.report.scorecard_words import (
    direction_words,
    number_words,
    part_words,
    row_delta,
    row_values,
    state_words,
    verdict_words,
)
from ircompare.scorecard.dimensions import LATENCY, LONG_TAIL, RECALL
from ircompare.scorecard.direction import DOWN, TO_ZERO, UP
from ircompare.scorecard.row import Input, Part, measured, not_computable


def row(dimension, a, b, **options):
    return measured(dimension, (a, b), [Input("run A", "a")], n_used=1, **options)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "no value"),
        (Fraction(1), "1"),
        (Fraction(0), "0"),
        (Fraction(-1, 3), "−0.333"),
        (Fraction(1234), "1,234"),
        (Fraction(-12), "−12"),
        (Fraction(999, 100), "9.990"),
        (Fraction(1001, 100), "10.0"),
        (Fraction(-1001, 100), "−10.0"),
    ],
)
def test_a_number_has_places_only_where_they_say_something(value, words):
    assert number_words(value) == words


def test_values_and_delta_carry_the_unit():
    found = row(LATENCY, 32.25, 90.75)
    assert row_values(found) == ("32.2 ms", "90.8 ms")
    assert row_delta(found) == "+58.5 ms"


def test_values_that_differ_never_look_alike():
    assert row_values(row(LATENCY, 32.21, 32.22)) == ("32.210 ms", "32.220 ms")
    assert row_values(row(RECALL, Fraction(50001, 100000), Fraction(1, 2))) == (
        "0.500010",
        "0.500000",
    )


def test_no_value_is_said():
    found = row(RECALL, None, None, undefined="nothing is scored")
    assert row_values(found) == ("no value", "no value")
    assert row_delta(found) == "no value"
    assert state_words(found) == "UNDEFINED: nothing is scored"


def test_states_have_their_reason():
    assert state_words(row(RECALL, Fraction(1), Fraction(1))) == "COMPUTED"
    assert state_words(row(RECALL, Fraction(1), Fraction(1), low="3 queries")) == "LOW_N: 3 queries"
    lacking = not_computable(LONG_TAIL, ["query field `frequency`"])
    assert state_words(lacking) == "NOT_COMPUTABLE: needs: query field `frequency`"


def test_verdicts_have_sign_and_word():
    assert [verdict_words(one) for one in (1, 0, -1, None)] == [
        "▲ better",
        "═ the same",
        "▼ worse",
        "crosses its target",
    ]


def test_directions_are_told():
    assert [direction_words(one) for one in (UP, DOWN, TO_ZERO)] == [
        "higher is better",
        "lower is better",
        "closer to 0 is better",
    ]


def test_a_part_with_one_value_shows_it_once():
    assert part_words(Part("x", "ceiling", Fraction(1), Fraction(1))) == "ceiling 1"
    assert (
        part_words(Part("x", "mean, rare", Fraction(1, 2), Fraction(1, 4)))
        == "mean, rare 0.500 → 0.250"
    )
    assert part_words(Part("x", "p99", 36.7, None)) == "p99 36.7 → no value"
