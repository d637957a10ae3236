"""Overlap of two rankings: the table of hand-checked pairs, laws, and each formula another way."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scoring.overlap import average_overlap, jaccard, rbo_ext, rbo_min

rankings = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=7)
same_length = st.integers(1, 6).flatmap(
    lambda n: st.tuples(*[st.permutations("abcdefgh").map(lambda found: found[:n])] * 2)
)

TABLE = [
    pytest.param("abcde", "bacde", Fraction(1), Fraction(4, 5), 0.800, id="first two swapped"),
    pytest.param("abcde", "abced", Fraction(1), Fraction(19, 20), 0.974, id="last two swapped"),
    pytest.param("abcde", "edcba", Fraction(1), Fraction(5, 12), 0.529, id="reversed"),
    pytest.param("abcde", "abcdx", Fraction(2, 3), Fraction(24, 25), 0.918, id="last lost"),
    pytest.param("abcde", "xbcde", Fraction(2, 3), Fraction(163, 300), 0.570, id="first lost"),
    pytest.param("abc", "abcde", Fraction(3, 5), Fraction(87, 100), 1.000, id="two more"),
    pytest.param("abc", "abc", Fraction(1), Fraction(1), 1.000, id="the same"),
    pytest.param("", "", Fraction(1), Fraction(1), 1.000, id="both empty"),
    pytest.param("abc", "", Fraction(0), Fraction(0), 0.000, id="one empty"),
]


@pytest.mark.parametrize(("left", "right", "share", "overlap", "biased"), TABLE)
def test_the_table_of_pairs(left, right, share, overlap, biased):
    assert jaccard(left, right) == share
    assert average_overlap(left, right) == overlap
    assert round(float(rbo_ext(left, right)), 3) == biased


def test_identical_lists_of_five_reach_1_extrapolated_and_0_861_at_least():
    assert rbo_ext("abcde", "abcde") == 1
    assert round(rbo_min("abcde", "abcde"), 3) == 0.861


def test_rbo_is_exact_for_a_rational_persistence():
    assert rbo_ext("abcde", "bacde", Fraction(4, 5)) == Fraction(4, 5)
    assert isinstance(rbo_ext("abcde", "abced"), Fraction)


def test_only_the_top_is_looked_at():
    assert average_overlap("abcdefgh", "abcdexyz") == 1
    assert average_overlap("ab", "ax", depth=1) == 1


@given(same_length)
def test_rbo_of_equal_lengths_is_the_textbook_sum(pair):
    left, right = pair
    p, depth = Fraction(4, 5), len(left)
    shared = [len(set(left[:at]) & set(right[:at])) for at in range(1, depth + 1)]
    agreed = sum(Fraction(count, at) * p**at for at, count in enumerate(shared, 1))
    assert rbo_ext(left, right, p) == (1 - p) / p * agreed + Fraction(shared[-1], depth) * p**depth


@given(rankings, rankings)
def test_average_overlap_is_the_mean_share_over_the_depths(left, right):
    depth = min(5, max(len(left), len(right)))
    shares = [Fraction(len(set(left[:at]) & set(right[:at])), at) for at in range(1, depth + 1)]
    assert average_overlap(left, right) == (sum(shares) / depth if depth else 1)


@given(rankings, rankings)
def test_all_are_symmetric_and_between_0_and_1(left, right):
    for measure in (jaccard, average_overlap, rbo_ext):
        assert measure(left, right) == measure(right, left)
        assert 0 <= measure(left, right) <= 1
    assert math.isclose(rbo_min(left, right), rbo_min(right, left))


@given(rankings, rankings)
def test_the_minimum_is_not_above_the_extrapolation(left, right):
    assert -1e-12 <= rbo_min(left, right) <= float(rbo_ext(left, right)) + 1e-12


@given(rankings)
def test_a_ranking_is_like_itself(ranking):
    assert jaccard(ranking, ranking) == average_overlap(ranking, ranking) == 1
    assert rbo_ext(ranking, ranking) == 1


def test_a_document_twice_is_refused():
    with pytest.raises(ValueError, match="a document stands twice in one ranking"):
        jaccard("aa", "b")


@pytest.mark.parametrize("persistence", [Fraction(0), Fraction(1), Fraction(-1, 2)])
def test_a_persistence_outside_0_to_1_is_refused(persistence):
    with pytest.raises(ValueError, match="persistence must be between 0 and 1"):
        rbo_ext("a", "b", persistence)


def test_a_depth_below_1_is_refused():
    with pytest.raises(ValueError, match="depth must be at least 1, not 0"):
        average_overlap("a", "b", depth=0)
