"""The layers that charts of means over a cutoff or a budget share: two curves, and their delta."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import altair as alt

from ircompare.charts.drawn import chooser
from ircompare.charts.theme import BARELY, SIGNED, SIZE, Palette, axis, verdict_colour
from ircompare.scoring.comparison import Counts
from ircompare.scoring.numbers import VERDICTS, delta_text, value_text

if TYPE_CHECKING:
    import pandas as pd

CURVES, DELTAS = 210, (240, 322)


def _y(palette: Palette, name: str, title: str, height: tuple[int, int], **options: Any) -> alt.Y:
    top, bottom = height
    return alt.Y(
        name,
        title=title,
        scale=alt.Scale(range=[bottom, top], nice=True, **options.pop("scale", {})),
        axis=axis(
            palette, **{"orient": "left", "tickCount": 4, "titleY": (top + bottom) / 2, **options}
        ),
    )


def mean_row(a: Fraction, b: Fraction, counts: Counts) -> dict[str, object]:
    """Two means at one cutoff or budget: numbers to draw, exact texts, verdict and counts."""
    return {
        "a": float(a),
        "b": float(b),
        "delta": float(b - a),
        "zero": 0.0,
        "text_a": value_text(a),
        "text_b": value_text(b),
        "change": delta_text(b - a),
        "verdict": VERDICTS[(b > a) - (b < a)],
        "counts": f"▼{counts.regressed:,} ═{counts.tied:,} ▲{counts.improved:,}",
    }


def mean_lines(
    frame: pd.DataFrame,
    roles: tuple[str, str],
    name: str,
    x: alt.X,
    palette: Palette,
    *,
    heights: tuple[int, int] = (8, CURVES),
    interpolate: Literal["linear", "step-after"] = "linear",
) -> list[Any]:
    """One line a run over the column `k`: dashed A, solid B, with points where there are few.

    Args:
        frame: Columns `k`, `a` and `b`.
        roles: What the legend calls the runs.
        name: Title of the axis.
        heights: Top and bottom of the lines in pixels.
    """
    import pandas as pd

    long = pd.concat(
        [
            pd.DataFrame({"k": frame["k"], "mean": frame[side], "run": role, "side": side})
            for side, role in zip(("a", "b"), roles, strict=True)
        ]
    )
    y = _y(palette, "mean:Q", name, heights, format=".2f", scale={"zero": False})
    dash = alt.StrokeDash(
        "run:N",
        title=None,
        scale=alt.Scale(domain=list(roles), range=[[5, 4], [1, 0]]),
        legend=alt.Legend(
            orient="top",
            labelColor=palette.ink,
            labelFontSize=SIZE,
            symbolStrokeColor=palette.ink,
            symbolSize=420,
            labelLimit=220,
        ),
    )
    base: Any = alt.Chart(long).encode(x=x, y=y)
    line = base.mark_line(color=palette.ink, strokeWidth=2, interpolate=interpolate)
    marks = [line.encode(strokeDash=dash)]
    if len(frame) <= 30:
        fills = (("a", palette.background), ("b", palette.ink))
        marks += [
            base.transform_filter(alt.datum.side == side).mark_point(
                size=44, filled=True, fill=fill, stroke=palette.ink, opacity=1
            )
            for side, fill in fills
        ]
    return [alt.layer(*marks)]


def delta_layers(
    frame: pd.DataFrame,
    x: alt.X,
    palette: Palette,
    *,
    heights: tuple[int, int] = DELTAS,
    steps: bool = False,
) -> list[Any]:
    """The delta of the means from 0, in the colour of its verdict.

    Args:
        frame: Columns `k`, `delta`, `zero` and `verdict`; for steps `left` and `right` too.
        steps: Whether a delta holds from `left` to `right`, instead of standing as a rule at `k`.
        heights: Top and bottom of the rules in pixels.
    """
    y = _y(palette, "delta:Q", "B − A", heights, tickCount=2, labelExpr=SIGNED)
    base: Any = alt.Chart(frame).encode(x=x)
    zero = base.mark_line(color=palette.soft, strokeWidth=1).encode(y=alt.Y("zero:Q"))
    if steps:
        marks = base.mark_rect().encode(x=alt.X("left:Q"), x2="right:Q")
    else:
        marks = base.mark_rule(strokeWidth=3 if len(frame) <= 40 else 2)
    marks = marks.encode(y=y, y2="zero:Q", color=verdict_colour(palette))
    return [alt.layer(marks, zero)]


def hover_areas(
    frame: pd.DataFrame, palette: Palette, bottom: int, first: alt.Tooltip, x: alt.X
) -> Any:
    """Full-height areas that show the exact values of a cutoff or budget, and pick it.

    Args:
        frame: One row each, with `left`, `right`, `k` and the texts of the tooltip.
        palette: Colours.
        bottom: Height down to which the areas reach, in pixels.
        first: First line of the tooltip, which names the cutoff or budget.
        x: Left edge of each area.
    """
    return (
        alt.Chart(frame)
        .mark_rect(color=palette.ink, opacity=BARELY)
        .encode(
            x=x,
            x2="right:Q",
            y=alt.value(0),
            y2=alt.value(bottom),
            tooltip=[
                first,
                alt.Tooltip("text_a:N", title="A"),
                alt.Tooltip("text_b:N", title="B"),
                alt.Tooltip("change:N", title="B − A"),
                alt.Tooltip("counts:N", title="Queries"),
            ],
        )
        .add_params(chooser("pick", "k"))
    )
