"""One dumbbell a query: hollow A, filled B, and an arrow in the colour of the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from ircompare.charts.drawn import Drawn, chooser
from ircompare.charts.rows import by_loss, query_base, query_rows
from ircompare.charts.theme import Palette, axis, row_targets, sized, verdict_colour
from ircompare.charts.words import counts_text, measure_at, queries, runs_title
from ircompare.scoring.comparison import Comparison

if TYPE_CHECKING:
    import pandas as pd


def dumbbells(comparison: Comparison, measure: str, palette: Palette) -> Drawn:
    """The values of both runs, a row a query, largest loss on top."""
    frame = query_rows(comparison, measure, by_loss(comparison, measure))
    frame["middle"] = (frame["a"] + frame["b"]) / 2
    chart = alt.layer(*_layers(comparison, measure, palette, frame))
    name = measure_at(comparison, measure)
    counts = counts_text(comparison.counts(measure))
    text = (
        f"{name} of A and B, one dumbbell a query: of {queries(comparison.count)} {counts}. "
        "A is hollow, B filled."
    )
    step = 30 if len(frame) <= 12 else 19
    height = max(1, len(frame)) * step
    return Drawn(sized(chart, height), "pick", "dumbbells", text, ("query_id",))


def _layers(
    comparison: Comparison, measure: str, palette: Palette, frame: pd.DataFrame
) -> list[Any]:
    base = query_base(comparison, measure, palette, frame)
    title = f"{measure_at(comparison, measure)}: {runs_title(comparison)}"
    scale = alt.Scale(domain=[-0.04, 1.04], nice=False)
    x = alt.X(
        "a:Q",
        title=title,
        scale=scale,
        axis=axis(palette, values=[0, 0.25, 0.5, 0.75, 1], format=".2~f"),
    )
    at_b = alt.X("b:Q", scale=scale)
    base_a = base.encode(x=x)
    return [
        base_a.mark_rule(strokeWidth=4).encode(x2="b:Q", color=verdict_colour(palette)),
        *_heads(base, palette),
        base.mark_point(
            shape="circle", size=130, filled=True, fill=palette.background, opacity=1
        ).encode(x=x, stroke=alt.value(palette.ink), strokeWidth=alt.value(1.8)),
        base.mark_point(shape="circle", size=50, filled=True, color=palette.ink, opacity=1).encode(
            x=at_b
        ),
        row_targets(base, palette).add_params(chooser("pick", "query_id")),
    ]


def _heads(base: Any, palette: Palette) -> list[Any]:
    """The head of each arrow that is long enough to carry it, at its middle."""
    shapes = (("datum.delta <= -0.15", "triangle-left"), ("datum.delta >= 0.15", "triangle-right"))
    return [
        base.transform_filter(long_enough)
        .mark_point(shape=shape, filled=True, size=90, opacity=1)
        .encode(x=alt.X("middle:Q"), color=verdict_colour(palette))
        for long_enough, shape in shapes
    ]
