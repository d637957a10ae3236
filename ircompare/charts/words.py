"""The words, signs and exact numbers that labels, tooltips and alternative texts share."""

from __future__ import annotations

from fractions import Fraction

from ircompare.scoring.comparison import Comparison, Counts
from ircompare.scoring.measures import MEASURES

Number = Fraction | float
SIGNS = {1: "▲", 0: "═", -1: "▼"}
VERDICTS = {1: "improved", 0: "tied", -1: "regressed"}
DIGITS = 9


def decimal(value: Number, places: int = 3) -> str:
    """A value in decimals; what is not 0 or 1 never prints as 0 or 1.

    >>> decimal(Fraction(1, 3)), decimal(Fraction(1, 9999)), decimal(Fraction(0))
    ('0.333', '<0.001', '0')
    """
    least = 10**-places
    if value in (0, 1):
        return str(int(value))
    if 0 < value < least / 2:
        return f"<{least:.{places}f}"
    if 1 - least / 2 < value < 1:
        return f">{1 - least:.{places}f}"
    return f"{float(value):.{places}f}"


def signed(value: Number, places: int = 3) -> str:
    """A delta in decimals with its sign, a true minus for losses; 0 has none.

    >>> signed(Fraction(-1, 4)), signed(Fraction(1)), signed(Fraction(0))
    ('−0.250', '+1', '0')
    """
    if value == 0:
        return "0"
    return ("+" if value > 0 else "−") + decimal(abs(value), places)


def exact(value: Number | None) -> str:
    """A value as fraction and decimal; decimals alone where it is not exact or long.

    >>> exact(Fraction(5, 6)), exact(Fraction(1)), exact(None)
    ('5/6 (0.833)', '1', 'no value')
    """
    if value is None:
        return "no value"
    return _with_fraction(value, decimal(value))


def exact_delta(value: Number | None) -> str:
    """A delta as signed fraction and decimal.

    >>> exact_delta(Fraction(-1, 2))
    '−1/2 (−0.500)'
    """
    if value is None:
        return "no value"
    return _with_fraction(value, signed(value), "+" if value > 0 else "−" if value < 0 else "")


def _with_fraction(value: Number, text: str, sign: str = "") -> str:
    if isinstance(value, float) or value.denominator == 1 or len(str(value.denominator)) > DIGITS:
        return text
    return f"{sign}{abs(value.numerator)}/{value.denominator} ({text})"


def rank_text(rank: int | None) -> str:
    """A rank, "none" where there is none."""
    return str(rank) if rank else "none"


def ranks_move(rank_a: int | None, rank_b: int | None) -> str:
    """Two ranks as `1 → 4`."""
    return f"{rank_text(rank_a)} → {rank_text(rank_b)}"


def queries(count: int) -> str:
    """A number of queries in words: "1 query", "7,000 queries"."""
    return "1 query" if count == 1 else f"{count:,} queries"


def counts_text(counts: Counts) -> str:
    """The verdicts in words: "65 improved, 91 tied, 69 regressed"."""
    return f"{counts.improved:,} improved, {counts.tied:,} tied, {counts.regressed:,} regressed"


def measure_at(comparison: Comparison, measure: str) -> str:
    """Name of a measure with the cutoff, such as `RR@10`."""
    return MEASURES[measure].at(comparison.k)


def delta_title(comparison: Comparison, measure: str) -> str:
    """Axis title of paired deltas, such as `ΔRR@10, B − A`."""
    return f"Δ{measure_at(comparison, measure)}, B − A"
