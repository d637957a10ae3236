"""Recall@5 and nDCG@10 as rows: the examples, the ceiling, the gains."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given

from ircompare.scorecard.effect import graded, ndcg_at_10, recall_at_5
from ircompare.scoring.measures import ndcg
from tests import oracle
from tests.scorecard.made import inputs, shares
from tests.worlds import contrast, pooled, score, worlds

F = Fraction
ABC = {"a": (1, 2), "b": (1, 1), "c": (0, 3)}


def test_the_example_of_recall():
    """h/r = 1/2, 1, 0 → 1/2."""
    row = recall_at_5(inputs(shares(ABC, {**ABC, "c": (3, 3)})))
    assert (row.value_a, row.value_b, row.delta) == (F(1, 2), F(5, 6), F(1, 3))
    assert (row.state, row.n_used, row.label) == ("COMPUTED", 3, "Recall@5 (qrels, macro)")
    assert (row.counts["improved"], row.counts["tied"], row.counts["regressed"]) == (1, 2, 0)
    assert row.part("ceiling").value_a == 1


def test_more_than_five_relevant_documents_have_a_ceiling():
    row = recall_at_5(inputs(shares({"a": (5, 10), "b": (1, 5)}, {"a": (5, 10), "b": (5, 5)})))
    assert row.part("ceiling").value_a == F(3, 4)
    assert row.value_b == F(3, 4)


def test_nothing_relevant_gives_no_value():
    compared = contrast({"q": {"d": 0}}, {"q": ["d"]}, {"q": ["d"]})
    for row in (recall_at_5(inputs(compared)), ndcg_at_10(inputs(compared))):
        assert (row.state, row.n_used) == ("UNDEFINED", 0)
        assert row.why == "no query has a relevant document"


def test_missing_queries_are_counted_on_their_side():
    row = recall_at_5(inputs(contrast({"q": {"d": 1}, "r": {"d": 1}}, {"q": ["d"]}, {"r": []})))
    assert (row.counts["missing in A"], row.counts["missing in B"]) == (1, 1)
    assert (row.value_a, row.value_b) == (F(1, 2), F(0))


GRADES = {"q": {"a": 3, "b": 2, "c": 0, "d": 1}}


@pytest.mark.parametrize(
    ("gain", "expected"), [pytest.param("linear", ".8950"), pytest.param("exponential", ".9468")]
)
def test_the_example_of_ndcg(gain, expected):
    """rel 3, 2, 0 and 1 not returned, nDCG@3."""
    hits = score({"q": ["a", "b", "c"]}, pooled(GRADES)).hits
    assert f"{ndcg(graded(hits, gain), 3).at(0):.4f}" == "0" + expected


@pytest.mark.parametrize("gain", ["linear", "exponential"])
def test_the_best_document_missing_is_not_a_perfect_ranking(gain):
    """sklearn's ndcg_score on the retrieved list alone would say 1."""
    compared = contrast({"q": {"x": 3, "a": 1, "c": 0}}, {"q": ["a", "c"]}, {"q": ["x", "a"]})
    row = ndcg_at_10(inputs(compared, {"gain": gain}))
    assert f"{row.value_a:.4f}" == (
        "0.2754" if gain == "linear" else f"{1 / (7 + 1 / math.log2(3)):.4f}"
    )
    assert row.value_b == 1
    assert gain in row.label


def test_exponential_gain_equals_linear_gain_of_binary_grades():
    compared = contrast({"q": {"a": 1, "b": 1}}, {"q": ["x", "a"]}, {"q": ["b"]})
    rows = [ndcg_at_10(inputs(compared, {"gain": gain})) for gain in ("linear", "exponential")]
    assert rows[0].value_a == rows[1].value_a
    assert rows[0].value_b == rows[1].value_b


@pytest.mark.parametrize(("grade", "state"), [(53, "COMPUTED"), (54, "UNDEFINED")])
def test_grades_that_are_too_large_for_a_power(grade, state):
    compared = contrast({"q": {"a": grade}}, {"q": ["a"]}, {"q": []})
    assert ndcg_at_10(inputs(compared, {"gain": "exponential"})).state == state
    assert ndcg_at_10(inputs(compared)).state == "COMPUTED"


@given(worlds())
def test_both_rows_equal_the_definition(case):
    pair, world = case
    compared = pair.compare()
    for row, measure, k in (
        (recall_at_5(inputs(compared)), "recall", 5),
        (ndcg_at_10(inputs(compared)), "ndcg", 10),
    ):
        rules = oracle.Rules(k, world.rules.level, world.rules.zero)
        expected = [
            oracle.mean(measure, run, world.qrels, world.queries, rules)
            for run in (world.a, world.b)
        ]
        assert [row.value_a, row.value_b] == pytest.approx(expected, abs=1e-12)
        assert row.n_used == len(world.scored)


def test_exponential_gain_scores_the_same_queries():
    compared = contrast(
        {"q": {"a": 2}, "r": {"a": 1}}, {"q": ["a"]}, {"q": ["x", "a"]}, min_relevance=2
    )
    row = ndcg_at_10(inputs(compared, {"gain": "exponential"}))
    assert (row.value_a, row.n_used) == (1, 1)
    compared = contrast({"q": {"a": 3}, "r": {"a": 2}}, {"q": ["a"]}, {"q": []}, min_relevance=3)
    assert ndcg_at_10(inputs(compared, {"gain": "exponential"})).value_a == 1
