"""Counted cells of a matrix: colour tells the direction, strength and number the count."""

from __future__ import annotations

from typing import Any

import altair as alt

from ircompare.charts.drawn import chooser
from ircompare.charts.theme import SIZE, Palette, chosen_stroke, layered, verdict_colour
from ircompare.charts.words import counts_text, share_text
from ircompare.scoring.comparison import Counts
from ircompare.scoring.numbers import VERDICTS

NOTES = {"number": "Queries", "share": "Share", "verdicts": "Verdicts"}
FAINT, STRONG = 0.17, 0.64


def cell(counts: tuple[int, int, int], direction: int, total: int) -> dict[str, Any]:
    """One cell: count, share, direction, and the verdicts in it.

    Args:
        counts: Regressed, tied and improved queries of the cell.
        direction: 1 towards B, −1 towards A, 0 on the diagonal.
        total: All scored queries.
    """
    lost, tied, won = counts
    count = lost + tied + won
    return {
        "count": count,
        "number": f"{count:,}",
        "share": share_text(count, total),
        "verdict": VERDICTS[direction],
        "verdicts": counts_text(Counts(won, tied, lost)),
    }


def cell_layers(
    cells: list[dict[str, Any]],
    palette: Palette,
    x: alt.X,
    y: alt.Y,
    fields: tuple[str, ...],
    title: str,
) -> Any:
    """Rectangles and numbers of a matrix; a click selects a cell by the given columns."""
    chosen = chooser("group", *fields)
    most = max((row["count"] for row in cells), default=1)
    rows = [
        row | {"strength": FAINT + (STRONG - FAINT) * (row["count"] / most) ** 0.5} for row in cells
    ]
    notes = [
        alt.Tooltip(f"{column}:N", title=name)
        for column, name in (("words", title), *NOTES.items())
        if rows and column in rows[0]
    ]
    marks: Any = alt.Chart().mark_rect(cornerRadius=3)
    marks = marks.encode(
        color=verdict_colour(palette),
        fillOpacity=alt.FillOpacity("strength:Q", scale=None, legend=None),
        **chosen_stroke(chosen, palette),
    )
    numbers: Any = alt.Chart().mark_text(fontSize=SIZE + 1, color=palette.ink)
    numbers = numbers.encode(text=alt.Text("number:N"))
    return layered(rows, marks.add_params(chosen), numbers).encode(x=x, y=y, tooltip=notes)
