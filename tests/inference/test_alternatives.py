"""Condensed lists, bpref and RBP: method's example, and the definitions spelled out."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from ircompare.inference.alternatives import bpref, condensed_rr, rbp
from ircompare.inference.bounds import bounds
from ircompare.inference.ranges import Interval
from tests import oracle
from tests.worlds import contrast, worlds

moderate = settings(max_examples=50, deadline=None)
LIST = ["u1", "u2", "a", "n1", "b"]


def example():
    return contrast({"q": {"a": 1, "b": 1, "n1": 0}}, {"q": LIST}, {"q": LIST}, k=5)


def test_rr_in_full_condensed_and_at_best():
    comparison = example()
    assert comparison.a.values("rr").at(0) == Fraction(1, 3)
    assert condensed_rr(comparison.a.hits, 5).at(0) == 1
    assert bounds(comparison).a("rr").at(0).high == 1


def test_bpref_of_the_example():
    assert bpref(example().a.hits).at(0) == Fraction(1, 2)


def test_rbp_of_the_example_has_a_base_and_a_residual():
    found = rbp([None, None, True, False, True], Fraction(4, 5))
    assert found.low == Fraction(656, 3125)
    assert found.width == Fraction(2149, 3125)


@pytest.mark.parametrize(
    ("marks", "low", "high"),
    [
        pytest.param([], "0", "1", id="nothing is known"),
        pytest.param([True], "1/5", "1", id="a list of one"),
        pytest.param([False, False], "0", "16/25", id="only the tail is open"),
    ],
)
def test_rbp_at_its_edges(marks, low, high):
    assert rbp(marks) == Interval(Fraction(low), Fraction(high))


@pytest.mark.parametrize("persistence", [Fraction(0), Fraction(1), Fraction(6, 5)])
def test_rbp_needs_a_chance_of_reading_on(persistence):
    with pytest.raises(ValueError, match="persistence must be between 0 and 1"):
        rbp([True], persistence)


def condensed(ranking, judged) -> list[str]:
    return [doc for doc in ranking if doc in judged]


def plain_bpref(ranking, judged, rules) -> Fraction:
    wanted = oracle.relevant(judged, rules)
    others = set(judged) - wanted
    total = Fraction(0)
    for rank, doc in enumerate(ranking):
        if doc in wanted:
            above = min(len(others & set(ranking[:rank])), len(wanted))
            total += 1 - (Fraction(above, min(len(wanted), len(others))) if above else 0)
    return total / len(wanted) if wanted else Fraction(0)


@moderate
@given(worlds())
def test_both_equal_their_definitions(pair_world):
    pair, world = pair_world
    evaluation = pair.compare().a
    found, preferred = condensed_rr(evaluation.hits, pair.rules.k), bpref(evaluation.hits)
    for place, query in enumerate(evaluation.scope.query_ids):
        judged, ranking = world.judged(query), world.a.get(query, ())
        short = oracle.value("rr", condensed(ranking, judged), judged, world.rules)
        assert found.at(place) == short
        expected = None if short is None else plain_bpref(ranking, judged, world.rules)
        assert preferred.at(place) == expected


def test_bpref_looks_at_no_more_non_relevant_documents_than_there_are_relevant_ones():
    qrels = {"q": {"a": 1, "n1": 0, "n2": 0, "n3": 0}}
    comparison = contrast(qrels, {"q": ["n1", "n2", "a"]}, {"q": ["n1", "a"]})
    assert [bpref(side.hits).at(0) for side in (comparison.a, comparison.b)] == [0, 0]


def test_the_condensed_list_is_cut_at_k():
    comparison = contrast({"q": {"a": 1, "n": 0}}, {"q": ["x", "n", "y", "a"]}, {})
    values = [condensed_rr(comparison.a.hits, k).at(0) for k in (1, 2, 4)]
    assert values == [0, Fraction(1, 2), Fraction(1, 2)]
