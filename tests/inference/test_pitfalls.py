"""How numbers go wrong: the tutorial's negative controls, each mistake by hand, and laws."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from ircompare.inference.pitfalls import PITFALLS, Example, Pitfall, pitfalls
from ircompare.model.chunks import ChunkMap
from ircompare.model.run import Run
from ircompare.scoring.chunked import prepare
from tests.inference.tutorial_runs import golden_chunks, golden_evaluation
from tests.worlds import contrast, pooled, worlds

F = Fraction


def by_key(evaluation, collapsed=None) -> dict[str, Pitfall]:
    return {one.key: one for one in pitfalls(evaluation, collapsed)}


# The tutorial's negative controls


@pytest.fixture(scope="module")
def controls(request) -> dict[str, object]:
    return request.getfixturevalue("expected")["negative_controls"]


def test_dropping_the_missing_query(controls):
    found = by_key(golden_evaluation("fixture_A"))["missing_dropped"]
    assert str(found.wrong) == controls["dropping_missing_wrong"]
    assert str(found.right) == controls["fixed_denominator_correct"]
    assert found.matters


def test_a_hit_rate_under_the_name_of_recall(controls):
    found = by_key(golden_evaluation("fixture_A"))["hit_rate_as_recall"]
    assert found.example.query_id == "q2"
    assert str(found.example.wrong) == controls["hit_rate_mislabeled_as_recall_wrong"]
    assert str(found.example.right) == controls["q2_recall_correct"]


def test_counting_duplicates(controls):
    side, evaluation = golden_chunks()
    found = by_key(evaluation, side.collapsed)["duplicates_counted"]
    assert found.example.query_id == "q2"
    assert found.example.wrong == controls["duplicate_counting_wrong"]
    assert str(found.example.right) == controls["q2_recall_correct"]
    assert (found.wrong, found.right) == (F(1, 3), F(1, 6))


# By hand


def test_all_six_on_the_tutorials_run():
    found = by_key(golden_evaluation("fixture_A"))
    assert tuple(found) == tuple(PITFALLS)
    half = F(1, 2)
    assert {key: (one.wrong, one.right) for key, one in found.items()} == {
        "missing_dropped": (F(3, 4), half),
        "hit_rate_as_recall": (F(2, 3), half),
        "duplicates_counted": (None, half),
        "rr_without_cutoff": (half, half),
        "no_relevant_as_zero": (F(3, 8), half),
        "recall_pooled": (half, half),
    }
    mattering = [key for key, one in found.items() if one.matters]
    assert mattering == ["missing_dropped", "hit_rate_as_recall", "no_relevant_as_zero"]


def test_pooled_recall_weighs_queries_by_their_relevant_documents():
    found = by_key(golden_evaluation("fixture_B"))["recall_pooled"]
    assert (found.wrong, found.right) == (F(3, 4), F(5, 6))


def test_rr_beyond_its_cutoff_never_reaches_0():
    ranking = [*(f"x{n}" for n in range(10)), "a"]
    evaluation = contrast({"q": {"a": 1}}, {"q": ranking}, {}, k=10).a
    found = by_key(evaluation)["rr_without_cutoff"]
    assert (found.measure, found.wrong, found.right) == ("rr", F(1, 11), F(0))
    assert found.example == Example("q", F(1, 11), F(0))


def test_chunks_counted_as_documents_can_pass_1():
    scope = pooled({"q": {"a": 1, "b": 0}, "p": {"b": 1}}, k=3)
    chunk_map = ChunkMap.build(["a1", "a2", "b1", "b2"], ["a", "a", "b", "b"])
    side = prepare(
        Run.from_rankings("r", {"q": ["a1", "b1", "a2", "b2"], "z": ["b1"]}), chunk_map, scope
    )
    found = by_key(side.evaluation(scope), side.collapsed)["duplicates_counted"]
    assert found.example == Example("q", F(2), F(1))
    assert (found.wrong, found.right) == (F(1), F(1, 2))


def test_only_the_first_k_chunks_are_looked_at_and_their_documents_counted_once():
    scope = pooled({"q": {"a": 1, "b": 1}}, k=2)
    chunk_map = ChunkMap.build(["a1", "a2", "b1"], ["a", "a", "b"])
    side = prepare(Run.from_rankings("r", {"q": ["a1", "a2", "b1"]}), chunk_map, scope)
    evaluation = side.evaluation(scope)
    found = by_key(evaluation, side.collapsed)["duplicates_counted"]
    assert (found.wrong, found.right, evaluation.mean("recall")) == (F(1), F(1, 2), F(1))


def test_a_run_of_documents_cannot_count_one_twice():
    found = by_key(golden_evaluation("fixture_A"))["duplicates_counted"]
    assert (found.wrong, found.example, found.matters) == (None, None, False)


def test_nothing_relevant_as_0_is_no_mistake_where_the_protocol_asks_for_it():
    qrels, run = {"q": {"a": 1}, "none": {"n": 0}, "unjudged": {}}, {"q": ["a"]}
    excluded = by_key(contrast(qrels, run, {}).a)["no_relevant_as_zero"]
    zero = by_key(contrast(qrels, run, {}, no_relevant="zero").a)["no_relevant_as_zero"]
    assert (excluded.wrong, excluded.right, excluded.matters) == (F(1, 2), F(1), True)
    assert (zero.wrong, zero.right, zero.matters) == (F(1, 2), F(1, 2), False)


def test_without_a_scored_query_nothing_is_right_or_wrong():
    found = by_key(contrast({"q": {"n": 0}}, {"q": ["n"]}, {}).a)
    assert all(one.right is None for one in found.values())
    assert found["no_relevant_as_zero"].wrong == 0
    assert found["recall_pooled"].wrong is None


def test_where_the_run_misses_every_query_nothing_is_left_to_drop_to():
    found = by_key(contrast({"q": {"a": 1}}, {}, {"q": ["a"]}).a)["missing_dropped"]
    assert (found.wrong, found.right) == (None, F(0))


# Laws


@settings(max_examples=60, deadline=None)
@given(worlds())
def test_each_mistake_flatters_or_not_as_it_must(pair_world):
    evaluation = pair_world[0].compare().a
    found = by_key(evaluation)
    for key in ("missing_dropped", "hit_rate_as_recall", "rr_without_cutoff"):
        one = found[key]
        assert one.wrong is None or one.right is None or one.wrong >= one.right
    one = found["no_relevant_as_zero"]
    assert one.wrong is None or one.right is None or one.wrong <= one.right
    for key, measure in (("hit_rate_as_recall", "recall"), ("rr_without_cutoff", "rr")):
        shown = found[key].example
        if shown is not None:
            place = evaluation.scope.positions[shown.query_id]
            assert evaluation.values(measure).at(place) == shown.right
            assert shown.wrong > shown.right
