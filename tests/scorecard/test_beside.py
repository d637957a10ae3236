"""The companions of a scorecard: each with its values, or with what it needs."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from ircompare.scorecard.alerts import Rule
from ircompare.scorecard.card import scorecard
from ircompare.scorecard.companions import companions
from ircompare.scorecard.described import (
    alike_by_domain,
    confidence_along_paths,
    shifted_intents,
)
from ircompare.scorecard.finding import Finding
from ircompare.scorecard.freshness import ZONES, declared_fresh_recall
from ircompare.scorecard.inputs import DocumentFields
from ircompare.scorecard.row import Input
from ircompare.scorecard.tail_latency import p99_latency, throughput_row
from tests.scorecard.made import fields, inputs, measured, names, shares
from tests.worlds import contrast

F = Fraction
STEPS = (F(2, 5), F(3, 10), F(3, 10))
DAYS = DocumentFields(updated={"d": datetime(2026, 7, 1), "e": datetime(2026, 6, 29)})
FRESH = {"freshness": "half_life=2d", "reference_time": "2026-07-01"}


def one_query():
    """Both documents are relevant; A finds the new one, B the old one."""
    return contrast({"q": {"d": 1, "e": 1}}, {"q": ["d"]}, {"q": ["e"]})


def many(latencies_a, latencies_b=None):
    queries = names(len(latencies_a))
    compared = shares(dict.fromkeys(queries, (1, 1)), dict.fromkeys(queries, (1, 1)))
    sides = [latencies_a, latencies_b or latencies_a]
    tables = [{"latency_ms": dict(zip(queries, side, strict=True))} for side in sides]
    return inputs(compared, **measured(*tables))


# Fresh recall as declared


def test_declared_freshness():
    """Weights 1 and 1/2: A finds 1 of 1.5, B 0.5 of 1.5."""
    row = declared_fresh_recall(inputs(one_query(), FRESH, documents=DAYS))
    assert (row.value_a, row.value_b) == pytest.approx((2 / 3, 1 / 3))


@pytest.mark.parametrize(
    ("declared", "documents", "missing"),
    [
        ({}, DocumentFields(), ("document field `updated`", "declared `freshness`")),
        ({"freshness": "news"}, DAYS, ()),
    ],
)
def test_freshness_has_no_default(declared, documents, missing):
    row = declared_fresh_recall(inputs(one_query(), declared, documents=documents))
    assert row.missing == (*missing, "declared `reference_time`")


@pytest.mark.parametrize(("zone", "time"), [(None, "2026-07-01T00:00+00:00"), (UTC, "2026-07-01")])
def test_a_reference_time_of_another_kind_gives_no_value(zone, time):
    documents = DocumentFields(updated={"d": datetime(2026, 7, 1, tzinfo=zone)})
    declared = {"freshness": "news", "reference_time": time}
    row = declared_fresh_recall(inputs(one_query(), declared, documents=documents))
    assert (row.state, row.why) == ("UNDEFINED", ZONES)


# p99 beside p95


@pytest.mark.parametrize(("count", "state"), [(99, "LOW_N"), (100, "COMPUTED")])
def test_p99_stands_beside_p95(count, state):
    row = p99_latency(many([float(at) for at in range(1, count + 1)]))
    assert (row.state, row.n_used) == (state, count)
    assert row.value_a == math.ceil(0.99 * count)
    assert row.part("p95").value_a == math.ceil(0.95 * count)


def test_a_p99_that_is_a_timeout_is_none():
    row = p99_latency(many([1.0] * 98 + [math.inf] * 2))
    assert (row.state, row.why) == ("UNDEFINED", "the 99th percentile is a timeout")
    assert row.part("p95").value_a == 1


def test_p99_without_latencies():
    compared = one_query()
    assert p99_latency(inputs(compared)).missing == (
        "`latency_ms` of run A",
        "`latency_ms` of run B",
    )
    nothing = measured({"latency_ms": {"q": 1.0}}, {"latency_ms": {}})
    assert p99_latency(inputs(compared, **nothing)).why == "no query was measured in both runs"


def test_queries_per_second_need_both_runs():
    compared = one_query()
    both = measured({"queries_per_second": F(50)}, {"queries_per_second": F(40)})
    row = throughput_row(inputs(compared, **both))
    assert (row.value_a, row.value_b, row.verdict) == (50, 40, -1)
    one = measured({"queries_per_second": F(50)}, {})
    assert throughput_row(inputs(compared, **one)).missing == ("`queries_per_second` of run B",)


# What is described


def confident(a, b, steps=STEPS):
    """Confidences of each query, a list of steps each."""
    compared = shares(dict.fromkeys(a, (1, 1)), dict.fromkeys(a, (1, 1)))
    tables = [
        {
            "columns": {
                f"confidence_{at}": {q: x[at - 1] for q, x in one.items() if len(x) >= at}
                for at in (1, 2, 3, 4)
            }
        }
        for one in (a, b)
    ]
    return confidence_along_paths(inputs(compared, {"intent_steps": steps}, **measured(*tables)))


def test_confidence_along_a_path_is_renormalised():
    found = confident({"q": [F(1), F(1, 2)]}, {"q": [F(9, 10), F(4, 5), F(1, 2)]})
    assert found.values == (("A", F(11, 14)), ("B", F(3, 4)))
    assert (found.n_used, found.state) == (1, "COMPUTED")


def test_confidence_is_over_the_queries_that_both_state():
    found = confident({"q": [F(1)], "r": [F(0)]}, {"q": [F(1, 2)]})
    assert found.values == (("A", F(1)), ("B", F(1, 2)))
    assert found.n_used == 1


@pytest.mark.parametrize(
    ("a", "steps", "why"),
    [
        pytest.param([F(1)] * 4, (F(1),) * 3, "4 steps need as many weights, not 3", id="deep"),
        pytest.param([F(3, 2)], (F(1),), "between 0 and 1, weights at least 0", id="too sure"),
        pytest.param([F(1)], (F(0), F(1)), "no query has confidences in both", id="no weight"),
    ],
)
def test_confidences_that_give_no_value(a, steps, why):
    found = confident({"q": a}, {"q": [F(1)]}, steps)
    assert found.state == "UNDEFINED"
    assert why in found.why


def test_confidence_needs_columns_and_declared_steps():
    found = confidence_along_paths(inputs(one_query()))
    assert found.state == "NOT_COMPUTABLE"
    assert found.why == ("needs: `confidence_1` of both runs, declared `intent_steps`")


def test_intents_that_shift_between_the_runs():
    queries = names(3)
    compared = shares(dict.fromkeys(queries, (1, 1)), dict.fromkeys(queries, (1, 1)))
    a, b = ({"predicted_intent": dict(zip(queries, text, strict=False))} for text in ("xyz", "xz"))
    found = shifted_intents(inputs(compared, **measured(a, b)))
    assert (found.values, found.n_used) == ((("A to B", F(1, 2)),), 2)
    assert shifted_intents(inputs(compared)).missing[0] == "`predicted_intent` of run A"
    none = measured({"predicted_intent": {"q0": "x"}}, {"predicted_intent": {"q1": "x"}})
    assert shifted_intents(inputs(compared, **none)).state == "UNDEFINED"


def test_rankings_alike_by_domain():
    qrels = {name: {"d": 1} for name in "qrs"}
    a, b = {"q": ["d", "e"], "r": ["d"]}, {"q": ["e", "d"], "r": ["d"]}
    compared = contrast(qrels, a, b)
    found = alike_by_domain(
        inputs(compared, queries=fields(domain={"q": "law", "r": "health", "x": "none"}))
    )
    assert found.values == (("health", F(1)), ("law", F(1, 2)))
    assert found.n_used == 2
    assert alike_by_domain(inputs(compared)).missing == ("query field `domain`",)
    assert alike_by_domain(inputs(compared, queries=fields(domain={}))).state == "UNDEFINED"


@pytest.mark.parametrize(
    "parts",
    [
        {"values": (("A", F(1)),)},
        {"values": (("A", F(1)),), "inputs": (Input("x", "y"),), "why": "because"},
        {},
    ],
)
def test_a_finding_that_contradicts_itself(parts):
    with pytest.raises(ValueError, match="x: "):
        Finding("x", "X", "x", **parts)


# Together


def test_every_companion_says_what_it_needs_where_nothing_is_given():
    made = inputs(one_query())
    found = companions(made, scorecard(made))
    lacking = [row.dimension.key for row in found.rows if row.missing]
    assert lacking == [
        "fresh_recall",
        "tail_weighted_mean",
        "low_frequency_coverage",
        "queries_per_second",
        "p99_latency",
        "x_score",
        "mrr_by_modality",
    ]
    assert [row.value_a for row in found.rows if not row.missing] == [F(1, 2)]
    assert all(one.missing for one in found.findings)
    assert [(one.rule.dimension, one.outcome) for one in found.alerts] == [
        ("p95_latency", "NOT_JUDGED"),
        ("recall_at_5", "NOT_JUDGED"),
    ]


def test_rules_of_ones_own_take_the_place_of_the_default_ones():
    made = many([10.0] * 3, [20.0] * 3)
    rule = Rule("p95_latency", "absolute", F(9), 3)
    (alert,) = companions(made, scorecard(made), [rule]).alerts
    assert alert.outcome == "FIRED"
