"""Which stated probabilities of pairs came true: those whose document is relevant to the query."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ircompare.model.ids import BoolArray, FloatArray, IntArray
from ircompare.model.scope import Scope
from ircompare.scorecard.pairs import Pairs


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The pairs of scored queries that have a probability and an outcome.

    Attributes:
        queries: Position of each pair's query in the split (shape: n).
        stated: Probability of each (shape: n).
        relevant: Whether its document is relevant (shape: n).
        unjudged: Pairs of scored queries without a judgement: not relevant and among the n under
            `exhaustive` judgements, left out under `pooled`.
    """

    queries: IntArray
    stated: FloatArray
    relevant: BoolArray
    unjudged: int


def pair_outcomes(scope: Scope, pairs: Pairs, chosen: BoolArray) -> Outcomes:
    """Outcomes of the pairs of some queries, under the protocol of the scope.

    Args:
        chosen: Which queries of the split count (shape: n).
    """
    qrels, places = scope.collection.qrels, pairs.places(scope.positions)
    stated = pairs.probability
    if stated is None:
        stated = np.full(len(pairs), np.nan)
    rows = np.flatnonzero((places >= 0) & ~np.isnan(stated))
    rows = rows[chosen[places[rows]]]
    queries = places[rows]
    found = qrels.index.find(pairs.documents.take(pa.array(rows)), scope.qrels_places[queries])
    judged = found >= 0
    relevant = np.zeros(len(rows), np.bool_)
    relevant[judged] = qrels.grades[found[judged]] >= scope.protocol.min_relevance
    kept = judged if scope.protocol.judgements == "pooled" else np.ones_like(judged)
    return Outcomes(
        queries[kept], stated[rows][kept], relevant[kept], int(np.count_nonzero(~judged))
    )
