"""The scorecard: all twelve rows of one comparison."""

from __future__ import annotations

from collections.abc import Callable

from ircompare.scorecard.amplification import bias_amplification
from ircompare.scorecard.answers import answer_completeness
from ircompare.scorecard.calibration import group_calibration_error
from ircompare.scorecard.dimensions import DIMENSIONS
from ircompare.scorecard.domains import out_of_domain_gap
from ircompare.scorecard.effect import ndcg_at_10, recall_at_5
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.intent import intent_f1
from ircompare.scorecard.latency import p95_latency
from ircompare.scorecard.long_tail import long_tail_decay
from ircompare.scorecard.parity import demographic_parity
from ircompare.scorecard.perturbation import perturbation_sensitivity
from ircompare.scorecard.row import Quadrant, Row
from ircompare.scorecard.tokens import tokens_per_answer
from ircompare.scorecard.unread import with_reasons

FUNCTIONS: dict[str, Callable[[Inputs], Row]] = {
    "recall_at_5": recall_at_5,
    "intent_f1": intent_f1,
    "ndcg_at_10": ndcg_at_10,
    "answer_completeness": answer_completeness,
    "long_tail_decay": long_tail_decay,
    "perturbation_sensitivity": perturbation_sensitivity,
    "ood_gap": out_of_domain_gap,
    "demographic_parity": demographic_parity,
    "group_calibration_error": group_calibration_error,
    "bias_amplification": bias_amplification,
    "p95_latency": p95_latency,
    "tokens_per_answer": tokens_per_answer,
}


def scorecard(inputs: Inputs) -> tuple[Row, ...]:
    """The twelve rows, in the order of their quadrants; each computed or with its reason."""
    return tuple(with_reasons(FUNCTIONS[key](inputs), inputs) for key in DIMENSIONS)


def quadrant(rows: tuple[Row, ...], name: Quadrant) -> tuple[Row, ...]:
    """The rows of one quadrant: those with values first, then those with a reason."""
    own = [row for row in rows if row.dimension.quadrant == name]
    return tuple(sorted(own, key=lambda row: row.value_a is None or row.value_b is None))
