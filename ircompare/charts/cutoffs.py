"""Means and verdicts over the cutoff k: two curves with the delta below, and stacked verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import altair as alt
import numpy as np

from ircompare.charts.curve_layers import CURVES, delta_layers, hover_areas, mean_lines, mean_row
from ircompare.charts.drawn import Drawn, chooser
from ircompare.charts.theme import SIZE, Palette, axis, sized, verdict_colour, verdict_outline
from ircompare.charts.words import run_title, share_text
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import SIGNS, VERDICTS, delta_decimal, value_text
from ircompare.scoring.sweep import Sweep

if TYPE_CHECKING:
    import pandas as pd

DRAWN = 100
LINEAR = 20
SPACED = 40
TICKS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
BOTTOM = 330
NAMES = "{'regressed': '▼ regressed', 'tied': '═ tied', 'improved': '▲ improved'}[datum.label]"


def curves(
    sweep: Sweep, measure: str, k: int, palette: Palette, shade_from: int | None = None
) -> Drawn:
    """Mean of both runs at every cutoff, and the delta below; a click picks a cutoff.

    Args:
        k: The cutoff in force, marked by a line.
        shade_from: First cutoff beyond the depth of a run; None without shading.
    """
    frame = curve_rows(sweep, measure)
    x = _x("k", sweep.depth, palette)
    roles = (run_title("A", sweep.a.name), run_title("B", sweep.b.name))
    name = MEASURES[measure].mean_label.replace("{k}", "k")
    layers = [
        *_shade(sweep, palette, shade_from),
        *mean_lines(frame, roles, name, x, palette),
        *delta_layers(frame, x, palette),
        *_current(sweep, k, palette),
        _hover(palette, frame, sweep.depth),
    ]
    chart = alt.layer(*layers).resolve_scale(y="independent")
    text = _curves_alt(sweep, measure, k)
    return Drawn(sized(chart, BOTTOM), "pick", "curves", text, ("k",), sweep.depth - len(frame))


def _spots(depth: int) -> list[int]:
    """The cutoffs that are drawn: all of them, or about a hundred, closer where k is small."""
    if depth <= DRAWN:
        return list(range(1, depth + 1))
    return sorted({round(spot) for spot in np.geomspace(1, depth, DRAWN).tolist()})


def curve_rows(sweep: Sweep, measure: str) -> pd.DataFrame:
    """One row for each cutoff drawn: both means, the delta, their exact texts and the counts."""
    import pandas as pd

    rows = []
    for k in _spots(sweep.depth):
        a, b = sweep.a.of(measure)[k - 1], sweep.b.of(measure)[k - 1]
        at_k = {"k": k, "left": k - 0.5, "right": k + 0.5}
        rows.append({**at_k, **mean_row(a, b, sweep.counts[measure][k - 1])})
    return pd.DataFrame(rows)


def _x_scale(depth: int) -> alt.Scale:
    kind: Literal["linear", "log"] = "linear" if depth <= LINEAR else "log"
    return alt.Scale(type=kind, domain=[0.5, depth + 0.5], nice=False)


def _x(name: str, depth: int, palette: Palette) -> alt.X:
    values = range(1, depth + 1) if depth <= LINEAR else [tick for tick in TICKS if tick <= depth]
    quiet = axis(palette, values=list(values), format="d", grid=False, labelOverlap=True)
    return alt.X(f"{name}:Q", title="cutoff k", scale=_x_scale(depth), axis=quiet)


def _current(sweep: Sweep, k: int, palette: Palette) -> list[Any]:
    """The line at the cutoff in force."""
    import pandas as pd

    if k > sweep.depth:
        return []
    at = alt.Chart(pd.DataFrame({"k": [k], "words": [f"k = {k}"]}))
    spot = at.encode(x="k:Q")
    return [
        spot.mark_rule(color=palette.ink, strokeDash=[2, 3]).encode(
            y=alt.value(0), y2=alt.value(BOTTOM)
        ),
        spot.mark_text(align="left", dx=4, fontSize=SIZE, color=palette.ink).encode(
            y=alt.value(CURVES + 14), text="words:N"
        ),
    ]


def _shade(sweep: Sweep, palette: Palette, first: int | None) -> list[Any]:
    """The cutoffs beyond the depth of a run."""
    import pandas as pd

    if first is None or first > sweep.depth:
        return []
    values = [{"k": first - 0.5, "end": sweep.depth + 0.5, "words": "beyond the depth of a run"}]
    base: Any = alt.Chart(pd.DataFrame(values))
    return [
        base.mark_rect(color=palette.shade).encode(
            x="k:Q", x2="end:Q", y=alt.value(0), y2=alt.value(BOTTOM)
        ),
        base.mark_text(align="right", dx=-4, fontSize=SIZE, color=palette.soft).encode(
            x="end:Q", y=alt.value(CURVES - 8), text="words:N"
        ),
    ]


def _hover(palette: Palette, frame: pd.DataFrame, depth: int) -> Any:
    """Full-height areas that show the exact values of a cutoff and pick it."""
    first = alt.Tooltip("k:Q", title="k")
    x = alt.X("left:Q", scale=_x_scale(depth))
    return hover_areas(frame, palette, BOTTOM, first, x)


def _curves_alt(sweep: Sweep, measure: str, k: int) -> str:
    at = min(k, sweep.depth)
    a, b = sweep.a.of(measure)[at - 1], sweep.b.of(measure)[at - 1]
    return (
        f"Mean {MEASURES[measure].label.split('@')[0]} of both runs for k = 1 to {sweep.depth}; "
        f"at k = {at} A {value_text(a)}, B {value_text(b)}, delta {delta_decimal(b - a)}."
    )


def verdict_stack(sweep: Sweep, measure: str, palette: Palette) -> Drawn:
    """Regressed, tied and improved queries at every cutoff, stacked; a click picks a cutoff."""
    import pandas as pd

    frame = pd.DataFrame(stack_rows(sweep, measure))
    total = sweep.counts[measure][0].total
    legend = alt.Legend(orient="top", labelExpr=NAMES, labelColor=palette.ink, labelFontSize=SIZE)
    bars = (
        alt.Chart(frame)
        .mark_rect(strokeWidth=0 if sweep.depth <= SPACED else 0.8)
        .encode(
            x=_x("left", sweep.depth, palette),
            x2="right:Q",
            y=alt.Y(
                "low:Q",
                title="queries",
                scale=alt.Scale(domain=[0, total], nice=False),
                axis=axis(palette, tickCount=4, format=",d"),
            ),
            y2="high:Q",
            color=verdict_colour(palette, legend=legend, title=None),
            stroke=verdict_outline(palette),
            tooltip=[
                alt.Tooltip("k:Q", title="k"),
                alt.Tooltip("words:N", title="Queries"),
                alt.Tooltip("share:N", title="Share"),
            ],
        )
        .add_params(chooser("pick", "k"))
    )
    last = sweep.counts[measure][-1]
    text = (
        f"Queries by verdict for k = 1 to {sweep.depth}; at k = {sweep.depth} "
        f"{last.improved:,} improved, {last.tied:,} tied, {last.regressed:,} regressed."
    )
    chart = alt.layer(bars)
    return Drawn(
        sized(chart, 180), "pick", "stack", text, ("k",), sweep.depth - frame["k"].nunique()
    )


def stack_rows(sweep: Sweep, measure: str) -> list[dict[str, object]]:
    """One row a cutoff and verdict, from regressed at the bottom to improved on top."""
    rows, gap = [], 0.08 if sweep.depth <= SPACED else 0.0
    for k in _spots(sweep.depth):
        counts = sweep.counts[measure][k - 1]
        low = 0
        for sign, count in ((-1, counts.regressed), (0, counts.tied), (1, counts.improved)):
            if count:
                rows.append(
                    {
                        "k": k,
                        "left": k - 0.5 + gap,
                        "right": k + 0.5 - gap,
                        "low": low,
                        "high": low + count,
                        "verdict": VERDICTS[sign],
                        "words": f"{SIGNS[sign]} {count:,} {VERDICTS[sign]}",
                        "share": share_text(count, counts.total),
                    }
                )
            low += count
    return rows
