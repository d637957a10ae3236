"""Demographic parity and bias amplification of document groups."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from fairlearn.metrics import demographic_parity_difference, equal_opportunity_difference
from hypothesis import given
from hypothesis import strategies as st

from ircompare.model.collection import Collection, Qrels, Queries
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.scorecard.amplification import bias_amplification, shifts
from ircompare.scorecard.inputs import DocumentFields
from ircompare.scorecard.parity import demographic_parity, difference, null_difference
from ircompare.scoring.comparison import compare
from tests.scorecard.made import inputs, whole_collection
from tests.worlds import contrast, corpus_of, score

F = Fraction
GROUPS = {"a": "g1", "b": "g1", "c": "g2", "d": "g2"}
ALL = {"a": 1, "b": 0, "c": 1, "d": 0}
QRELS = {"q1": ALL, "q2": ALL}
A = {"q1": ["a", "c", "b", "d"], "q2": ["a", "b", "c", "d"]}
B = {"q1": ["a", "c", "b", "d"], "q2": ["c", "b", "a", "d"]}


def card(function, a=A, b=B, groups=GROUPS, qrels=QRELS, **settings):
    compared = whole_collection(qrels, (a, b), "abcd")
    documents = DocumentFields(source="corpus.jsonl", group=groups)
    return function(inputs(compared, {"k": 2, **settings}, documents=documents))


@pytest.mark.parametrize("universe", ["judged", "corpus"])
def test_the_example_of_parity(universe):
    """Selected {a, c}, {a, b}: rates 3/4 and 1/4 → 1/2, to the overall rate 1/4."""
    row = card(demographic_parity, universe=universe)
    assert (row.value_a, row.value_b) == (F(1, 2), F(0))
    assert (row.part("rate:g1").value_a, row.part("rate:g2").value_a) == (F(3, 4), F(1, 4))
    assert row.part("to_overall").value_a == F(1, 4)
    assert (row.n_used, row.counts["groups"], row.verdict) == (8, 2, 1)
    assert universe in str(row.inputs)


def test_the_two_universes_differ_where_documents_are_unjudged():
    qrels = {"q1": {"a": 1, "c": 1}}
    run = {"q1": ["a", "b"]}
    judged, corpus = (
        card(demographic_parity, run, run, qrels=qrels, universe=one)
        for one in ("judged", "corpus")
    )
    assert (judged.value_a, judged.n_used) == (1, 2)
    assert (corpus.value_a, corpus.n_used) == (1, 4)
    assert corpus.part("rate:g1").value_a == 1
    half = card(demographic_parity, {"q1": ["a"]}, run, qrels=qrels, universe="corpus")
    assert half.value_a == F(1, 2)


def test_recall_by_group_stands_beside_it():
    row = card(demographic_parity, {**A, "q2": ["a", "b"]})
    assert row.part("recall:g1").value_a == 1
    assert row.part("recall:g2").value_a == F(1, 2)
    assert row.part("equal_opportunity").value_a == F(1, 2)


def test_a_group_without_relevant_documents_is_dropped_from_equal_opportunity():
    """fairlearn's own function returns 1 then."""
    assert equal_opportunity_difference([1, 0], [1, 0], sensitive_features=["g1", "g2"]) == 1
    row = card(demographic_parity, qrels={"q1": {"a": 1, "b": 0, "c": 0}, "q2": {"a": 1, "d": 0}})
    assert row.part("equal_opportunity").value_a is None


def test_one_group_is_undefined_although_fairlearn_says_zero():
    assert demographic_parity_difference([1, 0], [1, 0], sensitive_features=["g", "g"]) == 0
    row = card(demographic_parity, groups=dict.fromkeys("abcd", "g"))
    assert (row.state, row.why) == ("UNDEFINED", "fewer than two groups have candidates")


def test_documents_without_a_group_are_counted_and_left_out():
    row = card(demographic_parity, groups={"a": "g1", "c": "g2"})
    assert (row.n_used, row.counts["candidates without group"]) == (4, 4)


def test_small_groups_are_low_and_show_what_chance_gives():
    row = card(demographic_parity)
    assert (row.state, row.why) == ("LOW_N", "fewer than 100 candidates: g1, g2")
    assert 0 < row.part("null").value_a < 1


@pytest.mark.parametrize(("queries", "state"), [(49, "LOW_N"), (50, "COMPUTED")])
def test_a_hundred_candidates_a_group_are_enough(queries, state):
    qrels = {f"q{at}": ALL for at in range(queries)}
    run = {query: ["a", "c"] for query in qrels}
    row = card(demographic_parity, run, run, qrels=qrels)
    assert (row.state, row.value_a) == (state, 0)
    assert ("null" in [part.key for part in row.parts]) == (state == "LOW_N")


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        pytest.param([20, 20], 0.125, id="2 groups of 20"),
        pytest.param([20] * 10, 0.342, id="10 groups of 20"),
        pytest.param([200] * 10, 0.109, id="10 groups of 200"),
    ],
)
def test_the_difference_is_biased_upwards_by_chance(sizes, expected):
    assert null_difference(sizes, sum(sizes) // 2, 1) == pytest.approx(expected, abs=0.006)


counts = st.dictionaries(
    st.sampled_from("wxyz"), st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1
)


@given(counts)
def test_parity_equals_the_exact_definition_and_fairlearn(found):
    chosen = {name: one for name, (one, _) in found.items()}
    pool = {name: one + other for name, (one, other) in found.items()}
    rates = [F(chosen[name], size) for name, size in pool.items() if size]
    expected = max(rates) - min(rates) if len(rates) > 1 else None
    assert difference(chosen, pool) == expected
    if expected is not None:
        selected = [yes for one, other in found.values() for yes in [1] * one + [0] * other]
        groups = [name for name, (one, other) in found.items() for _ in range(one + other)]
        theirs = demographic_parity_difference(selected, selected, sensitive_features=groups)
        assert float(expected) == pytest.approx(theirs)


def test_what_is_missing_is_named():
    compared = contrast({"q": {"d": 1}}, {"q": ["d"]}, {"q": ["d"]})
    given_inputs = inputs(compared, {"universe": "corpus", "reference": "corpus"})
    assert demographic_parity(given_inputs).missing == (
        "document field `group`",
        "a corpus, as the declared candidates",
    )
    assert bias_amplification(given_inputs).missing == (
        "document field `group`",
        "a corpus, as the declared reference",
    )


# Bias amplification


def test_the_example_of_amplification():
    """Reference 30/20, top k 36/14: +3/25 and 6/5, −3/25 and 7/10."""
    found = shifts({"g": 36, "h": 14}, {"g": 30, "h": 20})
    assert (found["g"].difference, found["g"].ratio) == (F(3, 25), F(6, 5))
    assert (found["h"].difference, found["h"].ratio) == (F(-3, 25), F(7, 10))
    assert found["h"].size > found["g"].size
    assert found["h"].size == pytest.approx(math.log2(10 / 7))


def test_the_row_of_amplification():
    row = card(bias_amplification)
    assert (row.value_a, row.value_b, row.verdict) == (F(1, 4), F(0), 1)
    assert row.part("shift:g1").value_a == F(1, 4)
    assert row.part("ratio:g2").value_a == F(1, 2)
    assert row.label == "group share shift vs reference (relevant documents), largest"
    assert row.n_used == 4


def test_the_corpus_as_reference():
    groups = {"a": "g1", "b": "g2", "c": "g2", "d": "g2"}
    row = card(bias_amplification, groups=groups, reference="corpus")
    assert row.value_a == F(1, 4), "shown 2/4 of g1, in the corpus 1/4"


def test_a_group_absent_from_the_reference_has_no_ratio():
    found = shifts({"g": 1, "new": 1}, {"g": 2})
    assert (found["new"].difference, found["new"].ratio, found["new"].size) == (F(1, 2), None, None)
    assert shifts({"g": 1}, {"g": 1, "gone": 1})["gone"].size == math.inf


def test_nothing_to_compare_is_undefined():
    assert shifts({}, {"g": 1}) == shifts({"g": 1}, {}) == {}
    assert card(bias_amplification, groups=dict.fromkeys("abcd", "g")).state == "UNDEFINED"
    assert card(bias_amplification, a={"q1": []}).state == "UNDEFINED"


@given(counts)
def test_shifts_sum_to_zero(found):
    top = {name: one for name, (one, _) in found.items()}
    reference = {name: other for name, (_, other) in found.items()}
    result = shifts(top, reference)
    assert sum(one.difference for one in result.values()) == 0
    assert bool(result) == bool(sum(top.values()) and sum(reference.values()))
    assert np.all([abs(one.difference) <= 1 for one in result.values()])


def test_only_queries_of_the_split_count():
    """The relevant document of the other split is in neither the candidates nor the reference."""
    qrels = {"q1": {"a": 1, "c": 1}, "dev": {"c": 1, "d": 1}}
    queries = Queries(("q1", "dev"), ("", ""), ("test", "dev"), source="queries.jsonl")
    collection = Collection(Qrels.from_dict(qrels), corpus_of("abcd"), queries)
    scope = Scope.of(collection, Protocol(judgements="pooled"))
    side = score({"q1": ["a", "c"]}, scope)
    documents = DocumentFields(group=GROUPS)
    made = inputs(compare(side, side), {"k": 2}, documents=documents)
    assert bias_amplification(made).value_a == 0
    row = demographic_parity(made)
    assert (row.n_used, row.part("recall:g2").value_a) == (2, 1)
