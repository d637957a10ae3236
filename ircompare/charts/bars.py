"""One bar a query: paired deltas of a few queries, or of the worst ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import altair as alt

from ircompare.charts.drawn import Drawn, chooser
from ircompare.charts.rows import query_base, query_rows
from ircompare.charts.theme import (
    SIZE,
    TICKS,
    Palette,
    row_targets,
    signed_axis,
    sized,
    verdict_colour,
)
from ircompare.charts.words import delta_title
from ircompare.model.ids import IntArray
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import delta_decimal

if TYPE_CHECKING:
    import pandas as pd


def bars(
    comparison: Comparison,
    measure: str,
    palette: Palette,
    places: IntArray,
    *,
    text: str,
) -> Drawn:
    """The deltas of the given queries as bars, in their order; `text` is the alternative text."""
    frame = query_rows(comparison, measure, places)
    frame["zero"] = 0.0
    moved = frame["hits"] if measure in ("recall", "precision") else frame["ranks"]
    frame["note"] = [
        move if delta == 0 else f"{delta_decimal(delta, 2)} · {move}"
        for delta, move in zip(frame["delta"], moved, strict=True)
    ]
    chart = alt.layer(*_bar_layers(comparison, measure, palette, frame))
    step = 30 if len(places) <= 12 else 19
    height = max(1, len(places)) * step
    return Drawn(sized(chart, height), "pick", "bars", text, ("query_id",))


def _bar_layers(
    comparison: Comparison, measure: str, palette: Palette, frame: pd.DataFrame
) -> list[Any]:
    base = query_base(comparison, measure, palette, frame, grid=False)
    right = 1.12 if (frame["delta"] >= 0).any() else 0.9
    scale = alt.Scale(domain=[-1.12, right], nice=False)
    x = alt.X(
        "delta:Q",
        title=delta_title(comparison, measure),
        scale=scale,
        axis=signed_axis(palette, values=[tick for tick in TICKS if tick <= right]),
    )
    return [
        base.mark_bar(height=alt.RelativeBandSize(0.62)).encode(
            x=x, x2="zero:Q", color=verdict_colour(palette)
        ),
        alt.Chart().mark_rule(color=palette.soft).encode(x=alt.datum(0, scale=scale)),
        *_ends(base, x, palette),
        *_notes(base, alt.X("zero:Q", scale=scale), palette),
        row_targets(base, palette).add_params(chooser("pick", "query_id")),
    ]


def _ends(base: Any, x: alt.X, palette: Palette) -> list[Any]:
    """The sign at the end of each bar; a tie is a dot at 0."""
    signs = (
        ("regressed", "triangle-down", -8),
        ("improved", "triangle-up", 8),
        ("tied", "circle", 0),
    )
    return [
        base.transform_filter(alt.datum.verdict == verdict)
        .mark_point(shape=shape, xOffset=shift, size=46, filled=True, opacity=1)
        .encode(x=x, color=verdict_colour(palette))
        for verdict, shape, shift in signs
    ]


def _notes(base: Any, at_zero: alt.X, palette: Palette) -> list[Any]:
    """Delta and move on the empty side of 0."""
    sides: tuple[tuple[Any, Literal["left", "right"], int], ...] = (
        (alt.datum.delta > 0, "right", -7),
        (alt.datum.delta <= 0, "left", 8),
    )
    return [
        base.transform_filter(where)
        .mark_text(align=side, dx=shift, fontSize=SIZE - 1, color=palette.soft)
        .encode(x=at_zero, text="note:N")
        for where, side, shift in sides
    ]
