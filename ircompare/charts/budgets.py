"""Means over the chunk budget: one curve a run, the delta below, and where both protocols agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from ircompare.charts.curve_layers import delta_layers, hover_areas, mean_lines, mean_row
from ircompare.charts.drawn import Drawn
from ircompare.charts.theme import SIZE, Palette, axis, haloed, sized
from ircompare.charts.words import run_title
from ircompare.scoring.budgets import BudgetSweep
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import delta_decimal, value_text

if TYPE_CHECKING:
    import pandas as pd

CURVES, DELTAS, BOTTOM = 200, (226, 300), 306
SPARE = 1.2


def budget_curves(found: BudgetSweep, measure: str, budget: int, palette: Palette) -> Drawn:
    """Mean of both runs under every budget, and the delta below; a click picks a budget.

    Budgets far beyond that from which nothing changes are left out.

    Args:
        budget: The one looked at, marked by a line.
    """
    frame = budget_rows(found, measure)
    end = float(frame["right"].iloc[-1])
    x = _x(found, end, palette)
    roles = (run_title("A", found.a.curve.name), run_title("B", found.b.curve.name))
    name = MEASURES[measure].mean_at(found.a.k)
    layers = [
        *mean_lines(frame, roles, name, x, palette, heights=(8, CURVES), interpolate="step-after"),
        *delta_layers(frame, x, palette, heights=DELTAS, steps=True),
        *_marks(found, budget, end, palette),
        _hover(frame, found, palette),
    ]
    chart = alt.layer(*layers).resolve_scale(y="independent")
    left_out = int((found.budgets > frame["k"].iloc[-1]).sum())
    alt_text = _alt(found, measure, budget)
    return Drawn(sized(chart, BOTTOM), "pick", "budgets", alt_text, ("k",), left_out)


def budget_rows(found: BudgetSweep, measure: str) -> pd.DataFrame:
    """One row a budget drawn, in the column `k`: means, delta, exact texts and the counts.

    The last row stands where drawing ends, a little beyond the budget from which nothing changes.
    """
    import pandas as pd

    held: list[int] = found.budgets.tolist()
    end = min(held[-1], max(int(found.agree * SPARE), found.agree + 1))
    drawn = [at for at, budget in enumerate(held) if budget <= end] or [0]
    spots = [(held[at], at) for at in drawn]
    if spots[-1][0] < end:
        spots.append((end, drawn[-1]))
    rights = [budget for budget, _ in spots[1:]] + [spots[-1][0] + _width(end)]
    rows = [
        {"k": budget, "left": float(budget), "right": float(right), **_row(found, measure, at)}
        for (budget, at), right in zip(spots, rights, strict=True)
    ]
    return pd.DataFrame(rows)


def _width(end: int) -> float:
    """Room for the last budget."""
    return max(1.0, end / 40)


def _row(found: BudgetSweep, measure: str, at: int) -> dict[str, object]:
    """Both means under one budget."""
    a, b = (side.curve.of(measure)[at] for side in (found.a, found.b))
    return mean_row(a, b, found.counts[measure][at])


def _x(found: BudgetSweep, end: float, palette: Palette) -> alt.X:
    least = min(1, int(found.budgets[0])) - (0.4 if end < 40 else 0)
    quiet = axis(palette, format=",d", grid=False, tickMinStep=1, labelOverlap=True)
    scale = alt.Scale(domain=[least, end], nice=False)
    return alt.X("k:Q", title=f"budget in {found.a.unit}", scale=scale, axis=quiet)


def _marks(found: BudgetSweep, budget: int, end: float, palette: Palette) -> list[Any]:
    """The budget looked at, and that from which both protocols agree."""
    import pandas as pd

    spots = [(found.agree, f"agree from {found.agree:,}", CURVES - 8, [1, 0])]
    if budget <= end:
        spots.append((budget, f"budget {budget:,}", CURVES + 12, [2, 3]))
    marks: list[Any] = []
    for at, words, height, dash in spots:
        base: Any = alt.Chart(pd.DataFrame({"k": [at], "words": [words]})).encode(x="k:Q")
        late = at > end * 0.7
        text = base.mark_text(
            align="right" if late else "left",
            dx=-4 if late else 4,
            fontSize=SIZE,
            color=palette.ink,
        ).encode(y=alt.value(height), text="words:N")
        rule = base.mark_rule(color=palette.ink, strokeDash=dash, opacity=0.7)
        rule = rule.encode(y=alt.value(0), y2=alt.value(BOTTOM))
        marks += [rule, *haloed(text, palette)]
    return marks


def _hover(frame: pd.DataFrame, found: BudgetSweep, palette: Palette) -> Any:
    """Full-height areas that show the exact values of a budget and pick it."""
    first = alt.Tooltip("k:Q", title=f"Budget in {found.a.unit}", format=",d")
    return hover_areas(frame, palette, BOTTOM, first, alt.X("left:Q"))


def _alt(found: BudgetSweep, measure: str, budget: int) -> str:
    import numpy as np

    at = max(int(np.searchsorted(found.budgets, budget, side="right")) - 1, 0)
    a, b = (side.curve.of(measure)[at] for side in (found.a, found.b))
    return (
        f"{MEASURES[measure].mean_at(found.a.k)} of both runs for budgets from 1 to "
        f"{int(found.budgets[-1]):,} {found.a.unit}; at {budget:,} A {value_text(a)}, "
        f"B {value_text(b)}, delta {delta_decimal(b - a)}; both protocols agree from "
        f"{found.agree:,}."
    )
