"""The charts of the Confidence page: spans over one axis, and the detectable change."""

from __future__ import annotations

from fractions import Fraction

import pytest
from scipy.stats import nct, t

from ircompare.charts.detectable import curve_rows, detectable_curve
from ircompare.charts.export import to_svg
from ircompare.charts.spans import Span, span_row, spans
from ircompare.charts.theme import Palette
from ircompare.inference.detectable import Detectable, minimum_detectable

LIGHT = Palette.light()
INTERVAL = Span("MRR@10", 0.1, -0.2, 0.4, "−0.200 to +0.400", (-0.1, 0.3), Fraction(1, 20))


def test_an_interval_beyond_the_scale_is_clipped_for_drawing_only():
    row = span_row(Span("MRR@2", 0.333, -1.56, 2.23, "−1.560 to +2.230", (-1.2, 1.8)))
    assert (row["low"], row["high"]) == (-1, 1)
    assert row["clipped_low"]
    assert row["clipped_high"]
    assert (row["inner_low"], row["inner_high"]) == (-1, 1)
    assert row["text"] == "−1.560 to +2.230"


def test_an_end_on_the_edge_of_the_scale_is_not_clipped():
    row = span_row(Span("MRR@2", 0.5, -1.0, 1.0, ""))
    assert not row["clipped_low"]
    assert not row["clipped_high"]
    assert span_row(Span("A", 0.5, -0.001, 1.0, ""), floor=0.0)["clipped_low"]


def test_the_margin_is_a_band_around_0_and_absent_without_one():
    row = span_row(INTERVAL)
    assert (row["margin_low"], row["margin_high"]) == (-0.05, 0.05)
    assert span_row(Span("A", 0.5, 0.1, 0.9, ""))["margin_high"] is None


def test_the_axis_holds_every_end_and_0():
    drawn = spans((INTERVAL,), "interval", LIGHT, "mean delta, B − A")
    low, high = _domain(drawn.spec)
    assert low < -0.2 < 0.4 < high
    far = spans((Span("A", 0.8, 0.7, 0.9, ""),), "bounds", LIGHT, "mean", 0.0)
    assert _domain(far.spec)[0] <= 0


def _domain(spec: dict) -> list[float]:
    found = [
        layer["encoding"]["x"]["scale"]["domain"]
        for layer in spec["layer"]
        if "scale" in layer["encoding"].get("x", {})
    ]
    assert all(domain == found[0] for domain in found)
    return found[0]


@pytest.mark.parametrize("kind", ["interval", "bounds"])
def test_spans_are_told_in_words_and_drawn(kind):
    drawn = spans((INTERVAL,), kind, LIGHT, "mean delta, B − A")
    assert drawn.alt == "mean delta, B − A: MRR@10 −0.200 to +0.400."
    drawn.chart.to_dict()
    assert b"MRR@10" in to_svg(drawn.chart, LIGHT)


PLANNED = Detectable(50, 0.35, minimum_detectable(0.35, 50))


def test_every_point_of_the_curve_has_a_power_of_80_per_cent():
    rows = [row for row in curve_rows(PLANNED, 0.05, "query") if row["kind"] == "curve"]
    assert rows[0]["units"] == 10
    assert [row["units"] for row in rows] == sorted({row["units"] for row in rows})
    for row in rows:
        n = row["units"]
        limit, shift = t.ppf(0.975, n - 1), row["difference"] / 0.35 * n**0.5
        power = nct.sf(limit, n - 1, shift) + nct.cdf(-limit, n - 1, shift)
        assert power == pytest.approx(0.8, abs=1e-4)


def test_these_units_and_the_size_seen_are_marked():
    *_, here, seen = curve_rows(PLANNED, 0.05, "query")
    assert here["words"] == "50 queries: ±0.141"
    assert seen["units"] == 387  # sd 0.35 and a change of 0.05, from the table of the method
    assert seen["words"] == "the size seen, 0.050, takes 387"
    assert curve_rows(PLANNED, 0.05, "query")[-3]["units"] >= 387


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(0.0, id="no change"),
        pytest.param(0.3, id="these units suffice"),
        pytest.param(1e-5, id="a number beyond every collection"),
    ],
)
def test_the_size_seen_is_not_marked_where_it_says_nothing(size):
    assert [row["kind"] for row in curve_rows(PLANNED, size, "query")].count("seen") == 0


def test_the_curve_is_told_in_words_and_drawn():
    drawn = detectable_curve(PLANNED, 0.05, "group", LIGHT, "detectable change of MRR@10")
    assert drawn.alt == (
        "detectable change of MRR@10 in 80 % of samples: ±0.141 with 50 groups; the size seen, "
        "0.050, takes 387."
    )
    drawn.chart.to_dict()
    assert b"groups, logarithmic scale" in to_svg(drawn.chart, LIGHT)
