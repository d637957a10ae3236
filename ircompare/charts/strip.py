"""The verdicts of one measure as one stacked bar: ▼69 ═91 ▲65."""

from __future__ import annotations

from typing import Any

import altair as alt

from ircompare.charts.drawn import Drawn, chooser
from ircompare.charts.theme import (
    FLUSH,
    Palette,
    at_pixel,
    chosen_stroke,
    layered,
    sized,
    verdict_colour,
)
from ircompare.charts.words import counts_text, queries, share_text
from ircompare.scoring.comparison import Counts
from ircompare.scoring.numbers import SIGNS, VERDICTS

HEIGHT = 28
LEAST = 0.1


def verdict_strip(counts: Counts, palette: Palette) -> Drawn:
    """Regressed, tied, improved, in this order; a click selects a verdict.

    Lengths follow the counts, but a verdict that occurs gets at least a tenth of the bar: its
    number stays readable and it stays large enough to click.
    """
    chosen = chooser("group", "verdict")
    base: Any = alt.Chart().encode(
        y=at_pixel(alt.YValue, 0),
        tooltip=[
            alt.Tooltip("verdict:N", title="Verdict"),
            alt.Tooltip("number:N", title="Queries"),
            alt.Tooltip("share:N", title="Share"),
        ],
    )
    scale = alt.Scale(domain=[0, 1], nice=False)
    bars = base.mark_rect(cornerRadius=3).encode(
        x=alt.X("start:Q", scale=scale, axis=None),
        x2=alt.X2("end:Q"),
        y2=at_pixel(alt.Y2Value, HEIGHT),
        color=verdict_colour(palette),
        **chosen_stroke(chosen, palette),
    )
    words = base.mark_text(fontSize=13, fontWeight="bold", color=palette.background).encode(
        x=alt.X("middle:Q", scale=scale),
        y=at_pixel(alt.YValue, HEIGHT / 2),
        text=alt.Text("words:N"),
    )
    text = f"Of {queries(counts.total)} {counts_text(counts)}."
    chart = sized(layered(segments(counts), bars.add_params(chosen), words), HEIGHT, FLUSH)
    return Drawn(chart, "group", "strip", text, ("verdict",))


def segments(counts: Counts) -> list[dict[str, Any]]:
    """The parts of the strip from left to right, with their ends on a length of 1."""
    parts = [(-1, counts.regressed), (0, counts.tied), (1, counts.improved)]
    lengths = _lengths([count for _, count in parts], counts.total)
    rows, start = [], 0.0
    for (sign, count), length in zip(parts, lengths, strict=True):
        if count:
            rows.append(
                {
                    "verdict": VERDICTS[sign],
                    "start": start + 0.002,
                    "end": start + length - 0.002,
                    "middle": start + length / 2,
                    "words": f"{SIGNS[sign]}{count:,}",
                    "number": f"{count:,}",
                    "share": share_text(count, counts.total),
                }
            )
        start += length
    return rows


def _lengths(counts: list[int], total: int) -> list[float]:
    """Shares of the bar: at least LEAST where there is something, the rest in proportion."""
    small = [0 < count < LEAST * total for count in counts]
    left = 1 - LEAST * sum(small)
    rest = sum(count for count, is_small in zip(counts, small, strict=True) if not is_small)
    return [
        LEAST if is_small else left * count / max(rest, 1)
        for count, is_small in zip(counts, small, strict=True)
    ]
