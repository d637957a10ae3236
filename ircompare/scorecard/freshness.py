"""Freshness: recall in which newer relevant documents weigh more, at a fixed reference time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

import numpy as np
import pyarrow as pa

from ircompare.model.ids import FloatArray
from ircompare.scorecard.direction import UP
from ircompare.scorecard.document_groups import relevant_rows, scored_rows, top_rows
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.legs import at_declared_cutoff
from ircompare.scorecard.means import mean
from ircompare.scorecard.row import Dimension, Input, Row, measured, not_computable
from ircompare.scoring.evaluation import Evaluation

FIELD = "document field `updated`"
FRESH_RECALL = Dimension(
    "fresh_recall",
    "Fresh recall",
    "effect",
    UP,
    "weight of the relevant documents in the top k ÷ weight of all relevant documents",
)


@dataclass(frozen=True)
class Decay:
    """How the weight of a document falls with its age.

    Attributes:
        kind: `half_life`, after which the weight is 1/2, or `time_constant`, after which it is
            1/e = .368. The two differ by the factor ln 2, so a bare number is never taken.
        span: Above 0.

    Raises:
        ValueError: A span that is not above 0.
    """

    kind: Literal["half_life", "time_constant"]
    span: timedelta

    def __post_init__(self) -> None:
        if self.span <= timedelta(0):
            raise ValueError(f"{self.kind} must be above 0")

    @property
    def half_life(self) -> timedelta:
        """After how long the weight is 1/2."""
        return self.span if self.kind == "half_life" else self.span * math.log(2)

    def weight(self, age: timedelta) -> float:
        """Weight in (0, 1]; an age below 0 counts as 0."""
        spans = max(age / self.span, 0.0)
        return 2.0**-spans if self.kind == "half_life" else math.exp(-spans)

    def __str__(self) -> str:
        return f"{self.kind} {self.span / timedelta(hours=1):g} h"


PRESETS = {
    "news": Decay("half_life", timedelta(hours=2)),
    "e-commerce": Decay("half_life", timedelta(days=7)),
    "academic": Decay("half_life", timedelta(days=5 * 365)),
}


def fresh_recall(inputs: Inputs, decay: Decay, reference: datetime) -> Row:
    """Mean over the scored queries; a query without a dated relevant document has no value.

    Relevant documents without a date are left out of both sums and counted; those newer than the
    reference time weigh 1 and are counted.

    Args:
        reference: The fixed time at which ages are taken; part of the protocol, never "now".

    Raises:
        ValueError: A reference with a time zone and documents without, or the other way round.
    """
    updated = inputs.documents.updated
    if updated is None:
        return not_computable(FRESH_RECALL, [FIELD])
    if any((one.tzinfo is None) != (reference.tzinfo is None) for one in updated.values()):
        raise ValueError("the reference time needs a time zone exactly where the documents do")
    compared = at_declared_cutoff(inputs)
    wanted = np.flatnonzero(scored_rows(inputs) & relevant_rows(inputs))
    documents = inputs.scope.collection.qrels.documents.take(pa.array(wanted)).to_pylist()
    ages = {d: reference - updated[d] for d in documents if d in updated}
    weights = np.zeros(len(inputs.scope.collection.qrels))
    weights[wanted] = [decay.weight(ages[d]) if d in ages else 0.0 for d in documents]
    sides = [_values(side, weights) for side in (compared.a, compared.b)]
    return measured(
        FRESH_RECALL,
        (mean(sides[0]), mean(sides[1])),
        [
            Input(FIELD, inputs.documents.source),
            Input("reference time", reference.isoformat()),
            Input("decay", str(decay)),
        ],
        n_used=len(sides[0]),
        label=f"Fresh Recall@{compared.k} ({decay})",
        counts={
            "relevant documents without date": sum(d not in ages for d in documents),
            "relevant documents newer than the reference": _newer(documents, ages),
            "queries without a dated relevant document": compared.count - len(sides[0]),
        },
        undefined="no scored query has a relevant document with a date",
    )


def _values(side: Evaluation, weights: FloatArray) -> list[float]:
    """Fresh recall of each query whose relevant documents weigh anything, in qrels order."""
    qrels = side.scope.collection.qrels
    count = len(qrels.query_ids)
    every = np.bincount(qrels.codes, weights=weights, minlength=count)
    found = np.bincount(qrels.codes, weights=weights * top_rows(side), minlength=count)
    return [float(top / all_) for top, all_ in zip(found, every, strict=True) if all_ > 0]


def _newer(documents: list[str], ages: Mapping[str, timedelta]) -> int:
    return sum(ages[d] < timedelta(0) for d in documents if d in ages)
