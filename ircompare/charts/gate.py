"""Charts of the consistency gate: how alike the lists are, and how that went from report to report.

None of them uses a verdict colour: a list that changed is neither better nor worse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

import altair as alt

from ircompare.charts.drawn import Drawn, chooser
from ircompare.charts.theme import SIZE, Palette, axis, chosen_stroke, numbers_above, short, sized
from ircompare.charts.words import queries, share_text
from ircompare.consistency.past import PastReport
from ircompare.scoring.numbers import value_text

if TYPE_CHECKING:
    import pandas as pd

HEIGHT, TREND_HEIGHT = 170, 230
TENTHS, WIDE = 10, 1000
NONE, ALL = "0", "1"
LABELS = (NONE, *(f"{n / 10:g}–{(n + 1) / 10:g}" for n in range(TENTHS)), ALL)
INDICATORS = ("Recall@5", "Top-1", "top-5 Jaccard")


def overlap_bin(value: Fraction) -> str:
    """Label of the bin of an overlap: 0 and 1 alone, between them tenths with their high end.

    >>> [overlap_bin(Fraction(n, 20)) for n in (0, 1, 2, 3, 19, 20)]
    ['0', '0–0.1', '0–0.1', '0.1–0.2', '0.9–1', '1']
    """
    return ALL if value == 1 else LABELS[ceil(value * TENTHS)]


def overlap_chart(values: Sequence[Fraction], name: str, palette: Palette) -> Drawn:
    """Queries by the overlap of their two lists; a click selects a bin.

    Args:
        values: One a query, in [0, 1]; at least one.
        name: Of the overlap, such as "Jaccard".
    """
    import pandas as pd

    frame = pd.DataFrame(overlap_rows(values))
    most = int(frame["count"].max())
    chosen = chooser("group", "bin")
    base: Any = alt.Chart(frame).encode(
        x=alt.X(
            "bin:N",
            sort=list(LABELS),
            title=name,
            scale=alt.Scale(domain=list(LABELS), paddingInner=0.12),
            axis=axis(palette, labelAngle=0, grid=False, labelOverlap=True),
        ),
        y=alt.Y(
            "count:Q",
            title="queries",
            scale=alt.Scale(domain=[0, most * 1.2], nice=False),
            axis=axis(palette, tickCount=4, tickMinStep=1, format=",d"),
        ),
        tooltip=[
            alt.Tooltip("bin:N", title=name),
            alt.Tooltip("number:N", title="Queries"),
            alt.Tooltip("share:N", title="Share"),
        ],
    )
    bars = base.mark_bar(color=palette.soft, fillOpacity=0.75).encode(
        **chosen_stroke(chosen, palette)
    )
    above = numbers_above(palette, upright=True) if most >= WIDE else _numbers(palette)
    numbers = base.mark_text(**above).encode(text="shown:N")
    chart = alt.layer(bars.add_params(chosen), numbers)
    return Drawn(sized(chart, HEIGHT), "group", "overlaps", _overlaps_alt(values, name), ("bin",))


def overlap_rows(values: Sequence[Fraction]) -> list[dict[str, object]]:
    """One row a bin, also where no query is in it."""
    counts = Counter(map(overlap_bin, values))
    return [
        {
            "bin": label,
            "count": counts[label],
            "number": f"{counts[label]:,}",
            "shown": f"{counts[label]:,}" if counts[label] else "",
            "share": share_text(counts[label], len(values)),
        }
        for label in LABELS
    ]


def trend_chart(reports: Sequence[PastReport], palette: Palette) -> Drawn:
    """Recall@5, Top-1 and Jaccard over the reports of one baseline version, in their order."""
    frame = trend_rows(reports)
    names = list(dict.fromkeys(frame["report"]))
    styles: dict[str, Any] = {"title": None, "legend": _legend(palette)}
    domain = list(INDICATORS)
    base: Any = alt.Chart(frame).encode(
        x=alt.X(
            "report:N",
            sort=names,
            title="engine version",
            scale=alt.Scale(domain=names),
            axis=axis(palette, labelAngle=0, grid=False, labelLimit=120, labelOverlap=True),
        ),
        y=alt.Y(
            "value:Q",
            title="share",
            scale=alt.Scale(domain=[0, 1]),
            axis=axis(palette, tickCount=5, format=".1f"),
        ),
        strokeDash=alt.StrokeDash(
            "indicator:N", scale=alt.Scale(domain=domain, range=[[1, 0], [6, 4], [2, 3]]), **styles
        ),
        shape=alt.Shape(
            "indicator:N",
            scale=alt.Scale(domain=domain, range=["circle", "square", "triangle-up"]),
            **styles,
        ),
        tooltip=[
            alt.Tooltip("report:N", title="Engine"),
            alt.Tooltip("status:N", title="Gate"),
            alt.Tooltip("indicator:N", title="Indicator"),
            alt.Tooltip("exact:N", title="Value"),
        ],
    )
    chart = alt.layer(
        base.mark_line(color=palette.soft, strokeWidth=2),
        base.mark_point(color=palette.ink, filled=True, size=60, opacity=1),
    )
    return Drawn(sized(chart, TREND_HEIGHT), None, "trend", _trend_alt(reports))


def trend_rows(reports: Sequence[PastReport]) -> pd.DataFrame:
    """One row a report and indicator that it computed."""
    import pandas as pd

    rows = [
        {
            "report": f"{number} · {short(report.engine_version or 'unknown', 20)}",
            "status": report.status,
            "indicator": indicator,
            "value": float(value),
            "exact": value_text(value),
        }
        for number, report in enumerate(reports, 1)
        for indicator, value in zip(INDICATORS, _indicators(report), strict=True)
        if value is not None
    ]
    return pd.DataFrame(rows)


def _numbers(palette: Palette) -> dict[str, Any]:
    """Options of short numbers above bars, which fit upright on a phone too."""
    return {"fontSize": SIZE - 1, "color": palette.ink, "baseline": "bottom", "dy": -3}


def _indicators(report: PastReport) -> tuple[Fraction | None, ...]:
    return report.recall, report.top1, report.top5_jaccard


def _legend(palette: Palette) -> alt.Legend:
    return alt.Legend(
        orient="top",
        labelColor=palette.ink,
        labelFontSize=SIZE,
        symbolStrokeColor=palette.ink,
        symbolFillColor=palette.ink,
        symbolSize=70,
    )


def _overlaps_alt(values: Sequence[Fraction], name: str) -> str:
    same, apart = sum(value == 1 for value in values), sum(value == 0 for value in values)
    return (
        f"{name} of the two lists on {queries(len(values))}: 1 on {same:,}, "
        f"0 on {apart:,}, between them on {len(values) - same - apart:,}."
    )


def _trend_alt(reports: Sequence[PastReport]) -> str:
    told = [
        f"{report.engine_version or 'unknown'}: Recall@5 {value_text(report.recall)}"
        for report in reports
    ]
    return f"Indicators of {len(reports)} reports of one baseline version. {'; '.join(told)}."
