"""The twelve dimensions, each with its quadrant, its direction and its definition."""

from __future__ import annotations

from ircompare.scorecard.direction import DOWN, TO_ZERO, UP
from ircompare.scorecard.row import Dimension

RECALL = Dimension(
    "recall_at_5",
    "Recall@5",
    "effect",
    UP,
    "mean over the scored queries of relevant documents in the top 5 ÷ all relevant documents",
)
INTENT_F1 = Dimension(
    "intent_f1",
    "Intent-F1",
    "effect",
    UP,
    "mean over the declared intents of F1, the predicted intent of each query against its true one",
)
NDCG = Dimension(
    "ndcg_at_10",
    "nDCG@10",
    "effect",
    UP,
    "mean of the discounted gain of the top 10 ÷ the best possible over all judged documents",
)
COMPLETENESS = Dimension(
    "answer_completeness",
    "Answer Completeness",
    "effect",
    UP,
    "share of the answers that support every vital nugget of their query",
)
LONG_TAIL = Dimension(
    "long_tail_decay",
    "Long-tail decay",
    "robustness",
    TO_ZERO,
    "mean over the frequent queries − mean over the rare ones",
)
PERTURBATION = Dimension(
    "perturbation_sensitivity",
    "Perturbation sensitivity",
    "robustness",
    TO_ZERO,
    "mean over the queries of their value − the mean value of their variants",
)
OUT_OF_DOMAIN = Dimension(
    "ood_gap",
    "Out-of-domain gap",
    "robustness",
    TO_ZERO,
    "mean over the queries of declared training domains − mean over all others",
)
PARITY = Dimension(
    "demographic_parity",
    "Demographic parity difference",
    "fairness",
    DOWN,
    "largest − smallest share of a document group's candidates that reach the top k",
)
CALIBRATION = Dimension(
    "group_calibration_error",
    "Query-group calibration error",
    "fairness",
    DOWN,
    "largest, over the query groups, of the mean distance of stated probability and outcome",
)
AMPLIFICATION = Dimension(
    "bias_amplification",
    "Bias amplification",
    "fairness",
    TO_ZERO,
    "largest, over the document groups, of the distance of share in the top k and in the reference",
)
LATENCY = Dimension(
    "p95_latency",
    "p95 latency",
    "efficiency",
    DOWN,
    "the observed latency that 95 % of the requests do not exceed",
    "ms",
)
TOKENS = Dimension(
    "tokens_per_answer",
    "Tokens per answer ↓",
    "efficiency",
    DOWN,
    "all tokens ÷ all answered queries; fewer are better",
    "tokens",
)

DIMENSIONS: dict[str, Dimension] = {
    dimension.key: dimension
    for dimension in (
        RECALL,
        INTENT_F1,
        NDCG,
        COMPLETENESS,
        LONG_TAIL,
        PERTURBATION,
        OUT_OF_DOMAIN,
        PARITY,
        CALIBRATION,
        AMPLIFICATION,
        LATENCY,
        TOKENS,
    )
}
