"""The Pareto front of score thresholds: everything a run scores at least so high is returned."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ircompare.model.ids import BoolArray, FloatArray, IntArray
from ircompare.model.run import Run
from ircompare.scorecard.pareto import Front, Point, pareto_mask
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.values import Ratios

PRECISION = "precision ÷ documents at or above the threshold, 0 where there are none"


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
        recall = Ratios(found, np.maximum(evaluation.scope.relevant, 1)).total(scored)
        precision = Ratios(found, np.maximum(returned, 1)).total(scored)
        points.append(Point(f"score ≥ {threshold:g}", recall / count, precision / count))
    return Front(tuple(points), pareto_mask(points), count, PRECISION)


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
