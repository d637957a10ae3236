"""The chart of recall against precision: which points it holds, and what it says of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ircompare.charts.pareto import pareto, point_rows
from ircompare.charts.theme import Palette
from ircompare.scorecard.pareto import Point, ServiceLevel, front
from tests.charts.made import data_with, spec_of

# method.md §7.1: the front is all but the third.
POINTS = [
    Point("k = 1", Fraction("0.95"), Fraction("0.78")),
    Point("k = 2", Fraction("0.92"), Fraction("0.86")),
    Point("k = 3", Fraction("0.90"), Fraction("0.84")),
    Point("k = 4", Fraction("0.97"), Fraction("0.60")),
]
LEVEL = ServiceLevel.of("0.92", "0.85")


@pytest.mark.parametrize("level", [None, LEVEL], ids=["no level", "a level"])
@pytest.mark.parametrize("appearance", ["light", "dark"])
def test_every_point_of_both_runs_is_drawn(level, appearance):
    found = front(POINTS)
    drawn = pareto(found, front(POINTS[:1]), ("a", "b"), level, Palette.of(appearance))
    drawn.chart.to_dict()
    named = {(row["side"], row["name"]) for row in data_with(drawn, "side", "name")}
    assert named == {*(("a", point.name) for point in POINTS), ("b", "k = 1")}
    rules = str(spec_of(drawn)).count("'type': 'rule'")
    assert rules == (0 if level is None else 2)


def test_rows_say_front_and_service_level_exactly():
    rows = point_rows(front(POINTS), LEVEL, "a")
    assert [row["on"] for row in rows] == [True, True, False, True]
    assert [row["compliance"] for row in rows] == [
        "violates precision",
        "compliant",
        "violates both",
        "violates precision",
    ]
    assert rows[1]["text_recall"] == "23/25 (0.920)"


def test_the_description_counts_what_keeps_the_level():
    drawn = pareto(front(POINTS), front(POINTS), ("x", "y"), LEVEL, Palette.light())
    assert drawn.alt == (
        "Mean recall, across, against mean precision, upwards; "
        "run A x: k = 1 (0.950, 0.780) to k = 4 (0.970, 0.600), 3 cutoffs on the front, "
        "1 of them within the service level; "
        "run B y: k = 1 (0.950, 0.780) to k = 4 (0.970, 0.600), 3 cutoffs on the front, "
        "1 of them within the service level."
    )


def test_a_level_beyond_every_point_is_still_in_sight():
    low = front([Point("k = 1", Fraction(1, 10), Fraction(1, 10))])
    spec = str(spec_of(pareto(low, low, ("a", "b"), ServiceLevel.of("1", "1"), Palette.light())))
    assert "'domain': [0, 1.03]" in spec
