"""The companions of the scorecard in words, lines and JSON."""

from __future__ import annotations

from ircompare.report.phrases import plain
from ircompare.report.scorecard_tables import Json, row_json
from ircompare.report.scorecard_words import number_words
from ircompare.scorecard.alerts import Alert, Rule
from ircompare.scorecard.companions import Companions
from ircompare.scorecard.dimensions import DIMENSIONS
from ircompare.scorecard.finding import Finding
from ircompare.scoring.numbers import number_text, percent

OUTCOMES = {"FIRED": "alert", "QUIET": "no alert", "NOT_JUDGED": "not judged"}
SHOWN = 6


def rule_words(rule: Rule) -> str:
    """When a rule fires, such as `p95 latency worse by more than 15 %, from 72 observations`."""
    own = DIMENSIONS[rule.dimension]
    absolute = f"{number_words(rule.worse_by)} {own.unit}".rstrip()
    amount = percent(rule.worse_by) if rule.kind == "relative" else absolute
    return f"{own.title} worse by more than {amount}, from {rule.least_n:,} observations"


def alert_words(alert: Alert) -> str:
    """What a rule says of its row: the rule, its outcome, and the reason where it has none."""
    told = f"{rule_words(alert.rule)}: {OUTCOMES[alert.outcome]}"
    return f"{told}, {alert.why}" if alert.outcome == "NOT_JUDGED" else told


def finding_words(found: Finding) -> str:
    """The values of a finding, or its state with the reason."""
    if not found.values:
        return f"{found.state}: {found.why}"
    told = [f"{plain(name)} {number_words(value)}" for name, value in found.values[:SHOWN]]
    rest = len(found.values) - SHOWN
    return " · ".join([*told, *([f"{rest} more"] if rest > 0 else [])])


def companions_json(found: Companions) -> Json:
    """All companions: rows as those of the dimensions, findings, and what the alert rules say."""
    return {
        "rows": [row_json(row) for row in found.rows],
        "findings": [_finding_json(one) for one in found.findings],
        "alerts": [_alert_json(one) for one in found.alerts],
    }


def _finding_json(found: Finding) -> Json:
    return {
        "finding": found.key,
        "title": found.title,
        "label": found.label,
        "state": found.state,
        "values": {name: number_text(value) for name, value in found.values},
        "n_used": found.n_used,
        "inputs": {one.name: one.value for one in found.inputs},
        "missing": list(found.missing),
        "why": found.why,
    }


def _alert_json(alert: Alert) -> Json:
    rule = alert.rule
    return {
        "dimension": rule.dimension,
        "kind": rule.kind,
        "worse_by": number_text(rule.worse_by),
        "least_n": rule.least_n,
        "outcome": alert.outcome,
        "why": alert.why,
    }
