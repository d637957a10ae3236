"""Every cutoff at once."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ircompare.scoring.comparison import Counts
from ircompare.scoring.sweep import common_depth, curve, sweep
from tests.worlds import contrast, pooled, score

QRELS = {"q": {"a": 1, "b": 1}}


def test_curves_and_counts_by_hand():
    swept = sweep(contrast(QRELS, {"q": ["a", "x", "y"]}, {"q": ["x", "a", "b"]}), 4)
    half, one = Fraction(1, 2), Fraction(1)
    assert swept.a.recall == (half, half, half, half)
    assert swept.b.recall == (0, half, one, one)
    assert swept.a.rr == (1, 1, 1, 1)
    assert swept.b.rr == (0, half, half, half)
    assert swept.counts["recall"] == (Counts(0, 0, 1), Counts(0, 1, 0), *[Counts(1, 0, 0)] * 2)
    assert swept.counts["rr"] == (Counts(0, 0, 1),) * 4


def test_a_verdict_that_turns_is_a_flip_and_a_tie_between_is_none():
    swept = sweep(contrast(QRELS, {"q": ["a", "x", "y"]}, {"q": ["x", "a", "b"]}), 4)
    assert swept.flips("recall").tolist() == [1]
    assert swept.flips("rr").tolist() == [0]
    assert swept.spans("recall", 0) == [(-1, 1, 1), (0, 2, 2), (1, 3, 4)]
    assert swept.spans("rr", 0) == [(-1, 1, 4)]


def test_runs_that_find_nothing_have_flat_curves():
    swept = sweep(contrast(QRELS, {"q": []}, {}), 3)
    assert swept.a.recall == swept.b.rr == (0, 0, 0)
    assert swept.counts["rr"] == (Counts(0, 1, 0),) * 3


def test_columns_are_the_scored_queries_only():
    qrels = {"none": {"a": 0}, "q": {"a": 1}}
    swept = sweep(contrast(qrels, {"none": ["a"]}, {"q": ["a"], "none": ["a"]}), 2)
    assert swept.places.tolist() == [1]
    assert swept.b.recall == (1, 1)


def test_under_zero_the_denominator_is_larger():
    qrels = {"none": {"a": 0}, "q": {"a": 1}}
    swept = sweep(contrast(qrels, {}, {"q": ["a"], "none": ["a"]}, no_relevant="zero"), 1)
    assert swept.b.recall == swept.b.rr == (Fraction(1, 2),)


def test_a_curve_is_of_recall_or_rr_and_of_nothing_else():
    drawn = curve(score({"q": ["a"]}, pooled(QRELS)), 1)
    assert (drawn.of("recall"), drawn.of("rr")) == ((Fraction(1, 2),), (1,))
    with pytest.raises(KeyError):
        drawn.of("ndcg")


@pytest.mark.parametrize(
    ("a", "b", "depth"),
    [
        pytest.param({"q": ["a", "b"]}, {"q": ["a", "b", "c"]}, 2, id="the shallower run"),
        pytest.param({"q": []}, {"q": ["a"]}, 1, id="at least 1"),
        pytest.param({}, {"q": ["a"]}, 1, id="a run of nothing"),
    ],
)
def test_common_depth(a, b, depth):
    scope = pooled(QRELS)
    assert common_depth([score(a, scope), score(b, scope)]) == depth


def test_the_mean_of_many_denominators_stays_exact():
    qrels = {f"q{n}": {f"d{i}": 1 for i in range(n)} for n in range(1, 60)}
    run = {query: ["d0"] for query in qrels}
    expected = sum((Fraction(1, n) for n in range(1, 60)), Fraction(0)) / 59
    assert curve(score(run, pooled(qrels)), 1).recall == (expected,)
