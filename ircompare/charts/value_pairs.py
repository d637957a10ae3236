"""Values of A against values of B: equal pairs stacked, or counted in 11 × 11 bins."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import altair as alt
import numpy as np

from ircompare.charts.bins import value_labels, value_numbers
from ircompare.charts.cells import cell, cell_layers
from ircompare.charts.drawn import Drawn, chooser
from ircompare.charts.theme import Palette, axis, chosen_stroke, sized, verdict_colour
from ircompare.charts.words import counts_text, measure_at, queries, run_title, share_text
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import VERDICTS, value_text

if TYPE_CHECKING:
    import pandas as pd

HEIGHT = 330


def value_stacks(comparison: Comparison, measure: str, palette: Palette) -> Drawn:
    """Equal (value A, value B) pairs as one circle each, its area the number of queries."""
    import pandas as pd

    frame = pd.DataFrame(value_cells(comparison, measure))
    chosen = chooser("group", "value_a", "value_b")
    x, y = (
        _value_axis(comparison, measure, palette, side, channel)
        for side, channel in (("a", alt.X), ("b", alt.Y))
    )
    circles = (
        alt.Chart(frame)
        .mark_circle(opacity=0.78)
        .encode(
            x=x,
            y=y,
            size=alt.Size(
                "count:Q",
                scale=alt.Scale(domain=[0, int(frame["count"].max())], range=[0, 1500]),
                legend=None,
            ),
            color=verdict_colour(palette),
            tooltip=[
                alt.Tooltip("words:N", title=f"{measure_at(comparison, measure)}, A → B"),
                alt.Tooltip("number:N", title="Queries"),
                alt.Tooltip("share:N", title="Share"),
                alt.Tooltip("verdict:N", title="Verdict"),
            ],
            **chosen_stroke(chosen, palette),
        )
    )
    chart = alt.layer(_diagonal(palette), circles.add_params(chosen), _numbers(frame, palette))
    text = _alt(comparison, measure, "equal pairs of values as circles sized by their count")
    return Drawn(sized(chart, HEIGHT), "group", "value stack", text, ("value_a", "value_b"))


def value_cells(comparison: Comparison, measure: str) -> list[dict[str, object]]:
    """One row for each pair of values that occurs, most queries first; values as fractions."""
    a, b = comparison.a.values(measure), comparison.b.values(measure)
    pairs = Counter((a.at(at), b.at(at)) for at in np.flatnonzero(comparison.scored).tolist())
    return [
        {
            "value_a": str(value_a),
            "value_b": str(value_b),
            "a": float(value_a),
            "b": float(value_b),
            "count": count,
            "number": f"{count:,}",
            "share": share_text(count, comparison.count),
            "words": f"{value_text(value_a)} → {value_text(value_b)}",
            "verdict": VERDICTS[(value_b > value_a) - (value_b < value_a)],
        }
        for (value_a, value_b), count in pairs.most_common()
        if value_a is not None and value_b is not None
    ]


def _value_axis(
    comparison: Comparison, measure: str, palette: Palette, side: str, channel: Any
) -> Any:
    run = comparison.a if side == "a" else comparison.b
    return channel(
        f"{side}:Q",
        title=f"{measure_at(comparison, measure)} of {run_title(side.upper(), run.name)}",
        scale=alt.Scale(domain=[-0.07, 1.07], nice=False),
        axis=axis(palette, values=[0, 0.25, 0.5, 0.75, 1], format=".2~f"),
    )


def _diagonal(palette: Palette) -> Any:
    import pandas as pd

    ends = pd.DataFrame({"a": [0.0, 1.0], "b": [0.0, 1.0]})
    return (
        alt.Chart(ends)
        .mark_line(color=palette.soft, strokeDash=[4, 4], strokeWidth=1)
        .encode(x="a:Q", y="b:Q")
    )


def _numbers(frame: pd.DataFrame, palette: Palette) -> Any:
    """Counts inside the circles that have room for them."""
    most = int(frame["count"].max())
    roomy = frame[frame["count"] >= max(2, 0.16 * most)]
    return (
        alt.Chart(roomy)
        .mark_text(fontSize=11, fontWeight="bold", color=palette.background)
        .encode(x="a:Q", y="b:Q", text="number:N")
    )


def value_bins(comparison: Comparison, measure: str, palette: Palette) -> Drawn:
    """Queries by the bins of their values in A and B, at most 121 cells."""
    labels = value_labels()
    options: dict[str, Any] = {"scale": alt.Scale(domain=labels, padding=0)}
    name = measure_at(comparison, measure)
    x = alt.X(
        "value_a:N",
        title=f"{name} of {run_title('A', comparison.a.name)}",
        sort=labels,
        axis=axis(palette, labelAngle=-45, grid=False),
        **options,
    )
    y = alt.Y(
        "value_b:N",
        title=f"{name} of {run_title('B', comparison.b.name)}",
        sort=labels[::-1],
        axis=axis(palette, grid=False),
        scale=alt.Scale(domain=labels[::-1], padding=0),
    )
    chart = cell_layers(
        binned_cells(comparison, measure),
        palette,
        x,
        y,
        ("value_a", "value_b"),
        f"{name}, A → B",
    )
    text = _alt(comparison, measure, "counted in bins of a tenth")
    return Drawn(sized(chart, 11 * 34), "group", "value bins", text, ("value_a", "value_b"))


def binned_cells(comparison: Comparison, measure: str) -> list[dict[str, Any]]:
    """The cells that hold queries, with their verdicts; a diagonal cell may hold all three."""
    labels, scored = value_labels(), comparison.scored
    bins_a, bins_b = (
        value_numbers(side.values(measure).floats()[scored]).tolist()
        for side in (comparison.a, comparison.b)
    )
    signs = comparison.verdicts(measure)[scored].tolist()
    triples = Counter(zip(bins_a, bins_b, signs, strict=True))
    return [
        cell(
            (triples[(*at, -1)], triples[(*at, 0)], triples[(*at, 1)]),
            int(np.sign(at[1] - at[0])),
            comparison.count,
        )
        | {
            "value_a": labels[at[0]],
            "value_b": labels[at[1]],
            "words": f"{labels[at[0]]} → {labels[at[1]]}",
        }
        for at in sorted({(row, column) for row, column, _ in triples})
    ]


def _alt(comparison: Comparison, measure: str, form: str) -> str:
    counts = counts_text(comparison.counts(measure))
    return (
        f"{measure_at(comparison, measure)} of A, across, and of B, upwards, {form}: of "
        f"{queries(comparison.count)} {counts}."
    )
