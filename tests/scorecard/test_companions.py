"""Repeated runs, cross-modal similarities, X-Score and intent paths."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.cross_modal import similarities
from ircompare.scorecard.intent_path import path_confidence
from ircompare.scorecard.repeats import response_consistency
from ircompare.scorecard.x_score import certainty, citation_coverage, entropy_bits, x_score
from ircompare.scoring.overlap import average_overlap

F = Fraction


# Repeated runs


def test_identical_runs_are_consistent():
    found = response_consistency([{"q": list("abcde")}] * 3)
    assert (found.average_overlap, found.rbo, found.top1, found.identical) == (1, 1, 1, 1)
    assert (found.queries, found.runs, found.depth) == (1, 3, 5)


@pytest.mark.parametrize(
    ("other", "overlap", "top1"),
    [
        pytest.param("bacde", F(4, 5), 0, id="the first two swapped"),
        pytest.param("abced", F(19, 20), 1, id="the last two swapped"),
        pytest.param("edcba", F(5, 12), 0, id="turned"),
        pytest.param("xbcde", F(163, 300), 0, id="the first one lost"),
    ],
)
def test_two_runs_of_the_table(other, overlap, top1):
    found = response_consistency([{"q": list("abcde")}, {"q": list(other)}])
    assert (found.average_overlap, found.top1, found.identical) == (overlap, top1, 0)


def test_a_query_that_one_run_lacks_has_an_empty_ranking():
    found = response_consistency([{"q": ["a"], "r": []}, {"r": []}])
    assert (found.average_overlap, found.top1, found.identical, found.queries) == (
        F(1, 2),
        F(1, 2),
        F(1, 2),
        2,
    )


def test_only_the_top_counts():
    runs = [{"q": ["a", "b", "c"]}, {"q": ["a", "b", "d"]}]
    assert response_consistency(runs, 2).identical == 1
    assert response_consistency(runs, 3).identical == 0


def test_what_repeats_need():
    assert response_consistency([{}, {}]).average_overlap is None
    for runs, depth in (([{"q": []}], 5), ([{}, {}], 0)):
        with pytest.raises(ValueError, match="at least two runs"):
            response_consistency(runs, depth)


permuted = st.permutations("abcd")


@given(st.lists(permuted, min_size=2, max_size=4))
def test_consistency_is_the_mean_over_all_pairs(rankings):
    runs = [{"q": list(ranking)} for ranking in rankings]
    found = response_consistency(runs)
    every = [
        average_overlap(rankings[i], rankings[j]) for j in range(len(rankings)) for i in range(j)
    ]
    assert found.average_overlap == sum(every) / len(every)
    assert found.average_overlap == response_consistency(runs[::-1]).average_overlap


# Cross-modal


@pytest.mark.parametrize(
    ("values", "mean", "least", "deviation"),
    [
        pytest.param(["0.8"] * 3, F(4, 5), F(4, 5), 0, id="three good ones"),
        pytest.param(["0.1"] * 3, F(1, 10), F(1, 10), 0, id="three bad ones"),
        pytest.param(["0.80", "0.79", "0.81"], F(4, 5), F(79, 100), 0.00816, id="about equal"),
    ],
)
def test_similarities(values, mean, least, deviation):
    found = similarities([[F(value) for value in values]])
    assert (found.mean, found.least, found.count) == (mean, least, 3)
    assert found.deviation == pytest.approx(deviation, abs=5e-6)


def test_texts_and_images_need_not_be_as_many():
    assert similarities([[0.25, 0.5, 0.75]]).count == similarities([[0.25], [0.5], [0.75]]).count
    assert similarities([[0.25], [0.5, 0.75]]).mean == 0.5
    assert similarities([]) is None
    with pytest.raises(ValueError, match="finite"):
        similarities([[math.nan]])


# X-Score


def test_the_example_of_the_x_score():
    """.9, 2/3, H = 1.5 of 4 outcomes: .36 + .23333 + .0625 = .65583."""
    found = x_score(bert_f1_rescaled=F(9, 10), coverage=F(2, 3), entropy_bits=1.5, outcomes=4)
    assert f"{found.value:.5f}" == "0.65583"
    assert (found.similarity, found.coverage, found.certainty) == (F(9, 10), F(2, 3), 0.25)
    assert found.label == "composite after the white paper, not validated"
    unnormalised = 0.4 * 0.9 + 0.35 * 2 / 3 + 0.25 * (1 - 1.5)
    assert f"{unnormalised:.5f}" == "0.46833"


PARTS = {"bert_f1_rescaled": 0.5, "coverage": F(1, 2), "entropy_bits": 1.0, "outcomes": 4}


@pytest.mark.parametrize("missing", list(PARTS))
def test_a_missing_part_leaves_no_score_but_the_other_parts(missing):
    found = x_score(**{**PARTS, missing: None})
    assert found.value is None
    shown = (found.similarity, found.coverage, found.certainty)
    assert shown.count(None) == 1


@pytest.mark.parametrize(("f1", "expected"), [(-0.3, 0), (1.2, 1), (0.0, 0.0), (1.0, 1.0)])
def test_similarity_is_clipped_and_that_is_said(f1, expected):
    found = x_score(**{**PARTS, "bert_f1_rescaled": f1})
    assert (found.similarity, found.clipped) == (expected, f1 != expected)


@pytest.mark.parametrize(
    ("bits", "outcomes", "message"),
    [
        (17.2, 4, "between 0 and 2 bits, not 17.2"),
        (-0.1, 4, "between 0 and 2 bits"),
        (0.0, 1, "at least 2 outcomes, not 1"),
    ],
)
def test_impossible_entropies(bits, outcomes, message):
    with pytest.raises(ValueError, match=message):
        x_score(**{**PARTS, "entropy_bits": bits, "outcomes": outcomes})


def test_coverage_out_of_range():
    with pytest.raises(ValueError, match="coverage must be between 0 and 1"):
        x_score(**{**PARTS, "coverage": F(3, 2)})


@given(st.lists(st.integers(0, 9), min_size=2, max_size=6), st.fractions(0, 1), st.floats(-2, 2))
def test_the_score_stays_between_0_and_1(counts, coverage, f1):
    if sum(counts):
        bits = entropy_bits([count / sum(counts) for count in counts])
        found = x_score(
            bert_f1_rescaled=f1, coverage=coverage, entropy_bits=bits, outcomes=len(counts)
        )
        assert 0 <= found.value <= 1 + 1e-12


# Intent paths


LEVELS = (F(3, 10), F(2, 5), F(3, 10))


def test_a_full_path_is_the_weighted_mean():
    assert path_confidence([F(9, 10), F(4, 5), F(1, 2)], LEVELS) == F(37, 50)


def test_a_short_path_renormalises_its_weights():
    """Two levels hold .7 of the weight: certain steps stay certain."""
    assert sum(LEVELS[:2]) == F(7, 10)
    assert path_confidence([F(1), F(1)], LEVELS) == 1
    assert path_confidence([F(1), F(1, 2)], LEVELS) == F(5, 7)


@pytest.mark.parametrize(
    ("confidences", "weights", "message"),
    [
        ([1, 1], [1], "2 steps need as many weights, not 1"),
        ([F(3, 2)], [1], "between 0 and 1"),
        ([1], [-1], "at least 0"),
    ],
)
def test_paths_that_are_refused(confidences, weights, message):
    with pytest.raises(ValueError, match=message):
        path_confidence(confidences, weights)


def test_a_path_without_steps_or_weight_has_no_confidence():
    assert path_confidence([], LEVELS) is None
    assert path_confidence([F(1)], [0]) is None
    assert citation_coverage({"a"}, {"a", "b"}) == F(1, 2)


@given(st.lists(st.fractions(0, 1), min_size=1, max_size=3))
def test_confidence_lies_between_the_least_and_the_greatest_step(steps):
    assert min(steps) <= path_confidence(steps, LEVELS) <= max(steps)


def test_a_query_is_identical_only_where_every_run_agrees():
    assert response_consistency([{"q": ["a"]}, {"q": ["a"]}, {"q": ["b"]}]).identical == 0


def test_an_entropy_at_its_largest_is_no_certainty_at_all():
    most = math.log2(3)
    assert certainty(most * (1 + 1e-13), 3) == 0
    assert certainty(0.0, 3) == 1
