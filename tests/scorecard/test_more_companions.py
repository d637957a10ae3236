"""Drift, coverage of rare queries, Recall@50, the replay list, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.coverage import low_frequency_coverage, recall_at_50
from ircompare.scorecard.drift import drift_by_domain, intent_drift
from ircompare.scorecard.refusals import REFUSALS
from ircompare.scorecard.replay import worst_queries
from tests.scorecard.made import fields, inputs, measured, names, shares
from tests.worlds import contrast, worlds

F = Fraction


def test_drift_by_domain():
    versions = [{"q": ["a", "b"], "r": ["a"], "s": ["x"]}, {"q": ["b", "a"], "r": ["a"], "s": []}]
    found = drift_by_domain(versions, {"q": "law", "r": "health"})
    assert {name: one.average_overlap for name, one in found.items()} == {
        "health": F(1),
        "law": F(1, 2),
    }
    assert [one.queries for one in found.values()] == [1, 1]


@pytest.mark.parametrize(
    ("sequences", "expected"),
    [
        pytest.param([], None, id="none"),
        pytest.param([["x"]], None, id="asked once"),
        pytest.param([["x", "x", "x"]], F(0), id="steady"),
        pytest.param([["x", "y", "x"]], F(1), id="back and forth"),
        pytest.param([["x", "y"], ["x", "x", "x"]], F(1, 3), id="two users"),
    ],
)
def test_intent_drift(sequences, expected):
    assert intent_drift(sequences) == expected


@pytest.mark.parametrize(
    ("tail_max", "expected", "count"),
    [(0, None, 0), (1, (F(0), F(1)), 1), (5, (F(1, 2), F(1)), 2), (50, (F(2, 3), F(1)), 3)],
)
def test_low_frequency_coverage(tail_max, expected, count):
    queries = names(3)
    compared = shares(
        dict(zip(queries, [(0, 1), (1, 2), (1, 1)], strict=True)),
        dict(zip(queries, [(1, 1), (1, 2), (1, 1)], strict=True)),
    )
    table = fields(frequency=dict(zip(queries, (1, 5, 50), strict=True)))
    row = low_frequency_coverage(inputs(compared, {"tail_max": tail_max}, queries=table))
    assert (None if row.value_a is None else (row.value_a, row.value_b)) == expected
    assert row.n_used == count
    assert low_frequency_coverage(inputs(compared)).missing == ("query field `frequency`",)


def test_recall_at_50_with_throughput():
    ranking = [f"x{at}" for at in range(49)] + ["d"]
    compared = contrast({"q": {"d": 1}}, {"q": ranking}, {"q": ["x", *ranking]})
    speeds = measured({"queries_per_second": F(100)}, {})
    row = recall_at_50(inputs(compared, **speeds))
    assert (row.value_a, row.value_b) == (1, 0)
    part = row.part("queries_per_second")
    assert (part.value_a, part.value_b) == (100, None)
    assert row.counts == {"shorter than 50 in A": 0, "shorter than 50 in B": 0}
    assert recall_at_50(inputs(compared)).parts == ()


def test_the_worst_queries_come_first_and_ties_in_the_order_of_the_split():
    values = {"q": (1, 2), "r": (0, 1), "s": (1, 1), "t": (0, 2)}
    found = worst_queries(shares(values, values).a, "recall", 3)
    assert [(one.query_id, one.value) for one in found] == [("r", 0), ("t", 0), ("q", F(1, 2))]


@given(worlds(), st.integers(0, 4))
def test_no_query_left_out_is_worse_than_one_in(case, count):
    pair, _ = case
    evaluation = pair.compare().a
    every = worst_queries(evaluation, "rr", 1000)
    assert worst_queries(evaluation, "rr", count) == every[:count]
    assert len(every) == int(evaluation.scope.scored.sum())
    assert [one.value for one in every] == sorted(one.value for one in every)


def test_each_refusal_has_its_reason_in_one_line():
    assert len({one.what for one in REFUSALS}) == len(REFUSALS) >= 5
    assert all("\n" not in one.what + one.why and one.why for one in REFUSALS)
