"""The fronts of two runs over their cutoffs, or over their score thresholds."""

from __future__ import annotations

from ircompare.scorecard.pareto import Front, Noun, cutoff_front
from ircompare.scorecard.thresholds import has_scores, spread_thresholds, threshold_front
from ircompare.scoring.comparison import Comparison

DEEPEST = 50


def fronts(pair: Comparison, noun: Noun) -> tuple[Front, Front]:
    """Recall against precision of run A and of run B, at most 50 points each.

    Args:
        noun: `cutoff`, or `threshold`, each run at scores of its own.

    Raises:
        ValueError: Thresholds of a run without scores, or no query that is scored.
    """
    if noun == "threshold":
        a, b = (threshold_front(one, spread_thresholds(one, DEEPEST)) for one in (pair.a, pair.b))
        return a, b
    depth = min(DEEPEST, max(pair.a.hits.run.depth, pair.b.hits.run.depth, 1))
    return cutoff_front(pair.a, depth), cutoff_front(pair.b, depth)


def without_scores(pair: Comparison) -> list[str]:
    """Names of the runs of which no score threshold can be drawn."""
    return [side.name for side in (pair.a, pair.b) if not has_scores(side)]
