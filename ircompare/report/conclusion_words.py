"""Words and numbers that sentences and tables of conclusions share."""

from __future__ import annotations

from ircompare.inference.conclusion import Conclusion
from ircompare.inference.plan import ALPHA, Plan
from ircompare.inference.signflip import PValue
from ircompare.inference.student import Interval
from ircompare.report.phrases import plain
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import count_text, decimal, delta_decimal, places_for

_FINEST = 12


def change_words(found: Conclusion) -> str:
    """The mean delta with its 95 % interval and its corrected p-value.

    Such as `Δ +0.015, 95 % interval −0.034 to +0.064, corrected p 0.5438`.
    """
    delta = delta_decimal(found.delta, places_for(found.delta))
    evidence = found.evidence
    if evidence is None:
        return f"Δ {delta}"
    if evidence.student is None:
        same = f"the same change on every {unit_of(found)}, so there is no interval"
        return f"Δ {delta}, {same}, corrected p {p_text(evidence.p_holm)}"
    span, p = interval_words(evidence.student.interval95), p_text(evidence.p_holm)
    return f"Δ {delta}, 95 % interval {span}, corrected p {p}"


def names_of(comparison: Comparison) -> tuple[str, str]:
    """What A and B are called; by their letters where both have one name."""
    a, b = (plain(side.name) for side in (comparison.a, comparison.b))
    return ("A", "B") if a == b else (a, b)


def interval_words(interval: Interval) -> str:
    """An interval as `−0.034 to +0.064`, with more places where three would move an end to 0."""
    places = max(places_for(interval.low), places_for(interval.high))
    return f"{delta_decimal(interval.low, places)} to {delta_decimal(interval.high, places)}"


def p_text(value: float) -> str:
    """A p-value with four places; with more where they would round it to 0.05.

    >>> p_text(0.2466), p_text(0.04999), p_text(1e-9), p_text(1.0)
    ('0.2466', '0.04999', '<0.0001', '1')
    """
    if value < 0.0001:
        return "<0.0001"
    if value == 1:
        return "1"
    for places in range(4, _FINEST):
        text = f"{value:.{places}f}"
        if float(text) != ALPHA or value == ALPHA:
            return text
    return repr(value)


def p_source(p: PValue, differing: int) -> str:
    """How a p-value was computed."""
    if p.engine == "student":
        return "Student's t test, since more than 2,000 differ"
    if p.engine == "enumeration":
        return f"sign-flip test, all {2**differing:,} choices of signs enumerated"
    if p.engine == "binomial":
        return "sign-flip test, counted exactly, since all that differ do so by the same amount"
    rounded = "" if p.p_exact else ", sums in floating point"
    return (
        f"sign-flip test, {count_text(p.resamples or 0)} random choices of signs from start "
        f"{p.start}{rounded}, Monte Carlo error {decimal(p.standard_error, 4)}"
    )


def plan_words(plan: Plan, k: int) -> str:
    """What was declared, in one line."""
    margins = [
        f"margin ±{decimal(margin, places_for(margin))} in {MEASURES[key].mean_at(k)}"
        for key, margin in plan.margins.items()
    ]
    unit = (
        f"groups of the field {plain(plan.group_field)}"
        if plan.group_field
        else "each query by itself"
    )
    sample = "picked by hand" if plan.hand_picked else "taken as a random sample"
    return " · ".join([*(margins or ["no margin"]), unit, sample, f"random start {plan.start}"])


def unit_of(found: Conclusion) -> str:
    """What counts as independent: `query`, or `group` where groups were declared."""
    return "query" if found.units == found.counts.total else "group"
