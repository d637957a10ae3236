"""What stands beside the twelve dimensions and is none of them; see each for what it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ircompare.scorecard.alerts import Alert, Rule, alerts, default_rules
from ircompare.scorecard.coverage import low_frequency_coverage, recall_at_50
from ircompare.scorecard.described import alike_by_domain, confidence_along_paths, shifted_intents
from ircompare.scorecard.finding import Finding
from ircompare.scorecard.frequency_weights import tail_weighted_mean
from ircompare.scorecard.freshness import declared_fresh_recall
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.row import Row
from ircompare.scorecard.tail_latency import p99_latency, throughput_row

ROWS = (
    declared_fresh_recall,
    tail_weighted_mean,
    low_frequency_coverage,
    recall_at_50,
    throughput_row,
    p99_latency,
)
FINDINGS = (confidence_along_paths, shifted_intents, alike_by_domain)


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


def companions(
    inputs: Inputs, rows: Sequence[Row], rules: Iterable[Rule] | None = None
) -> Companions:
    """The companions of a scorecard.

    Args:
        rows: The twelve rows of the same inputs.
        rules: When a row is worth an alert; None for the rules of the package.
    """
    return Companions(
        tuple(make(inputs) for make in ROWS),
        tuple(make(inputs) for make in FINDINGS),
        alerts(rows, default_rules() if rules is None else rules),
    )
