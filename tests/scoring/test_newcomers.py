"""Newcomers, displacers and rankings compared: many queries at once against a loop over them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.model.grouping import spans
from ircompare.model.run import Run
from ircompare.scoring import alike
from ircompare.scoring.alike import different_rankings
from ircompare.scoring.causes import cause_keys, displacers
from ircompare.scoring.newcomers import newcomers
from tests.worlds import contrast, worlds

RELEVANT = {"q": {"a": 1, "n": 0}, "r": {"a": 1}}


def new_by_query(world, query: str, b_won: bool) -> set[str]:
    """Above in the worse run and not in the better one, spelled out."""
    judged = world.judged(query)
    a, b = (world.above(run.get(query, ()), judged) for run in (world.a, world.b))
    return a - b if b_won else b - a


@given(worlds(most=9), st.data())
def test_newcomers_are_what_a_loop_over_the_queries_finds(pair_world, data):
    pair, world = pair_world
    comparison = pair.compare()
    indices = st.sampled_from(range(len(world.queries)))
    places = np.array(data.draw(st.lists(indices, unique=True)), np.int64)
    won = np.array([data.draw(st.booleans()) for _ in places], np.bool_)
    found = newcomers(comparison, places, won)
    by_query = [
        set(found.documents.filter(found.codes == at).to_pylist()) for at in range(len(places))
    ]
    queries = [world.queries[place] for place in places]
    wanted = [new_by_query(world, *pair) for pair in zip(queries, won, strict=True)]
    assert by_query == wanted
    assert len(found.documents) == sum(map(len, wanted))
    assert found.only_unjudged(comparison, places).tolist() == [
        bool(new) and not new & set(world.judged(query))
        for new, query in zip(wanted, queries, strict=True)
    ]


@given(worlds(most=9), st.integers(1, 3))
def test_displacers_are_counted_over_the_regressions_in_rr(pair_world, least):
    pair, world = pair_world
    regressed = [query for query in world.scored if world.verdict("rr", query) < 0]
    counts = Counter(doc for query in regressed for doc in new_by_query(world, query, False))
    named = [(doc, count) for doc, count in counts.items() if count >= least]
    assert displacers(pair.compare(), least) == tuple(
        sorted(named, key=lambda pair: (-pair[1], pair[0]))
    )


@given(worlds(most=9), st.sampled_from(["rr", "recall"]), st.randoms())
def test_causes_of_some_queries_in_any_order_are_those_of_all(pair_world, measure, random):
    pair, world = pair_world
    places = list(range(len(world.queries)))
    random.shuffle(places)
    chosen = np.array(places[: len(places) // 2 + 1], np.int64)
    wanted = {
        place: world.cause(measure, world.queries[place])
        for place in chosen.tolist()
        if world.queries[place] in world.scored
    }
    found = cause_keys(pair.compare(), measure, chosen)
    assert found == {place: cause for place, cause in wanted.items() if cause}


@pytest.mark.parametrize(
    ("a", "b", "only_unjudged"),
    [
        pytest.param(["a"], ["x", "a"], True, id="an unjudged one"),
        pytest.param(["a"], ["n", "a"], False, id="a judged one"),
        pytest.param(["a"], ["x", "n", "a"], False, id="one of each"),
        pytest.param(["x", "a"], ["x", "a"], False, id="none at all"),
    ],
)
def test_only_unjudged_asks_for_a_newcomer_and_for_no_judged_one(a, b, only_unjudged):
    comparison = contrast(RELEVANT, {"q": a}, {"q": b})
    places = np.array([0])
    found = newcomers(comparison, places, np.array([False]))
    assert found.only_unjudged(comparison, places).tolist() == [only_unjudged]


def test_a_document_judged_for_another_query_is_unjudged_here():
    comparison = contrast(RELEVANT, {"r": ["a"]}, {"r": ["n", "a"]})
    places = np.array([1])
    found = newcomers(comparison, places, np.array([False]))
    assert found.documents.to_pylist() == ["n"]
    assert found.only_unjudged(comparison, places).tolist() == [True]


# Several rankings at once


def test_spans_run_on_from_their_starts_in_the_order_given():
    starts, lengths = np.array([5, 0, 7, 2]), np.array([2, 3, 0, 1])
    assert spans(starts, lengths).tolist() == [5, 6, 0, 1, 2, 2]
    assert spans(np.array([], np.int64), np.array([], np.int64)).tolist() == []


def test_tops_of_rankings_stand_end_to_end():
    run = Run.from_rankings("r", {"q1": ["a", "b", "c"], "q2": [], "q3": ["d", "a"]})
    places, depths = np.array([2, 0, 1, -1]), np.array([1, 2, 0, 0])
    assert run.tops(places, depths).to_pylist() == ["d", "a", "b"]


# Rankings compared


@given(worlds(most=9), st.sampled_from([1, 2, 100]))
def test_rankings_differ_where_the_lists_do(pair_world, at_hand):
    pair, world = pair_world
    comparison = pair.compare()
    wanted = [list(world.a.get(q, ())) != list(world.b.get(q, ())) for q in world.queries]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(alike, "HEAD", at_hand)
        found = different_rankings(comparison.a.hits, comparison.b.hits)
    assert found.tolist() == wanted
    both = [(q in world.a) == (q in world.b) for q in world.queries]
    assert comparison.same_rankings() == (all(both) and not any(wanted))
    fingerprints = [side.run_sha256 for side in (comparison.a, comparison.b)]
    assert comparison.same_rankings() == (fingerprints[0] == fingerprints[1])


def test_rankings_are_compared_in_blocks_of_queries(monkeypatch):
    monkeypatch.setattr("ircompare.scoring.alike.COMPARED_AT_ONCE", 2)
    qrels = {f"q{number}": {"a": 1} for number in range(5)}
    a = {query: ["a", "b"] for query in qrels}
    b = {**a, "q0": ["b", "a"], "q3": ["a"], "q4": ["a", "c"]}
    found = contrast(qrels, a, b).different_rankings
    assert found.tolist() == [True, False, False, True, True]


def test_what_holds_at_any_cutoff_is_found_once():
    comparison = contrast(RELEVANT, {"q": ["a", "x"]}, {"q": ["x", "a"]})
    assert comparison.at(1).different_rankings is comparison.at(7).different_rankings
