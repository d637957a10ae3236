"""Repeated runs put in order and collapsed as the run that they repeat, and tops from files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.errors import InputError
from ircompare.model.chunks import ChunkMap
from ircompare.model.collection import Collection, Qrels
from ircompare.model.protocol import Budget, Protocol
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.model.stored import RunWriter
from ircompare.scoring.chunked import prepare, ruled
from ircompare.scoring.judging import judge
from ircompare.scoring.repeated import as_scored, tops
from tests.worlds import corpus_of, pooled, queries_of, scored_run

QRELS = {"q": {"d1": 1}, "r": {"d2": 1}}


def like(scope: Scope) -> object:
    return judge(Run.from_rankings("a", {"q": ["d1"], "r": ["d2"]}), scope)


def test_the_order_is_that_of_the_protocol():
    run = scored_run("again", {"q": [("d2", 1.0), ("d1", 2.0)]})
    for order, expected in (("score", ("d1", "d2")), ("listed", ("d2", "d1"))):
        scope = pooled(QRELS, order=order) if order == "listed" else pooled(QRELS)
        assert tops(as_scored(run, like(scope)), ["q"]) == {"q": expected}


def exhaustive(**choices: object) -> Scope:
    judged = {**QRELS, "s": {}}
    qrels = {q: {d: int(d in relevant) for d in ("d1", "d2")} for q, relevant in judged.items()}
    queries = queries_of({"q": "test", "r": "test", "s": "dev"})
    collection = Collection(Qrels.from_dict(qrels, "qrels"), corpus_of(["d1", "d2"]), queries)
    return Scope.of(collection, Protocol(split="test", **choices))


def test_under_exhaustive_judgements_a_query_of_another_split_is_refused():
    with pytest.raises(InputError, match='query "s" is not in split "test"'):
        as_scored(Run.from_rankings("again", {"q": ["d1"], "s": ["d1"]}), like(exhaustive()))


def test_under_pooled_judgements_it_is_left_out():
    run = Run.from_rankings("again", {"q": ["d1"], "s": ["d1"]})
    found = as_scored(run, like(pooled(QRELS)))
    assert tops(found, ["q", "r"]) == {"q": ("d1",)}


def test_a_document_among_the_first_that_the_corpus_lacks_is_named():
    with pytest.raises(InputError) as caught:
        as_scored(Run.from_rankings("again", {"q": ["d1", "x"]}), like(exhaustive()))
    (problem,) = caught.value.problems
    assert problem.what == 'document "x" of query "q" is not in the corpus'


def test_chunks_in_place_of_documents_are_said_once():
    run = Run.from_rankings("again", {"q": ["d1#0", "d1#1"], "r": ["d2#0"]})
    with pytest.raises(InputError) as caught:
        as_scored(run, like(exhaustive()))
    (problem,) = caught.value.problems
    assert problem.what == (
        'repeated run "again" seems to name chunks, and run "a" names documents'
    )


CHUNKS = ChunkMap.build(["a0", "a1", "b0", "c0"], ["d1", "d1", "d2", "d3"])


def chunked(budget: int | None) -> tuple[object, object]:
    side = prepare(Run.from_rankings("a", {"q": ["a0", "b0"]}), CHUNKS, pooled(QRELS))
    rule = CHUNKS.rule(None if budget is None else Budget("chunks", budget))
    return side.evaluation(ruled(pooled(QRELS), rule)).hits, side.collapsed


@pytest.mark.parametrize(
    ("budget", "expected"),
    [
        pytest.param(None, ("d1", "d3", "d2"), id="all chunks"),
        pytest.param(3, ("d1", "d3"), id="the third chunk is of a document that is there"),
        pytest.param(4, ("d1", "d3", "d2"), id="the fourth brings another"),
        pytest.param(1, ("d1",), id="one chunk"),
    ],
)
def test_chunks_are_collapsed_under_the_budget_of_the_run_that_is_repeated(budget, expected):
    hits, collapsed = chunked(budget)
    run = Run.from_rankings("again", {"q": ["a1", "c0", "a0", "b0"]})
    assert tops(as_scored(run, hits, collapsed), ["q"]) == {"q": expected}


def test_a_repeated_run_of_documents_is_no_repeat_of_a_run_of_chunks():
    hits, collapsed = chunked(None)
    with pytest.raises(InputError, match='chunk "d1" of query "q" is not in the chunk map'):
        as_scored(Run.from_rankings("again", {"q": ["d1"]}), hits, collapsed)


def test_a_collapsed_run_without_its_chunks_is_a_callers_mistake():
    hits, _ = chunked(None)
    with pytest.raises(ValueError, match="the chunks of run 'a' are needed"):
        as_scored(Run.from_rankings("again", {"q": ["a0"]}), hits)


rankings = st.dictionaries(
    st.sampled_from("qrst"), st.permutations([f"d{n}" for n in range(8)]), min_size=1
)


@given(rankings, st.lists(st.sampled_from("qrstu"), unique=True), st.integers(0, 9), st.booleans())
def test_tops_are_the_first_of_each_ranking_in_memory_and_on_disk(held, asked, depth, on_disk):
    run = Run.from_rankings("x", held)
    if on_disk:
        writer = RunWriter("x", "x", "listed")
        writer.add(run)
        run = writer.done({})
    assert tops(run, asked, depth) == {
        query: tuple(held[query][:depth]) for query in asked if query in held
    }
