"""The front of score thresholds, against the definition spelled out."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from ircompare.scorecard.thresholds import has_scores, spread_thresholds, threshold_front
from tests.scorecard.made import shares
from tests.worlds import SCORES, pooled, score, worlds

F = Fraction


def test_thresholds_include_their_end():
    run = {"q": [("a", 3.0), ("x", 2.0), ("b", 1.0)], "r": [("c", 2.0)]}
    side = score(run, pooled({"q": {"a": 1, "b": 1}, "r": {"c": 1}}))
    found = threshold_front(side, [1, 2, 2.5, 4])
    assert [(p.name, p.recall, p.precision) for p in found.points] == [
        ("score ≥ 1", F(1), F(5, 6)),
        ("score ≥ 2", F(3, 4), F(3, 4)),
        ("score ≥ 2.5", F(1, 4), F(1, 2)),
        ("score ≥ 4", F(0), F(0)),
    ]
    assert found.on_front == (True, False, False, False)
    assert (found.count, found.precision.startswith("precision ÷ documents at")) == (2, True)


@given(worlds())
def test_it_equals_the_definition(case):
    pair, world = case
    side = pair.compare().a
    if not world.scored:
        with pytest.raises(ValueError, match="no query is scored"):
            threshold_front(side, [0])
        return
    found = threshold_front(side, SCORES)
    for threshold, point in zip(SCORES, found.points, strict=True):
        recalls, precisions = [], []
        for query in world.scored:
            high = {doc for doc, value in pair.a.get(query, ()) if value >= threshold}
            wanted = {d for d, grade in pair.qrels[query].items() if grade >= world.rules.level}
            recalls.append(F(len(high & wanted), len(wanted) or 1))
            precisions.append(F(len(high & wanted), len(high) or 1))
        assert point.recall == sum(recalls) / len(recalls)
        assert point.precision == sum(precisions) / len(precisions)


def test_a_run_without_scores_has_no_thresholds():
    with pytest.raises(ValueError, match="has scores"):
        threshold_front(shares({"q": (1, 1)}, {"q": (1, 1)}).a, [0])


@pytest.mark.parametrize(
    ("scores", "most", "expected"),
    [
        ([3.0, 2.0, 1.0], 5, (3, 2, 1)),
        ([3.0, 2.0, 1.0], 2, (3, 1)),
        ([3.0, 3.0, 3.0], 5, (3,)),
        ([0.123456, 0.02], 5, (0.1234, 0.02)),
        ([-0.123411, -2.0], 5, (-0.1235, -2)),
    ],
)
def test_thresholds_are_spread_over_the_rows_and_what_they_are_called(scores, most, expected):
    run = {"q": [(f"d{at}", score) for at, score in enumerate(scores)]}
    side = score(run, pooled({"q": {"d0": 1}}))
    found = spread_thresholds(side, most)
    assert found == expected
    names = [point.name for point in threshold_front(side, found).points]
    assert names == [f"score ≥ {one:g}" for one in expected]


def test_without_scores_no_threshold_is_made_up():
    side = shares({"q": (1, 1)}, {"q": (1, 1)}).a
    assert not has_scores(side)
    assert spread_thresholds(side) == ()
