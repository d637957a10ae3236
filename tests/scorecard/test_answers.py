"""Answer completeness from nuggets, and the stand-in that looks at documents."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.answers import answer_completeness, answer_score, complete_at_k
from ircompare.scorecard.inputs import AnswerLabels, RunTables
from tests.inference.tutorial_runs import golden_comparison
from tests.scorecard.made import inputs, nuggets, shares
from tests.worlds import pooled, score

F = Fraction
ONES = dict.fromkeys("xyz", (1, 1))
EXAMPLE = {"x": nuggets("++-", "+-"), "y": nuggets("-"), "z": nuggets("+++", "++")}
ALL = {"x": nuggets("+++", "--"), "y": nuggets("+"), "z": nuggets("+++", "++")}


def of(a, b, **choices):
    sides = [RunTables(answers=AnswerLabels(table, **choices)) for table in (a, b)]
    return answer_completeness(inputs(shares(ONES, ONES), a=sides[0], b=sides[1]))


def test_the_example():
    """(2/3; 1/2 okay), (0/1), (3/3; 2/2): V = 5/9, rate 1/3, weighted .625, 0, 1."""
    row = of(EXAMPLE, ALL)
    assert (row.value_a, row.value_b, row.n_used) == (F(1, 3), F(1), 3)
    assert row.part("vital_recall").value_a == F(5, 9)
    scores = [answer_score(one).weighted for one in EXAMPLE.values()]
    assert scores == [F(5, 8), 0, 1]
    assert row.part("weighted_recall").value_a == F(13, 24)
    assert row.label == "Answer Completeness Rate (people-judged nuggets)"


def test_labels_by_a_model_say_so():
    assert of(EXAMPLE, ALL, judged_by="LLM").label.endswith("(LLM-judged nuggets)")


def test_an_answer_without_a_vital_nugget_has_no_value_and_is_counted():
    assert answer_score(nuggets("", "++")) is None
    row = of({"x": nuggets("+"), "y": nuggets("", "+")}, {"x": nuggets("-"), "y": nuggets("+")})
    assert (row.value_a, row.value_b, row.n_used) == (1, 0, 1)
    assert row.counts["without a vital nugget"] == 1


def test_queries_labelled_in_one_run_only_are_counted_and_left_out():
    row = of({"x": nuggets("+"), "y": nuggets("-")}, {"x": nuggets("+"), "z": nuggets("-")})
    assert (row.n_used, row.counts["labelled in one run only"]) == (1, 2)
    assert of({"x": nuggets("+")}, {"z": nuggets("+")}).state == "UNDEFINED"


def test_the_stand_in_is_labelled_as_document_coverage():
    """Complete@2 of the tutorial: A 1/3, B 2/3."""
    row = answer_completeness(inputs(golden_comparison(), {"k": 2}))
    assert row.state == "NOT_COMPUTABLE"
    assert row.missing == ("answer labels of run A", "answer labels of run B")
    part = row.part("complete_at_k")
    assert (part.value_a, part.value_b) == (F(1, 3), F(2, 3))
    assert part.label == "Complete@2: document coverage, not answer completeness"


def test_labels_of_one_run_only_name_the_other():
    side = RunTables(answers=AnswerLabels(EXAMPLE))
    row = answer_completeness(inputs(shares(ONES, ONES), b=side))
    assert row.missing == ("answer labels of run A",)


@given(st.dictionaries(st.sampled_from("qrst"), st.tuples(st.integers(0, 3), st.integers(1, 3))))
def test_complete_at_k_is_the_share_of_queries_with_recall_1(values):
    values = {q: (min(hits, relevant), relevant) for q, (hits, relevant) in values.items()}
    compared = shares(values, values)
    recalls = [F(*pair) for pair in values.values()]
    expected = F(recalls.count(F(1)), len(recalls)) if recalls else None
    assert complete_at_k(compared.a) == expected


@pytest.mark.parametrize("marks", ["+", "-", "++-"])
def test_without_okay_nuggets_weighted_equals_vital(marks):
    one = answer_score(nuggets(marks))
    assert one.weighted == one.vital


def test_nothing_relevant_is_not_complete():
    scope = pooled({"q": {"a": 1}, "r": {"a": 0}}, no_relevant="zero")
    assert complete_at_k(score({"q": ["a"], "r": []}, scope)) == F(1, 2)
