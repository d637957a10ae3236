"""Rows of a mean delta with how far it may reach: its confidence interval, or its exact bounds.

The two look different, as they answer different questions: an interval is a line through a
diamond, bounds are a hollow bar with a tick at the value as judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import altair as alt

from ircompare.charts.drawn import Drawn
from ircompare.charts.theme import (
    SIZE,
    Palette,
    at_pixel,
    axis,
    haloed,
    layered,
    signed_axis,
    sized,
)

Kind = Literal["interval", "bounds"]
STEP, BAND = 46, 20
SPARE = 0.06


@dataclass(frozen=True)
class Span:
    """One row.

    Attributes:
        label: What it is of.
        value: The value itself, as computed.
        low, high: How far it may reach; clipped to the scale for drawing only.
        text: The span in words, with its true ends.
        inner: A narrower interval inside, such as that of 90 %; None for none.
        margin: Half width of a band around 0, None for none.
    """

    label: str
    value: float
    low: float
    high: float
    text: str
    inner: tuple[float, float] | None = None
    margin: Fraction | None = None


def spans(
    rows: Sequence[Span], kind: Kind, palette: Palette, title: str, floor: float = -1.0
) -> Drawn:
    """Rows of spans over one axis.

    Args:
        rows: In the order to draw.
        kind: What a span is, and so how it looks.
        palette: Colours.
        title: Title of the axis.
        floor: Least value that there is: −1 for deltas, 0 for means.
    """
    held = [span_row(row, floor) for row in rows]
    signed = floor < 0
    scale = _scale(held, floor)
    ticks = signed_axis(palette, tickCount=5) if signed else axis(palette, tickCount=5)
    x: dict[str, Any] = {"title": title, "scale": scale, "axis": ticks}
    order = alt.Scale(domain=[row["label"] for row in held])
    labels = axis(palette, labelLimit=118, labelOverlap=False, grid=False)
    notes = [
        alt.Tooltip("label:N", title="Of"),
        alt.Tooltip("text:N", title="Interval" if kind == "interval" else "Bounds"),
    ]
    base: Any = alt.Chart().encode(
        y=alt.Y("label:N", scale=order, title=None, axis=labels), tooltip=notes
    )
    layers = [
        *_margins(base, x, palette),
        *([_zero(scale, palette)] if signed else []),
        *(_interval(base, x, palette) if kind == "interval" else _bounds(base, x, palette)),
        *_clipped(base, x, palette),
        *_words(base, palette),
    ]
    told = "; ".join(f"{row.label} {row.text}" for row in rows)
    chart = sized(layered(held, *layers), len(held) * STEP)
    return Drawn(chart, None, kind, f"{title}: {told}.")


def span_row(row: Span, floor: float = -1.0) -> dict[str, Any]:
    """What the marks of one row show: ends within the scale, and whether they were clipped."""
    low, high = max(row.low, floor), min(row.high, 1.0)
    inner = row.inner or (None, None)
    margin = None if row.margin is None else float(row.margin)
    return {
        "label": row.label,
        "value": row.value,
        "low": low,
        "high": high,
        "clipped_low": row.low < floor,
        "clipped_high": row.high > 1,
        "inner_low": None if inner[0] is None else max(inner[0], floor),
        "inner_high": None if inner[1] is None else min(inner[1], 1.0),
        "margin_low": None if margin is None else -margin,
        "margin_high": margin,
        "text": row.text,
    }


def _scale(rows: list[dict[str, Any]], floor: float) -> alt.Scale:
    """From the least to the greatest end of a mark, 0 included."""
    names = ("low", "high", "value", "margin_low", "margin_high")
    ends = [0.0, *(row[name] for row in rows for name in names if row[name] is not None)]
    spare = SPARE * ((max(ends) - min(ends)) or 1.0)
    least = max(min(ends) - spare, floor - spare)
    return alt.Scale(domain=[least, max(ends) + spare], nice=False)


def _zero(scale: alt.Scale, palette: Palette) -> Any:
    line: Any = alt.Chart().mark_rule(color=palette.soft)
    return line.encode(x=alt.XDatum(0, scale=scale))


def _margins(base: Any, x: dict[str, Any], palette: Palette) -> list[Any]:
    """The band of changes that do not matter, with its edges."""
    told = base.transform_filter("datum.margin_high != null")
    band = told.mark_bar(color=palette.shade, size=BAND)
    edges = told.mark_tick(color=palette.soft, size=BAND, thickness=1)
    return [
        band.encode(x=alt.X("margin_low:Q", **x), x2="margin_high:Q"),
        edges.encode(x=alt.X("margin_low:Q", **x)),
        edges.encode(x=alt.X("margin_high:Q", **x)),
    ]


def _interval(base: Any, x: dict[str, Any], palette: Palette) -> list[Any]:
    line = base.mark_rule(color=palette.ink, strokeWidth=2)
    inner = base.transform_filter("datum.inner_low != null")
    return [
        line.encode(x=alt.X("low:Q", **x), x2="high:Q"),
        inner.mark_rule(color=palette.ink, strokeWidth=5).encode(
            x=alt.X("inner_low:Q", **x), x2="inner_high:Q"
        ),
        base.mark_point(
            shape="diamond", size=110, filled=True, color=palette.ink, opacity=1
        ).encode(x=alt.X("value:Q", **x)),
    ]


def _bounds(base: Any, x: dict[str, Any], palette: Palette) -> list[Any]:
    bar = base.mark_bar(
        size=14, fill=palette.shade, stroke=palette.soft, strokeWidth=1.2, cornerRadius=2
    )
    tick = base.mark_tick(color=palette.ink, size=20, thickness=3)
    return [
        bar.encode(x=alt.X("low:Q", **x), x2="high:Q"),
        tick.encode(x=alt.X("value:Q", **x)),
    ]


def _clipped(base: Any, x: dict[str, Any], palette: Palette) -> list[Any]:
    """An arrow where a span goes on beyond the scale."""
    return [
        base.transform_filter(f"datum.clipped_{end}")
        .mark_point(shape=shape, size=80, filled=True, color=palette.ink, opacity=1)
        .encode(x=alt.X(f"{end}:Q", **x))
        for end, shape in (("low", "triangle-left"), ("high", "triangle-right"))
    ]


def _words(base: Any, palette: Palette) -> list[Any]:
    """The ends in figures, above the mark, at the left edge of the plot."""
    text = base.mark_text(
        align="left", baseline="bottom", dy=-11, fontSize=SIZE, color=palette.soft
    )
    return haloed(text.encode(x=at_pixel(alt.XValue, 4), text="text:N"), palette)
