"""The judging sheet: rows by hand, and the shortest list against every set of documents."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ircompare.inference.bounds import BOUNDED, bounds
from ircompare.inference.pool import unjudged_pool
from ircompare.inference.sheet import SheetRow, Shift, judging_sheet, shortest
from tests import oracle
from tests.inference.completions import pool_of, subsets, values_of
from tests.worlds import contrast

moderate = settings(max_examples=60, deadline=None)
F = Fraction


def shift(now: str, then: str) -> Shift:
    return Shift(F(now), F(then))


def pairs(rows) -> list[tuple[str, str]]:
    return [(row.query_id, row.doc_id) for row in rows]


def shortest_of(comparison, measure):
    return shortest(comparison, unjudged_pool(comparison), measure)


# By hand


def test_a_row_says_where_the_document_stands_and_what_it_alone_changes():
    comparison = contrast({"q": {"a": 1, "n": 0}}, {"q": ["a", "x"]}, {"q": ["y", "x", "a"]}, k=3)
    assert judging_sheet(comparison, unjudged_pool(comparison)) == (
        SheetRow("q", "y", None, 1, recall=shift("0", "1/2"), rr=shift("-2/3", "0")),
        SheetRow("q", "x", 2, 2, recall=shift("0", "0"), rr=shift("-2/3", "-1/2")),
    )


def test_a_document_that_changes_nothing_is_not_on_the_sheet():
    comparison = contrast({"q": {"a": 1}}, {"q": ["a", "x"]}, {"q": ["a", "x"]})
    assert judging_sheet(comparison, unjudged_pool(comparison)) == ()


def test_neither_is_one_of_a_query_that_is_not_scored():
    comparison = contrast({"p": {"n": 0}, "q": {"a": 1}}, {"p": ["x"]}, {"q": ["a"]})
    assert judging_sheet(comparison, unjudged_pool(comparison)) == ()


def test_one_document_turns_the_verdict_of_mrr():
    qrels = {"q1": {"a": 1}, "q2": {"a": 1}}
    a = {"q1": ["y", "x", "a"], "q2": ["a"]}
    b = {"q1": ["a"], "q2": ["a"]}
    found = shortest_of(contrast(qrels, a, b), "rr")
    assert pairs(found.rows) == [("q1", "y")]
    assert not found.settled
    assert found.rows[0].rr == shift("2/3", "0")


def test_two_documents_are_needed_where_one_does_not_suffice():
    qrels = {"q1": {"a": 1}, "q2": {"a": 1}}
    a = {"q1": ["x", "a"], "q2": ["x", "a"]}
    b = {"q1": ["a"], "q2": ["a"]}
    assert pairs(shortest_of(contrast(qrels, a, b), "rr").rows) == [("q1", "x"), ("q2", "x")]


def test_example_b_of_the_bounds_is_settled():
    comparison = contrast(
        {"q": {"a": 1, "b": 1, "n1": 0}}, {"q": ["a", "u1", "n1"]}, {"q": ["a", "b", "u1"]}, k=3
    )
    found = shortest_of(comparison, "recall")
    assert found.settled
    assert bounds(comparison).mean_delta("recall").sign == 1
    assert shortest_of(comparison, "rr").settled


def test_a_document_that_only_helps_the_leader_turns_nothing():
    comparison = contrast({"q": {"a": 1, "n": 0}}, {"q": ["n"]}, {"q": ["x", "a"]}, k=2)
    assert shortest_of(comparison, "rr").settled
    assert pairs(judging_sheet(comparison, unjudged_pool(comparison))) == [("q", "x")]


def test_the_sheet_may_be_cut_short():
    qrels = {"q1": {"a": 1}, "q2": {"a": 1}}
    a = {"q1": ["y", "x", "a"], "q2": ["x", "a"]}
    comparison = contrast(qrels, a, {"q1": ["a"], "q2": ["a"]})
    pool = unjudged_pool(comparison)
    assert pairs(judging_sheet(comparison, pool)) == [("q1", "y"), ("q1", "x"), ("q2", "x")]
    assert pairs(judging_sheet(comparison, pool, most=2)) == [("q1", "y"), ("q1", "x")]


def test_documents_of_both_top_k_weigh_down_recall_and_may_turn_its_mean():
    qrels = {"q1": {"a": 1}, "q2": {"a": 1, "b": 1}}
    a = {"q1": ["x"], "q2": ["a", "b"]}
    b = {"q1": ["a", "x"], "q2": ["a"]}
    found = shortest_of(contrast(qrels, a, b), "recall")
    assert pairs(found.rows) == [("q1", "x")]
    assert found.rows[0].recall == shift("1", "1/2")


def test_between_equal_means_the_document_that_moves_them_most():
    comparison = contrast({"q": {"a": 1}}, {"q": ["n", "a"]}, {"q": ["x", "a"]}, k=2)
    found = shortest_of(comparison, "rr")
    assert pairs(found.rows) == [("q", "n")]
    comparison = contrast(
        {"q": {"a": 1, "n": 0}}, {"q": ["n", "n2", "a"]}, {"q": ["x", "y", "a"]}, k=3
    )
    assert pairs(shortest_of(comparison, "rr").rows) == [("q", "x")]


def test_without_unjudged_documents_everything_is_settled():
    comparison = contrast({"q": {"a": 1, "n": 0}}, {"q": ["a", "n"]}, {"q": ["n", "a"]})
    assert all(shortest_of(comparison, measure).settled for measure in BOUNDED)


def test_only_exact_bounded_measures_have_a_sheet():
    with pytest.raises(ValueError, match="bounds are told for recall and rr, not for 'ndcg'"):
        shortest_of(contrast({"q": {"a": 1}}, {}, {"q": ["a"]}), "ndcg")


# Brute force

lists = st.lists(st.sampled_from("abnxyz"), unique=True, max_size=5)
queries = st.lists(
    st.tuples(lists, lists, st.sampled_from(["a", "ab", "n"])), min_size=1, max_size=2
)


def world_of(drawn, k, zero) -> oracle.World:
    qrels, a, b = {}, {}, {}
    for number, (top_a, top_b, relevant) in enumerate(drawn):
        query = f"q{number}"
        qrels[query] = {**dict.fromkeys("n", 0), **dict.fromkeys(relevant.strip("n"), 1)}
        a[query], b[query] = top_a, top_b
    return oracle.World(a, b, qrels, list(qrels), oracle.Rules(k, zero=zero))


def sign_with(world: oracle.World, measure: str, chosen) -> int:
    """Sign of the mean delta, were these (query, document) pairs relevant."""
    extra = defaultdict(list)
    for pair in chosen:
        query, doc = pair.split(":")
        extra[query].append(doc)
    total = sum(
        values_of(measure, world, q, {**world.judged(q), **dict.fromkeys(extra[q], 1)})[2]
        for q in world.scored
    )
    return (total > 0) - (total < 0)


@moderate
@given(queries, st.integers(1, 5), st.booleans(), st.sampled_from(BOUNDED))
def test_the_shortest_list_is_as_short_as_any_that_turns_the_sign(drawn, k, zero, measure):
    world = world_of(drawn, k, zero)
    comparison = contrast(
        world.qrels, world.a, world.b, k=k, no_relevant="zero" if zero else "exclude"
    )
    found = shortest_of(comparison, measure)
    candidates = [f"{q}:{doc}" for q in world.scored for doc in pool_of(world, q)]
    now = sign_with(world, measure, ())
    turning = next((x for x in subsets(candidates) if sign_with(world, measure, x) != now), ())
    listed = [f"{row.query_id}:{row.doc_id}" for row in found.rows]
    assert len(listed) == len(turning)
    assert found.settled or sign_with(world, measure, listed) != now


@moderate
@given(queries, st.integers(1, 5))
def test_the_sheet_holds_all_that_alone_changes_a_delta_and_says_by_how_much(drawn, k):
    world = world_of(drawn, k, zero=False)
    comparison = contrast(world.qrels, world.a, world.b, k=k)
    expected = {}
    for q in world.scored:
        for doc in pool_of(world, q):
            now = [values_of(m, world, q, world.judged(q))[2] for m in BOUNDED]
            truth = {**world.judged(q), doc: 1}
            then = [values_of(m, world, q, truth)[2] for m in BOUNDED]
            if now != then:
                expected[q, doc] = [Shift(*pair) for pair in zip(now, then, strict=True)]
    rows = judging_sheet(comparison, unjudged_pool(comparison))
    assert {(row.query_id, row.doc_id): [row.recall, row.rr] for row in rows} == expected
    sizes = [max(abs(row.recall.change), abs(row.rr.change)) for row in rows]
    assert sizes == sorted(sizes, reverse=True)
