"""Sizes of a change, and the 2 × 2 table of measures that are 0 or 1."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.inference.effect import BinaryTable, binary_table, effect
from ircompare.inference.units import Units
from ircompare.scoring.comparison import Comparison
from tests.inference.made import F, by_ranks
from tests.worlds import contrast, worlds

ranks = st.lists(
    st.tuples(st.sampled_from([0, 1, 2, 3, 5, 10]), st.sampled_from([0, 1, 2, 3, 5, 10])),
    min_size=1,
    max_size=15,
)


def test_the_tutorial_in_rr():
    found = effect(by_ranks([1, 2, 0], [2, 1, 1], k=2), "rr")
    assert found.superiority == F(2, 3)
    assert found.balance == F(1, 3)
    assert (found.gain, found.harm) == (F(1, 2), F(1, 6))
    assert found.risk() == F(1, 6)
    assert found.risk(0) == F(1, 3)
    assert found.standardised == pytest.approx((1 / 3) / 0.7637626)


def test_the_tutorial_in_recall():
    qrels = {"q2": {"a": 1, "b": 1}, "q3": {"a": 1}, "q4": {"a": 1}}
    a = {"q2": ["a"], "q3": ["a"]}
    b = {"q2": ["a"], "q3": ["a"], "q4": ["a"]}
    found = effect(contrast(qrels, a, b, k=2), "recall")
    assert (found.superiority, found.balance) == (F(2, 3), F(1, 3))
    assert (found.gain, found.harm, found.risk()) == (F(1, 3), 0, F(1, 3))


@given(worlds())
def test_gain_less_harm_is_the_mean_delta(made: tuple) -> None:
    comparison = made[0].compare()
    if not comparison.count:
        return
    for measure in ("recall", "rr", "success", "precision"):
        found = effect(comparison, measure)
        assert found.gain - found.harm == found.risk(0) == comparison.mean_delta(measure)
        assert found.gain >= 0
        assert found.harm >= 0
        assert found.balance == 2 * found.superiority - 1


@given(ranks)
def test_swapping_the_runs_mirrors_every_size(pairs: list[tuple[int, int]]) -> None:
    comparison = by_ranks([a for a, _ in pairs], [b for _, b in pairs])
    plain, mirrored = effect(comparison, "rr"), effect(comparison.swapped(), "rr")
    assert plain.superiority + mirrored.superiority == 1
    assert (plain.gain, plain.harm) == (mirrored.harm, mirrored.gain)
    assert plain.balance == -mirrored.balance
    if plain.standardised is None:
        assert mirrored.standardised is None
    else:
        assert plain.standardised == pytest.approx(-(mirrored.standardised or 0))


def test_without_spread_there_is_no_standardised_size():
    assert effect(by_ranks([2, 2], [1, 1]), "rr").standardised is None
    assert effect(by_ranks([2], [1]), "rr").standardised is None


def test_ndcg_has_sizes_that_are_not_exact():
    found = effect(by_ranks([1, 2, 3], [1, 3, 1]), "ndcg")
    assert isinstance(found.gain, float)
    assert found.harm > 0
    same = effect(by_ranks([1], [1]), "ndcg")
    assert str(same.harm) == "0.0"


def test_groups_give_the_spread():
    comparison = by_ranks([1, 1, 1], [2, 0, 1])
    codes = [0, 0, 1]
    units = Units.of(comparison.deltas("rr"), comparison.scored, codes)
    assert effect(comparison, "rr", units).standardised == pytest.approx(-0.5 / units.deviation)


def reached(a: list[int], b: list[int], measure: str, k: int = 3) -> BinaryTable | None:
    return binary_table(by_ranks(a, b, k=k), measure)


def test_the_table_counts_pairs():
    a, b = [1, 1, 0, 0, 2, 0], [1, 0, 3, 4, 2, 0]
    expected = BinaryTable(both=2, only_a=1, only_b=1, neither=2)
    assert reached(a, b, "success") == expected
    assert reached(a, b, "recall") == expected


@pytest.mark.parametrize(
    ("measure", "k", "has"),
    [("rr", 1, True), ("rr", 3, False), ("ndcg", 1, False), ("precision", 2, False)],
)
def test_only_measures_that_are_zero_or_one_have_a_table(measure: str, k: int, has: bool) -> None:
    assert (reached([1, 2, 0], [1, 1, 2], measure, k) is not None) is has


def test_queries_that_are_not_scored_are_not_in_the_table():
    qrels = {"q1": {"r": 1}, "none": {"r": 0}}
    comparison: Comparison = contrast(qrels, {"q1": ["r"]}, {"q1": ["r"], "none": ["r"]})
    assert binary_table(comparison, "recall") == BinaryTable(1, 0, 0, 0)
