"""Recall against precision: the Pareto front, and the service levels that a point keeps.

Everything is exact: service levels are decimals as written, and no point is compared in doubles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Literal

import numpy as np

from ircompare.inference.student import Interval
from ircompare.scorecard.whiskers import NOISY_BELOW, whisker
from ircompare.scorecard.written import exact
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.sweep import curve

Compliance = Literal["compliant", "violates recall", "violates precision", "violates both"]
Noun = Literal["cutoff", "threshold", "configuration"]
PRECISION = "precision ÷ k, whatever the length of the ranking"


@dataclass(frozen=True)
class Point:
    """A configuration, or a cutoff of one run.

    Attributes:
        name: Such as `k = 5`, or a run's.
        recall, precision: Exact, in [0, 1].
        recall_interval, precision_interval: 95 % intervals of the two means on few queries; see
            `whisker`.
    """

    name: str
    recall: Fraction
    precision: Fraction
    recall_interval: Interval | None = None
    precision_interval: Interval | None = None


@dataclass(frozen=True)
class ServiceLevel:
    """The least recall and precision that are agreed on.

    Attributes:
        recall, precision: Exact, in [0, 1].
    """

    recall: Fraction
    precision: Fraction

    @classmethod
    def of(cls, recall: str, precision: str) -> ServiceLevel:
        """From decimals or fractions as written, such as `0.92` or `23/25`.

        Raises:
            ValueError: Not a number, or outside 0 to 1.
        """
        levels = [exact(text) for text in (recall, precision)]
        if not all(0 <= level <= 1 for level in levels):
            raise ValueError("service levels must be between 0 and 1")
        return cls(*levels)

    def compliance(self, point: Point) -> Compliance:
        """Which of the two levels a point keeps; at the level counts as kept."""
        low_recall, low_precision = (
            point.recall < self.recall,
            point.precision < self.precision,
        )
        if low_recall and low_precision:
            return "violates both"
        if low_recall:
            return "violates recall"
        return "violates precision" if low_precision else "compliant"


@dataclass(frozen=True)
class Front:
    """Points with the front among them.

    Attributes:
        points: As given.
        on_front: For each whether no other point is at least as good in both and better in one.
        count: Scored queries that the means rest on; 0 where that is not known.
        precision: What precision divides by; another choice gives another front.
        noun: What a point is: a cutoff, a threshold or a configuration.
    """

    points: tuple[Point, ...]
    on_front: tuple[bool, ...]
    count: int = 0
    precision: str = PRECISION
    noun: Noun = "cutoff"

    @property
    def noisy(self) -> bool:
        """Whether fewer than 50 queries carry it: a front of such means is not a fact."""
        return self.count < NOISY_BELOW

    def compliant(self, level: ServiceLevel) -> tuple[Point, ...]:
        """Points of the front that keep both levels; none is a valid answer."""
        return tuple(
            point
            for point, on in zip(self.points, self.on_front, strict=True)
            if on and level.compliance(point) == "compliant"
        )


def pareto_mask(points: Sequence[Point]) -> tuple[bool, ...]:
    """Which points no other one dominates; equal points stay on the front together.

    >>> pareto_mask([Point("a", Fraction(1), Fraction(0)), Point("b", Fraction(1), Fraction(1))])
    (False, True)
    """
    falling = sorted(range(len(points)), key=lambda at: points[at].recall, reverse=True)
    on, best = set[int](), Fraction(-1)
    for _, block in groupby(falling, key=lambda at: points[at].recall):
        places = list(block)
        most = max(points[at].precision for at in places)
        if most > best:
            on.update(at for at in places if points[at].precision == most)
            best = most
    return tuple(at in on for at in range(len(points)))


def front(points: Iterable[Point], count: int = 0) -> Front:
    """The front of any points."""
    listed = tuple(points)
    return Front(listed, pareto_mask(listed), count)


def cutoff_front(evaluation: Evaluation, depth: int) -> Front:
    """The front of one run's cutoffs 1 to depth.

    Raises:
        ValueError: No query is scored.
    """
    recalls = curve(evaluation, depth).recall
    count = int(evaluation.scope.scored.sum())
    points = [
        _point(f"k = {k}", recall, evaluation.at(k), count) for k, recall in enumerate(recalls, 1)
    ]
    return front(points, count)


def configuration_front(evaluations: Sequence[Evaluation]) -> Front:
    """The front of several runs, each at its own cutoff; its name tells it where they differ.

    Raises:
        ValueError: No query is scored.
    """
    count = min((int(one.scope.scored.sum()) for one in evaluations), default=0)
    if evaluations and not count:
        raise ValueError("no query is scored: there is no mean to compare")
    alike = len({one.k for one in evaluations}) == 1
    points = [_configuration(one, one.name if alike else _at(one)) for one in evaluations]
    return replace(front(points, count), noun="configuration")


def _at(evaluation: Evaluation) -> str:
    return f"{evaluation.name}, k = {evaluation.k}"


def _configuration(evaluation: Evaluation, name: str) -> Point:
    count = int(evaluation.scope.scored.sum())
    recall = Fraction(evaluation.values("recall").total(evaluation.scope.scored)) / count
    return _point(name, recall, evaluation, count)


def _point(name: str, recall: Fraction, at: Evaluation, count: int) -> Point:
    ends = (whisker(at.values(measure), at.scope.scored) for measure in ("recall", "precision"))
    return Point(name, recall, _precision(at, count), *ends)


def _precision(evaluation: Evaluation, count: int) -> Fraction:
    hits = int(np.sum(evaluation.hit_counts[evaluation.scope.scored]))
    return Fraction(hits, evaluation.k * count)
