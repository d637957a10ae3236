"""The Pareto front of score thresholds: everything a run scores at least so high is returned."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_FLOOR, Context

import numpy as np

from ircompare.model.ids import BoolArray, FloatArray, IntArray
from ircompare.model.run import Run
from ircompare.scorecard.pareto import Front, Point, pareto_mask
from ircompare.scorecard.whiskers import whisker
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.values import Ratios

PRECISION = "precision ÷ documents at or above the threshold, 0 where there are none"
MOST, DIGITS = 50, 4


def has_scores(evaluation: Evaluation) -> bool:
    """Whether thresholds can be drawn: a run in memory that has scores."""
    run = evaluation.hits.run
    return isinstance(run, Run) and run.scores is not None


def spread_thresholds(evaluation: Evaluation, most: int = MOST) -> tuple[float, ...]:
    """Thresholds from high to low that split the run's rows evenly; none for a run without scores.

    Each is an observed score rounded down to four digits, so that it is what its name says.

    Args:
        most: How many at most, >= 1; fewer where scores are equal.
    """
    run = evaluation.hits.run
    if not isinstance(run, Run) or run.scores is None or not len(run.scores):
        return ()
    falling = np.sort(run.scores)[::-1]
    places = np.linspace(0, len(falling) - 1, min(most, len(falling))).round().astype(np.int64)
    rounded = Context(prec=DIGITS, rounding=ROUND_FLOOR)
    found = (float(rounded.create_decimal_from_float(score)) for score in falling[places].tolist())
    return tuple(dict.fromkeys(found))


def threshold_front(evaluation: Evaluation, thresholds: Sequence[float]) -> Front:
    """The front of one run's score thresholds, as means over the scored queries; exact.

    Args:
        evaluation: Of a run in memory that has scores; its cutoff plays no part.
        thresholds: A document is returned where its score is at least the threshold.

    Raises:
        ValueError: A run without scores, or no query that is scored.
    """
    run, scored = evaluation.hits.run, evaluation.scope.scored
    if not isinstance(run, Run) or run.scores is None:
        raise ValueError("thresholds need a run in memory that has scores")
    if not scored.any():
        raise ValueError("no query is scored: there is no mean to draw")
    count = int(scored.sum())
    points = []
    for threshold in thresholds:
        found = _found(evaluation, run.scores, threshold)
        returned = _returned(evaluation, run.scores >= threshold)
        both = [
            Ratios(found, np.maximum(below, 1)) for below in (evaluation.scope.relevant, returned)
        ]
        recall, precision = (one.total(scored) / count for one in both)
        ends = (whisker(one, scored) for one in both)
        points.append(Point(f"score ≥ {threshold:g}", recall, precision, *ends))
    return Front(tuple(points), pareto_mask(points), count, PRECISION, "threshold")


def _found(evaluation: Evaluation, scores: FloatArray, threshold: float) -> IntArray:
    """Relevant documents of each query at or above a threshold (shape: n)."""
    hits = evaluation.hits
    rows = hits.relevant_rows
    starts = hits.run.bounds[hits.places[hits.codes[rows]]]
    high = scores[starts + hits.ranks[rows] - 1] >= threshold
    return np.bincount(hits.codes[rows[high]], minlength=len(hits.places)).astype(np.int64)


def _returned(evaluation: Evaluation, high: BoolArray) -> IntArray:
    """Documents of each query that are at or above a threshold (shape: n)."""
    hits = evaluation.hits
    running = np.concatenate([[0], np.cumsum(high)])
    by_query = np.diff(running[hits.run.bounds])
    listed = np.flatnonzero(~hits.missing)
    counts = np.zeros(len(hits.places), np.int64)
    counts[listed] = by_query[hits.places[listed]]
    return counts
