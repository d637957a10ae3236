"""Freshness: half-life or time constant, never confused, at a fixed time."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.decay import PRESETS, Decay
from ircompare.scorecard.freshness import fresh_recall
from ircompare.scorecard.inputs import DocumentFields
from tests.scorecard.made import inputs
from tests.worlds import contrast

NOW = datetime(2026, 7, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
TWO_HOURS = Decay("half_life", 2 * HOUR)


def card(ages, a, b=("x",), decay=TWO_HOURS, qrels=None):
    """The row of documents with ages in hours; None for no date."""
    updated = {doc: NOW - age * HOUR for doc, age in ages.items() if age is not None}
    compared = contrast(qrels or {"q": dict.fromkeys(ages, 1)}, {"q": list(a)}, {"q": list(b)})
    return fresh_recall(inputs(compared, documents=DocumentFields(updated=updated)), decay, NOW)


def test_the_example():
    """Half-life 2, ages 0, 2, 4, only the first found: 1/1.75 = 4/7, plain recall 1/3."""
    row = card({"d0": 0, "d2": 2, "d4": 4}, ["d0"], ["d4"])
    assert row.value_a == 4 / 7
    assert row.value_b == pytest.approx(1 / 7)
    assert (row.n_used, row.state) == (1, "COMPUTED")
    assert row.label == "Fresh Recall@5 (half-life of 2 hours)"
    assert [one.name for one in row.inputs] == [
        "document field `updated`",
        "reference time",
        "decay",
    ]


@pytest.mark.parametrize(
    ("hours", "half_life"),
    [
        pytest.param(2, 1.39, id="2 h"),
        pytest.param(72, 49.9, id="72"),
        pytest.param(720, 499, id="720"),
    ],
)
def test_a_time_constant_is_not_a_half_life(hours, half_life):
    decay = Decay("time_constant", hours * HOUR)
    assert decay.weight(hours * HOUR) == pytest.approx(math.exp(-1))
    assert f"{decay.weight(hours * HOUR):.3f}" == "0.368"
    assert decay.half_life / HOUR == pytest.approx(half_life, rel=0.004)
    assert decay.weight(decay.half_life) == pytest.approx(0.5)
    assert Decay("half_life", hours * HOUR).weight(hours * HOUR) == 0.5


@pytest.mark.parametrize("span", [timedelta(0), -HOUR])
def test_a_span_is_above_0(span):
    with pytest.raises(ValueError, match="half_life must be above 0"):
        Decay("half_life", span)


def test_a_document_newer_than_the_reference_weighs_1_and_is_counted():
    row = card({"d": -5, "e": 2}, ["d"])
    assert row.value_a == pytest.approx(1 / 1.5)
    assert row.counts["relevant documents newer than the reference"] == 1


def test_a_document_without_date_is_left_out_and_counted():
    row = card({"d": 0, "e": None}, ["d"])
    assert (row.value_a, row.counts["relevant documents without date"]) == (1, 1)


def test_a_query_without_any_date_has_no_value():
    qrels = {"q": {"d": 1}, "r": {"e": 1}}
    row = card({"d": 0, "e": None}, ["d"], qrels=qrels)
    assert (row.n_used, row.counts["queries without a dated relevant document"]) == (1, 1)
    assert card({"e": None}, ["e"]).state == "UNDEFINED"


def test_only_the_top_k_counts_and_relevant_documents_only():
    ranking = ["x1", "x2", "x3", "x4", "d", "e"]
    assert card({"d": 2, "e": 2}, ranking).value_a == 0.5


def test_presets_name_their_kind():
    assert {name: str(decay) for name, decay in PRESETS.items()} == {
        "news": "half-life of 2 hours",
        "e-commerce": "half-life of 7 days",
        "academic": "half-life of 1,825 days",
    }


def test_time_zones_are_never_mixed():
    naive = datetime(2026, 7, 1)
    with pytest.raises(ValueError, match="everywhere or nowhere"):
        DocumentFields(updated={"a": NOW, "b": naive})
    compared = contrast({"q": {"d": 1}}, {"q": ["d"]}, {"q": ["d"]})
    with pytest.raises(ValueError, match="exactly where the documents do"):
        fresh_recall(
            inputs(compared, documents=DocumentFields(updated={"d": NOW})), TWO_HOURS, naive
        )
    assert fresh_recall(inputs(compared), TWO_HOURS, NOW).missing == ("document field `updated`",)


ages = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 99), min_size=1)


@given(ages, st.sets(st.sampled_from("abcdef"), max_size=5))
def test_equal_ages_give_plain_recall_and_all_equal_the_definition(found, returned):
    ranking = sorted(returned)
    row = card(found, ranking)
    weights = {doc: 2 ** (-age / 2) for doc, age in found.items()}
    hits = sum(weights[doc] for doc in ranking if doc in weights)
    assert row.value_a == pytest.approx(hits / sum(weights.values()))
    same = card(dict.fromkeys(found, 7), ranking)
    assert same.value_a == pytest.approx(len(returned & set(found)) / len(found))


def test_documents_that_are_not_relevant_weigh_nothing():
    row = card({"d": 0, "e": 0}, ["d"], ["e"], qrels={"q": {"d": 1, "e": 0}})
    assert (row.value_a, row.value_b) == (1, 0)


@pytest.mark.parametrize("kind", ["half_life", "time_constant"])
def test_thousands_of_spans_old_is_still_a_share(kind):
    """5,000 and 5,001 spans old: both weights are 0 as floats, their quotient is not."""
    decay = Decay(kind, HOUR)
    assert decay.weight(5000 * HOUR) == 0
    row = card({"d": 5000, "e": 5001}, ["d"], ["e"], decay)
    factor = 2 if kind == "half_life" else math.e
    assert row.value_a == pytest.approx(factor / (factor + 1))
    assert row.value_b == pytest.approx(1 / (factor + 1))
    assert row.counts["queries without a dated relevant document"] == 0


def test_each_query_has_its_own_newest_document():
    ages = {"d": 0, "e": 1, "f": 3000, "g": 3001}
    qrels = {"q": {"d": 1, "e": 1}, "r": {"f": 1, "g": 1}}
    updated = {doc: NOW - age * HOUR for doc, age in ages.items()}
    compared = contrast(qrels, {"q": ["d"], "r": ["f"]}, {"q": ["e"], "r": []})
    given = inputs(compared, documents=DocumentFields(updated=updated))
    row = fresh_recall(given, Decay("half_life", HOUR), NOW)
    assert (row.value_a, row.value_b) == pytest.approx((2 / 3, 1 / 6))
