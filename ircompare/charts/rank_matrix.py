"""First relevant ranks, A in rows and B in columns: where each query came from and went to."""

from __future__ import annotations

from collections import Counter
from typing import Any

import altair as alt
import numpy as np

from ircompare.charts.bins import bin_numbers, rank_bins
from ircompare.charts.cells import cell, cell_layers
from ircompare.charts.drawn import Drawn
from ircompare.charts.theme import Palette, axis, sized
from ircompare.charts.words import counts_text, queries, run_title
from ircompare.scoring.comparison import Comparison


def rank_matrix(comparison: Comparison, palette: Palette) -> Drawn:
    """Queries by the bins of their first relevant ranks in the top k of A and of B."""
    labels = [rank_bin.label for rank_bin in rank_bins(comparison.k)]
    cells = rank_cells(comparison)
    options: dict[str, Any] = {"sort": labels, "scale": alt.Scale(domain=labels, padding=0)}
    x = alt.X(
        "rank_b:N",
        title=f"first relevant rank in {run_title('B', comparison.b.name)}",
        axis=axis(palette, labelAngle=0, grid=False, orient="top"),
        **options,
    )
    y = alt.Y(
        "rank_a:N",
        title=f"first relevant rank in {run_title('A', comparison.a.name)}",
        axis=axis(palette, grid=False),
        **options,
    )
    chart = cell_layers(cells, palette, x, y, ("rank_a", "rank_b"), "First relevant rank, A → B")
    text = _alt(comparison, cells)
    return Drawn(sized(chart, 34 * len(labels)), "group", "rank matrix", text, ("rank_a", "rank_b"))


def rank_cells(comparison: Comparison) -> list[dict[str, Any]]:
    """The cells that hold queries, most queries first, with their verdicts in RR."""
    bins = rank_bins(comparison.k)
    scored = comparison.scored
    rows, columns = (
        bin_numbers(side.first_ranks[scored], bins) for side in (comparison.a, comparison.b)
    )
    signs = comparison.verdicts("rr")[scored]
    triples = Counter(zip(rows.tolist(), columns.tolist(), signs.tolist(), strict=True))
    cells = sorted(
        {(row, column) for row, column, _ in triples},
        key=lambda cell: (-sum(triples[(*cell, sign)] for sign in (-1, 0, 1)), cell),
    )
    return [
        cell(
            (triples[(*at, -1)], triples[(*at, 0)], triples[(*at, 1)]),
            int(np.sign(at[0] - at[1])),
            comparison.count,
        )
        | {
            "rank_a": bins[at[0]].label,
            "rank_b": bins[at[1]].label,
            "words": f"{bins[at[0]].label} → {bins[at[1]].label}",
        }
        for at in cells
    ]


def _alt(comparison: Comparison, cells: list[dict[str, Any]]) -> str:
    moved = [cell for cell in cells if cell["rank_a"] != cell["rank_b"]][:3]
    most = ", ".join(f"{cell['words']}: {cell['count']}" for cell in moved)
    return (
        f"First relevant ranks within the top {comparison.k}, A in rows, B in columns: of "
        f"{queries(comparison.count)} {counts_text(comparison.counts('rr'))} in RR."
        + (f" Most frequent moves: {most}." if most else "")
    )
