"""The companions of the scorecard in words, lines and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ircompare.report.phrases import plain
from ircompare.report.scorecard_tables import Json, row_json, scorecard_json
from ircompare.report.scorecard_words import number_words
from ircompare.scorecard.alerts import Alert, Rule
from ircompare.scorecard.companions import Companions
from ircompare.scorecard.composite import Composite
from ircompare.scorecard.dimensions import DIMENSIONS
from ircompare.scorecard.direction import Number
from ircompare.scorecard.finding import Finding
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.row import Row
from ircompare.scoring.numbers import counted, decimal, number_text

OUTCOMES = {"FIRED": "alert", "QUIET": "no alert", "NOT_JUDGED": "not judged"}
SHOWN = 6
UNIT_PLACES, PLAIN_PLACES = (1, 3, 6), (3, 4, 6)


def rule_words(rule: Rule) -> str:
    """When a rule fires, such as `p95 latency worse by more than 15 %, from 72 observations`."""
    return f"{DIMENSIONS[rule.dimension].title} {limit_words(rule)}"


def limit_words(rule: Rule) -> str:
    """The limit of a rule, such as `worse by more than 15 %, from 72 observations`."""
    least = counted(rule.least_n, "observation")
    return f"worse by more than {_amount(rule, rule.worse_by)}, from {least}"


def lost_words(alert: Alert) -> str:
    """How much worse or better B is in the kind of the rule; "" where that is not judged."""
    if alert.lost is None:
        return ""
    if not alert.lost:
        return "the same"
    size = alert.lost if alert.lost > 0 else -alert.lost
    return f"{'worse' if alert.lost > 0 else 'better'} by {_amount(alert.rule, size)}"


def _amount(rule: Rule, size: Number) -> str:
    """A size in the kind of a rule; never rounded to the limit of the rule where it is not it."""
    relative = rule.kind == "relative"
    unit = "%" if relative else DIMENSIONS[rule.dimension].unit
    scale = 100 if relative else 1
    size, limit = Fraction(size) * scale, rule.worse_by * scale
    choices = UNIT_PLACES if unit else PLAIN_PLACES
    places = next((one for one in choices if _apart(size, limit, one)), choices[-1])
    told = decimal(size, places) if relative else number_words(size, places)
    return f"{told} {unit}".rstrip()


def _apart(size: Fraction, limit: Fraction, places: int) -> bool:
    """Whether the limit is written exactly, and the size as the limit only where it is it."""
    exact = (limit * 10**places).denominator == 1
    return exact and (size == limit or decimal(size, places) != decimal(limit, places))


def alert_words(alert: Alert) -> str:
    """What a rule says of its row: the rule, its outcome, and how much was lost or why not."""
    told = f"{rule_words(alert.rule)}: {OUTCOMES[alert.outcome]}"
    rest = alert.why if alert.outcome == "NOT_JUDGED" else lost_words(alert)
    return f"{told}, {rest}"


def finding_words(found: Finding) -> str:
    """The values of a finding, or its state with the reason."""
    if not found.values:
        return f"{found.state}: {found.why}"
    told = finding_parts(found)[:SHOWN]
    rest = len(found.values) - SHOWN
    return " · ".join([*told, *([f"{rest} more"] if rest > 0 else [])])


def finding_parts(found: Finding) -> list[str]:
    """Each value of a finding with its name."""
    return [f"{plain(name)} {number_words(value)}" for name, value in found.values]


def whole_json(
    rows: Sequence[Row], inputs: Inputs, composite: Composite | None, beside: Companions
) -> Json:
    """The scorecard with its companions, as the command prints it."""
    told = scorecard_json(rows, inputs, composite, beside.rules)
    return {**told, "companions": companions_json(beside)}


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
        "lost": number_text(alert.lost),
        "a": number_text(alert.row.value_a),
        "b": number_text(alert.row.value_b),
        "n_used": alert.row.n_used,
    }
