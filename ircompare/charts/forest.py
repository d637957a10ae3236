"""Slices as a forest plot: mean delta, its interval where there is one, and the counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from ircompare.charts.drawn import Drawn, chooser
from ircompare.charts.rows import unique_labels
from ircompare.charts.theme import (
    NARROW,
    SIZE,
    Palette,
    at_pixel,
    axis,
    label_limit,
    layered,
    row_targets,
    signed_axis,
    sized,
    verdict_colour,
)
from ircompare.charts.words import counts_text, queries
from ircompare.inference.slice_words import TOO_SMALL, interval_text, slice_name, small_words
from ircompare.inference.slices import Slice
from ircompare.inference.student import Interval
from ircompare.scoring.numbers import SIGNS, VERDICTS, delta_decimal, delta_text, value_text

HEAD = 20
# Heading of each column, and how many pixels before the right edge it ends: on a wide chart, and
# on a narrow one, where those without a second number are left out.
COLUMNS: dict[str, tuple[str, int, int | None]] = {
    "queries": ("queries", 256, 84),
    "regressed": (SIGNS[-1], 202, None),
    "tied": (SIGNS[0], 150, None),
    "improved": (SIGNS[1], 98, None),
    "note": ("B − A", 4, 4),
}
ROOM = (316, 128)
SHAPES = {"regressed": "triangle-down", "tied": "circle", "improved": "triangle-up"}


def forest(
    found: tuple[Slice, ...],
    intervals: tuple[Interval | None, ...],
    measure: str,
    palette: Palette,
    title: str,
    chosen: str = "",
) -> Drawn:
    """One row a slice; a click on a row selects the slice.

    Args:
        found: All queries first, then the slices in the order to draw.
        intervals: Of the mean delta, aligned.
        measure: Key of the measure.
        title: Title of the axis, such as `ΔMRR@10, B − A`.
        chosen: Label of the slice that is listed, "" for none.
    """
    rows = forest_rows(found, intervals, measure, chosen)
    step = 30 if len(rows) <= 12 else 19
    chart = _layers(rows, palette, title)
    text = _alt(rows, title)
    return Drawn(sized(chart, len(rows) * step), "group", "forest", text, ("slice",))


def forest_rows(
    found: Sequence[Slice], intervals: Sequence[Interval | None], measure: str, chosen: str = ""
) -> list[dict[str, Any]]:
    """One row a slice: what its marks show and its tooltip tells."""
    names = [slice_name(one) for one in found]
    labels = unique_labels([str(number) for number in range(len(names))], names)
    return [
        _row(one, interval, measure)
        | {"row": label, "name": name, "chosen": bool(chosen) and one.label == chosen}
        for one, interval, name, label in zip(found, intervals, names, labels, strict=True)
    ]


def _row(one: Slice, interval: Interval | None, measure: str) -> dict[str, Any]:
    value, kind = one.values[measure], _kind(one, measure)
    sign, counts = (value.delta > 0) - (value.delta < 0), value.counts
    return {
        "slice": one.label,
        "delta": float(value.delta),
        # Drawn within the deltas that there are; its text says how far it really reaches.
        "low": None if interval is None else max(interval.low, -1.0),
        "high": None if interval is None else min(interval.high, 1.0),
        "interval": interval_text(interval),
        "verdict": VERDICTS[sign],
        "kind": kind,
        "queries": f"{one.count:,}",
        **{verdict: f"{count:,}" for verdict, count in vars(counts).items()},
        "note": TOO_SMALL if kind == "small" else f"{SIGNS[sign]} {delta_decimal(value.delta)}",
        "values": f"{value_text(value.mean_a)} → {value_text(value.mean_b)}",
        "change": delta_text(value.delta),
        "verdicts": counts_text(counts),
        "small": small_words(value) or "large enough",
    }


def _kind(one: Slice, measure: str) -> str:
    if not one.field:
        return "all"
    return "small" if one.values[measure].small else "large"


def _layers(rows: list[dict[str, Any]], palette: Palette, title: str) -> Any:
    scale = _scale(rows)
    held = {"title": title, "scale": scale, "axis": signed_axis(palette, tickCount=5)}
    labels = axis(palette, labelLimit=label_limit(), labelOverlap=False, grid=False)
    order = alt.Scale(domain=[row["row"] for row in rows])
    base: Any = alt.Chart().encode(
        y=alt.Y("row:N", scale=order, title=None, axis=labels), tooltip=_notes()
    )
    listed: Any = base.transform_filter("datum.chosen").mark_rect(color=palette.shade)
    slices = base.transform_filter("datum.kind != 'all'")
    return layered(
        rows,
        listed,
        _line(0, scale, palette, [1, 0]),
        _line(rows[0]["delta"], scale, palette, [2, 3]),
        *_marks(base, held, palette),
        *_columns(base, palette),
        row_targets(slices, palette).add_params(chooser("group", "slice")),
    )


def _scale(rows: list[dict[str, Any]]) -> alt.Scale:
    """From the least to the greatest end of a mark, 0 included, left of the columns."""
    ends = [0.0, *(row[key] for row in rows for key in ("delta", "low", "high"))]
    held = [end for end in ends if end is not None]
    spare = 0.06 * ((max(held) - min(held)) or 1.0)
    room = alt.ExprRef(f"width - ({NARROW} ? {ROOM[1]} : {ROOM[0]})")
    return alt.Scale(domain=[min(held) - spare, max(held) + spare], nice=False, range=[0, room])


def _notes() -> list[alt.Tooltip]:
    titles = {
        "name": "Slice",
        "queries": "Queries",
        "values": "A → B",
        "change": "Mean delta, B − A",
        "interval": "95 % interval",
        "verdicts": "Queries",
        "small": "Size",
    }
    return [alt.Tooltip(f"{column}:N", title=name) for column, name in titles.items()]


def _line(at: float, scale: alt.Scale, palette: Palette, dash: list[int]) -> Any:
    """A line over the whole height, such as that at 0."""
    line: Any = alt.Chart().mark_rule(color=palette.soft, strokeDash=dash)
    return line.encode(x=alt.XDatum(at, scale=scale))


def _marks(base: Any, across: dict[str, Any], palette: Palette) -> list[Any]:
    """Interval and mean delta of each row; all queries a diamond, small slices grey and hollow."""
    spans = base.transform_filter("datum.low != null").mark_rule(strokeWidth=2)
    spans = spans.encode(x=alt.X("low:Q", **across), x2="high:Q")
    x = alt.X("delta:Q", **across)
    whole = base.transform_filter("datum.kind == 'all'")
    marks = [
        spans.transform_filter("datum.kind == 'large'").encode(color=verdict_colour(palette)),
        spans.transform_filter("datum.kind == 'all'").encode(color=alt.value(palette.ink)),
        whole.mark_point(
            shape="diamond", size=120, filled=True, color=palette.ink, opacity=1
        ).encode(x=x),
    ]
    for verdict, shape in SHAPES.items():
        told = base.transform_filter(f"datum.verdict == '{verdict}'")
        large = told.transform_filter("datum.kind == 'large'")
        small = told.transform_filter("datum.kind == 'small'")
        marks += [
            large.mark_point(shape=shape, size=95, filled=True, opacity=1).encode(
                x=x, color=verdict_colour(palette)
            ),
            small.mark_point(shape=shape, size=60, filled=False, color=palette.soft).encode(x=x),
        ]
    return marks


def _columns(base: Any, palette: Palette) -> list[Any]:
    """Queries, verdicts, and delta or "too small", right of the plot; fewer on a narrow chart."""
    layers = []
    for column, (heading, wide, narrow) in COLUMNS.items():
        end = alt.ExprRef(f"width - ({NARROW} ? {narrow or wide} : {wide})")
        seen = alt.ExprRef("1" if narrow is not None else f"{NARROW} ? 0 : 1")
        style: dict[str, Any] = {"align": "right", "fontSize": SIZE, "opacity": seen}
        for kind, colour in (("all", palette.ink), ("large", palette.ink), ("small", palette.soft)):
            text = base.transform_filter(f"datum.kind == '{kind}'")
            weight = "bold" if kind == "all" else "normal"
            layers.append(
                text.mark_text(color=colour, fontWeight=weight, **style).encode(
                    x=at_pixel(alt.XValue, end), text=alt.Text(f"{column}:N")
                )
            )
        layers.append(_heading(heading, end, palette, style))
    return layers


def _heading(words: str, end: alt.ExprRef, palette: Palette, style: dict[str, Any]) -> Any:
    """The heading of a column, above the plot."""
    once: Any = alt.Chart(alt.InlineData(values=[{"words": words}]))
    return once.mark_text(color=palette.soft, **style).encode(
        x=at_pixel(alt.XValue, end), y=at_pixel(alt.YValue, -HEAD / 2), text=alt.Text("words:N")
    )


def _alt(rows: list[dict[str, Any]], title: str) -> str:
    """The chart in words: every row with its delta, or that it is too small, and its queries."""
    told = [
        f"{row['name']} {row['note']} ({queries(int(row['queries'].replace(',', '')))})"
        for row in rows
    ]
    return f"{title}, one row a slice: {'; '.join(told)}."
