"""How far down the first relevant document stands: both runs beside each other."""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np

from ircompare.charts.bins import RankBin, bin_numbers, rank_bins
from ircompare.charts.drawn import Drawn, chooser
from ircompare.charts.theme import SIZE, Palette, axis, numbers_above, sized
from ircompare.charts.words import queries, run_title, share_text
from ircompare.scoring.comparison import Comparison

HEIGHT = 220
SINGLE = 10


def rank_chart(comparison: Comparison, palette: Palette) -> Drawn:
    """Scored queries by first relevant rank in A (hollow) and in B (filled).

    Every rank up to 10 stands alone; above, the bins of the rank matrix are used.
    """
    import pandas as pd

    frame = pd.DataFrame(rank_rows(comparison))
    labels = [rank_bin.label for rank_bin in _bins(comparison.k)]
    roles = list(dict.fromkeys(frame["role"]))
    most = max(1, int(frame["count"].max()))
    chosen = chooser("group", "rank", "run")
    base: Any = alt.Chart(frame).encode(
        x=alt.X(
            "rank:N",
            sort=labels,
            title=f"first relevant rank in the top {comparison.k}",
            axis=axis(palette, labelAngle=0, grid=False),
            scale=alt.Scale(domain=labels, paddingInner=0.25),
        ),
        xOffset=alt.XOffset("run:N", sort=["A", "B"]),
        y=alt.Y(
            "count:Q",
            title="queries",
            scale=alt.Scale(domain=[0, most * 1.2], nice=False),
            axis=axis(palette, tickCount=4, format=",d"),
        ),
        tooltip=[
            alt.Tooltip("role:N", title="Run"),
            alt.Tooltip("rank:N", title="First relevant rank"),
            alt.Tooltip("number:N", title="Queries"),
            alt.Tooltip("share:N", title="Share"),
        ],
    )
    bars = base.mark_bar(stroke=palette.soft, strokeWidth=1.4).encode(
        fill=_fills(palette, roles), opacity=alt.condition(chosen, alt.value(0.6), alt.value(1))
    )
    many = most >= 1000
    numbers = base.mark_text(**numbers_above(palette, many)).encode(text="shown:N")
    chart = alt.layer(bars.add_params(chosen), numbers)
    return Drawn(sized(chart, HEIGHT), "group", "ranks", _alt(comparison), ("rank", "run"))


def _fills(palette: Palette, roles: list[str]) -> Any:
    """A hollow, B filled, with a legend that names the runs."""
    return alt.Fill(
        "role:N",
        title=None,
        scale=alt.Scale(domain=roles, range=[palette.background, palette.soft]),
        legend=alt.Legend(
            orient="top", labelColor=palette.ink, labelFontSize=SIZE, symbolStrokeColor=palette.soft
        ),
    )


def _bins(k: int) -> list[RankBin]:
    """Ranks 1 to 10 alone, the bins of the rank matrix above, and none."""
    singles = [RankBin(str(rank), rank, rank) for rank in range(1, min(k, SINGLE) + 1)]
    return [
        *singles,
        *(rank_bin for rank_bin in rank_bins(k) if rank_bin.low > SINGLE or not rank_bin.low),
    ]


def rank_rows(comparison: Comparison) -> list[dict[str, object]]:
    """One row a run and bin, also where nothing stands in it."""
    bins, rows = _bins(comparison.k), []
    for run, side in (("A", comparison.a), ("B", comparison.b)):
        numbers = bin_numbers(side.first_ranks[comparison.scored], bins)
        counts = np.bincount(numbers, minlength=len(bins)).tolist()
        rows += [
            {
                "rank": rank_bin.label,
                "run": run,
                "role": run_title(run, side.name),
                "count": count,
                "number": f"{count:,}",
                "shown": f"{count:,}" if count else "",
                "share": share_text(count, comparison.count) if comparison.count else "",
            }
            for rank_bin, count in zip(bins, counts, strict=True)
        ]
    return rows


def _alt(comparison: Comparison) -> str:
    told = []
    for run, side in (("A", comparison.a), ("B", comparison.b)):
        counts = side.first_rank_counts()
        told.append(f"{run}: rank 1 on {counts.get(1, 0):,}, none on {counts.get(0, 0):,}")
    return (
        f"First relevant ranks in the top {comparison.k} of {queries(comparison.count)}. "
        f"{'; '.join(told)}."
    )
