"""Effect, from the judgements alone: Recall@5 and nDCG@10."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ircompare.scorecard.dimensions import NDCG, RECALL
from ircompare.scorecard.direction import Number
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.row import Input, Part, Row, measured
from ircompare.scorecard.settings import Gain
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.judging import HitRanks
from ircompare.scoring.measures import ndcg
from ircompare.scoring.values import Ratios

RECALL_K = 5
NDCG_K = 10
LARGEST_EXPONENT = 53
NOTHING_SCORED = "no query has a relevant document"


def recall_at_5(inputs: Inputs) -> Row:
    """Mean Recall@5 over the scored queries, exact, with the ceiling that 5 places set to it.

    A query with more than 5 relevant documents cannot reach 1: its best is 5 ÷ their number.
    """
    compared = inputs.comparison.at(RECALL_K)
    ceiling = recall_ceiling(compared.a, RECALL_K)
    counts = compared.counts("recall")
    return measured(
        RECALL,
        (compared.a.mean("recall"), compared.b.mean("recall")),
        judged_inputs(compared),
        n_used=compared.count,
        label="Recall@5 (qrels, macro)",
        parts=[Part("ceiling", "best possible mean Recall@5", ceiling, ceiling)],
        counts={
            "improved": counts.improved,
            "tied": counts.tied,
            "regressed": counts.regressed,
            **_missing(compared),
        },
        undefined=NOTHING_SCORED,
    )


def recall_ceiling(evaluation: Evaluation, k: int) -> Number | None:
    """Mean over the scored queries of the best Recall@k there is; None where none is scored."""
    scored, relevant = evaluation.scope.scored, evaluation.scope.relevant
    count = int(scored.sum())
    best = Ratios(np.minimum(relevant, k), np.maximum(relevant, 1))
    return best.total(scored) / count if count else None


def ndcg_at_10(inputs: Inputs) -> Row:
    """Mean nDCG@10 over the scored queries, its ideal over all judged documents.

    A query whose judged documents all gain nothing is scored only under `no_relevant = zero`.
    Grades beyond 53 give no value under exponential gain: doubles do not hold their sums.
    """
    compared = inputs.comparison.at(NDCG_K)
    gain = inputs.settings.gain
    too_large = gain == "exponential" and _largest_grade(compared) > LARGEST_EXPONENT
    return measured(
        NDCG,
        (None, None) if too_large else (_ndcg(compared.a, gain), _ndcg(compared.b, gain)),
        [*judged_inputs(compared), Input("gain", gain_words(gain))],
        n_used=compared.count,
        label=f"nDCG@10 ({gain} gain)",
        counts=_missing(compared),
        undefined=f"a grade is above {LARGEST_EXPONENT}" if too_large else NOTHING_SCORED,
    )


def _largest_grade(compared: Comparison) -> int:
    return int(compared.a.scope.collection.qrels.grades.max(initial=0))


def _ndcg(evaluation: Evaluation, gain: Gain) -> float | None:
    hits = graded(evaluation.hits, gain)
    count = int(hits.scope.scored.sum())
    return ndcg(hits, NDCG_K).total(hits.scope.scored) / count if count else None


def graded(hits: HitRanks, gain: Gain) -> HitRanks:
    """A run judged by other gains: under `exponential` each grade g stands as 2^g − 1."""
    if gain == "linear":
        return hits
    scope = hits.scope
    qrels = replace(
        scope.collection.qrels, grades=2 ** np.maximum(scope.collection.qrels.grades, 0) - 1
    )
    protocol = scope.protocol
    if protocol.judgements == "pooled":
        protocol = replace(protocol, min_relevance=2**protocol.min_relevance - 1)
    again = replace(scope, collection=replace(scope.collection, qrels=qrels), protocol=protocol)
    return replace(hits, scope=again, grades=2 ** np.maximum(hits.grades, 0) - 1)


def gain_words(gain: Gain) -> str:
    """How a grade becomes a gain."""
    return "the grade (linear)" if gain == "linear" else "2^grade − 1 (exponential)"


def judged_inputs(compared: Comparison) -> list[Input]:
    """What every value of a run rests on: judgements and the two rankings."""
    scope = compared.a.scope
    return [
        Input("qrels", f"{scope.collection.qrels.source}, {compared.count} scored queries"),
        Input("run A", compared.a.name),
        Input("run B", compared.b.name),
    ]


def _missing(compared: Comparison) -> dict[str, int]:
    scored = compared.scored
    return {
        "missing in A": int((scored & compared.a.hits.missing).sum()),
        "missing in B": int((scored & compared.b.hits.missing).sum()),
    }
