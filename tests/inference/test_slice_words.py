"""How slices are named, and what is said of those that are too small."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ircompare.inference.fields import ABSENT, QUERY_LENGTH, RELEVANT
from ircompare.inference.slice_words import (
    RULE,
    field_title,
    interval_text,
    slice_name,
    slice_words,
    small_words,
)
from ircompare.inference.slices import SliceValue, slices, whole
from ircompare.inference.student import Interval
from ircompare.scoring.comparison import Counts
from tests.inference.made import with_fields

ZERO = Fraction(0)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        (Counts(6, 4, 0), ""),
        (Counts(9, 0, 0), "too small: 9 queries"),
        (Counts(0, 1, 0), "too small: 1 query"),
        (Counts(3, 5, 2), "too small: 5 differ"),
        (Counts(0, 29, 1), "too small: 1 differs"),
        (Counts(0, 30, 0), "too small: none differ"),
    ],
)
def test_why_a_slice_is_too_small(counts, expected):
    value = SliceValue(ZERO, ZERO, ZERO, counts)
    assert small_words(value) == expected
    assert value.small is bool(expected)


def test_the_rule_in_words():
    assert RULE == "fewer than 10 queries, or fewer than 6 that differ"


def test_names_of_slices():
    comparison = with_fields({"p": 1, "q": 1}, {"p": 1, "q": 2}, {"f": ["x", None]})
    assert [slice_name(one) for one in slices(comparison, "f")] == ["x", ABSENT]
    assert slice_name(whole(comparison)) == "all queries"
    assert slice_words("language", "zh") == "language zh"
    assert slice_words("language", ABSENT) == "no language"
    assert field_title(QUERY_LENGTH) == "query length in words"
    assert field_title(RELEVANT) == "number of relevant documents"
    assert field_title("domain") == "domain"
    assert slice_words(RELEVANT, "2–5") == "number of relevant documents 2–5"


def test_intervals_in_words():
    assert interval_text(Interval(-0.13, 0.02, 0.95)) == "−0.130 to +0.020"
    assert interval_text(Interval(-1.5, 2.25, 0.95)) == "−1.500 to +2.250"
    assert interval_text(None) == "none"
