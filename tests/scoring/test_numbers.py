"""Exact values as text, against cases computed by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scoring.numbers import (
    count_text,
    counted,
    decimal,
    delta_decimal,
    delta_text,
    fraction_text,
    grade_text,
    number_text,
    percent,
    places_for,
    places_that_add_up,
    short_delta,
    short_text,
    size_decimal,
    value_text,
)


@pytest.mark.parametrize(
    ("value", "places", "expected"),
    [
        pytest.param(Fraction(5, 6), 3, "0.833", id="rounded down"),
        pytest.param(Fraction(2, 3), 3, "0.667", id="rounded up"),
        pytest.param(Fraction("2.675"), 2, "2.68", id="not through a double, which gives 2.67"),
        pytest.param(
            Fraction(1, 2000), 3, ">0", id="half of the last place goes to the even 0, said"
        ),
        pytest.param(Fraction(3, 2000), 3, "0.002", id="half-even upwards"),
        pytest.param(Fraction(5, 2000), 3, "0.002", id="half-even downwards"),
        pytest.param(Fraction(69_999, 70_000), 4, "<1", id="would round to 1"),
        pytest.param(Fraction(69_999, 70_000), 6, "0.999986", id="enough places"),
        pytest.param(Fraction(1, 70_000), 4, ">0", id="would round to 0"),
        pytest.param(Fraction(-1, 70_000), 4, "<0", id="below 0, would round to 0"),
        pytest.param(Fraction(-69_999, 70_000), 4, ">−1", id="above −1, would round to −1"),
        pytest.param(Fraction(0), 3, "0.000", id="exactly 0"),
        pytest.param(Fraction(1), 3, "1.000", id="exactly 1"),
        pytest.param(Fraction(-1, 3), 3, "−0.333", id="minus sign U+2212"),
        pytest.param(Fraction(12345), 0, "12,345", id="thousands"),
        pytest.param(0.5, 3, "0.500", id="a double is taken exactly"),
    ],
)
def test_decimal(value: Fraction, places: int, expected: str) -> None:
    assert decimal(value, places) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(Fraction(1, 3), "+0.333", id="rise"),
        pytest.param(Fraction(-1, 6), "−0.167", id="fall"),
        pytest.param(Fraction(0), "0.000", id="no sign on 0"),
        pytest.param(Fraction(1, 9999), "+<0.001", id="a rise too small to show keeps its sign"),
        pytest.param(Fraction(-1, 9999), "−<0.001", id="a fall too small to show keeps its sign"),
        pytest.param(Fraction(9999, 10_000), "+<1", id="not quite 1"),
        pytest.param(Fraction(-9999, 10_000), "−<1", id="not quite −1"),
        pytest.param(Fraction(1), "+1.000", id="exactly 1"),
    ],
)
def test_delta_decimal(value: Fraction, expected: str) -> None:
    assert delta_decimal(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(Fraction(5, 6), "5/6 (0.833)", id="fraction and decimal"),
        pytest.param(Fraction(1), "1", id="a whole number stands alone"),
        pytest.param(Fraction(0), "0", id="0"),
        pytest.param(Fraction(1, 999_999_999), "1/999999999 (>0)", id="9 digits"),
        pytest.param(Fraction(500_000_000, 1_000_000_007), "0.500", id="10 digits: decimal only"),
        pytest.param(0.4146929, "≈0.415", id="not exact"),
        pytest.param(None, "no value", id="no value"),
    ],
)
def test_value_text(value: Fraction | float | None, expected: str) -> None:
    assert value_text(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Fraction(1, 3), "+1/3 (+0.333)"),
        (Fraction(-1, 6), "−1/6 (−0.167)"),
        (Fraction(0), "0"),
        (Fraction(1), "+1"),
        (Fraction(-1), "−1"),
        (Fraction(-500_000_000, 1_000_000_007), "−0.500"),
        (0.38, "≈+0.380"),
        (None, "no value"),
    ],
)
def test_delta_text(value: Fraction | float | None, expected: str) -> None:
    assert delta_text(value) == expected


def test_files_hold_fractions_with_an_ascii_minus() -> None:
    assert fraction_text(Fraction(-1, 2)) == "-1/2"
    assert number_text(Fraction(4, 2)) == "2"
    assert number_text(0.25) == 0.25
    assert number_text(None) is None
    assert (short_text(Fraction(-1, 2)), short_delta(Fraction(-1, 2))) == ("−1/2", "−1/2")


def test_counts_have_commas_and_nouns() -> None:
    assert count_text(7000) == "7,000"
    assert counted(1, "query") == "1 query"
    assert counted(7000, "query") == "7,000 queries"
    assert counted(2, "document") == "2 documents"
    assert percent(Fraction(1837, 315_000)) == "0.6 %"


def test_a_grade_has_a_minus_sign() -> None:
    assert [grade_text(grade) for grade in (2, 0, -1)] == ["grade 2", "grade 0", "grade −1"]


def test_places_grow_until_two_means_look_different() -> None:
    assert places_for(Fraction(1, 2), Fraction(3, 4)) == 3
    assert places_for(Fraction("0.41211"), Fraction("0.41219")) == 4
    assert places_for(Fraction("0.412111"), Fraction("0.412119")) == 6


def test_places_grow_until_rounded_parts_add_up() -> None:
    assert places_that_add_up(Fraction(1, 2), [Fraction(1, 4), Fraction(1, 4)]) == 3
    assert places_that_add_up(Fraction("0.0010"), [Fraction("0.0005"), Fraction("0.0005")]) == 4


def test_places_grow_until_no_part_is_rounded_to_0() -> None:
    assert places_that_add_up(Fraction("0.0081"), [Fraction("0.0077"), Fraction("0.0004")]) == 4
    assert places_that_add_up(Fraction("0.008"), [Fraction("0.008"), Fraction(0)]) == 3
    assert places_that_add_up(Fraction("0.01"), [Fraction("0.00996"), Fraction("0.00004")]) == 6


@given(st.fractions(min_value=-1, max_value=1), st.sampled_from([3, 4, 6]))
def test_rounding_never_crosses_a_verdict(value: Fraction, places: int) -> None:
    text = decimal(value, places)
    assert (text == f"{0:.{places}f}") == (value == 0)
    assert (text == f"{1:.{places}f}") == (value == 1)
    shown = delta_decimal(value, places)
    assert shown[0] == ("−" if value < 0 else "+" if value > 0 else "0")


@given(st.fractions(min_value=0, max_value=1))
def test_a_plain_decimal_is_within_half_a_unit(value: Fraction) -> None:
    text = size_decimal(value, 4)
    if not text.startswith("<"):
        assert abs(Fraction(text) - value) <= Fraction(1, 20_000)
