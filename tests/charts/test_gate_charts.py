"""The gate's charts: bins that are exact, every query counted once, no verdict colour."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from ircompare.charts.export import to_svg
from ircompare.charts.gate import (
    LABELS,
    overlap_bin,
    overlap_chart,
    overlap_rows,
    trend_chart,
    trend_rows,
)
from ircompare.charts.theme import Palette
from ircompare.consistency.past import PastReport

VALUES = [Fraction(0), Fraction(1, 9), Fraction(3, 7), Fraction(2, 3), Fraction(1), Fraction(1)]
REPORTS = [
    PastReport("PASS", "1.0", "v1", Fraction(1), 9, 10, Fraction(1)),
    PastReport("GATE_FAIL", "1.1: *beta*", "v1", Fraction(9, 10), 8, 10, Fraction(4, 5)),
    PastReport("PASS", "1.0", "v1", Fraction(1), None, None, Fraction(1)),
]


def test_a_bin_holds_its_high_end_and_0_and_1_stand_alone():
    for tenth in range(10):
        low, high = Fraction(tenth, 10), Fraction(tenth + 1, 10)
        label = LABELS[tenth + 1]
        assert overlap_bin((low + high) / 2) == label
        assert overlap_bin(low + Fraction(1, 10**9)) == label
        assert overlap_bin(high) == (label if tenth < 9 else "1")
    assert overlap_bin(Fraction(0)) == "0"


def test_every_query_is_in_one_bar():
    rows = overlap_rows(VALUES)
    assert [row["bin"] for row in rows] == list(LABELS)
    assert {row["bin"]: row["count"] for row in rows if row["count"]} == {
        "0": 1,
        "0.1–0.2": 1,
        "0.4–0.5": 1,
        "0.6–0.7": 1,
        "1": 2,
    }
    assert rows[-1]["share"] == "33.3 %"


def test_a_distribution_reports_the_clicked_bin_and_is_described():
    drawn = overlap_chart(VALUES, "Jaccard", Palette.light())
    assert (drawn.selection, drawn.fields) == ("group", ("bin",))
    assert drawn.alt == (
        "Jaccard of the two lists on 6 queries: 1 on 2, 0 on 1, between them on 3."
    )


def test_a_trend_keeps_reports_of_one_engine_apart_and_leaves_out_what_was_not_computed():
    frame = trend_rows(REPORTS)
    assert list(dict.fromkeys(frame["report"])) == ["1 · 1.0", "2 · 1.1: *beta*", "3 · 1.0"]
    assert list(frame["indicator"][:3]) == ["Recall@5", "Top-1", "top-5 Jaccard"]
    assert len(frame) == 8
    assert trend_chart(REPORTS, Palette.light()).selection is None


@pytest.mark.parametrize("palette", [Palette.light(), Palette.dark()])
def test_no_verdict_colour_is_used_and_both_charts_can_be_saved(palette):
    for drawn in (overlap_chart(VALUES, "Jaccard", palette), trend_chart(REPORTS, palette)):
        text = json.dumps(drawn.chart.to_dict())
        assert palette.improved not in text
        assert palette.regressed not in text
        assert palette.tied not in text
        assert to_svg(drawn.chart, palette).startswith(b"<svg")


def test_large_counts_stand_upright():
    few = json.dumps(overlap_chart(VALUES, "Jaccard", Palette.light()).chart.to_dict())
    many = json.dumps(overlap_chart(VALUES * 500, "Jaccard", Palette.light()).chart.to_dict())
    assert "270" not in few
    assert "270" in many
