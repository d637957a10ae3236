"""The minimum detectable difference over the number of queries: what more queries would show."""

from __future__ import annotations

import math
from typing import Any

import altair as alt

from ircompare.charts.drawn import Drawn
from ircompare.charts.theme import SIZE, Palette, at_pixel, axis, haloed, layered, sized
from ircompare.inference.detectable import Detectable, minimum_detectable
from ircompare.inference.plan import MIN_UNITS
from ircompare.scoring.numbers import counted, decimal, places_for

HEIGHT = 190
MOST = 1_000_000
POINTS = 40


def detectable_curve(
    found: Detectable, seen: float, unit: str, palette: Palette, title: str
) -> Drawn:
    """The curve from 10 units on, with these units and the size seen marked on it.

    Args:
        found: Spread and number of units.
        seen: Size of the mean delta that was observed, >= 0.
        unit: `query` or `group`.
        palette: Colours.
        title: Title of the axis, such as `detectable change of MRR@10`.
    """
    rows = curve_rows(found, seen, unit)
    x = alt.X(
        "units:Q",
        title=f"{counted(2, unit).split(' ')[1]}, logarithmic scale",
        scale=alt.Scale(type="log", nice=False),
        axis=axis(palette, values=_ticks(rows), format=",d", grid=False, labelOverlap=True),
    )
    y = alt.Y(
        "difference:Q",
        title=title,
        scale=alt.Scale(domain=[0, min(max(row["difference"] for row in rows), 1) * 1.15]),
        axis=axis(palette, tickCount=4, format=".2~f"),
    )
    notes = [
        alt.Tooltip("many:N", title="With"),
        alt.Tooltip("text:N", title="Detects in 80 % of samples"),
    ]
    base: Any = alt.Chart().encode(x=x, y=y, tooltip=notes)
    line = base.transform_filter("datum.kind == 'curve'").mark_line(
        color=palette.ink, strokeWidth=2, clip=True
    )
    chart = layered(rows, line, *_marks(base, palette))
    return Drawn(sized(chart, HEIGHT), None, "detectable", _alt(rows, title))


def curve_rows(found: Detectable, seen: float, unit: str) -> list[dict[str, Any]]:
    """Points of the curve; then where these units stand on it, and where the size seen does."""
    needed = found.units_for(seen) if seen else None
    shown = needed if needed is not None and needed <= MOST else None
    end = max(4 * found.units, 100, math.ceil(1.5 * (shown or 0)))
    start = min(found.units, MIN_UNITS)
    held = [round(start * (end / start) ** (at / POINTS)) for at in range(POINTS + 1)]
    rows = [_row("curve", units, found, unit) for units in dict.fromkeys(held)]
    here = _row("here", found.units, found, unit)
    rows.append(here | {"words": f"{here['many']}: {here['text']}"})
    if shown is not None and shown > found.units:
        words = f"the size seen, {decimal(seen, places_for(seen))}, takes {shown:,}"
        rows.append(_row("seen", shown, found, unit) | {"words": words})
    return rows


def _row(kind: str, units: int, found: Detectable, unit: str) -> dict[str, Any]:
    difference = minimum_detectable(found.deviation, units)
    text = f"±{decimal(difference, places_for(difference))}"
    many = counted(units, unit)
    return {
        "kind": kind,
        "units": units,
        "difference": difference,
        "text": text,
        "many": many,
        "words": "",
    }


def _ticks(rows: list[dict[str, Any]]) -> list[int]:
    end = max(row["units"] for row in rows)
    return [10**power for power in range(int(math.log10(end)) + 1)]


def _marks(base: Any, palette: Palette) -> list[Any]:
    """A filled point for these units; a hollow one for the size seen, told at the top."""
    here, seen = (base.transform_filter(f"datum.kind == '{kind}'") for kind in ("here", "seen"))
    words = {"fontSize": SIZE, "color": palette.ink}
    label = here.mark_text(align="left", baseline="bottom", dx=7, dy=-7, **words)
    top = at_pixel(alt.YValue, 8)
    told = seen.mark_text(align="right", dx=-5, **words).encode(y=top, text="words:N")
    rule = seen.mark_rule(color=palette.soft, strokeDash=[2, 3]).encode(
        y="difference:Q", y2=at_pixel(alt.Y2Value, 0)
    )
    return [
        rule,
        here.mark_point(size=80, filled=True, color=palette.ink, opacity=1),
        seen.mark_point(
            size=80, filled=True, fill=palette.background, stroke=palette.ink, opacity=1
        ),
        *haloed(label.encode(text="words:N"), palette),
        *haloed(told, palette),
    ]


def _alt(rows: list[dict[str, Any]], title: str) -> str:
    here = next(row for row in rows if row["kind"] == "here")
    told = f"{title} in 80 % of samples: {here['text']} with {here['many']}"
    rest = "".join(f"; {row['words']}" for row in rows if row["kind"] == "seen")
    return f"{told}{rest}."
