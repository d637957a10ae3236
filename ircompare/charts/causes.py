"""Why a mean changed: a waterfall of exact contributions that ends at the mean delta."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import altair as alt

from ircompare.charts.drawn import Drawn, chooser
from ircompare.charts.theme import (
    SIZE,
    Palette,
    at_pixel,
    chosen_stroke,
    haloed,
    layered,
    signed_axis,
    sized,
    verdict_colour,
)
from ircompare.charts.words import queries
from ircompare.scoring.causes import Causes
from ircompare.scoring.numbers import SIGNS, VERDICTS, delta_decimal, delta_text

STEP = 30
TOTAL = "mean delta"


def cause_chart(causes: Causes, palette: Palette, title: str = "contribution") -> Drawn:
    """Gains and losses of every cause, one step each, from 0 to the mean delta.

    Args:
        title: Title of the axis, such as `ΔMRR@10, B − A`.
    """
    rows = steps(causes)
    chart = _layers(rows, palette, title)
    parts = "; ".join(
        f"{part.label} {delta_decimal(part.contribution)} "
        f"({part.improved} improved, {part.regressed} regressed)"
        for part in causes.parts
    )
    total = sum((part.contribution for part in causes.parts), Fraction(0))
    text = f"Contributions to the {TOTAL} by cause: {parts or 'none'}; {delta_text(total)} in all."
    return Drawn(sized(chart, len(rows) * STEP), "group", "waterfall", text, ("cause", "verdict"))


def steps(causes: Causes) -> list[dict[str, Any]]:
    """One row a gain or loss in the order of the causes, then the total; ends as exact sums."""
    rows, at = [], Fraction(0)
    for part in causes.parts:
        moves = ((1, part.gain, part.improved), (-1, part.loss, part.regressed))
        for sign, amount, count in moves:
            if count:
                rows.append(_step(part.key, part.label, sign, at, amount, count))
                at += amount
    sign = (at > 0) - (at < 0)
    rows.append(_step("", TOTAL, sign, Fraction(0), at, sum(part_count(causes))))
    return rows


def part_count(causes: Causes) -> list[int]:
    """How many queries each cause explains."""
    return [part.improved + part.regressed for part in causes.parts]


def _step(
    key: str, label: str, sign: int, at: Fraction, amount: Fraction, count: int
) -> dict[str, Any]:
    start, end = float(at), float(at + amount)
    return {
        "cause": key,
        "row": f"{key}{sign}" if key else "total",
        "label": label,
        "start": start,
        "end": end,
        "far": max(start, end),
        "amount": float(amount),
        "exact": delta_text(amount),
        "words": f"{SIGNS[sign]} {delta_decimal(amount)}",
        "queries": f"{count:,}",
        "verdict": VERDICTS[sign],
        "note": f"{label}, {queries(count)}",
    }


def _layers(rows: list[dict[str, Any]], palette: Palette, title: str) -> Any:
    chosen = chooser("group", "cause", "verdict")
    low = min(0.0, *(row["end"] for row in rows))
    high = max(0.0, *(row["far"] for row in rows))
    span = (high - low) or 1.0
    scale = alt.Scale(domain=[low - 0.03 * span, high + 0.42 * span], nice=False)
    y = alt.Y("row:N", sort=None, axis=None)
    notes = [
        alt.Tooltip("label:N", title="Cause"),
        alt.Tooltip("exact:N", title="Contribution"),
        alt.Tooltip("queries:N", title="Queries"),
        alt.Tooltip("verdict:N", title="Verdict"),
    ]
    base: Any = alt.Chart().encode(y=y, tooltip=notes)
    x = alt.X(
        "start:Q",
        title=title,
        scale=scale,
        axis=signed_axis(palette, tickCount=4),
    )
    size: dict[str, Any] = {"fontSize": SIZE, "align": "left", "baseline": "middle"}
    bars = base.mark_bar(height=13, yOffset=7).encode(
        x=x, x2=alt.X2("end:Q"), color=verdict_colour(palette), **chosen_stroke(chosen, palette)
    )
    zero: Any = alt.Chart().mark_rule(color=palette.soft)
    labels = base.mark_text(color=palette.ink, dy=-8, **size)
    amounts = base.mark_text(dx=6, dy=7, fontWeight="bold", **size)
    return layered(
        rows,
        bars.add_params(chosen),
        zero.encode(x=alt.XDatum(0, scale=scale)),
        *haloed(labels.encode(x=at_pixel(alt.XValue, 2), text=alt.Text("note:N")), palette),
        amounts.encode(
            x=alt.X("far:Q", scale=scale),
            text=alt.Text("words:N"),
            color=verdict_colour(palette),
        ),
    )
