"""Sorted thin bars: one for each query that differs, the ties as one band between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt
import numpy as np

from ircompare.charts.drawn import Drawn, chooser
from ircompare.charts.rows import by_loss, query_rows, query_tooltip
from ircompare.charts.theme import (
    BARELY,
    SIZE,
    TICKS,
    Palette,
    haloed,
    signed_axis,
    sized,
    verdict_colour,
)
from ircompare.charts.words import delta_title
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import SIGNS, VERDICTS

if TYPE_CHECKING:
    import pandas as pd

HEIGHT = 280


def sorted_bars(comparison: Comparison, measure: str, palette: Palette, text: str) -> Drawn:
    """The deltas of the queries that differ, largest loss first; `text` is the alternative text."""
    order = by_loss(comparison, measure)
    signs = comparison.verdicts(measure)[order]
    lost, won = order[signs < 0], order[signs > 0]
    tied = int((signs == 0).sum())
    gap = max(4.0, 0.16 * (len(lost) + len(won))) if tied else 0.0
    frame = query_rows(comparison, measure, np.concatenate([lost, won]))
    starts = np.concatenate([np.arange(len(lost)), len(lost) + gap + np.arange(len(won))])
    frame["x"], frame["x2"], frame["zero"] = starts + 0.1, starts + 0.9, 0.0
    frame["low"], frame["high"] = -1.0, 1.0
    frame = frame.drop(columns=["label", "a", "b", "sign"])
    width = len(lost) + gap + len(won)
    bands = _bands(len(lost), gap, len(won), tied)
    layers = _sorted_layers(comparison, measure, palette, frame, width)
    chart = alt.layer(*layers, *_band_layers(palette, bands, width, len(lost) >= len(won)))
    return Drawn(sized(chart, HEIGHT), "pick", "sorted bars", text, ("query_id",))


def _bands(lost: int, gap: float, won: int, tied: int) -> pd.DataFrame:
    """Where each verdict stands along the sorted bars, with its count."""
    import pandas as pd

    rows = [
        (-1, 0.0, float(lost), lost, -1.12),
        (0, float(lost), lost + gap, tied, 0.16 if lost >= won else -0.16),
        (1, lost + gap, lost + gap + won, won, 1.12),
    ]
    return pd.DataFrame(
        [
            {
                "verdict": VERDICTS[sign],
                "start": start,
                "end": end,
                "at": at,
                "words": f"{SIGNS[sign]} {count:,} {VERDICTS[sign]}",
            }
            for sign, start, end, count, at in rows
            if count
        ]
    )


def _sorted_layers(
    comparison: Comparison, measure: str, palette: Palette, frame: pd.DataFrame, width: float
) -> list[Any]:
    x = alt.X(
        "x:Q",
        scale=alt.Scale(domain=[0, max(width, 1)], nice=False, padding=0),
        axis=None,
    )
    scale = alt.Scale(domain=[-1.2, 1.2], nice=False)
    y = alt.Y(
        "delta:Q",
        scale=scale,
        title=delta_title(comparison, measure),
        axis=signed_axis(palette, values=list(TICKS)),
    )
    bars = (
        alt.Chart(frame)
        .mark_rect()
        .encode(x=x, x2="x2:Q", y=y, y2="zero:Q", color=verdict_colour(palette))
    )
    hover = (
        alt.Chart(frame)
        .mark_rect(color=palette.ink)
        .encode(
            x=x,
            x2="x2:Q",
            y=alt.Y("low:Q", scale=scale),
            y2="high:Q",
            opacity=alt.value(BARELY),
            tooltip=query_tooltip(comparison, measure),
        )
        .add_params(chooser("pick", "query_id"))
    )
    return [bars, hover]


def _band_layers(palette: Palette, bands: pd.DataFrame, width: float, over_lost: bool) -> list[Any]:
    """The band of ties and the counts; that of the ties runs over bars that point away from it."""
    scale = alt.Scale(domain=[0, max(width, 1)], nice=False)
    base: Any = alt.Chart(bands)
    tie = (
        base.transform_filter(alt.datum.verdict == "tied")
        .mark_rect(height=9)
        .encode(
            x=alt.X("start:Q", scale=scale),
            x2="end:Q",
            y=alt.datum(0),
            color=verdict_colour(palette),
        )
    )
    tied = ("tied", "right", "end", -5) if over_lost else ("tied", "left", "start", 5)
    sides = (("regressed", "left", "start", 0), tied, ("improved", "right", "end", 0))
    words = [
        text
        for verdict, align, spot, beside in sides
        for text in haloed(
            base.transform_filter(alt.datum.verdict == verdict)
            .mark_text(align=align, dx=beside, fontSize=SIZE + 1, fontWeight="bold")
            .encode(
                x=alt.X(f"{spot}:Q", scale=scale),
                y="at:Q",
                text="words:N",
                color=verdict_colour(palette),
            ),
            palette,
        )
    ]
    return [tie, *words]
