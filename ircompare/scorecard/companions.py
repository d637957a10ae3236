"""What stands beside the twelve dimensions and is none of them; see each for what it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ircompare.scorecard.alerts import Alert, Rule, alerts, default_rules
from ircompare.scorecard.asked import noise_share, repeated_intents
from ircompare.scorecard.coverage import low_frequency_coverage, recall_at_50
from ircompare.scorecard.cross_modal import supplied_similarities
from ircompare.scorecard.described import alike_by_domain, confidence_along_paths, shifted_intents
from ircompare.scorecard.finding import Finding
from ircompare.scorecard.frequency_weights import tail_weighted_mean
from ircompare.scorecard.freshness import declared_fresh_recall
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.modality import mrr_by_modality
from ircompare.scorecard.repeats import consistency_of_a, consistency_of_b
from ircompare.scorecard.row import Row
from ircompare.scorecard.tail_latency import p99_latency, throughput_row
from ircompare.scorecard.unread import with_reasons
from ircompare.scorecard.x_score_row import x_score_row

ROWS = (
    declared_fresh_recall,
    tail_weighted_mean,
    low_frequency_coverage,
    recall_at_50,
    throughput_row,
    p99_latency,
    x_score_row,
)
FINDINGS = (
    confidence_along_paths,
    shifted_intents,
    alike_by_domain,
    consistency_of_a,
    consistency_of_b,
    supplied_similarities,
    repeated_intents,
    noise_share,
)


@dataclass(frozen=True)
class Companions:
    """All companions of one comparison, each with its values or with why there are none.

    Attributes:
        rows: Those with a better side.
        findings: Those without one.
        alerts: What each rule says of its row among the twelve.
    """

    rows: tuple[Row, ...]
    findings: tuple[Finding, ...]
    alerts: tuple[Alert, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The alert rules in force."""
        return tuple(alert.rule for alert in self.alerts)


def companions(
    inputs: Inputs, rows: Sequence[Row], rules: Iterable[Rule] | None = None
) -> Companions:
    """The companions of a scorecard.

    Args:
        rows: The twelve rows of the same inputs.
        rules: When a row is worth an alert; None for the rules of the package.
    """
    return Companions(
        tuple(
            with_reasons(row, inputs)
            for row in (*(make(inputs) for make in ROWS), *mrr_by_modality(inputs))
        ),
        tuple(with_reasons(make(inputs), inputs) for make in FINDINGS),
        alerts(rows, default_rules() if rules is None else rules),
    )
