"""Alerts fire on a worse row, in the direction of its dimension, on enough observations."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ircompare.errors import InputError
from ircompare.scorecard.alerts import Rule, alerts, default_rules, read_rules, rules_text
from ircompare.scorecard.dimensions import DIMENSIONS
from ircompare.scorecard.row import Input, measured, not_computable

F = Fraction
LATENCY = Rule("p95_latency", "relative", F(15, 100), 72)
RECALL = Rule("recall_at_5", "absolute", F(8, 1000), 72)


def test_the_rules_of_the_white_paper_come_along():
    assert default_rules() == (LATENCY, RECALL)


def outcome(rule, a, b, n=72):
    row = measured(DIMENSIONS[rule.dimension], (a, b), [Input("x", "y")], n_used=n)
    (found,) = alerts([row], [rule])
    assert found.row is row
    return found.outcome


@pytest.mark.parametrize(
    ("rule", "a", "b", "expected"),
    [
        pytest.param(LATENCY, F(100), F(115), "QUIET", id="latency at the limit"),
        pytest.param(LATENCY, F(100), F(116), "FIRED", id="latency beyond"),
        pytest.param(LATENCY, F(100), F(50), "QUIET", id="latency fell"),
        pytest.param(RECALL, F(5, 10), F(492, 1000), "QUIET", id="recall at the limit"),
        pytest.param(RECALL, F(5, 10), F(491, 1000), "FIRED", id="recall beyond"),
        pytest.param(RECALL, F(5, 10), F(9, 10), "QUIET", id="recall rose"),
        pytest.param(LATENCY, F(0), F(1), "NOT_JUDGED", id="relative to 0"),
    ],
)
def test_which_way_is_worse_follows_the_dimension(rule, a, b, expected):
    assert outcome(rule, a, b) == expected


@pytest.mark.parametrize(
    ("rule", "a", "b", "lost"),
    [
        (LATENCY, F(100), F(116), F(16, 100)),
        (LATENCY, F(100), F(50), F(-1, 2)),
        (RECALL, F(5, 10), F(491, 1000), F(9, 1000)),
        (LATENCY, F(0), F(1), None),
    ],
)
def test_how_much_was_lost_is_in_the_kind_of_the_rule(rule, a, b, lost):
    row = measured(DIMENSIONS[rule.dimension], (a, b), [Input("x", "y")], n_used=72)
    assert alerts([row], [rule])[0].lost == lost


def test_the_rules_to_copy_are_those_in_force():
    assert read_rules(rules_text().encode(), "copied.toml") == default_rules()


@pytest.mark.parametrize(("n", "expected"), [(71, "NOT_JUDGED"), (72, "FIRED")])
def test_too_few_observations_are_noise(n, expected):
    assert outcome(LATENCY, 100.0, 200.0, n) == expected


def test_a_row_without_values_is_not_judged():
    row = not_computable(DIMENSIONS["p95_latency"], ["`latency_ms` of run B"])
    (found,) = alerts([row], [LATENCY])
    assert (found.outcome, found.why) == ("NOT_JUDGED", "needs: `latency_ms` of run B")


GOOD = '[[rules]]\ndimension = "p95_latency"\nkind = "relative"\nworse_by = 0.1\nleast_n = 9\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no rule"),
        ("rules = ", "not readable TOML"),
        (GOOD.replace("p95_latency", "x"), "rule 1 has the dimension 'x'"),
        (GOOD.replace('"relative"', '"half"'), "rule 1 has the kind 'half'"),
        (GOOD.replace("0.1", "-0.1"), "rule 1 has the worse_by"),
        (GOOD.replace("= 9", "= 0"), "rule 1 has the least_n 0"),
        (GOOD.replace("= 9", "= true"), "rule 1 has the least_n True"),
        (GOOD.replace("= 9", "= 9.5"), "rule 1 has the least_n"),
        (GOOD.replace("= 9", "= 1e999999999"), "the number"),
        (GOOD.replace("0.1", "inf"), "not readable TOML"),
        (GOOD.replace('"p95_latency"', '["p95_latency"]'), "rule 1 has the dimension ['p95_"),
        (GOOD.replace("0.1", "-0.5"), "rule 1 has the worse_by -1/2"),
        (GOOD.replace("kind", "sort"), 'rule 1 has the unknown key "sort"'),
        (GOOD.replace("kind", "sort"), "rule 1 has no kind"),
        (GOOD + "[[rule]]\nkind = 1\n", 'the file has the unknown key "rule"'),
        ("rules = [1]", "rule 1 has no kind"),
    ],
)
def test_faults(text, message):
    with pytest.raises(InputError) as raised:
        read_rules(text.encode(), "mine.toml")
    assert message in str(raised.value)


def test_numbers_are_exact_as_written():
    assert read_rules(GOOD.encode(), "mine.toml") == (Rule("p95_latency", "relative", F(1, 10), 9),)
