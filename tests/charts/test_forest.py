"""The forest plot: a row a slice, small ones grey and last, and no name in an expression."""

from __future__ import annotations

import json

import pytest

from ircompare.charts.drawn import Drawn
from ircompare.charts.export import to_svg
from ircompare.charts.forest import forest, forest_rows
from ircompare.charts.theme import Palette
from ircompare.inference.slice_intervals import slice_intervals
from ircompare.inference.slices import arranged, slices, whole
from ircompare.inference.student import Interval
from tests.charts.made import data_with, spec_of, units
from tests.inference.made import with_fields

LIGHT, DARK = Palette.light(), Palette.dark()
NAMES = ("minilm", "密码 datum.x", "a'b [c]")


def found_of(labels=NAMES):
    """Ten queries that lose, twenty that gain, and one of its own."""
    rows = [(1, 2), (1, 3)] * 5 + [(2, 1), (0, 1)] * 10 + [(1, 0)]
    a, b = ({f"q{n}": row[side] for n, row in enumerate(rows)} for side in (0, 1))
    values = [labels[0]] * 10 + [labels[1]] * 20 + [labels[2]]
    comparison = with_fields(a, b, {"f": values})
    found = (whole(comparison), *arranged(slices(comparison, "f"), "rr"))
    return found, slice_intervals(comparison, found, "rr")


def drawn(palette: Palette = LIGHT, chosen: str = "", labels=NAMES) -> Drawn:
    return forest(*found_of(labels), "rr", palette, "ΔMRR@10, B − A", chosen)


def rows(chart: Drawn):
    return data_with(chart, "slice", "delta")


def test_all_queries_come_first_and_small_slices_last():
    found = rows(drawn())
    assert [(row["name"], row["kind"]) for row in found] == [
        ("all queries", "all"),
        ("minilm", "large"),
        ("密码 datum.x", "large"),
        ("a'b [c]", "small"),
    ]
    assert [row["note"] for row in found] == ["▲ +0.263", "▼ −0.583", "▲ +0.750", "too small"]
    assert [row["verdict"] for row in found] == ["improved", "regressed", "improved", "regressed"]


def test_a_row_has_exact_values_counts_and_its_interval():
    _, lost, _, small = rows(drawn())
    assert lost["values"] == "1 → 5/12 (0.417)"
    assert lost["change"] == "−7/12 (−0.583)"
    assert (lost["queries"], lost["regressed"], lost["tied"], lost["improved"]) == (
        "10",
        "10",
        "0",
        "0",
    )
    assert lost["low"] < lost["delta"] < lost["high"] < 0
    assert lost["interval"].startswith("−0.")
    assert (small["low"], small["high"], small["interval"]) == (None, None, "none")
    assert small["small"] == "too small: 1 query"


def test_an_interval_beyond_what_deltas_can_be_is_cut_in_the_drawing_only():
    found, intervals = found_of()
    wide = (intervals[0], Interval(-1.5, 1.25, 0.95), *intervals[2:])
    row = forest_rows(found, wide, "rr")[1]
    assert (row["low"], row["high"], row["interval"]) == (-1.0, 1.0, "−1.500 to +1.250")


def test_a_click_reports_the_slice_and_never_all_queries():
    chart = drawn()
    spec = spec_of(chart)
    (param,) = spec["params"]
    assert (param["name"], param["select"]["fields"]) == ("group", ["slice"])
    (target,) = [unit for unit, _ in units(spec) if unit.get("name") in param["views"]]
    assert target["transform"] == [{"filter": "datum.kind != 'all'"}]


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_the_specification_is_valid_and_drawn(palette):
    chart = drawn(palette, chosen="minilm")
    chart.chart.to_dict(validate=True)
    assert to_svg(chart.chart, palette).startswith(b"<svg")
    assert chart.spec["width"] == "container"


def test_names_are_data_and_no_part_of_an_expression():
    for unit, _ in units(spec_of(drawn(chosen=NAMES[1]))):
        told = json.dumps([unit.get("transform"), unit["mark"]], ensure_ascii=False)
        assert not any(name in told for name in NAMES)


def test_only_the_listed_slice_is_shaded():
    assert [row["chosen"] for row in rows(drawn(chosen="minilm"))] == [False, True, False, False]
    assert not any(row["chosen"] for row in rows(drawn()))


def test_names_that_look_alike_keep_their_own_rows():
    long = "x" * 80
    labels = (f"{long}1", f"{long}2", "all queries")
    found = rows(drawn(labels=labels))
    assert len({row["row"] for row in found}) == 4
    assert {row["slice"] for row in found} == {"", *labels}


def test_the_alternative_text_states_every_row():
    assert drawn().alt == (
        "ΔMRR@10, B − A, one row a slice: all queries ▲ +0.263 (31 queries); minilm ▼ −0.583 "
        "(10 queries); 密码 datum.x ▲ +0.750 (20 queries); a'b [c] too small (1 query)."
    )
