"""Intervals and bounds as rows of a chart, with their words; only what draws imports this."""

from __future__ import annotations

from ircompare.charts.spans import Span
from ircompare.inference.conclusion import Conclusion
from ircompare.report.bounds_sentences import Completion
from ircompare.report.bounds_tables import Side, as_judged, mean_bounds, span_words
from ircompare.report.conclusion_words import interval_words


def interval_span(found: Conclusion) -> Span | None:
    """The interval of one measure to draw; None without one."""
    if found.evidence is None or found.evidence.student is None:
        return None
    student = found.evidence.student
    outer, narrow = student.interval95, student.interval90
    return Span(
        found.measure.mean_at(found.comparison.k),
        float(found.delta),
        outer.low,
        outer.high,
        interval_words(outer),
        None if found.margin is None else (narrow.low, narrow.high),
        found.margin,
    )


def bounds_span(found: Completion, key: str, side: Side, label: str) -> Span:
    """The bounds of one mean to draw.

    Raises:
        ValueError: No query is scored.
    """
    interval = mean_bounds(found.pool, key, side)
    value = as_judged(found, key, side)
    if interval is None or value is None:
        raise ValueError("without a scored query there are no bounds to draw")
    low, high = float(interval.low), float(interval.high)
    return Span(label, float(value), low, high, span_words(interval, side))
