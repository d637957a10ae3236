"""Chunk maps, the adapter's rules, levels, and maps made from ids."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest
from hypothesis import given, settings

from ircompare.errors import InputError, Problems
from ircompare.model.chunks import ChunkMap
from ircompare.model.collapse import collapse
from ircompare.model.collection import Collection, Qrels
from ircompare.model.ids import strings
from ircompare.model.levels import level_of, looks_like_chunks, qrels_level
from ircompare.model.map_ids import build_map
from ircompare.model.protocol import Budget, ChunkRule
from ircompare.model.run import Run
from tests.chunk_worlds import worlds
from tests.model.adapter_checks import CHECKS, CHUNK_MAP, Adapter, golden_scope
from tests.worlds import corpus_of, scored_run


@pytest.mark.parametrize("rule", CHECKS)
def test_the_adapter(rule):
    CHECKS[rule](Adapter())


def message(error: pytest.ExceptionInfo[InputError]) -> str:
    return str(error.value)


def test_the_message_for_an_unknown_chunk_names_its_line():
    run = Run.build("A", ["q2", "q2"], ["d3a", "d9z"], lines=np.array([1, 3]), source="a.run")
    with pytest.raises(InputError) as error:
        collapse(run, ChunkMap.from_dict(CHUNK_MAP, "map.json"), golden_scope())
    assert message(error) == (
        'a.run:3: chunk "d9z" of query "q2" is not in the chunk map\n'
        "  expected: only chunks of map.json, at every rank\n"
        "  mend:     give the chunk map that was made together with this run"
    )


def test_the_message_for_a_map_entry_outside_the_corpus():
    chunk_map = ChunkMap.build(["d1a", "x"], ["d1", "d9"], lines=np.array([2, 5]), source="m.tsv")
    with pytest.raises(InputError) as error:
        collapse(Run.from_rankings("A", {"q2": ["d1a"]}), chunk_map, golden_scope())
    assert message(error) == (
        'm.tsv:5: document "d9" of chunk "x" is not in the corpus\n'
        "  expected: only documents of the corpus, also for chunks that no run names\n"
        "  mend:     give the corpus that the chunks were cut from"
    )
    assert error.value.problems[0].contract_reason == "unknown document ID"


def test_the_message_for_a_chunk_twice_in_the_map():
    with pytest.raises(InputError) as error:
        ChunkMap.build(["a", "b", "a"], ["d1", "d2", "d3"], lines=np.arange(1, 4), source="m.tsv")
    assert message(error) == (
        'm.tsv:3: chunk "a" twice in the chunk map\n'
        "  expected: each chunk once\n"
        '  found:    document "d3", and document "d1" on line 1\n'
        "  mend:     remove one of the two"
    )


def test_faults_of_a_map_come_together_where_asked():
    problems = Problems("m.tsv")
    ChunkMap.build(["a", "a"], ["d", "d"], tokens=[1, -1], problems=problems)
    assert [problem.code for problem in problems] == ["duplicate-chunk", "bad-tokens"]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        pytest.param(3, "bad-shape", id="a number"),
        pytest.param({"tokens": 3}, "bad-shape", id="no document"),
        pytest.param({"doc_id": "d", "tokens": True}, "bad-tokens", id="a truth value"),
        pytest.param({"doc_id": "d", "tokens": 1.0}, "bad-tokens", id="a fraction"),
        pytest.param({"doc_id": "d", "tokens": -1}, "bad-tokens", id="below zero"),
        pytest.param("d", "no-tokens", id="tokens for the other only"),
    ],
)
def test_entries_of_another_form_are_refused(entry, code):
    with pytest.raises(InputError) as error:
        ChunkMap.from_dict({"a": {"doc_id": "d", "tokens": 2}, "b": entry})
    assert code in {problem.code for problem in error.value.problems}


def test_columns_of_different_lengths_are_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="same length"):
        ChunkMap.build(["a"], ["d", "e"])
    with pytest.raises(ValueError, match="whole numbers"):
        ChunkMap.build(["a"], ["d"], tokens=[1.5])


def test_the_fingerprint_is_that_of_the_canonical_text():
    text = '{"adapter":"first-occurrence-document-v1","chunk_to_doc":{"a":"é","文":"d"}}'
    made = ChunkMap.from_dict({"文": "d", "a": "é"})
    assert made.adapter_sha256 == hashlib.sha256(text.encode()).hexdigest()


def test_token_counts_have_a_fingerprint_of_their_own():
    one = ChunkMap.from_dict({"a": {"doc_id": "d", "tokens": 1}})
    two = ChunkMap.from_dict({"a": {"doc_id": "d", "tokens": 2}})
    assert one.adapter_sha256 == two.adapter_sha256
    assert one.tokens_sha256 != two.tokens_sha256
    assert one.rule(Budget("chunks", 3)) == two.rule(Budget("chunks", 3))
    assert one.rule(Budget("tokens", 3)) != two.rule(Budget("tokens", 3))
    assert ChunkMap.from_dict({"a": "d"}).tokens_sha256 is None


@pytest.mark.parametrize("n", [0, -1, True, 1.0, "2"])
def test_a_budget_is_a_whole_number_from_one(n):
    with pytest.raises(ValueError, match="n must be a whole number of at least 1"):
        Budget("chunks", n)


def test_units_and_rules_are_words_of_the_contract():
    with pytest.raises(ValueError, match="unit must be one of chunks, tokens"):
        Budget("words", 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="rule must be one of"):
        ChunkRule("0" * 64, rule="last")  # type: ignore[arg-type]


def test_chunks_are_put_in_order_by_score_with_ties_by_chunk_id_descending():
    chunk_map = ChunkMap.from_dict({"a1": "a", "b1": "b", "c1": "c", "c2": "c"})
    run = scored_run("A", {"q": [("a1", 1.0), ("c2", 0.5), ("b1", 1.0), ("c1", 3.0)]})
    made = collapse(run, chunk_map)
    assert made.chunks.ranking("q") == ["c1", "b1", "a1", "c2"]
    assert made.documents.ranking("q") == ["c", "b", "a"]
    assert (made.documents.order, made.documents.chunk_order) == ("listed", "score")


def test_a_collapsed_ranking_is_never_sorted_again():
    made = collapse(scored_run("A", {"q": [("a1", 1.0)]}), ChunkMap.from_dict({"a1": "a"}))
    for order in ("score", "rank", "listed", None):
        assert made.documents.ordered(order) is made.documents
    with pytest.raises(ValueError, match="collapsed before"):
        collapse(made.documents, made.chunk_map)


def test_without_a_corpus_it_is_said_that_targets_were_not_checked():
    chunk_map = ChunkMap.from_dict({"a1": "a"}, "m.json")
    (note,) = collapse(Run.from_rankings("A", {"q": ["a1"]}), chunk_map).notes
    assert str(note) == (
        "m.json: documents of the chunk map were not checked, as there is no corpus"
    )


def test_a_rule_of_another_map_is_a_mistake_of_the_caller():
    made = collapse(Run.from_rankings("A", {"q": ["a1"]}), ChunkMap.from_dict({"a1": "a"}))
    with pytest.raises(ValueError, match="another chunk map"):
        made.under(ChunkMap.from_dict({"a1": "b"}).rule())


def test_lines_of_documents_are_those_of_their_first_chunks():
    run = Run.build("A", ["q"] * 3, ["b1", "a1", "a2"], lines=np.array([4, 6, 7]))
    made = collapse(run, ChunkMap.from_dict({"a1": "a", "a2": "a", "b1": "b"}))
    assert made.documents.lines.tolist() == [4, 6]
    assert made.first_ranks.tolist() == [1, 2]


@settings(max_examples=50, deadline=None)
@given(worlds())
def test_evidence_adds_up(world):
    made = world.sides()[0].collapsed
    for query, chunks in world.a.items():
        evidence = made.provenance(query)
        assert evidence["received_chunks"] == len(chunks)
        assert evidence["distinct_documents"] == len({world.documents[c] for c in chunks})
        ranks = [rank for each in evidence["documents"] for rank in each["chunk_ranks"]]
        assert sorted(ranks) == list(range(1, len(chunks) + 1))
        for each in evidence["documents"]:
            named = {world.documents[chunks[rank - 1]] for rank in each["chunk_ranks"]}
            assert named == {each["document_id"]}
            assert each["first_chunk_id"] == chunks[each["first_chunk_rank"] - 1]
        assert json.loads(json.dumps(evidence)) == evidence


CORPUS = corpus_of(["D1", "D2", "both"])
QRELS = Qrels.from_dict({"q": {"D1": 1}})
MAP = ChunkMap.from_dict({"D1#0": "D1", "D1#1": "D1", "D2#0": "D2", "both": "both"})


@pytest.mark.parametrize(
    ("ids", "level", "reason"),
    [
        pytest.param(["D1#0"], "chunk", "all 1 ids are chunks of the map", id="chunks"),
        pytest.param(
            ["D1#0", "both"], "chunk", "all 2 ids are chunks of the map", id="some ids are both"
        ),
        pytest.param(["D1"], "document", "no id is a chunk of the map alone", id="documents"),
        pytest.param(
            ["D1", "both"], "document", "no id is a chunk of the map alone", id="documents and both"
        ),
        pytest.param(["D9"], "document", "no id is a chunk of the map alone", id="unknown"),
        pytest.param(
            ["D1#0", "D1#9"], "chunk", "1 of 2 ids are chunks of the map", id="a chunk too many"
        ),
        pytest.param([], "document", "it names nothing at all", id="empty"),
    ],
)
@pytest.mark.parametrize("with_corpus", [True, False])
def test_what_a_run_names_is_decided_by_its_ids(ids, level, reason, with_corpus):
    collection = Collection(QRELS, CORPUS if with_corpus else None)
    decision = level_of(Run.from_rankings("A", {"q": ids}), MAP, collection)
    assert decision.level == level
    assert decision.reason == f'run "A" is read as {level}s: {reason}'


def test_ids_that_are_both_are_an_error_unless_the_level_is_given():
    run = Run.from_rankings("A", {"q": ["both"]})
    with pytest.raises(InputError) as error:
        level_of(run, MAP, Collection(QRELS, CORPUS))
    assert message(error) == (
        'A: run "A" names ids that are both chunks and documents\n'
        "  expected: ids of chunks or of documents\n"
        '  found:    "both"\n'
        "  mend:     say which is meant: --level A=chunk or --level A=document"
    )
    for level in ("chunk", "document"):
        decision = level_of(run, MAP, Collection(QRELS, CORPUS), level)
        assert decision.level == level
        assert decision.reason == f'run "A" is read as {level}s, as was asked'


def test_a_few_chunks_among_documents_are_refused():
    run = Run.from_rankings("A", {"q": ["D1", "D2", "D1#0"]})
    with pytest.raises(InputError, match='run "A" names 1 chunks among 3 ids'):
        level_of(run, MAP, Collection(QRELS, CORPUS))


def test_qrels_that_judge_chunks_are_recognised():
    assert qrels_level(Qrels.from_dict({"q": {"D1#0": 1, "D2#0": 0}}), MAP).level == "chunk"
    assert qrels_level(QRELS, MAP).level == "document"
    assert qrels_level(Qrels.from_dict({"q": {"both": 1}}), MAP, CORPUS).level == "document"


def test_t73_a_chunk_run_against_documents_is_recognised():
    run = Run.from_rankings("A", {"q": ["D1#0", "D2#0"]})
    hint = looks_like_chunks(run, QRELS)
    assert (hint.ids, hint.resolved, hint.example) == (2, None, ("D1#0", "D1"))
    known = looks_like_chunks(run, QRELS, MAP)
    assert (known.ids, known.resolved, known.judged_after) == (2, 2, 1)
    assert known.example == ("D1#0", "D1")


@pytest.mark.parametrize(
    ("ids", "qrels"),
    [
        pytest.param(["D1", "D1#0"], {"q": {"D1": 1}}, id="one id is judged"),
        pytest.param(["D10", "D11"], {"q": {"D1": 1}}, id="a longer number is no chunk"),
        pytest.param(["X#0"], {"q": {"D1": 1}}, id="nothing in common"),
        pytest.param(["D1#0"], {"p": {"D1": 1}}, id="judged for another query only"),
        pytest.param([], {"q": {"D1": 1}}, id="no id"),
        pytest.param(["D1#0"], {}, id="no judgement"),
    ],
)
def test_other_runs_are_not_taken_for_chunks(ids, qrels):
    assert looks_like_chunks(Run.from_rankings("A", {"q": ids}), Qrels.from_dict(qrels)) is None


def test_a_map_that_knows_few_of_the_ids_gives_no_hint():
    run = Run.from_rankings("A", {"q": ["D1#0", "x", "y"]})
    assert looks_like_chunks(run, QRELS, MAP) is None


@pytest.mark.parametrize(
    ("ids", "delimiter", "wanted", "lost"),
    [
        pytest.param(["D1#0", "D2#7"], "#", {"D1#0": "D1", "D2#7": "D2"}, (), id="plain"),
        pytest.param(["D1::0"], "::", {"D1::0": "D1"}, (), id="two characters"),
        pytest.param(["W-1f-3", "W-1"], "-", {"W-1f-3": "W-1f"}, ("W-1",), id="inner delimiters"),
        pytest.param(["D1-a-0"], "-", {"D1-a-0": "D1"}, (), id="the longest document counts"),
        pytest.param(["D1", "D3#0", "#0"], "#", {}, ("D1", "D3#0", "#0"), id="not resolved"),
        pytest.param(["D1#0", "D1#0"], "#", {"D1#0": "D1"}, (), id="repeats"),
        pytest.param([], "#", {}, (), id="no id"),
    ],
)
def test_a_map_is_made_from_ids(ids, delimiter, wanted, lost):
    made, unresolved = build_map(ids, delimiter, corpus_of(["D1", "D2", "W-1f"]))
    assert dict(zip(made.chunk_ids.to_pylist(), made.doc_ids.to_pylist(), strict=True)) == wanted
    assert unresolved == lost


def test_an_empty_delimiter_is_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="at least one character"):
        build_map(["D1#0"], "", CORPUS)


def test_a_map_finds_documents_of_chunks():
    assert MAP.document_of("D2#0") == "D2"
    assert MAP.document_of("D2") is None
    assert MAP.has(strings(["D1#1", "D1"])).tolist() == [True, False]
    assert len(MAP) == 4
