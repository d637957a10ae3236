"""Recall verdict × RR verdict: whether both measures tell the same of a query."""

from __future__ import annotations

from typing import Any

import altair as alt

from ircompare.charts.cells import cell, cell_layers
from ircompare.charts.drawn import Drawn
from ircompare.charts.theme import Palette, axis, sized
from ircompare.charts.words import measure_at, queries
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import SIGNS, VERDICTS

HEIGHT = 156
WORDS = {sign: f"{SIGNS[sign]} {VERDICTS[sign]}" for sign in (-1, 0, 1)}
EVEN: dict[str, Any] = {"grid": False, "labelOverlap": False, "labelFlush": False}
# Three words side by side want this many pixels; with less there are the signs alone.
ACROSS = "width < 230 ? slice(datum.label, 0, 1) : datum.label"


def verdict_matrix(comparison: Comparison, palette: Palette) -> Drawn:
    """Queries by their verdicts in both measures; a click selects a cell.

    Cells in which the measures disagree are grey, as is the one in which both are tied.
    """
    cells = verdict_cells(comparison)
    across, upwards = [WORDS[sign] for sign in (-1, 0, 1)], [WORDS[sign] for sign in (1, 0, -1)]
    x = alt.X(
        "across:N",
        title=measure_at(comparison, "rr"),
        sort=across,
        scale=alt.Scale(domain=across, padding=0),
        axis=axis(palette, labelAngle=0, labelExpr=ACROSS, **EVEN),
    )
    y = alt.Y(
        "upwards:N",
        title=measure_at(comparison, "recall"),
        sort=upwards,
        scale=alt.Scale(domain=upwards, padding=0),
        axis=axis(palette, **EVEN),
    )
    chart = cell_layers(cells, palette, x, y, ("recall", "rr"), "Recall and RR")
    told = ", ".join(f"{row['words']}: {row['number']}" for row in cells)
    text = f"Verdicts in Recall and RR of {queries(comparison.count)}: {told}."
    return Drawn(sized(chart, HEIGHT), "group", "matrix", text, ("recall", "rr"))


def verdict_cells(comparison: Comparison) -> list[dict[str, Any]]:
    """The cells that hold queries."""
    rows = []
    for (recall, rr), count in comparison.matrix().items():
        if count:
            direction = max(-1, min(1, recall + rr))
            row = cell((count, 0, 0), direction, comparison.count)
            del row["verdicts"]
            rows.append(
                row
                | {
                    "recall": VERDICTS[recall],
                    "rr": VERDICTS[rr],
                    "upwards": WORDS[recall],
                    "across": WORDS[rr],
                    "words": f"Recall {VERDICTS[recall]}, RR {VERDICTS[rr]}",
                }
            )
    return rows
