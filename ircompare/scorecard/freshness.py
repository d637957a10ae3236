"""Freshness: recall in which newer relevant documents weigh more, at a fixed reference time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import numpy as np
import pyarrow as pa

from ircompare.model.ids import FloatArray, IntArray
from ircompare.scorecard.decay import Decay, decay_of
from ircompare.scorecard.direction import UP
from ircompare.scorecard.document_groups import relevant_rows, scored_rows, top_rows
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.legs import at_declared_cutoff
from ircompare.scorecard.means import mean
from ircompare.scorecard.row import Dimension, Input, Row, measured, not_computable
from ircompare.scoring.evaluation import Evaluation

FIELD = "document field `updated`"
ZONES = "the reference time needs a time zone exactly where the documents do"
FRESH_RECALL = Dimension(
    "fresh_recall",
    "Fresh recall",
    "effect",
    UP,
    "weight of the relevant documents in the top k ÷ weight of all relevant documents",
)


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
    if not comparable(reference, updated):
        raise ValueError(ZONES)
    compared = at_declared_cutoff(inputs)
    wanted = np.flatnonzero(scored_rows(inputs) & relevant_rows(inputs))
    documents = inputs.scope.collection.qrels.documents.take(pa.array(wanted)).to_pylist()
    ages = {d: reference - updated[d] for d in documents if d in updated}
    weights = _weights(inputs, wanted, [ages.get(d) for d in documents], decay)
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


def declared_fresh_recall(inputs: Inputs) -> Row:
    """Fresh recall under the declared decay and reference time, neither of which has a default."""
    chosen, updated = inputs.settings, inputs.documents.updated
    given = {
        FIELD: updated,
        "declared `freshness`": chosen.freshness,
        "declared `reference_time`": chosen.reference_time,
    }
    missing = [name for name, value in given.items() if value is None]
    if updated is None or chosen.freshness is None or chosen.reference_time is None:
        return not_computable(FRESH_RECALL, missing)
    reference = datetime.fromisoformat(chosen.reference_time)
    if comparable(reference, updated):
        return fresh_recall(inputs, decay_of(chosen.freshness), reference)
    told = [Input(FIELD, inputs.documents.source), Input("reference time", reference.isoformat())]
    return measured(FRESH_RECALL, (None, None), told, n_used=0, undefined=ZONES)


def comparable(reference: datetime, updated: Mapping[str, datetime]) -> bool:
    """Whether the reference time and the documents have a time zone, or neither has."""
    return all((one.tzinfo is None) == (reference.tzinfo is None) for one in updated.values())


def _weights(
    inputs: Inputs, wanted: IntArray, ages: Sequence[timedelta | None], decay: Decay
) -> FloatArray:
    """Weight of each judged pair, 0 where it does not count.

    Within a query the newest document weighs 1: the scale cancels in the quotient, and documents
    that are thousands of half-lives old do not all vanish in rounding.
    """
    qrels = inputs.scope.collection.qrels
    dated = np.array([age is not None for age in ages], np.bool_)
    places = wanted[dated]
    spans = np.array([decay.spans(age) for age in ages if age is not None], np.float64)
    newest = np.full(len(qrels.query_ids), np.inf)
    np.minimum.at(newest, qrels.codes[places], spans)
    weights = np.zeros(len(qrels))
    weights[places] = [decay.after(x) for x in (spans - newest[qrels.codes[places]]).tolist()]
    return weights


def _values(side: Evaluation, weights: FloatArray) -> list[float]:
    """Fresh recall of each query whose relevant documents weigh anything, in qrels order."""
    qrels = side.scope.collection.qrels
    count = len(qrels.query_ids)
    every = np.bincount(qrels.codes, weights=weights, minlength=count)
    found = np.bincount(qrels.codes, weights=weights * top_rows(side), minlength=count)
    return [float(top / all_) for top, all_ in zip(found, every, strict=True) if all_ > 0]


def _newer(documents: list[str], ages: Mapping[str, timedelta]) -> int:
    return sum(ages[d] < timedelta(0) for d in documents if d in ages)
