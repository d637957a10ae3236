"""The words, signs and exact numbers that labels, tooltips and alternative texts share."""

from __future__ import annotations

from fractions import Fraction

from ircompare.charts.theme import short
from ircompare.scoring.comparison import Comparison, Counts
from ircompare.scoring.measures import MEASURES

Number = Fraction | float
SIGNS = {1: "▲", 0: "═", -1: "▼"}
VERDICTS = {1: "improved", 0: "tied", -1: "regressed"}
DIGITS = 9
NO_VALUE = "no value"
NAME_CELLS = 24


def decimal(value: Number, places: int = 3) -> str:
    """A value from 0 to 1 in decimals; rounding never makes it 0 or 1.

    >>> decimal(Fraction(1, 3)), decimal(Fraction(1, 9999)), decimal(Fraction(0))
    ('0.333', '>0', '0.000')
    """
    units = round(Fraction(value) * 10**places)
    if value and not units:
        return ">0"
    if value < 1 and units == 10**places:
        return "<1"
    return f"{units // 10**places}.{units % 10**places:0{places}d}"


def delta_decimal(value: Number, places: int = 3) -> str:
    """A delta in decimals with its sign, a true minus for losses; 0 has none.

    >>> delta_decimal(Fraction(-1, 4)), delta_decimal(Fraction(1, 9999)), delta_decimal(Fraction(0))
    ('−0.250', '+<0.001', '0.000')
    """
    text = decimal(value if value > 0 else -value, places)
    least = f"<{1 / 10**places:.{places}f}"
    size = least if text == ">0" else text
    return _sign(value) + size


def value_text(value: Number | None) -> str:
    """A value as fraction and decimal; decimals alone where it is not exact or too long.

    >>> value_text(Fraction(5, 6)), value_text(Fraction(1)), value_text(0.4146929)
    ('5/6 (0.833)', '1', '≈0.415')
    """
    return NO_VALUE if value is None else _joined(value, "", decimal(value))


def delta_text(value: Number | None) -> str:
    """A delta as signed fraction and decimal.

    >>> delta_text(Fraction(-1, 2))
    '−1/2 (−0.500)'
    """
    return NO_VALUE if value is None else _joined(value, _sign(value), delta_decimal(value))


def _sign(value: Number) -> str:
    return "+" if value > 0 else "−" if value < 0 else ""


def _joined(value: Number, sign: str, text: str) -> str:
    if isinstance(value, float):
        return f"≈{text}"
    if len(str(value.denominator)) > DIGITS:
        return text
    fraction = sign + str(abs(value))
    return fraction if value.denominator == 1 else f"{fraction} ({text})"


def rank_text(rank: int | None) -> str:
    """A rank, "none" where there is none."""
    return str(rank) if rank else "none"


def ranks_move(rank_a: int | None, rank_b: int | None) -> str:
    """Two ranks as `1 → 4`."""
    return f"{rank_text(rank_a)} → {rank_text(rank_b)}"


def queries(count: int) -> str:
    """A number of queries in words: "1 query", "7,000 queries"."""
    return "1 query" if count == 1 else f"{count:,} queries"


def share_text(count: int, total: int) -> str:
    """A share of all queries in per cent: "30.7 %"; never 0 or 100 for a part."""
    text = decimal(Fraction(count, total), 3)
    if text in ("<1", ">0"):
        return {"<1": "above 99.9 %", ">0": "below 0.1 %"}[text]
    return f"{float(text) * 100:.1f} %"


def counts_text(counts: Counts) -> str:
    """The verdicts in words: "65 improved, 91 tied, 69 regressed"."""
    return f"{counts.improved:,} improved, {counts.tied:,} tied, {counts.regressed:,} regressed"


def measure_at(comparison: Comparison, measure: str) -> str:
    """Name of a measure with the cutoff, such as `RR@10`."""
    return MEASURES[measure].at(comparison.k)


def delta_title(comparison: Comparison, measure: str) -> str:
    """Axis title of paired deltas, such as `ΔRR@10, B − A`."""
    return f"Δ{measure_at(comparison, measure)}, B − A"


def run_title(role: str, name: str) -> str:
    """Role and name of a run, such as `A bm25s`; the name only where it says more."""
    return role if name == role else f"{role} {short(name, NAME_CELLS)}"


def runs_title(comparison: Comparison) -> str:
    """The marks of both runs: `○ A bm25s → ● B minilm`."""
    a, b = run_title("A", comparison.a.name), run_title("B", comparison.b.name)
    return f"○ {a} → ● {b}"
