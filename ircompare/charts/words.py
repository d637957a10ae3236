"""The words, signs and exact numbers that labels, tooltips and alternative texts share."""

from __future__ import annotations

from fractions import Fraction

from ircompare.charts.theme import short
from ircompare.scoring.comparison import Comparison, Counts
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import counted, decimal

NAME_CELLS = 24


def rank_text(rank: int | None) -> str:
    """A rank, "none" where there is none."""
    return str(rank) if rank else "none"


def ranks_move(rank_a: int | None, rank_b: int | None) -> str:
    """Two ranks as `1 → 4`."""
    return f"{rank_text(rank_a)} → {rank_text(rank_b)}"


def queries(count: int) -> str:
    """A number of queries in words: "1 query", "7,000 queries"."""
    return counted(count, "query")


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


def mean_delta_title(comparison: Comparison, measure: str) -> str:
    """Axis title of mean deltas, such as `ΔMRR@10, B − A`."""
    return f"Δ{MEASURES[measure].mean_at(comparison.k)}, B − A"


def run_title(role: str, name: str) -> str:
    """Role and name of a run, such as `A bm25s`; the name only where it says more."""
    return role if name == role else f"{role} {short(name, NAME_CELLS)}"


def runs_title(comparison: Comparison) -> str:
    """The marks of both runs: `○ A bm25s → ● B minilm`."""
    a, b = run_title("A", comparison.a.name), run_title("B", comparison.b.name)
    return f"○ {a} → ● {b}"
