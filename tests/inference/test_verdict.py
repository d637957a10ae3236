"""The rules on made-up tests: every verdict, both sides of every boundary."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ircompare.inference.signflip import PValue
from ircompare.inference.student import Interval, Student
from ircompare.inference.verdict import Evidence, Verdict, decide

EIGHTH = Fraction(1, 8)


def made(
    p: float, at95: tuple[float, float] | None, at90: tuple[float, float] | None = None
) -> Evidence:
    student = None
    if at95 is not None:
        student = Student(
            p, 0.1, 9, Interval(*at95, level=0.95), Interval(*(at90 or at95), level=0.9)
        )
    return Evidence(PValue(p / 2, "enumeration"), p, student, None)


def verdict(tests: Evidence | None, margin: Fraction | None = None, mean: int = 1) -> str:
    return decide(tests, Fraction(mean, 24), margin).value


@pytest.mark.parametrize(
    ("p", "at95", "mean", "expected"),
    [
        pytest.param(0.05, (0.01, 0.3), 1, "BETTER", id="p at the limit"),
        pytest.param(0.0500001, (0.01, 0.3), 1, "INCONCLUSIVE", id="p beyond the limit"),
        pytest.param(0.01, (-0.3, -0.01), -1, "WORSE", id="worse"),
        pytest.param(0.01, (0.0, 0.3), 1, "INCONCLUSIVE", id="the interval ends at 0"),
        pytest.param(0.01, (1e-9, 0.3), 1, "BETTER", id="the interval ends above 0"),
        pytest.param(0.01, (-0.3, 0.0), -1, "INCONCLUSIVE", id="the interval ends at 0 from below"),
        pytest.param(0.5, (-0.3, 0.3), 1, "INCONCLUSIVE", id="nothing shown"),
        pytest.param(0.001, None, 1, "BETTER", id="no spread, risen"),
        pytest.param(0.001, None, -1, "WORSE", id="no spread, fallen"),
        pytest.param(0.06, None, 1, "INCONCLUSIVE", id="no spread, p beyond the limit"),
    ],
)
def test_without_a_margin(
    p: float, at95: tuple[float, float] | None, mean: int, expected: str
) -> None:
    assert verdict(made(p, at95), mean=mean) == expected


@pytest.mark.parametrize(
    ("p", "at95", "at90", "expected"),
    [
        pytest.param(0.01, (0.01, 0.1249), (0.02, 0.09), "DETECTABLE_BUT_SMALL", id="small"),
        pytest.param(0.01, (0.01, 0.125), (0.02, 0.09), "BETTER", id="reaches the margin"),
        pytest.param(0.01, (-0.01, 0.09), (0.0, 0.08), "DETECTABLE_BUT_SMALL", id="holds 0"),
        pytest.param(0.01, (-0.01, 0.2), (0.0, 0.19), "INCONCLUSIVE", id="at odds"),
        pytest.param(0.2, (-0.2, 0.2), (-0.1249, 0.1249), "EQUIVALENT_WITHIN_MARGIN", id="within"),
        pytest.param(0.2, (-0.2, 0.2), (-0.1249, 0.125), "NON_INFERIOR", id="upper end there"),
        pytest.param(0.2, (-0.2, 0.2), (-0.125, 0.05), "INCONCLUSIVE", id="lower end there"),
        pytest.param(0.2, (-0.2, 0.5), (-0.05, 0.4), "NON_INFERIOR", id="not inferior"),
        pytest.param(0.2, None, None, "INCONCLUSIVE", id="no spread and no margin test"),
        pytest.param(0.01, None, None, "DETECTABLE_BUT_SMALL", id="no spread, small"),
    ],
)
def test_with_a_margin_of_an_eighth(
    p: float, at95: tuple[float, float] | None, at90: tuple[float, float] | None, expected: str
) -> None:
    assert verdict(made(p, at95, at90), EIGHTH) == expected


def test_without_spread_a_change_as_large_as_the_margin_is_not_small():
    assert verdict(made(0.01, None), EIGHTH, mean=3) == "BETTER"
    assert verdict(made(0.01, None), EIGHTH, mean=-3) == "WORSE"
    assert verdict(made(0.01, None), EIGHTH, mean=-1) == "DETECTABLE_BUT_SMALL"


def test_without_tests_there_is_a_description_only():
    assert verdict(None) == verdict(None, EIGHTH) == "DESCRIPTIVE_ONLY"


def test_a_test_at_odds_with_the_interval_says_so():
    assert made(0.01, (-0.01, 0.2)).at_odds
    assert not made(0.01, (0.01, 0.2)).at_odds
    assert not made(0.2, (-0.01, 0.2)).at_odds
    assert not made(0.01, None).at_odds


@pytest.mark.parametrize(
    ("p", "p_holm", "depends"),
    [
        pytest.param(0.025, 0.05, True, id="at the limit"),
        pytest.param(0.028, 0.056, True, id="above it by less than four errors"),
        pytest.param(0.035, 0.07, False, id="above it by more"),
        pytest.param(0.022, 0.044, True, id="below it by less than four errors"),
        pytest.param(0.018, 0.036, False, id="below it by more"),
        pytest.param(0.04, 0.04, False, id="not corrected, below"),
    ],
)
def test_near_the_limit_the_random_start_may_decide(p: float, p_holm: float, depends: bool) -> None:
    error = 0.0015
    simulated = PValue(p, "simulation", True, 1, 9999, error)
    assert Evidence(simulated, p_holm, None, None).depends_on_start is depends
    counted = PValue(p, "enumeration")
    assert not Evidence(counted, p_holm, None, None).depends_on_start


def test_the_eight_verdicts():
    assert [verdict.value for verdict in Verdict] == [
        "IDENTICAL_ON_THESE_QUERIES",
        "DESCRIPTIVE_ONLY",
        "DETECTABLE_BUT_SMALL",
        "BETTER",
        "WORSE",
        "EQUIVALENT_WITHIN_MARGIN",
        "NON_INFERIOR",
        "INCONCLUSIVE",
    ]
