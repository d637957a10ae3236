"""How one query moved from A to B, in the few words that fit a cell."""

from __future__ import annotations

from ircompare.scoring.comparison import Comparison


def ranks_move(comparison: Comparison, place: int) -> str:
    """Rank of the first relevant document as `1 → 4`, one number where it is the same."""
    a, b = int(comparison.a.first_ranks[place]), int(comparison.b.first_ranks[place])
    return f"{a or 'none'}" if a == b else f"{a or 'none'} → {b or 'none'}"


def hits_move(comparison: Comparison, place: int) -> str:
    """Relevant documents in the top k as `2 → 1 of 3`."""
    a, b = comparison.a.hit_counts[place], comparison.b.hit_counts[place]
    return f"{a} → {b} of {comparison.a.scope.relevant[place]}"


def cause_words(key: str, sign: int) -> str:
    """A cause in the few words that fit a cell."""
    across = "rose above k" if sign > 0 else "fell below k"
    return {
        "missing": "missing in one run",
        "empty": "empty in one run",
        "not_returned": "not returned",
        "across_k": across,
        "unjudged_above": "only unjudged above",
        "moved": "moved in the top k",
    }.get(key, "")
