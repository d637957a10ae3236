"""Paired deltas of one measure, in the form that suits the number of queries."""

from __future__ import annotations

from dataclasses import replace

from ircompare.charts.bars import bars
from ircompare.charts.drawn import Drawn
from ircompare.charts.rows import by_loss
from ircompare.charts.sorted_bars import sorted_bars
from ircompare.charts.tenths import tenths
from ircompare.charts.theme import FEW, MANY, Palette
from ircompare.charts.words import counts_text, delta_title, queries
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import delta_decimal


def delta_chart(comparison: Comparison, measure: str, palette: Palette) -> Drawn:
    """The paired deltas of the scored queries.

    Up to 30 queries are bars, one each; up to 400 sorted thin bars with the ties as one band;
    more are counted in tenths, with the ties as their own bar.
    """
    if comparison.count <= FEW:
        text = _alt(comparison, measure, "one bar a query")
        return bars(comparison, measure, palette, by_loss(comparison, measure), text=text)
    if comparison.count <= MANY:
        text = _alt(comparison, measure, "one thin bar for each query that differs, sorted")
        return sorted_bars(comparison, measure, palette, text)
    text = _alt(comparison, measure, "counted in tenths on a square-root scale")
    return tenths(comparison, measure, palette, text)


def worst_chart(comparison: Comparison, measure: str, palette: Palette, count: int = 20) -> Drawn:
    """The regressed queries with the largest losses, at most `count`, one bar each."""
    order = by_loss(comparison, measure)
    lost = order[comparison.verdicts(measure)[order] < 0]
    title = delta_title(comparison, measure)
    text = f"The largest losses as bars of {title}: {min(count, len(lost))} of {len(lost):,}."
    drawn = bars(comparison, measure, palette, lost[:count], text=text)
    return replace(drawn, form="worst", left_out=max(0, len(lost) - count))


def _alt(comparison: Comparison, measure: str, form: str) -> str:
    total = comparison.count
    counts = counts_text(comparison.counts(measure))
    text = f"{delta_title(comparison, measure)}, {form}: of {queries(total)} {counts}."
    if not total:
        return text
    order = by_loss(comparison, measure)
    low, high = (comparison.deltas(measure).floats()[order[at]] for at in (0, -1))
    return f"{text} Deltas from {delta_decimal(float(low))} to {delta_decimal(float(high))}."
