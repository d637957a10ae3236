"""The chart of recall against precision: which points it holds, and what it says of them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from ircompare.charts.configurations import configurations
from ircompare.charts.pareto import pareto
from ircompare.charts.pareto_parts import point_rows
from ircompare.charts.theme import Palette
from ircompare.inference.student import Interval
from ircompare.scorecard.pareto import Front, Point, ServiceLevel, front
from tests.charts.made import data_with, spec_of, units

# method.md §7.1: the front is all but the third.
POINTS = [
    Point("k = 1", Fraction("0.95"), Fraction("0.78")),
    Point("k = 2", Fraction("0.92"), Fraction("0.86")),
    Point("k = 3", Fraction("0.90"), Fraction("0.84")),
    Point("k = 4", Fraction("0.97"), Fraction("0.60")),
]
LEVEL = ServiceLevel.of("0.92", "0.85")
F0 = Fraction(0)


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


def wide(at: int) -> Point:
    recall, precision = Interval(-0.1, 0.4, 0.95), Interval(0.2, 1.2, 0.95)
    return Point(f"k = {at}", Fraction(at, 10), Fraction(7, 10), recall, precision)


def test_whiskers_go_both_ways_at_the_named_points_alone():
    found = front([wide(at) for at in range(1, 6)])
    drawn = pareto(found, front(POINTS), ("a", "b"), None, Palette.light())
    rules = [view for view, _ in units(spec_of(drawn)) if view["mark"]["type"] == "rule"]
    assert [("x2" in view["encoding"], "y2" in view["encoding"]) for view in rules] == [
        (True, False),
        (False, True),
    ]
    named = {row["name"] for row in data_with(drawn, "recall_low") if row["named"]}
    assert named == {"k = 1", "k = 2", "k = 3", "k = 5"}
    assert all(view["encoding"]["x"]["scale"]["domain"] == [0, 1.03] for view in rules[1:])


def test_whiskers_are_drawn_within_the_values_and_told_as_they_are():
    (row,) = point_rows(front([wide(3)]), None, "a")
    assert (row["recall_low"], row["recall_high"]) == (0, 0.4)
    assert (row["precision_low"], row["precision_high"]) == (0.2, 1)
    assert row["recall_interval"] == "−0.100 to 0.400"
    assert row["precision_interval"] == "0.200 to 1.200"


@pytest.mark.parametrize(("points", "told"), [(POINTS, False), ([wide(1)], True)])
def test_intervals_are_in_the_tooltips_only_where_there_are_some(points, told):
    spec = spec_of(pareto(front(points), front(points), ("a", "b"), None, Palette.light()))
    assert ("Recall, 95 %" in str(spec)) is told


def test_thresholds_have_axes_of_their_own_and_few_names():
    points = tuple(Point(f"score ≥ {at}", Fraction(at, 50), Fraction(1, 2)) for at in range(50))
    found = Front(points, (True,) * 50, noun="threshold")
    drawn = pareto(found, found, ("a", "b"), None, Palette.light())
    assert "÷ documents returned" in str(spec_of(drawn))
    assert sum(row["named"] for row in point_rows(found, None, "a")) == 5
    assert "50 thresholds on the front" in drawn.alt


def runs_of(*points: tuple[str, str, str]) -> Front:
    made = tuple(Point(name, Fraction(recall), Fraction(low)) for name, recall, low in points)
    return replace(front(made), noun="configuration")


def test_named_thresholds_lie_apart_however_dense_the_others_are():
    """Half of the way is one step, the other half forty: three names share the forty."""
    far = [Point("score ≥ 9", Fraction(0), Fraction(0)), Point("score ≥ 8", Fraction(1, 2), F0)]
    dense = [Point(f"score ≥ {at}", Fraction(1, 2) + Fraction(at, 80), F0) for at in range(1, 41)]
    found = Front((*far, *dense), (True,) * 42, noun="threshold")
    named = [row["order"] for row in point_rows(found, None, "a") if row["named"]]
    assert named == [0, 1, 21, 41]


RUNS = runs_of(("bm25", "0.4", "0.5"), ("lsa", "0.5", "0.4"), ("<b>", "0.45", "0.3"))


@pytest.mark.parametrize("appearance", ["light", "dark"])
@pytest.mark.parametrize("level", [None, LEVEL], ids=["no level", "a level"])
def test_every_run_is_a_point_a_and_b_apart_from_the_others(level, appearance):
    drawn = configurations(RUNS, level, Palette.of(appearance))
    drawn.chart.to_dict()
    rows = data_with(drawn, "role", "label", "on")
    told = {(row["role"], row["label"], row["on"]) for row in rows}
    assert told == {("A", "A bm25", True), ("B", "B lsa", True), ("", "<b>", False)}
    shapes = [view["mark"].get("shape") for view, _ in units(spec_of(drawn))]
    assert [shape for shape in shapes if shape] == ["square", "circle", "circle"]
    assert "bm25 (0.400, 0.500) to <b> (0.450, 0.300), 2 configurations on the front" in drawn.alt


def test_the_axes_of_runs_begin_near_their_least_value():
    """Recall 0.4 to 0.5 and precision 0.3 to 0.5, with 15 % of that on either side."""
    (low, high), (least, most) = domains(configurations(RUNS, None, Palette.light()))
    assert (low, high) == pytest.approx((0.385, 0.515))
    assert (least, most) == pytest.approx((0.27, 0.53))
    far = ServiceLevel.of("1", "0.01")
    (_, high), (least, _) = domains(configurations(RUNS, far, Palette.light()))
    assert (high, least) == (1.03, 0)


def test_a_level_of_nothing_is_neither_drawn_nor_made_room_for():
    drawn = configurations(RUNS, ServiceLevel.of("0.45", "0"), Palette.light())
    assert domains(drawn)[1] == pytest.approx((0.27, 0.53))
    rules = [view for view, _ in units(spec_of(drawn)) if view["mark"]["type"] == "rule"]
    assert ["x" in view["encoding"] for view in rules] == [True]


def test_runs_at_one_place_share_a_label():
    drawn = configurations(
        runs_of(("bm25", "0.4", "0.5"), ("lsa", "0.5", "0.4"), ("again", "2/5", "1/2")),
        None,
        Palette.light(),
    )
    labels = [row["label"] for row in data_with(drawn, "role", "label", "order") if row["label"]]
    assert set(labels) == {"A bm25, again", "B lsa"}


def test_one_run_alone_has_room_around_it():
    lone = runs_of(("bm25", "0.4", "0"))
    assert domains(configurations(lone, None, Palette.light())) == [
        pytest.approx((0.395, 0.405)),
        pytest.approx((0, 0.005)),
    ]


def domains(drawn) -> list[list[float]]:
    """Those of both axes, of the first layer that has them."""
    encodings = (view["encoding"] for view, _ in units(spec_of(drawn)))
    held = next(one for one in encodings if "x" in one and "y" in one)
    return [held[channel]["scale"]["domain"] for channel in ("x", "y")]


def test_of_many_runs_only_the_two_and_the_front_bear_their_names():
    many = [(f"r{at}", f"0.{100 + at}", f"0.{400 - at % 7}") for at in range(30)]
    found = runs_of(*many)
    named = [row["name"] for row in point_rows(found, None, "run") if row["named"]]
    on = {name for (name, *_), is_on in zip(many, found.on_front, strict=True) if is_on}
    assert set(named) == {"r0", "r1"} | on
    assert 1 < len(on) < 10
