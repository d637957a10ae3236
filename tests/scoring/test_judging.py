"""What a run is refused for, what is only remarked, and what one pass finds in it."""

from __future__ import annotations

import numpy as np
import pytest

from ircompare.errors import InputError
from ircompare.model.collection import Collection, Qrels
from ircompare.model.contract import UNKNOWN_DOCUMENT, WRONG_SPLIT
from ircompare.model.protocol import Protocol
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.scoring.judging import judge
from tests.worlds import corpus_of, pooled, queries_of, scored_run

QRELS = {"dev1": {"a": 1, "b": 0}, "t1": {"a": 1, "b": 0}, "t2": {"a": 0, "b": 1}}
SPLITS = {"dev1": "dev", "t1": "test", "t2": "test"}


def scope(judgements: str, corpus=("a", "b"), queries=SPLITS) -> Scope:
    collection = Collection(
        Qrels.from_dict(QRELS, "qrels.json"),
        corpus_of(corpus) if corpus else None,
        queries_of(queries) if queries else None,
    )
    return Scope.of(collection, Protocol(judgements=judgements))  # type: ignore[arg-type]


def refused(run: Run, judged: Scope) -> InputError:
    with pytest.raises(InputError) as caught:
        judge(run, judged)
    return caught.value


# Queries


@pytest.mark.parametrize("query", ["dev1", "unheard of"])
def test_a_query_outside_the_split_is_an_error_under_exhaustive(query):
    run = Run.build(
        "A", ["t1", query], ["a", "a"], lines=np.array([1, 2]), source="a.run", scores=[2, 1]
    )
    (problem,) = refused(run, scope("exhaustive")).problems
    assert str(problem) == (
        f'a.run:2: query "{query}" is not in split "test"\n'
        "  expected: only queries of the split that is scored, under exhaustive judgements\n"
        "  mend:     remove the query from the run, or score its split"
    )
    assert (problem.code, problem.contract_reason) == ("wrong-split", WRONG_SPLIT)


def test_an_extra_query_is_refused_even_with_an_empty_ranking():
    run = Run.from_rankings("A", {"t1": ["a"], "dev1": []})
    assert [problem.code for problem in refused(run, scope("exhaustive")).problems] == [
        "wrong-split"
    ]


def test_t66_under_pooled_it_is_ignored_and_listed():
    run = Run.from_rankings("A", {"t1": ["a"], "dev1": ["a"], "other": ["b"]})
    hits = judge(run, scope("pooled"))
    assert [note.code for note in hits.notes] == ["extra-query"]
    assert hits.notes[0].what == '2 queries of the run are not in split "test": ignored'
    assert hits.notes[0].found == '"dev1", "other"'
    assert (hits.codes.tolist(), hits.ranks.tolist()) == ([0], [1])


@pytest.mark.parametrize("judgements", ["exhaustive", "pooled"])
def test_t44_not_one_query_shared_with_the_qrels_is_an_error(judgements):
    run = Run.from_rankings("A", {f"{query}.0": ["a"] for query in QRELS} | {"x": []})
    (problem,) = refused(run, scope(judgements)).problems
    assert str(problem) == (
        'A: run "A" and the qrels share no query id\n'
        '  expected: query ids such as "dev1", "t1", "t2" (from the qrels)\n'
        '  found:    "dev1.0", "t1.0", "t2.0" and 1 more\n'
        "  mend:     give both files the same query ids; they are compared exactly"
    )


def test_t32_query_ids_are_compared_as_text():
    run = Run.from_rankings("A", {"01": ["a"]})
    refused(run, pooled({"1": {"a": 1}}))


def test_sharing_only_queries_of_another_split_is_no_mismatch_of_ids():
    hits = judge(Run.from_rankings("A", {"dev1": ["a"]}), scope("pooled"))
    assert hits.missing.tolist() == [True, True]


@pytest.mark.parametrize("judgements", ["exhaustive", "pooled"])
def test_a_run_without_any_query_misses_every_query(judgements):
    hits = judge(Run.from_rankings("A", {}), scope(judgements))
    assert hits.missing.tolist() == [True, True]
    assert hits.notes == ()


# Documents


@pytest.mark.parametrize("judgements", ["exhaustive", "pooled"])
def test_a_document_unknown_to_the_corpus_is_an_error_also_behind_the_cutoff(judgements):
    corpus = ["a", "b", *(f"d{number}" for number in range(50))]
    judged = scope("pooled", corpus) if judgements == "pooled" else scope(judgements)
    ranking = [doc for doc in corpus if judgements == "pooled" or doc in "ab"]
    run = Run.from_rankings("A", {"t1": [*ranking, "ghost"]})
    (problem,) = refused(run, judged).problems
    assert problem.what == 'document "ghost" of query "t1" is not in the corpus'
    assert problem.expected == "only documents of the corpus, at every rank"
    assert (problem.code, problem.contract_reason) == ("unknown-document", UNKNOWN_DOCUMENT)


def test_also_in_a_query_that_pooled_judgements_ignore():
    run = Run.from_rankings("A", {"t1": ["a"], "other": ["ghost"]})
    assert [problem.code for problem in refused(run, scope("pooled")).problems] == [
        "unknown-document"
    ]


def test_without_a_corpus_documents_are_not_checked():
    hits = judge(Run.from_rankings("A", {"t1": ["ghost", "a"]}), scope("pooled", None, None))
    assert hits.ranks.tolist() == [2]


def test_problems_of_queries_and_documents_come_together():
    run = Run.from_rankings("A", {"t1": ["ghost"], "dev1": ["ghost", "a"]})
    assert [problem.code for problem in refused(run, scope("exhaustive")).problems] == [
        "wrong-split",
        "unknown-document",
        "unknown-document",
    ]


def test_the_line_of_an_unknown_document_is_that_of_the_file_in_any_order():
    run = Run.build(
        "A", ["t1", "t1"], ["ghost", "a"], scores=[1, 2], lines=np.array([7, 8]), source="a.run"
    )
    assert refused(run, scope("exhaustive")).problems[0].place == "a.run:7"


def test_t73_not_one_judged_document_is_a_warning_with_the_likely_reasons():
    hits = judge(
        Run.from_rankings("A", {"q": ["D1#0", "D1#1", "D2#0", "D3#0"]}), pooled({"q": {"D1": 1}})
    )
    assert str(hits.notes[0]) == (
        'A: run "A" returns not one judged document\n'
        '  expected: document ids such as "D1"\n'
        '  found:    "D1#0", "D1#1", "D2#0"\n'
        "  mend:     check whether the run names chunks, or writes ids in another form"
    )


@pytest.mark.parametrize("ranking", [["x", "D1"], []])
def test_one_judged_document_or_no_document_at_all_is_no_warning(ranking):
    assert judge(Run.from_rankings("A", {"q": ranking}), pooled({"q": {"D1": 0}})).notes == ()


def test_a_document_judged_for_another_query_only_is_unjudged():
    hits = judge(
        Run.from_rankings("A", {"q1": ["b", "a"], "q2": ["a", "b"]}),
        pooled({"q1": {"a": 1}, "q2": {"b": 1}}),
    )
    assert (hits.codes.tolist(), hits.ranks.tolist()) == ([0, 1], [2, 2])


# What is found


def test_hit_ranks_hold_rank_grade_and_tie_group_of_every_judged_document():
    qrels = {"q2": {"m": 1, "x": -1}, "q1": {"a": 2}, "q0": {"a": 1}}
    run = scored_run(
        "A", {"q1": [("b", 3.0), ("a", 1.0)], "q2": [("z", 7.0), ("m", 7.0), ("x", 1)]}
    )
    hits = judge(run, pooled(qrels))
    assert hits.bounds.tolist() == [0, 2, 3, 3]
    assert hits.ranks.tolist() == [2, 3, 2]
    assert hits.grades.tolist() == [1, -1, 2]
    assert (hits.tie_first.tolist(), hits.tie_last.tolist()) == ([1, 3, 2], [2, 3, 2])
    assert hits.missing.tolist() == [False, False, True]
    assert hits.returned.tolist() == [3, 2, 0]
    assert hits.first_ranks.tolist() == [2, 2, 0]
    documents = hits.scope.collection.qrels.documents
    assert [documents[int(row)].as_py() for row in hits.judgements] == ["m", "x", "a"]


def test_t46_a_tie_at_the_cutoff_is_known_with_its_range_of_ranks():
    hits = judge(scored_run("A", {"q": [("m", 7.0), ("z", 7.0)]}), pooled({"q": {"m": 1}}))
    assert (hits.ranks.tolist(), hits.tie_first.tolist(), hits.tie_last.tolist()) == (
        [2],
        [1],
        [2],
    )


def test_t70_judged_documents_in_the_top_k_are_counted():
    hits = judge(Run.from_rankings("A", {"q": ["x", "y", "a"]}), pooled({"q": {"a": 1}}))
    assert [hits.judged_in_top(k).tolist() for k in (1, 2, 3)] == [[0], [0], [1]]


def test_the_order_of_the_protocol_decides():
    run = Run.build("A", ["q", "q"], ["a", "b"], scores=[1, 2], ranks=[1, 2])
    for order, rank in ((None, 2), ("score", 2), ("rank", 1), ("listed", 1)):
        assert judge(run, pooled({"q": {"a": 1}}, order=order)).ranks.tolist() == [rank]


def test_an_order_that_the_run_cannot_give_is_refused():
    refused(Run.from_rankings("A", {"q": ["a"]}), pooled({"q": {"a": 1}}, order="score"))
