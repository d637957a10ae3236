"""Tails and body: paired deltas of many queries counted in tenths, the ties as their own bar."""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np

from ircompare.charts.bins import delta_bounds, delta_numbers
from ircompare.charts.drawn import Drawn, chooser
from ircompare.charts.theme import (
    Palette,
    axis,
    chosen_stroke,
    layered,
    numbers_above,
    sized,
    verdict_colour,
)
from ircompare.charts.words import delta_title, share_text
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import SIGNS, VERDICTS, delta_decimal

HEIGHT = 280
APART = 0.4


def tenths(comparison: Comparison, measure: str, palette: Palette, text: str) -> Drawn:
    """Regressed queries left of 0, improved right, on a square-root scale with the counts."""
    numbers = delta_numbers(comparison.deltas(measure).floats()[comparison.scored])
    found, counts = np.unique(numbers, return_counts=True)
    rows = [
        tenth(number, count, comparison.count)
        for number, count in zip(found.tolist(), counts.tolist(), strict=True)
    ]
    notes = [
        alt.Tooltip("number:N", title="Queries"),
        alt.Tooltip("share:N", title="Share"),
        alt.Tooltip("inside:N", title=delta_title(comparison, measure)),
        alt.Tooltip("verdict:N", title="Verdict"),
    ]
    pick = chooser("group", "low", "high")
    marks: Any = alt.Chart().mark_rect()
    marks = marks.encode(
        x=_x(comparison, measure, palette),
        x2=alt.X2("end:Q"),
        y2=alt.Y2("zero:Q"),
        color=verdict_colour(palette),
        **chosen_stroke(pick, palette),
    )
    texts: Any = alt.Chart().mark_text(**numbers_above(palette))
    texts = texts.encode(x=alt.X("middle:Q"), text=alt.Text("number:N"))
    shared = {"y": _y(palette, int(counts.max())), "tooltip": notes}
    chart = layered(rows, marks.add_params(pick), texts).encode(**shared)
    return Drawn(sized(chart, HEIGHT), "group", "histogram", text, ("low", "high"))


def tenth(number: int, count: int, total: int) -> dict[str, Any]:
    """One bar: its bounds as deltas and on the axis, its count, and what it holds in words."""
    low, high = delta_bounds(number)
    sign = int(np.sign(number))
    near, far = sorted((low, high), key=abs)
    words = f"beyond {delta_decimal(near, 1)}, up to {delta_decimal(far, 1)}"
    middle = number + APART * sign
    return {
        "low": low,
        "high": high,
        "start": middle - 0.46,
        "middle": middle,
        "end": middle + 0.46,
        "zero": 0,
        "count": count,
        "words": f"{SIGNS[sign]} {count:,}",
        "number": f"{count:,}",
        "share": share_text(count, total),
        "inside": words if sign else "exactly 0",
        "verdict": VERDICTS[sign],
    }


def _x(comparison: Comparison, measure: str, palette: Palette) -> alt.X:
    edges = [-10.5 - APART, -5.5 - APART, 0, 5.5 + APART, 10.5 + APART]
    to_delta = f"(abs(datum.value) - {0.5 + APART}) / 10"
    name = f"datum.value == 0 ? 'tied' : (datum.value < 0 ? '−' : '+') + format({to_delta}, '.1~f')"
    return alt.X(
        "start:Q",
        title=delta_title(comparison, measure),
        scale=alt.Scale(domain=[-11.2, 11.2], nice=False, zero=False),
        axis=axis(palette, values=edges, labelExpr=name, grid=False, labelFlush=False),
    )


def _y(palette: Palette, most: int) -> alt.Y:
    return alt.Y(
        "count:Q",
        title="queries, square-root scale",
        scale=alt.Scale(type="sqrt", domain=[0, most * 1.18], nice=False),
        axis=axis(palette, tickCount=4, format=",d"),
    )
