"""Qrels, corpus and queries: repeats, grades, lookups and fingerprints."""

from __future__ import annotations

import numpy as np
import pytest

from ircompare.errors import InputError
from ircompare.model.collection import Collection, Corpus, Qrels, Queries
from ircompare.model.ids import strings
from tests import oracle
from tests.worlds import corpus_of, queries_of


def build(*rows: tuple[str, str, int], **more: object) -> Qrels:
    columns = zip(*rows, strict=True) if rows else ([], [], [])
    return Qrels.build(*(list(column) for column in columns), **more)  # type: ignore[arg-type]


# Repeats


def test_t57_an_equal_repeat_counts_once_and_is_counted():
    qrels = build(("q", "a", 1), ("q", "a", 1), ("q", "c", 1))
    assert qrels.of("q") == {"a": 1, "c": 1}
    assert (len(qrels), qrels.equal_repeats) == (2, 1)


def test_t57_two_grades_of_one_pair_are_refused_with_both_lines():
    with pytest.raises(InputError) as caught:
        build(
            ("q", "a", 1), ("q", "b", 0), ("q", "a", 2), lines=np.array([3, 4, 7]), source="qrels"
        )
    assert str(caught.value) == (
        'qrels:7: document "a" judged twice for query "q"\n'
        "  expected: one grade for each query and document\n"
        "  found:    grade 2, and grade 1 on line 3\n"
        "  mend:     keep the right one of the two judgements"
    )


def test_repeats_are_found_across_the_file():
    rows = [("q1", "a", 1), ("q2", "a", 0), ("q1", "b", 1), ("q1", "a", 0)]
    with pytest.raises(InputError, match='document "a" judged twice for query "q1"'):
        build(*rows)


def test_the_same_document_judged_for_two_queries_is_no_repeat():
    qrels = build(("q1", "a", 1), ("q2", "a", 0))
    assert (qrels.of("q1"), qrels.of("q2")) == ({"a": 1}, {"a": 0})


# Grades


@pytest.mark.parametrize("bad", [True, False, 0.9, 1.0, "1", None])
def test_t60_a_grade_that_is_no_whole_number_is_refused(bad):
    with pytest.raises(InputError) as caught:
        Qrels.from_dict({"q": {"a": bad}}, "qrels.json")
    (problem,) = caught.value.problems
    assert problem.code == "bad-grade"
    assert problem.what == f'grade {bad!r} for query "q" and document "a"'


@pytest.mark.parametrize("bad", [[0.9], [True], [2**63], ["1"]])
def test_t60_no_column_of_grades_is_made_whole(bad):
    with pytest.raises(ValueError, match="grades must be whole numbers"):
        Qrels.build(["q"], ["a"], bad)


def test_grades_are_any_whole_number_of_64_bits():
    grades = {"a": -(2**63), "b": 2**63 - 1, "c": -2, "d": 0}
    assert Qrels.from_dict({"q": grades}).of("q") == grades


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="same length"):
        Qrels.build(["q"], ["a", "b"], [1, 1])


# Queries of the qrels


def test_queries_come_in_order_of_first_appearance():
    qrels = build(("q2", "a", 1), ("q1", "a", 1), ("q2", "b", 0))
    assert qrels.query_ids == ("q2", "q1")
    assert qrels.of("q2") == {"a": 1, "b": 0}


def test_a_query_named_without_judgements_is_kept():
    qrels = Qrels.from_dict({"q1": {}, "q2": {"a": 1}})
    assert qrels.query_ids == ("q1", "q2")
    assert qrels.of("q1") == qrels.of("absent") == {}


def test_no_judgements_at_all():
    qrels = Qrels.from_dict({})
    assert (len(qrels), qrels.query_ids) == (0, ())


# Fingerprint

JUDGED = {"q2": {"d2": 1, "d10": -1}, "q10": {"文": 0}, "q1": {}}


def test_qrels_fingerprint_is_that_of_the_lines_spelled_out():
    assert Qrels.from_dict(JUDGED).sha256 == oracle.qrels_sha256(JUDGED)


def test_qrels_fingerprint_is_of_content_not_of_order_or_repeats():
    rows = [("q1", "a", 1), ("q1", "b", 0), ("q2", "a", 2)]
    assert build(*rows).sha256 == build(*rows[::-1]).sha256 == build(*rows, rows[0]).sha256


@pytest.mark.parametrize(
    "other",
    [
        pytest.param([("q1", "a", 2)], id="grade"),
        pytest.param([("q1", "b", 1)], id="document"),
        pytest.param([("q2", "a", 1)], id="query"),
        pytest.param([("q1", "a", 1), ("q1", "b", 0)], id="one judgement more, of grade 0"),
    ],
)
def test_t83_qrels_fingerprint_changes_with_every_judgement(other):
    assert build(*other).sha256 != build(("q1", "a", 1)).sha256


# Corpus and queries


def test_corpus_finds_titles_and_texts_by_exact_id():
    corpus = Corpus(strings(["1", "01"]), strings(["one", ""]), strings(["first", "second"]))
    assert (corpus.title("1"), corpus.text("01")) == ("one", "second")
    assert (corpus.title("001"), corpus.text("001"), corpus.position("001")) == ("", "", -1)


def test_text_of_the_fingerprint_is_title_newline_text_or_text_alone():
    corpus = Corpus(strings(["b", "a"]), strings(["", "T"]), strings(["second", "first"]))
    assert list(corpus.full_texts()) == [("a", "T\nfirst"), ("b", "second")]


def test_texts_come_in_code_point_order():
    texts = {"😀": "1", "\uffee": "2", "d10": "3", "d9": "4"}
    assert list(corpus_of(texts).full_texts()) == sorted(texts.items())


def test_a_corpus_of_bare_ids_has_no_texts():
    with pytest.raises(ValueError, match="without texts"):
        list(corpus_of(["a"]).full_texts())
    assert corpus_of(["a"]).text("a") == ""


def test_queries_know_their_splits():
    queries = queries_of({"q1": "dev", "q2": None, "q3": "test", "q4": "dev"})
    assert queries.has_splits
    assert queries.split_names() == ("dev", "test")
    assert (queries.split_of("q1"), queries.split_of("q2")) == ("dev", None)
    assert not queries_of({"q1": None}).has_splits
    assert not queries_of(["q1"]).has_splits


def test_t43_the_text_of_an_unknown_query_is_empty_never_a_key_error():
    qrels = Qrels.from_dict({})
    assert Collection(qrels, None, queries_of(["q1"])).query_text("other") == ""
    assert Collection(qrels).query_text("q1") == ""
    assert Queries(("q1",)).text("q1") == ""
