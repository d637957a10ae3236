"""Two runs paired by query: verdicts on exact values, splits, the matrix, the order of losses."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from ircompare.scoring.comparison import Counts, compare
from ircompare.scoring.measures import MEASURES
from tests.worlds import contrast, pooled, score, scored_run


def ranked(first: int) -> list[str]:
    """A ranking whose document "a" stands at the given rank."""
    return [*(f"x{rank}" for rank in range(1, first)), "a"]


ONE = {f"q{number}": {"a": 1} for number in range(1, 4)}


def test_t75_pairing_is_by_query_not_by_position():
    run = {"q1": ranked(1), "q2": ranked(3), "q3": ranked(2)}
    comparison = contrast(ONE, run, dict(reversed(run.items())))
    assert comparison.counts("rr") == Counts(0, 3, 0)
    assert comparison.mean_delta("rr") == 0
    assert comparison.same_rankings()


def test_t76_mean_up_query_down():
    comparison = contrast(
        ONE,
        {"q1": ranked(1), "q2": ranked(5), "q3": ranked(4)},
        {"q1": ranked(2), "q2": ranked(1), "q3": ranked(2)},
    )
    assert [comparison.deltas("rr").at(place) for place in range(3)] == [
        Fraction(-1, 2),
        Fraction(4, 5),
        Fraction(1, 4),
    ]
    assert comparison.a.mean("rr") == Fraction(29, 60)
    assert comparison.b.mean("rr") == Fraction(2, 3)
    assert comparison.mean_delta("rr") == Fraction(11, 60)
    assert comparison.counts("rr") == Counts(improved=2, tied=0, regressed=1)
    assert comparison.regressed_anywhere().tolist() == [True, False, False]


def test_t77_no_difference_in_any_query_is_zero_never_nan():
    run = {"q1": ranked(1), "q2": ranked(2), "q3": []}
    comparison = contrast(ONE, run, run)
    for measure in MEASURES:
        assert comparison.mean_delta(measure) == 0
        assert comparison.counts(measure) == Counts(0, 3, 0)
        assert not comparison.differing(measure).any()
        assert comparison.split(measure).total == 0


def test_t64_a_query_missing_in_b_only_is_a_loss_with_its_reason():
    comparison = contrast(ONE, {"q1": ["a"], "q2": ["a"]}, {"q1": ["a"]})
    split = comparison.split("rr")
    assert (split.missing_a, split.missing_b, split.both) == (0, Fraction(-1, 3), 0)
    assert (
        split.count_missing_a,
        split.count_missing_b,
        split.count_missing_both,
        split.count_both,
    ) == (0, 1, 1, 1)


def test_an_empty_ranking_belongs_to_both_answered():
    split = contrast(ONE, {"q1": [], "q2": [], "q3": []}, {"q1": ["a"], "q2": [], "q3": []}).split(
        "rr"
    )
    assert (split.both, split.count_both) == (Fraction(1, 3), 3)


def test_t80_equal_means_are_equal_whatever_doubles_say():
    qrels = {query: {f"r{number}": 1 for number in range(6)} for query in ("q1", "q2", "q3")}

    def with_hits(*counts: int) -> dict[str, list[str]]:
        return {f"q{n}": [f"r{i}" for i in range(hits)] for n, hits in enumerate(counts, 1)}

    comparison = contrast(qrels, with_hits(0, 6, 2), with_hits(6, 1, 1))
    assert comparison.a.mean("recall") == comparison.b.mean("recall") == Fraction(4, 9)
    assert comparison.mean_delta("recall") == 0


def test_t47_two_constant_runs_listed_in_opposite_order_are_the_same_run():
    pairs = [(f"d{number}", 0.0) for number in range(10)]
    comparison = contrast({"q": {"d0": 1}}, {"q": pairs}, {"q": pairs[::-1]})
    assert comparison.mean_delta("rr") == 0
    assert comparison.same_rankings()


def test_near_ties_of_scores_are_kept_apart():
    a = {"q": [("a", 1.0), ("b", 1.0)]}
    b = {"q": [("a", 1.0000000000000002), ("b", 1.0)]}
    assert contrast({"q": {"a": 1}}, a, b).deltas("rr").at(0) == Fraction(1, 2)


def test_the_matrix_crosses_recall_with_rr():
    qrels = {"up-down": {"a": 1, "b": 1}, "same-up": {"a": 1}, "down-up": {"a": 1, "b": 1}}
    a = {"up-down": ["a", "x"], "same-up": ["x", "a"], "down-up": ["x", "a", "b"]}
    b = {"up-down": ["x", "a", "b"], "same-up": ["a", "x"], "down-up": ["a", "x"]}
    matrix = contrast(qrels, a, b, k=3).matrix()
    assert {cell: count for cell, count in matrix.items() if count} == {
        (1, -1): 1,
        (0, 1): 1,
        (-1, 1): 1,
    }
    assert len(matrix) == 9


def test_losses_come_largest_first_then_by_the_other_measure_then_by_id():
    qrels = {query: {"a": 1, "b": 1} for query in ("q10", "q9", "q1", "q2", "none")}
    qrels["none"] = {"a": 0}
    a = {key: ["a", "b"] for key in ("q10", "q9", "q1", "q2")}
    b = {"q10": ["x", "a"], "q9": ["x", "a"], "q1": ["x", "a", "b"], "q2": ["a", "b"]}
    comparison = contrast(qrels, a, b, k=3)
    names = comparison.a.scope.query_ids
    order = [names[place] for place in comparison.loss_order("rr", "recall")]
    assert order == ["q10", "q9", "q1", "q2"]
    order = [names[place] for place in comparison.loss_order("recall", "rr")]
    assert order == ["q10", "q9", "q1", "q2"]


def test_queries_that_are_not_scored_have_no_verdict_and_no_place():
    qrels = {"q1": {"a": 1}, "none": {"a": 0}, "unjudged": {}}
    comparison = contrast(qrels, {"none": ["a"]}, {"q1": ["a"], "unjudged": ["a"]})
    assert comparison.verdicts("rr").tolist() == [1, 0, 0]
    assert comparison.deltas("rr").at(1) is comparison.deltas("rr").at(2) is None
    assert comparison.counts("rr").total == comparison.count == 1


def test_without_a_scored_query_nothing_is_made_up():
    comparison = contrast({"q": {"a": 0}}, {"q": ["a"]}, {"q": []})
    assert comparison.mean_delta("rr") is None
    assert comparison.counts("rr") == Counts(0, 0, 0)
    assert comparison.split("rr").total == 0
    assert set(comparison.matrix().values()) == {0}
    assert comparison.loss_order("rr", "recall").tolist() == []


def test_identical_gains_tie_in_ndcg_and_a_real_change_does_not():
    qrels = {"q": {"a": 1, "b": 1, "c": 2}}
    same = contrast(qrels, {"q": ["a", "b"]}, {"q": ["b", "a"]})
    assert same.counts("ndcg") == Counts(0, 1, 0)
    changed = contrast(qrels, {"q": ["a", "c"]}, {"q": ["c", "a"]})
    assert changed.counts("ndcg") == Counts(1, 0, 0)


def test_runs_are_compared_under_one_protocol_and_cutoff_only():
    one, other = pooled(ONE), pooled(ONE)
    with pytest.raises(ValueError, match="one protocol only"):
        compare(score({"q1": ["a"]}, one), score({"q1": ["a"]}, other))
    with pytest.raises(ValueError, match="one protocol only"):
        compare(score({"q1": ["a"]}, one, 1), score({"q1": ["a"]}, one, 2))


def test_runs_with_different_orders_may_be_compared():
    scope = pooled(ONE)
    by_score = score(scored_run("A", {"q1": [("x", 1.0), ("a", 2.0)]}), scope)
    comparison = compare(by_score, score({"q1": ["a", "x"]}, scope))
    assert comparison.same_rankings()
    assert comparison.mean_delta("rr") == 0


def test_missing_and_empty_are_not_the_same_rankings():
    assert not contrast(ONE, {"q1": ["a"], "q2": []}, {"q1": ["a"]}).same_rankings()


def test_another_cutoff_is_another_comparison():
    comparison = contrast(ONE, {"q1": ranked(2)}, {"q1": ranked(1)}, k=1)
    assert comparison.counts("recall") == Counts(1, 2, 0)
    assert comparison.at(2).counts("recall") == Counts(0, 3, 0)
    assert comparison.at(2).k == 2


def test_the_table_pairs_both_runs():
    frame = contrast(ONE, {"q1": ["a"], "q2": ["a"]}, {"q1": ["x", "a"], "q3": []}).to_pandas()
    assert frame["query_id"].tolist() == ["q1", "q2", "q3"]
    assert frame["rr_delta"].tolist() == [-0.5, -1.0, 0.0]
    assert frame["rr_verdict"].tolist() == [-1, -1, 0]
    assert frame["missing_a"].tolist() == [False, False, True]
    assert frame["missing_b"].tolist() == [False, True, False]
    assert frame["first_relevant_rank_b"].tolist() == [2, 0, 0]
    assert not np.isnan(frame["ndcg_delta"]).any()
