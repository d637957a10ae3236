"""Intent-F1: the example, the declared list, levels, agreement."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.intent import at_level, f1, intent_f1, kappa
from tests.scorecard.made import fields, inputs, measured, names, shares

GOLD = ["buy", "buy", "buy", "help", "help", "nav"]
PREDICTED = ["buy", "buy", "help", "help", "buy", "buy"]
LABELS = ("buy", "help", "nav")


def of(gold, a, b=None, **settings):
    queries = names(len(gold))
    compared = shares(dict.fromkeys(queries, (1, 1)), dict.fromkeys(queries, (0, 1)))
    columns = {"intent": dict(zip(queries, gold, strict=True))}
    if b is None:
        columns["predicted_intent"] = dict(zip(queries, a, strict=True))
        return intent_f1(inputs(compared, settings, queries=fields(**columns)))
    sides = [{"predicted_intent": dict(zip(queries, side, strict=True))} for side in (a, b)]
    return intent_f1(inputs(compared, settings, queries=fields(**columns), **measured(*sides)))


def test_the_example():
    """F1 = 4/7, 1/2, 0 → macro 5/14, micro 1/2, weighted .4524."""
    row = of(GOLD, PREDICTED, GOLD)
    assert row.value_a == pytest.approx(float(Fraction(5, 14)), abs=1e-15)
    assert row.part("micro").value_a == 0.5
    assert f"{row.part('weighted').value_a:.4f}" == "0.4524"
    assert row.value_b == 1
    assert (row.n_used, row.state, row.verdict) == (6, "COMPUTED", 1)
    assert row.label == "macro F1 over 3 intents"


def test_an_unused_intent_of_the_declared_list_counts_zero():
    assert f"{f1(GOLD, PREDICTED, (*LABELS, 'unused'), 'macro'):.4f}" == "0.2679"
    row = of(GOLD, PREDICTED, GOLD, intent_labels=(*LABELS, "unused"))
    assert f"{row.value_a:.4f}" == "0.2679"
    assert row.value_b == 0.75
    assert "intents, declared" in [one.name for one in row.inputs]


def test_one_prediction_for_both_runs_is_said():
    row = of(GOLD, PREDICTED)
    assert row.delta == 0
    assert "the same predictions for both runs" in str(row.inputs)


def test_a_strange_prediction_of_b_does_not_move_a():
    assert of(GOLD, PREDICTED, ["strange"] * 6).value_a == of(GOLD, PREDICTED, GOLD).value_a


def test_queries_without_an_intent_or_a_prediction_are_left_out_and_counted():
    compared = shares({"q": (1, 1), "r": (1, 1)}, {"q": (1, 1), "r": (1, 1)})
    table = fields(intent={"q": "x", "r": "x"}, predicted_intent={"q": "x"})
    row = intent_f1(inputs(compared, queries=table))
    assert (row.n_used, row.counts["without intent or prediction"]) == (1, 1)


def test_nothing_in_common_is_undefined():
    compared = shares({"q": (1, 1)}, {"q": (1, 1)})
    row = intent_f1(inputs(compared, queries=fields(intent={}, predicted_intent={"q": "x"})))
    assert (row.state, row.why) == (
        "UNDEFINED",
        "no query has both a true and a predicted intent",
    )


def test_what_is_missing_is_named():
    compared = shares({"q": (1, 1)}, {"q": (1, 1)})
    assert intent_f1(inputs(compared)).missing == (
        "query field `intent`",
        "`predicted_intent`, a query field or a measurement of the run",
    )


def test_levels_of_a_path():
    gold = ["account/login", "account/reset", "files"]
    guess = ["account/reset", "account/reset", "files"]
    row = of(gold, guess, gold)
    assert row.part("f1_level_1").value_a == 1
    assert row.part("kappa_level_1").value_a == 1
    assert row.part("f1_level_2").value_a == pytest.approx(5 / 9)
    assert row.part("kappa_level_2").value_a == pytest.approx(0.5)
    assert of(gold, guess, gold, intent_level=1).value_a == 1
    assert [part.key for part in of(GOLD, PREDICTED).parts] == ["micro", "weighted"]


def test_a_prediction_deeper_than_the_truth_is_judged_as_far_as_the_truth_goes():
    gold = ["account/login", "account/reset", "files"]
    guess = ["account/login/code", "account/reset", "files/lost/now"]
    row = of(gold, guess, gold)
    assert (row.value_a, row.part("micro").value_a) == (1, 1)
    assert [part.value_a for part in row.parts] == [1] * 6
    assert of(gold, guess, gold, intent_level=3).value_a == 1
    assert [part.key for part in row.parts][:2] == ["f1_level_1", "kappa_level_1"]
    assert row.part("f1_level_2").label == "macro F1 at level 2 (2 of 3 paths reach it)"
    assert row.part("f1_level_1").label == "macro F1 at level 1"


def test_a_prediction_that_ends_before_the_truth_is_wrong_below():
    gold, guess = ["a/b/c", "a/d/e"], ["a/b", "a/d/e"]
    row = of(gold, guess, gold)
    values = [row.part(f"f1_level_{level}").value_a for level in (1, 2, 3)]
    assert values == [1, 1, 0.5]
    assert row.value_a == 0.5


def test_kappa_without_room_for_chance_has_no_value():
    assert kappa(["x", "x"], ["x", "x"]) is None
    assert kappa(["x", "y"], ["x", "x"]) == 0


@pytest.mark.parametrize(("level", "expected"), [(1, "a"), (2, "a/b"), (3, "a/b/c"), (9, "a/b/c")])
def test_at_level(level, expected):
    assert at_level("a/b/c", level) == expected


pairs = st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from("xyzw")), min_size=1)


@given(pairs)
def test_macro_f1_is_the_mean_of_2tp_over_2tp_fp_fn(both):
    gold, guess = zip(*both, strict=True)
    values = []
    for label in "xyz":
        true = sum(g == p == label for g, p in both)
        wrong = sum((g == label) != (p == label) for g, p in both)
        values.append(Fraction(2 * true, 2 * true + wrong) if true else Fraction(0))
    assert f1(gold, guess, "xyz", "macro") == pytest.approx(float(sum(values) / 3))


def test_micro_f1_is_accuracy_whatever_intents_are_declared():
    assert f1(GOLD, PREDICTED, ("buy",), "micro") == 0.5
    assert f1(GOLD, PREDICTED, (), "micro") is None
