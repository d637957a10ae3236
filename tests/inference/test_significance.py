"""Conclusions about comparisons: limits, one correction over the family, which test is made."""

from __future__ import annotations

import random

import pytest

from ircompare.errors import InputError
from ircompare.inference.plan import Plan
from ircompare.inference.significance import significance
from ircompare.inference.verdict import Verdict
from ircompare.scoring.comparison import Comparison
from tests.inference import brute
from tests.inference.made import RR, F, by_ranks, candidates, evidence_of, only
from tests.worlds import contrast

RR_WITHIN = Plan(("rr",), {"rr": F(1, 10)})


def gains(differing: int, tied: int, rank: int = 2) -> Comparison:
    """So many queries from a rank to the first, the others at the first in both runs."""
    return by_ranks([rank] * differing + [1] * tied, [1] * (differing + tied))


def test_the_tutorial_is_a_description():
    recall, rr = significance(by_ranks([1, 2, 0], [2, 1, 1], k=2)).conclusions
    assert rr.verdict is Verdict.DESCRIPTIVE
    assert (rr.units, rr.differing, rr.smallest_p) == (3, 3, 0.25)
    assert (recall.differing, recall.smallest_p) == (1, 1)
    assert rr.evidence is recall.evidence is None
    assert rr.limit == recall.limit == "differing"
    assert rr.regressed == ("q0",)


@pytest.mark.parametrize(
    ("differing", "tied", "limit"),
    [
        pytest.param(5, 20, "differing", id="five differ"),
        pytest.param(6, 20, None, id="six differ"),
        pytest.param(9, 0, "units", id="nine queries"),
        pytest.param(6, 3, "units", id="nine queries, six differ"),
        pytest.param(6, 4, None, id="ten queries, six differ"),
        pytest.param(10, 0, None, id="ten queries"),
        pytest.param(5, 4, "differing", id="neither"),
    ],
)
def test_limits_of_one_test(differing: int, tied: int, limit: str | None) -> None:
    found = only(gains(differing, tied))
    assert found.limit == limit
    assert (found.evidence is None) == (limit is not None)
    assert found.verdict is (Verdict.DESCRIPTIVE if limit else Verdict.BETTER)


def test_no_query_that_differs_is_identical_whatever_their_number():
    for count in (1, 9, 10, 50):
        found = only(gains(0, count))
        assert found.verdict is Verdict.IDENTICAL
        assert (found.evidence, found.limit, found.smallest_p) == (None, None, 1)


def test_a_family_that_cannot_reach_significance_is_a_description():
    pair = by_ranks([2] * 6 + [1] * 10, [1] * 16, k=1)
    both = Plan(("recall", "rr"))
    for found in significance(pair, both).conclusions:
        assert (found.verdict, found.limit) == (Verdict.DESCRIPTIVE, "family")
        assert (found.smallest_p, found.attainable) == (1 / 32, 1 / 16)
        assert found.out_of_reach
        assert found.evidence is None
    alone = only(pair)
    assert (alone.verdict, alone.attainable) == (Verdict.BETTER, 1 / 32)
    assert significance(pair, both).needed == 7


def test_one_more_differing_query_brings_a_family_of_two_within_reach():
    seven = by_ranks([2] * 7 + [1] * 10, [1] * 17, k=1)
    for found in significance(seven).conclusions:
        assert found.verdict is Verdict.BETTER
        assert evidence_of(found).p.value == 1 / 64
        assert evidence_of(found).p_holm == found.attainable == 1 / 32


def test_a_measure_out_of_reach_beside_one_within_reach_is_tested_and_marked():
    first, *others = candidates(
        [2] * 12 + [1] * 4,
        [1] * 12 + [1] * 4,
        [1] * 6 + [2] * 6 + [1] * 4,
        [2] * 6 + [1] * 6 + [1] * 4,
    )
    found = significance([first, *others], RR)
    assert [one.differing for one in found.conclusions] == [12, 6, 6]
    assert [one.out_of_reach for one in found.conclusions] == [False, True, True]
    assert [one.verdict for one in found.conclusions] == [
        Verdict.BETTER,
        Verdict.INCONCLUSIVE,
        Verdict.INCONCLUSIVE,
    ]
    assert evidence_of(found.conclusions[1]).p_holm == pytest.approx(2 / 32)


def test_a_test_that_was_not_made_still_counts_in_the_family():
    pair = by_ranks([2] * 8 + [1] * 4 + [0] * 4, [1] * 12 + [12] * 4)
    recall, rr = significance(pair).conclusions
    assert recall.verdict is Verdict.IDENTICAL
    assert evidence_of(rr).p.value == 1 / 128
    assert evidence_of(rr).p_holm == 1 / 64


def test_one_correction_over_every_candidate():
    a = [2] * 14
    pairs = candidates(a, [1] * 8 + [2] * 6, [1] * 9 + [2] * 5, [1] * 10 + [2] * 4)
    found = significance(pairs, RR)
    assert found.family == 3
    plain = [evidence_of(one).p.value for one in found.conclusions]
    assert plain == [1 / 128, 1 / 256, 1 / 512]
    assert [evidence_of(one).p_holm for one in found.conclusions] == [1 / 128, 1 / 128, 3 / 512]
    assert [found.of(pair)[0].comparison is pair for pair in pairs] == [True] * 3
    assert evidence_of(only(pairs[0])).p_holm == 1 / 128


def test_more_candidates_never_make_a_p_value_smaller():
    drawn = random.Random(3)
    a = [drawn.randint(1, 4) for _ in range(30)]
    others = [[drawn.randint(1, 3) for _ in a] for _ in range(3)]
    pairs = candidates(a, *others)
    alone = [evidence_of(only(pair)).p_holm for pair in pairs]
    together = [evidence_of(one).p_holm for one in significance(pairs, RR).conclusions]
    assert all(one <= all_of_them for one, all_of_them in zip(alone, together, strict=True))


def test_equal_deltas_give_a_p_value_and_no_interval():
    found = only(gains(10, 0))
    evidence = evidence_of(found)
    assert evidence.p.value == 1 / 512
    assert evidence.student is None
    assert found.detectable is None
    assert found.effect.standardised is None
    assert found.verdict is Verdict.BETTER


def test_equal_deltas_below_the_margin_are_small():
    pair = by_ranks([10] * 10, [9] * 10)
    found = only(pair, RR_WITHIN)
    assert found.delta == F(1, 90)
    assert found.verdict is Verdict.SMALL
    assert found.sign == 1
    assert evidence_of(found).margin is None


def test_a_margin_turns_inconclusive_into_a_claim():
    pair = by_ranks([8, 9, 10] * 5, [9, 8, 10] * 5)
    assert only(pair).verdict is Verdict.INCONCLUSIVE
    held = only(pair, RR_WITHIN)
    assert held.verdict is Verdict.EQUIVALENT
    margin = evidence_of(held).margin
    assert margin is not None
    assert margin.p_equivalent < 0.05
    assert held.margin == F(1, 10)


def test_a_test_and_an_interval_at_odds_are_inconclusive():
    found = only(by_ranks([0] + [10] * 5 + [1] * 4, [1] + [9] * 5 + [1] * 4))
    evidence = evidence_of(found)
    assert evidence.p_holm == 1 / 32
    assert evidence.student is not None
    assert evidence.student.interval95.low < 0
    assert evidence.at_odds
    assert found.verdict is Verdict.INCONCLUSIVE


def test_mrr_never_comes_without_its_ranks():
    recall, rr = significance(gains(8, 8)).conclusions
    assert rr.ranks is not None
    assert [(row.rank, row.a, row.b) for row in rr.ranks.rows] == [(1, 8, 16), (2, 8, 0)]
    assert recall.ranks is None


def test_binary_measures_come_with_their_table():
    found = only(by_ranks([0] * 8 + [1] * 4, [1] * 10 + [0] * 2), Plan(("success",)))
    assert found.table is not None
    assert (found.table.only_b, found.table.only_a) == (8, 2)


def test_beyond_two_thousand_differing_queries_students_t_decides():
    drawn = random.Random(1)
    a = [drawn.choice([2, 3, 4]) for _ in range(2001)]
    found = only(by_ranks(a, [drawn.choice([1, 5]) for _ in a]))
    evidence = evidence_of(found)
    assert found.differing == 2001
    assert (evidence.p.engine, evidence.p.p_exact, evidence.p.start) == ("student", False, None)
    assert evidence.student is not None
    assert evidence.p.value == evidence.student.p


def test_two_thousand_differing_queries_are_simulated_and_equal_ones_counted():
    drawn = random.Random(1)
    a = [drawn.choice([2, 3, 4]) for _ in range(2000)]
    found = evidence_of(only(by_ranks(a, [drawn.choice([1, 5]) for _ in a])))
    assert (found.p.engine, found.p.start) == ("simulation", Plan().start)
    equal = evidence_of(only(by_ranks([1, 0] * 1001, [0, 1] * 1001)))
    assert (equal.p.engine, equal.p.value) == ("binomial", 1)


def test_the_start_of_the_plan_reaches_the_result():
    drawn = random.Random(2)
    a = [drawn.choice([1, 2, 3]) for _ in range(40)]
    b = [drawn.choice([1, 2, 4]) for _ in a]
    found = [evidence_of(only(by_ranks(a, b), Plan(("rr",), start=start))).p for start in (5, 5, 6)]
    assert found[0] == found[1]
    assert [p.start for p in found] == [5, 5, 6]
    assert found[0].value != found[2].value


def test_ndcg_may_be_declared_and_is_not_said_to_be_exact():
    found = only(by_ranks([3] * 11 + [1], [1] * 6 + [2] * 5 + [4]), Plan(("ndcg",)))
    evidence = evidence_of(found)
    assert not evidence.p.p_exact
    column = found.comparison.deltas("ndcg").floats().tolist()
    assert evidence.p.value == brute.enumerated_p([F(round(x * 10**12)) for x in column])
    assert found.ranks is None


def test_no_scored_query_is_refused():
    with pytest.raises(InputError, match="no query is scored, so nothing can be concluded"):
        significance(contrast({"q": {"r": 0}}, {"q": ["r"]}, {"q": ["r"]}))


def test_a_family_needs_one_protocol():
    pair = gains(3, 3)
    with pytest.raises(ValueError, match="at least one comparison"):
        significance([])
    with pytest.raises(ValueError, match="under one protocol"):
        significance([pair, pair.at(3)])
    with pytest.raises(ValueError, match="under one protocol"):
        significance([pair, gains(3, 3)])
