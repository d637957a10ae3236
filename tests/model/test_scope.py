"""Which queries are scored, and what the protocol refuses: each sentence of it a test."""

from __future__ import annotations

import numpy as np
import pytest

from ircompare.errors import SHOWN, InputError
from ircompare.model.collection import Collection, Qrels
from ircompare.model.contract import UNJUDGED, UNKNOWN_DOCUMENT
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from tests.worlds import corpus_of, pooled, queries_of

FULL = {"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "b": 0}}


def scope(qrels=FULL, corpus=("a", "b"), queries=("q1", "q2"), lines=None, **choices) -> Scope:
    judged = Qrels.from_dict(qrels, "qrels.json")
    if lines:
        judged = Qrels.build(
            [q for q, pairs in qrels.items() for _ in pairs],
            [d for pairs in qrels.values() for d in pairs],
            [g for pairs in qrels.values() for g in pairs.values()],
            lines=np.array(lines),
            source="qrels.txt",
        )
    collection = Collection(
        judged,
        corpus_of(corpus) if corpus is not None else None,
        queries_of(queries) if queries is not None else None,
    )
    return Scope.of(collection, Protocol(**choices))


def refused(**parts) -> InputError:
    with pytest.raises(InputError) as caught:
        scope(**parts)
    return caught.value


def codes(error: InputError) -> list[str]:
    return [problem.code for problem in error.problems]


# Splits

MIXED = {"q1": "dev", "q2": "test", "q3": "test"}
JUDGED = {query: {"a": 1, "b": 0} for query in MIXED}


def test_the_split_is_test_unless_another_is_asked_for():
    found = scope(JUDGED, queries=MIXED)
    assert (found.split, found.query_ids) == ("test", ("q2", "q3"))


def test_another_split_may_be_asked_for():
    found = scope(JUDGED, queries=MIXED, split="dev")
    assert (found.split, found.query_ids) == ("dev", ("q1",))


def test_one_query_with_a_split_makes_the_split_count():
    found = scope(JUDGED, queries={"q1": None, "q2": None, "q3": "test"}, judgements="pooled")
    assert found.query_ids == ("q3",)


def test_a_split_name_is_compared_exactly():
    error = refused(qrels=JUDGED, queries={"q1": "Test", "q2": "test ", "q3": "dev"})
    (problem,) = error.problems
    assert str(problem) == (
        'queries.json: no query has the split "test"\n'
        '  expected: one of the splits found: "Test", "test ", "dev"\n'
        "  mend:     choose one of these splits"
    )


@pytest.mark.parametrize("judgements", ["exhaustive", "pooled"])
def test_an_empty_split_is_an_error_that_lists_the_splits(judgements):
    error = refused(qrels=JUDGED, queries=MIXED, split="train", judgements=judgements)
    assert codes(error) == ["empty-split"]
    assert error.problems[0].expected == 'one of the splits found: "dev", "test"'


@pytest.mark.parametrize("judgements", ["exhaustive", "pooled"])
def test_without_splits_every_query_of_the_file_counts(judgements):
    found = scope(queries=("q2", "q1"), judgements=judgements)
    assert (found.split, found.query_ids) == (None, ("q2", "q1"))


def test_without_a_queries_file_every_judged_query_counts():
    found = scope(corpus=None, queries=None, judgements="pooled")
    assert (found.split, found.query_ids) == (None, ("q1", "q2"))


@pytest.mark.parametrize(
    ("queries", "why"),
    [
        pytest.param(None, "there is no queries file", id="no queries file"),
        pytest.param(
            ("q1", "q2"), "no query of queries.json carries a split", id="a file without splits"
        ),
    ],
)
@pytest.mark.parametrize("split", ["test", "dev"])
def test_asking_for_a_split_where_there_is_none_is_an_error(queries, why, split):
    error = refused(queries=queries, split=split, judgements="pooled")
    assert codes(error) == ["no-splits"]
    assert error.problems[0].what == f'split "{split}" was asked for, but {why}'


def test_a_query_without_a_split_is_an_error_under_exhaustive():
    error = refused(qrels=JUDGED, queries={"q1": None, "q2": "test", "q3": None})
    assert codes(error) == ["no-split", "no-split"]
    assert error.problems[0].what == 'query "q1" has no split, others have'


def test_a_query_without_a_split_is_not_scored_under_pooled():
    found = scope(JUDGED, queries={"q1": None, "q2": "test", "q3": None}, judgements="pooled")
    assert found.query_ids == ("q2",)


def test_queries_come_in_the_order_of_their_file_else_of_the_qrels():
    backwards = {"q2": {"a": 1}, "q1": {"a": 1}}
    assert scope(backwards, queries=("q1", "q2"), judgements="pooled").query_ids == ("q1", "q2")
    assert pooled(backwards).query_ids == ("q2", "q1")


# Judged queries that the queries file lacks


def test_a_judged_query_unknown_to_the_queries_file_is_an_error_under_exhaustive():
    error = refused(queries=("q1",), lines=[1, 2, 3, 4])
    assert codes(error) == ["unknown-query"]
    assert error.problems[0].place == "qrels.txt:3"
    assert error.problems[0].what == 'query "q2" is judged but not in the queries file'


def test_t43_under_pooled_it_is_scored_where_the_file_has_no_splits():
    found = scope(queries=("q1",), judgements="pooled")
    assert found.query_ids == ("q1", "q2")
    assert [note.code for note in found.notes] == ["unknown-query"]
    assert found.notes[0].what.startswith("1 judged queries are not in the queries file: scored")
    assert found.collection.query_text("q2") == ""


def test_under_pooled_it_is_listed_and_not_scored_where_the_file_has_splits():
    found = scope(queries={"q1": "test"}, judgements="pooled")
    assert found.query_ids == ("q1",)
    assert found.notes[0].what.startswith("1 judged queries are not in the queries file: not")
    assert found.notes[0].found == '"q2"'


# Exhaustive judgements


@pytest.mark.parametrize(
    ("parts", "lacking"),
    [
        pytest.param({"corpus": None}, "a corpus", id="no corpus"),
        pytest.param({"queries": None}, "queries", id="no queries"),
        pytest.param({"corpus": None, "queries": None}, "a corpus and queries", id="neither"),
    ],
)
def test_exhaustive_needs_corpus_and_queries(parts, lacking):
    error = refused(**parts)
    assert codes(error) == ["incomplete-collection"]
    assert error.problems[0].what == f"exhaustive judgements need {lacking}"


def test_pooled_needs_neither():
    found = scope(corpus=None, queries=None, judgements="pooled")
    assert (len(found), found.notes) == (2, ())


def test_full_coverage_is_accepted():
    assert scope().coverage() == (4, 4)


def test_an_uncovered_pair_is_refused_with_the_coverage_first_and_the_flag_named():
    error = refused(qrels={"q1": {"a": 1, "b": 0}, "q2": {"a": 0}})
    first, pair = error.problems
    assert str(first) == (
        "qrels.json: 1 of 4 pairs are not judged: coverage 75 %\n"
        "  expected: every query judged against every document, under exhaustive judgements\n"
        "  mend:     choose pooled judgements (--judgements pooled): unjudged then counts as not "
        "relevant and is reported"
    )
    assert (pair.code, first.contract_reason) == ("unjudged-pair", UNJUDGED)
    assert pair.what == 'document "b" is not judged for query "q2"'


def test_a_query_without_any_judgement_is_uncovered():
    error = refused(queries=("q1", "q2", "q3"))
    assert error.problems[0].what == "2 of 6 pairs are not judged: coverage 67 %"


def test_the_queries_of_other_splits_must_be_covered_too():
    error = refused(
        qrels={"q1": {"a": 1}, "q2": {"a": 1, "b": 0}}, queries={"q1": "dev", "q2": "test"}
    )
    assert codes(error) == ["incomplete-judgements", "unjudged-pair"]


def test_the_coverage_comes_first_before_any_other_fault():
    error = refused(
        qrels={"q1": {"ghost": 1, "b": 2}, "q9": {"a": 1, "b": 0}}, queries=("q1", "q2")
    )
    assert codes(error)[0] == "incomplete-judgements"
    assert error.problems[0].what == "3 of 4 pairs are not judged: coverage 25 %"
    assert set(codes(error)[1:]) == {
        "unknown-query",
        "unknown-document",
        "bad-grade",
        "unjudged-pair",
    }
    assert error.total == 1 + 3 + 3


def test_many_uncovered_pairs_are_counted_and_not_all_shown():
    corpus = [f"d{number}" for number in range(100)]
    error = refused(qrels={"q1": {"d0": 1}, "q2": {"d0": 1}}, corpus=corpus)
    assert error.problems[0].what == "198 of 200 pairs are not judged: coverage 1 %"
    assert len(error.problems) == SHOWN
    assert error.total == 199
    assert str(error).endswith("… and 179 more problems")


@pytest.mark.parametrize(
    ("documents", "judged", "coverage"),
    [
        pytest.param(40_000, 1, "below 0.01 %", id="never rounded down to nothing"),
        pytest.param(1_000, 999, "above 99 %", id="never rounded up to all"),
        pytest.param(1_000, 6, "0.6 %", id="small"),
        pytest.param(1_000, 989, "99 %", id="large"),
        pytest.param(1_000, 0, "0 %", id="nothing"),
    ],
)
def test_rounding_never_hides_a_gap(documents, judged, coverage):
    corpus = [f"d{number}" for number in range(documents)]
    error = refused(qrels={"q": dict.fromkeys(corpus[:judged], 0)}, corpus=corpus, queries=("q",))
    assert error.problems[0].what.endswith(f"coverage {coverage}")


@pytest.mark.parametrize("grade", [2, -1, 16])
def test_grades_other_than_0_and_1_are_an_error_under_exhaustive(grade):
    error = refused(qrels={"q1": {"a": grade, "b": 0}, "q2": {"a": 0, "b": 1}}, lines=[1, 2, 3, 4])
    assert str(error) == (
        f'qrels.txt:1: grade {grade} for query "q1" and document "a"\n'
        "  expected: 0 or 1, under exhaustive judgements\n"
        "  mend:     choose pooled judgements for graded relevance"
    )


def test_grades_are_any_integer_under_pooled():
    found = pooled({"q1": {"a": 16, "b": -2, "c": 0, "d": 1}})
    assert found.relevant.tolist() == [2]
    assert found.judged.tolist() == [4]


def test_a_judged_document_unknown_to_the_corpus_is_an_error_under_exhaustive():
    error = refused(qrels={"q1": {"a": 1, "b": 0, "ghost": 1}, "q2": {"a": 0, "b": 0}})
    (problem,) = error.problems
    assert problem.what == 'document "ghost" is judged but not in the corpus'
    assert problem.contract_reason == UNKNOWN_DOCUMENT


def test_t42_under_pooled_it_is_a_warning_with_its_effect():
    found = scope({"q1": {"a": 1, "ghost": 1, "old": 0}}, ("a",), ("q1",), judgements="pooled")
    (note,) = found.notes
    assert note.code == "unknown-judged-document"
    assert note.what == (
        "2 judged documents are not in the corpus, 1 of them relevant: "
        "no run can find those, so Recall cannot reach 1 there"
    )
    assert found.relevant.tolist() == [2]


def test_all_problems_come_together():
    error = refused(
        qrels={"q1": {"a": 2, "b": 0, "ghost": 1}, "q2": {"a": 0, "b": 0}}, queries=("q1", "q2")
    )
    assert sorted(codes(error)) == ["bad-grade", "unknown-document"]


# Eligible, scored, unjudged

GRADED = {"rel": {"a": 2}, "weak": {"a": 1}, "none": {"a": 0, "b": -1}, "unjudged": {}}


@pytest.mark.parametrize(
    ("choices", "scored"),
    [
        pytest.param({}, "rel weak", id="eligible only"),
        pytest.param({"no_relevant": "zero"}, "rel weak none", id="zero adds the judged ones"),
        pytest.param({"min_relevance": 2}, "rel", id="a higher level"),
        pytest.param({"min_relevance": 3}, "", id="a level nothing reaches"),
        pytest.param(
            {"min_relevance": 3, "no_relevant": "zero"}, "rel weak none", id="zero at any level"
        ),
    ],
)
def test_scored_queries(choices, scored):
    found = pooled(GRADED, **choices)
    assert found.names(found.scored) == tuple(scored.split())
    assert found.unjudged_queries == ("unjudged",)


def test_t63_queries_with_nothing_relevant_are_listed():
    assert pooled(GRADED).no_relevant_queries == ("none",)
    assert pooled(GRADED, min_relevance=2).no_relevant_queries == ("weak", "none")


def test_a_query_of_the_file_without_judgements_is_unjudged_under_pooled():
    found = scope(queries=("q1", "q2", "q3"), judgements="pooled")
    assert found.unjudged_queries == ("q3",)
    assert found.names(found.scored) == ("q1",)


def test_judgements_of_other_splits_are_not_counted():
    found = scope(JUDGED, queries=MIXED)
    assert (found.judged.tolist(), found.relevant.tolist()) == ([2, 2], [1, 1])
    assert found.coverage() == (4, 4)


def test_ideal_grades_are_the_positive_ones_falling():
    found = pooled(
        {"q1": {"a": 1, "b": 3, "c": -1, "d": 0, "e": 2}, "q2": {"a": 0}, "q3": {"z": 1}}
    )
    grades, bounds = found.ideal_grades
    assert (grades.tolist(), bounds.tolist()) == ([3, 2, 1, 1], [0, 3, 3, 4])
