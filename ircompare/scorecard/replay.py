"""The worst queries of a run, to be asked again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ircompare.scorecard.direction import Number
from ircompare.scoring.evaluation import Evaluation

WORST = 100


@dataclass(frozen=True)
class Replayed:
    """One query to ask again.

    Attributes:
        text: "" where it is not known.
        value: Its value in the measure.
    """

    query_id: str
    text: str
    value: Number


def worst_queries(evaluation: Evaluation, measure: str, count: int = WORST) -> tuple[Replayed, ...]:
    """The scored queries of the lowest values, worst first; equal ones in the order of the split.

    Args:
        measure: A key of MEASURES.
        count: How many at most, >= 0.
    """
    scope, values = evaluation.scope, evaluation.values(measure)
    places = np.flatnonzero(scope.scored)
    known = [(values.at(int(place)), int(place)) for place in places]
    worst = sorted((value, place) for value, place in known if value is not None)[:count]
    return tuple(
        Replayed(scope.query_ids[place], scope.collection.query_text(scope.query_ids[place]), value)
        for value, place in worst
    )
