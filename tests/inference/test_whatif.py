"""What-if judgements equal a full evaluation of the patched qrels, whatever they change."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ircompare.errors import InputError
from ircompare.inference.whatif import differing, patch_text, patched, what_if
from ircompare.model.collection import Collection, Qrels
from ircompare.model.scope import Scope
from ircompare.readers.reading import read
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import evaluate
from tests.inference.tutorial_runs import golden_chunks, golden_comparison, stored
from tests.worlds import DOCUMENTS, contrast, pooled, queries_of, scored_run, worlds

F = Fraction
COLUMNS = ("places", "bounds", "ranks", "grades", "judgements", "tie_first", "tie_last")


def rows(qrels: Qrels) -> dict[str, dict[str, int]]:
    return {query: qrels.of(query) for query in qrels.query_ids}


def patch(**judged: dict[str, int]) -> Qrels:
    return Qrels.from_dict(judged)


def same_comparison(one: Comparison, other: Comparison) -> None:
    """Down to every array, note and fingerprint."""
    assert one.a.scope.query_ids == other.a.scope.query_ids
    assert one.a.scope.collection.qrels.sha256 == other.a.scope.collection.qrels.sha256
    for left, right in ((one.a, other.a), (one.b, other.b)):
        for name in COLUMNS:
            assert np.array_equal(getattr(left.hits, name), getattr(right.hits, name)), name
        assert left.hits.notes == right.hits.notes
        for measure in ("recall", "rr", "ndcg"):
            assert left.mean(measure) == right.mean(measure)


# By hand

QRELS = {"q1": {"a": 1, "n": 0}, "q2": {"n": 0}}
RUN_A = {"q1": ["x", "a"], "q2": ["x", "y"]}
RUN_B = {"q1": ["a"], "q2": ["y"]}


def base() -> Comparison:
    return contrast(QRELS, RUN_A, RUN_B, k=2)


def test_a_new_relevant_document_moves_values_and_denominators():
    found = what_if(base(), patch(q1={"x": 1}))
    assert (found.after.a.mean("rr"), found.after.b.mean("rr")) == (1, 1)
    assert (found.after.a.mean("recall"), found.after.b.mean("recall")) == (1, F(1, 2))
    assert (found.before.mean_delta("rr"), found.after.mean_delta("rr")) == (F(1, 2), 0)
    assert (found.became_scored, found.no_longer_scored) == ((), ())


def test_a_query_becomes_eligible():
    found = what_if(base(), patch(q2={"y": 1}))
    assert found.became_scored == ("q2",)
    assert (found.before.count, found.after.count) == (1, 2)
    assert found.after.deltas("rr").at(1) == F(1, 2)


def test_a_query_loses_its_last_relevant_document():
    found = what_if(base(), patch(q1={"a": 0}))
    assert found.no_longer_scored == ("q1",)
    assert found.after.count == 0
    assert found.after.mean_delta("rr") is None


def test_a_query_that_nobody_judged_joins_the_split():
    found = what_if(base(), patch(q3={"z": 1}))
    assert found.after.a.scope.query_ids == ("q1", "q2", "q3")
    assert found.became_scored == ("q3",)
    assert found.after.a.missing_queries == ("q3",)


def test_a_document_judged_not_relevant_is_judged_and_changes_no_value():
    found = what_if(base(), patch(q1={"x": 0}))
    assert found.after.a.judged_share() == 1
    assert found.after.mean_delta("rr") == found.before.mean_delta("rr")


def test_a_patch_counts_only_what_differs():
    given = patch(q1={"a": 1, "n": 1, "x": 0}, q2={"n": 0})
    found = what_if(base(), given)
    assert rows(found.patch) == {"q1": {"n": 1, "x": 0}}
    assert rows(differing(given, Qrels.from_dict({}))) == rows(given)


def test_patches_and_patched_qrels_have_fingerprints_of_their_own():
    one, other = (what_if(base(), patch(q1={"x": grade})) for grade in (0, 1))
    given = base().a.scope.collection.qrels.sha256
    after = [found.after.a.scope.collection.qrels.sha256 for found in (one, other)]
    assert len({given, *after, one.patch.sha256, other.patch.sha256}) == 5


def test_an_empty_patch_changes_nothing():
    found = what_if(base(), patch())
    same_comparison(found.after, base())
    assert len(found.patch) == 0


def test_the_comparison_before_is_left_as_it_was():
    comparison = base()
    before = comparison.a.hits.grades.copy(), comparison.a.scope.collection.qrels.sha256
    what_if(comparison, patch(q1={"a": 0}))
    assert np.array_equal(comparison.a.hits.grades, before[0])
    assert comparison.a.scope.collection.qrels.sha256 == before[1]


def test_new_pairs_stand_behind_the_given_ones_and_new_queries_last():
    found = patched(Qrels.from_dict(QRELS), patch(q3={"z": 2}, q1={"x": 1, "a": 3}))
    assert rows(found) == {"q1": {"a": 3, "n": 0, "x": 1}, "q2": {"n": 0}, "q3": {"z": 2}}
    assert found.query_ids == ("q1", "q2", "q3")
    assert list(found.of("q1")) == ["a", "n", "x"]


def test_a_run_that_returned_no_judged_document_may_lose_that_note():
    comparison = contrast({"q": {"a": 1}}, {"q": ["x"]}, {"q": ["a"]})
    assert [note.code for note in comparison.a.hits.notes] == ["no-judged-document"]
    assert what_if(comparison, patch(q={"x": 1})).after.a.hits.notes == ()


def test_with_the_first_judgement_of_all_a_run_may_earn_that_note():
    comparison = contrast({"q": {}, "p": {}}, {"q": ["x"]}, {"p": ["y"]})
    assert comparison.a.hits.notes == ()
    after = what_if(comparison, patch(p={"y": 1})).after
    assert [note.code for note in after.a.hits.notes] == ["no-judged-document"]
    assert after.b.hits.notes == ()


# Under exhaustive judgements


def test_the_golden_fixture_with_one_judgement_turned():
    found = what_if(golden_comparison(), patch(q2={"d1": 1}))
    assert str(found.after.a.mean("recall")) == "5/9"
    assert str(found.after.b.mean("rr")) == "1"
    assert found.after.a.protocol_sha256() != found.before.a.protocol_sha256()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        pytest.param(patch(q2={"d1": 2}), "grade 2 for query", id="a grade of 2"),
        pytest.param(patch(q2={"d9": 1}), '"d9" is judged but not in the corpus', id="no document"),
        pytest.param(patch(q9={"d1": 1}), '"q9" is judged but not in the queries', id="no query"),
    ],
)
def test_a_patch_that_does_not_fit_is_refused(given, message):
    with pytest.raises(InputError, match=message):
        what_if(golden_comparison(), given)


def test_a_run_collapsed_from_chunks_is_judged_again_too():
    _, evaluation = golden_chunks()
    found = what_if(compare(evaluation, evaluation), patch(q3={"d1": 1}))
    assert found.after.a.values("rr").at(1) == 1
    assert found.after.a.values("recall").at(1) == 1


def test_a_run_on_disk_is_judged_again_with_its_ties():
    run = {"q": [("x", 1.0), ("a", 1.0), ("y", 0.0)], "p": [("b", 1.0)]}
    scope = pooled({"q": {"a": 1}, "p": {"b": 1}})
    memory, disk = (evaluate(one, scope) for one in (made(run), stored(made(run))))
    given = patch(q={"x": 2, "y": 0})
    found = [what_if(compare(memory, side), given).after for side in (memory, disk)]
    same_comparison(*found)
    assert found[1].b.hits.tie_last.tolist() == [2, 2, 3, 1]


def made(run):
    return scored_run("run", run)


# The patch as a file


def test_a_patch_written_as_a_file_reads_back_as_the_same_qrels():
    given = patch(**{"q 1": {"New York": 1, "d2": -1}, "文": {"é": 3}})
    text = patch_text(given)
    assert text == "q 1\t0\tNew York\t1\nq 1\t0\td2\t-1\n文\t0\té\t3\n"
    assert read(text.encode(), "patch.qrels", "qrels").value.sha256 == given.sha256


# Against a full evaluation

patches = st.dictionaries(
    st.sampled_from(["q0", "q1", "q2", "q7"]),
    st.dictionaries(st.sampled_from([*DOCUMENTS, "new"]), st.integers(-1, 3), max_size=3),
    max_size=3,
)


@settings(max_examples=80, deadline=None)
@given(worlds(ties=True, most=4), patches, st.booleans())
def test_it_equals_a_full_evaluation_of_the_patched_qrels(pair_world, judged, with_queries):
    pair, _ = pair_world
    queries = queries_of([*pair.qrels, "q9"]) if with_queries else None

    def comparison(qrels: Qrels) -> Comparison:
        scope = Scope.of(Collection(qrels, None, queries), pair.protocol())
        a, b = (evaluate(scored_run(name, run), scope) for name, run in pair.both)
        return compare(a, b)

    merged = {query: dict(pair.qrels.get(query, {})) for query in (*pair.qrels, *judged)}
    for query, grades in judged.items():
        merged[query].update(grades)
    full = comparison(Qrels.from_dict({q: x for q, x in merged.items() if x or q in pair.qrels}))
    found = what_if(comparison(Qrels.from_dict(pair.qrels)), Qrels.from_dict(judged))
    same_comparison(found.after, full)


@settings(max_examples=40, deadline=None)
@given(worlds(most=3), patches)
def test_taking_a_patch_back_leads_back(pair_world, judged):
    pair, _ = pair_world
    comparison = pair.compare()
    known = {
        query: {doc: grade for doc, grade in grades.items() if doc in pair.qrels.get(query, {})}
        for query, grades in judged.items()
    }
    there = what_if(comparison, Qrels.from_dict(known))
    back = what_if(there.after, Qrels.from_dict(pair.qrels))
    same_comparison(back.after, comparison)
    assert rows(back.patch).keys() == rows(there.patch).keys()
