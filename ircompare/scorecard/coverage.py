"""Companions on recall: coverage of rare queries, and Recall@50 beside queries per second."""

from __future__ import annotations

from fractions import Fraction

from ircompare.scorecard.direction import UP
from ircompare.scorecard.effect import judged_inputs
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.latency import throughput
from ircompare.scorecard.legs import at_declared_cutoff
from ircompare.scorecard.long_tail import FIELD
from ircompare.scorecard.row import Dimension, Input, Row, measured, not_computable

DEEP_K = 50
RARE_COVERAGE = Dimension(
    "low_frequency_coverage",
    "Low-frequency coverage",
    "robustness",
    UP,
    "share of the rare queries with a relevant document in the top k",
)
DEEP_RECALL = Dimension(
    "recall_at_50",
    "Recall@50",
    "effect",
    UP,
    "mean over the scored queries of relevant documents in the top 50 ÷ all relevant documents",
)


def low_frequency_coverage(inputs: Inputs) -> Row:
    """Success@k over the scored queries whose frequency is at most the declared `tail_max`."""
    frequency, limit = inputs.queries.frequency, inputs.settings.tail_max
    if frequency is None:
        return not_computable(RARE_COVERAGE, [FIELD])
    compared = at_declared_cutoff(inputs)
    known = [query for query in inputs.scored_ids() if query in frequency]
    rare = inputs.chosen({query for query in known if frequency[query] <= limit})
    count = int(rare.sum())
    values = [
        Fraction(side.values("success").total(rare)) / count if count else None
        for side in (compared.a, compared.b)
    ]
    return measured(
        RARE_COVERAGE,
        (values[0], values[1]),
        [Input(FIELD, inputs.queries.source), Input("declared threshold", f"rare up to {limit}")],
        n_used=count,
        label=f"Success@{compared.k} of the rare queries",
        counts={"without frequency": len(inputs.scored_ids()) - len(known)},
        undefined=f"no scored query has a frequency of at most {limit}",
    )


def recall_at_50(inputs: Inputs) -> Row:
    """Recall at depth 50, which a second stage works on, with the throughput as its part."""
    compared = inputs.comparison.at(DEEP_K)
    shallow = {
        "shorter than 50 in A": compared.a.shallow,
        "shorter than 50 in B": compared.b.shallow,
    }
    return measured(
        DEEP_RECALL,
        (compared.a.mean("recall"), compared.b.mean("recall")),
        judged_inputs(compared),
        n_used=compared.count,
        parts=throughput(inputs),
        counts=shallow,
        undefined="no query has a relevant document",
    )
