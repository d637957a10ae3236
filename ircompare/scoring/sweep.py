"""The same comparison over every cutoff, from one pass over the hit ranks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from ircompare.model.ids import IntArray
from ircompare.scoring.comparison import Comparison, Counts
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.judging import HitRanks


@dataclass(frozen=True, eq=False)
class Curve:
    """Exact means of one run for every cutoff 1 … depth (each of length depth)."""

    name: str
    recall: tuple[Fraction, ...]
    rr: tuple[Fraction, ...]

    def of(self, measure: str) -> tuple[Fraction, ...]:
        """The means of `recall` or `rr`.

        Raises:
            KeyError: Another measure.
        """
        return {"recall": self.recall, "rr": self.rr}[measure]


@dataclass(frozen=True, eq=False)
class Sweep:
    """Two runs over every cutoff.

    Attributes:
        a, b: Their curves.
        counts: For `recall` and `rr`, improved, tied and regressed at each cutoff.
        signs: For both, the verdict of each scored query at each cutoff (cutoffs × scored).
        places: Query position of each column of `signs`.
    """

    a: Curve
    b: Curve
    counts: dict[str, tuple[Counts, ...]]
    signs: dict[str, IntArray]
    places: IntArray

    @property
    def depth(self) -> int:
        """Largest cutoff."""
        return len(self.a.recall)

    def flips(self, measure: str) -> IntArray:
        """How often each scored query's verdict turns between better and worse with k."""
        signs = self.signs[measure]
        last = np.zeros(signs.shape[1], np.int64)
        turns = np.zeros(signs.shape[1], np.int64)
        for row in signs:
            turns += (row != 0) & (last != 0) & (row != last)
            last = np.where(row != 0, row, last)
        return turns

    def spans(self, measure: str, column: int) -> list[tuple[int, int, int]]:
        """Verdict of one query over the cutoffs as (verdict, first k, last k), in order."""
        row = self.signs[measure][:, column]
        edges = [0, *(np.flatnonzero(np.diff(row)) + 1).tolist(), len(row)]
        return [(int(row[start]), start + 1, stop) for start, stop in pairwise(edges)]


def curve(evaluation: Evaluation, depth: int) -> Curve:
    """Exact mean Recall@k and RR@k for k = 1 … depth; needs at least one scored query.

    Raises:
        ValueError: No query is scored.
    """
    hits = evaluation.hits
    scored = np.flatnonzero(hits.scope.scored)
    if not len(scored):
        raise ValueError("no query is scored: there is no mean to draw")
    return Curve(
        evaluation.name,
        running_means(*_recall_steps(hits), depth, len(scored)),
        running_means(*_first_rank_steps(hits), depth, len(scored)),
    )


def _recall_steps(hits: HitRanks) -> tuple[IntArray, IntArray]:
    """Ranks at which Recall rises, and the number by which 1 is divided there."""
    rows = hits.relevant_rows[hits.scope.scored[hits.codes[hits.relevant_rows]]]
    return hits.ranks[rows], hits.scope.relevant[hits.codes[rows]]


def _first_rank_steps(hits: HitRanks) -> tuple[IntArray, IntArray]:
    first = hits.first_ranks[hits.scope.scored]
    return first[first > 0], first[first > 0]


def running_means(ranks: IntArray, below: IntArray, depth: int, count: int) -> tuple[Fraction, ...]:
    """Sums of 1 ÷ below over all ranks up to k, over count, for k = 1 … depth.

    All over one common denominator, so the running sum is plain integer addition.
    """
    common = math.lcm(*np.unique(below).tolist())
    steps = [0] * (depth + 1)
    inside = ranks <= depth
    pairs, times = np.unique(np.stack([ranks[inside], below[inside]]), axis=1, return_counts=True)
    for rank, low, many in zip(*pairs.tolist(), times.tolist(), strict=True):
        steps[rank] += common // low * many
    total, means = 0, []
    for step in steps[1:]:
        total += step
        means.append(Fraction(total, common * count))
    return tuple(means)


def sweep(comparison: Comparison, depth: int) -> Sweep:
    """Both runs for k = 1 … depth.

    Raises:
        ValueError: No query is scored.
    """
    a, b = comparison.a.hits, comparison.b.hits
    places = np.flatnonzero(comparison.scored)
    signs = {
        "recall": np.sign(_hits_by_cutoff(b, depth) - _hits_by_cutoff(a, depth))[:, places],
        "rr": _rr_signs(a.first_ranks, b.first_ranks, depth)[:, places],
    }
    return Sweep(
        curve(comparison.a, depth),
        curve(comparison.b, depth),
        {measure: _count(rows) for measure, rows in signs.items()},
        signs,
        places,
    )


def _hits_by_cutoff(hits: HitRanks, depth: int) -> IntArray:
    """Relevant documents in the top k of each query, for every k (depth × n)."""
    rows = hits.relevant_rows[hits.ranks[hits.relevant_rows] <= depth]
    table = np.zeros((depth, len(hits.places)), np.int64)
    np.add.at(table, (hits.ranks[rows] - 1, hits.codes[rows]), 1)
    return np.cumsum(table, axis=0)


def _rr_signs(first_a: IntArray, first_b: IntArray, depth: int) -> IntArray:
    cutoffs = np.arange(1, depth + 1)[:, None]
    beyond = depth + 1
    a = np.where((first_a > 0) & (first_a <= cutoffs), first_a, beyond)
    b = np.where((first_b > 0) & (first_b <= cutoffs), first_b, beyond)
    return np.asarray(np.sign(a - b), np.int64)


def _count(signs: IntArray) -> tuple[Counts, ...]:
    better, worse = (signs > 0).sum(axis=1), (signs < 0).sum(axis=1)
    return tuple(
        Counts(int(up), signs.shape[1] - int(up) - int(down), int(down))
        for up, down in zip(better, worse, strict=True)
    )


def common_depth(evaluations: Sequence[Evaluation]) -> int:
    """Largest cutoff that the deepest ranking of every run reaches, at least 1."""
    return max(1, min(evaluation.hits.run.depth for evaluation in evaluations))
