"""What may be concluded, word for word; each verdict reached by deltas made for it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from ircompare.inference.plan import Plan
from ircompare.inference.signflip import PValue
from ircompare.inference.significance import significance
from ircompare.inference.verdict import Verdict
from ircompare.model.run import Run
from ircompare.report.conclusion_sentences import (
    ANOTHER_START,
    UNREAL,
    conclusion_sentences,
    told_of,
    verdict_sentence,
)
from ircompare.report.conclusion_words import (
    names_of,
    p_source,
    p_text,
    plan_words,
)
from ircompare.scoring.comparison import Comparison, compare
from tests.inference import brute
from tests.inference.made import RR, by_ranks, candidates, only, ranked, with_fields
from tests.report.test_bounds_report import decimal
from tests.worlds import pooled, score

F = Fraction
IF = "If these queries are a random sample of the queries you care about, "
WITHIN = Plan(("rr",), {"rr": F(1, 10)})


def mixed(gains: int, losses: int, tied: int, rank: int = 2) -> Comparison:
    a = [rank] * gains + [1] * losses + [1] * tied
    b = [1] * gains + [rank] * losses + [1] * tied
    return by_ranks(a, b)


def facts(comparison: Comparison, level: float = 0.95) -> tuple[str, str, str]:
    """Mean delta, interval and p as text, computed without the package's statistics."""
    d = [comparison.deltas("rr").at(at) for at in range(comparison.count)]
    deltas = [F(value) for value in d if value is not None]
    low, high, _ = brute.interval(deltas, level)
    mean = sum(deltas, F(0)) / len(deltas)
    return (
        decimal(mean),
        f"{decimal(low)} to {decimal(high)}",
        f"{float(brute.counted_p(deltas)):.4f}",
    )


def test_better_and_worse():
    pair = mixed(12, 1, 2)
    mean, span, p = facts(pair)
    found = only(pair)
    assert found.verdict is Verdict.BETTER
    assert verdict_sentence(found) == (
        f"{IF}B is better than A in MRR@10: Δ {mean}, 95 % interval {span}, corrected p {p}."
    )
    assert "B is worse than A in MRR@10: Δ −" in verdict_sentence(only(pair.swapped()))


def test_a_change_below_the_margin():
    found = only(mixed(12, 1, 2, rank=2), Plan(("rr",), {"rr": F(3, 4)}))
    assert found.verdict is Verdict.SMALL
    told = verdict_sentence(found)
    assert told.startswith(f"{IF}MRR@10 rises from A to B, but by less than the margin of 0.750: Δ")


def test_equivalent_within_a_margin():
    found = only(mixed(3, 3, 60), WITHIN)
    _, span, _ = facts(mixed(3, 3, 60), 0.90)
    assert found.verdict is Verdict.EQUIVALENT
    assert verdict_sentence(found) == (
        f"{IF}A and B are equivalent in MRR@10 within the margin of ±0.100: the 90 % interval "
        f"of the mean delta, {span}, lies inside it."
    )


def test_not_inferior():
    pair = mixed(9, 4, 10)
    found = only(pair, WITHIN)
    _, span, _ = facts(pair, 0.90)
    assert found.verdict is Verdict.NOT_INFERIOR
    assert verdict_sentence(found) == (
        f"{IF}B is not worse than A in MRR@10 by the margin of 0.100 or more: the 90 % interval "
        f"of the mean delta, {span}, lies above −0.100. Whether it is better stays open."
    )


def test_open_with_what_would_settle_it():
    pair = mixed(7, 5, 8)
    mean, span, p = facts(pair)
    found = significance(pair, RR)
    assert found.conclusions[0].verdict is Verdict.INCONCLUSIVE
    (told,) = conclusion_sentences(found, found.conclusions)
    assert told.startswith(
        f"{IF}it stays open which run is better in MRR@10: Δ {mean}, 95 % interval {span}, "
        f"corrected p {p}. With 20 queries and the observed spread (sd 0.39) a paired test detects "
        "a true mean change of about ±0.26 in 80 % of samples. A true change of the size seen, "
        "0.050, would take about "
    )


def test_an_open_verdict_under_a_margin_says_what_equivalence_takes():
    found = significance(mixed(7, 5, 8), Plan(("rr",), {"rr": F(1, 20)}))
    (told,) = conclusion_sentences(found, found.conclusions)
    assert "Runs that do not differ would be shown equivalent within ±0.050 with about " in told


def test_an_interval_that_excludes_0_by_itself_is_not_left_to_mislead():
    pairs = candidates([2] * 20, [1] * 9 + [2] * 9 + [3] * 2, *([[2] * 20] * 14))
    found = significance(pairs, RR)
    first = found.conclusions[0]
    assert first.evidence is not None
    assert first.evidence.excludes_zero
    assert first.evidence.p_holm > 0.05
    assert verdict_sentence(first).endswith(
        " The interval excludes 0, but it stands by itself; corrected for every declared test, "
        f"p is {first.evidence.p_holm:.4f}."
    )


def test_identical_says_nothing_of_other_queries():
    assert verdict_sentence(only(mixed(0, 0, 12))) == (
        "MRR@10 is the same in both runs on each of the 12 queries, so there is nothing to test. "
        "That other queries would agree does not follow."
    )


def test_the_same_change_everywhere_has_no_interval():
    told = verdict_sentence(only(mixed(12, 0, 0)))
    assert "Δ +0.500, the same change on every query, so there is no interval, corrected p" in told


def test_a_description_says_what_would_bring_a_result_within_reach():
    found = significance(mixed(3, 2, 20))
    told = conclusion_sentences(found, found.conclusions)
    assert any(
        "A significant result among 2 tests would be possible with at least 10 queries, of which "
        "at least 7 differ." in text
        for text in told
    )
    assert not any("better" in text for text in told)


def test_a_p_value_near_the_level_says_that_the_start_decides():
    found = significance(mixed(12, 4, 8), RR)
    (one,) = found.conclusions
    assert one.evidence is not None
    near = PValue(0.0512, "simulation", True, 1, 9999, 0.0022)
    told = replace(one, evidence=replace(one.evidence, p=near, p_holm=0.0512))
    assert str(told_of(found, [told])[0]).endswith(ANOTHER_START)
    far = PValue(0.07, "simulation", True, 1, 9999, 0.0022)
    told = replace(one, evidence=replace(one.evidence, p=far, p_holm=0.07))
    assert ANOTHER_START not in str(told_of(found, [told])[0])


def test_runs_are_called_by_their_names_where_these_differ():
    scope = pooled({f"q{at}": {"r": 1} for at in range(12)})
    a, b = (
        score(Run.from_rankings(name, {f"q{at}": ranked(rank) for at in range(12)}), scope)
        for name, rank in (("old", 2), ("new", 1))
    )
    assert names_of(compare(a, b)) == ("old", "new")
    assert verdict_sentence(only(compare(a, b))).startswith(f"{IF}new is better than old in MRR@10")


def test_hand_picked_queries():
    found = significance(mixed(12, 1, 2), Plan(("rr",), hand_picked=True))
    told = conclusion_sentences(found, found.conclusions)
    assert told[0].startswith(
        "If these queries were a random sample of the queries you care about,"
    )
    assert told[1] == (
        "These queries were picked by hand: they are not a sample; read as description."
    )
    assert UNREAL.startswith("if these queries were a random")


def test_groups_are_named_as_the_unit():
    ranks = {f"q{at}": 2 for at in range(24)}
    after = dict(zip(ranks, [1, 2, 0, 2, 1, 4, 4, 4] * 3, strict=True))
    pair = with_fields(ranks, after, {"group": [f"g{at // 2}" for at in range(24)]})
    found = significance(pair, Plan(("rr",), group_field="group"))
    assert any("12 groups" in text for text in conclusion_sentences(found, found.conclusions))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.05, "0.0500"),
        (0.050001, "0.050001"),
        (0.04999, "0.04999"),
        (0.0001, "0.0001"),
        (0.00009, "<0.0001"),
        (0.9999, "0.9999"),
        (1.0, "1"),
    ],
)
def test_a_p_value_is_never_rounded_to_the_level(value, expected):
    assert p_text(value) == expected


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        (PValue(0.03, "enumeration"), "sign-flip test, all 512 choices of signs enumerated"),
        (
            PValue(0.2, "simulation", True, 3, 9999, 0.004),
            "sign-flip test, 9,999 random choices of signs from start 3, Monte Carlo error 0.0040",
        ),
        (
            PValue(0.2, "simulation", False, 3, 9999, 0.004),
            "sign-flip test, 9,999 random choices of signs from start 3, sums in floating point, "
            "Monte Carlo error 0.0040",
        ),
        (
            PValue(0.2, "binomial"),
            "sign-flip test, counted exactly, since all that differ do so by the same amount",
        ),
        (PValue(0.2, "student", False), "Student's t test, since more than 2,000 differ"),
    ],
)
def test_how_a_p_value_was_computed(p, expected):
    assert p_source(p, 9) == expected


def test_what_was_declared_in_one_line():
    plan = Plan(margins={"rr": F(1, 50)}, group_field="intent", hand_picked=True, start=4)
    assert plan_words(plan, 10) == (
        "margin ±0.020 in MRR@10 · groups of the field intent · picked by hand · random start 4"
    )
    assert plan_words(Plan(), 10).startswith("no margin · each query by itself · taken as")
