"""What may be declared, and what an export says of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ircompare.inference.plan import Plan


def test_by_default_both_primary_measures_and_nothing_else_is_declared():
    plan = Plan()
    assert plan.measures == ("recall", "rr")
    assert plan.margins == {}
    assert plan.group_field is None
    assert not plan.hand_picked


def test_the_settings_name_every_choice_and_the_random_start():
    plan = Plan(("rr",), {"rr": Fraction(1, 50)}, "intent", True, start=7)
    assert plan.settings() == {
        "measures": ["rr"],
        "margins": {"rr": "1/50"},
        "group_field": "intent",
        "hand_picked": True,
        "alpha": 0.05,
        "correction": "holm",
        "enumerated_to": 13,
        "simulated_to": 2000,
        "resamples": 9999,
        "batch": 500,
        "start": 7,
    }


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"measures": ()}, "at least one primary measure"),
        ({"measures": ("rr", "rr")}, "each once"),
        ({"measures": ("mrr",)}, "'mrr' is no measure: choose of recall, rr"),
        ({"margins": {"f1": Fraction(1, 2)}}, "'f1' is no measure"),
        ({"margins": {"success": Fraction(1, 2)}}, "belongs to a primary measure"),
        ({"margins": {"rr": Fraction(0)}}, "a margin is a Fraction in"),
        ({"margins": {"rr": Fraction(-1, 2)}}, "a margin is a Fraction in"),
        ({"margins": {"rr": Fraction(3, 2)}}, "a margin is a Fraction in"),
        ({"margins": {"rr": 0.1}}, "a margin is a Fraction in"),
        ({"start": -1}, "start must be a whole number"),
        ({"start": True}, "start must be a whole number"),
        ({"start": 1.0}, "start must be a whole number"),
    ],
)
def test_what_makes_no_plan(choices: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Plan(**choices)


def test_a_margin_may_be_the_whole_scale():
    assert Plan(margins={"rr": Fraction(1)}).margins == {"rr": 1}
