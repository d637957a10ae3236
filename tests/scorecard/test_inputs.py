"""Tables and settings refuse what is out of range, and say what and where."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from ircompare.scorecard.inputs import Measurements, QueryFields
from ircompare.scorecard.settings import Settings
from tests.scorecard.made import inputs, shares


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("latency_ms", -1.0, "latency_ms of 'q' must be at least 0, not -1.0"),
        ("latency_ms", math.nan, "latency_ms of 'q' must be at least 0, not nan"),
        ("tokens_in", -1, "tokens_in of 'q' must be a whole number of at least 0, not -1"),
        ("tokens_out", True, "tokens_out of 'q' must be a whole number of at least 0, not True"),
        ("tokens_context", 0.5, "must be a whole number"),
        ("probability", 1.5, "probability of 'q' must be between 0 and 1, not 1.5"),
        ("probability", math.nan, "must be between 0 and 1"),
    ],
)
def test_measurements_out_of_range(column, value, message):
    with pytest.raises(ValueError, match=message):
        Measurements(**{column: {"q": value}})


def test_the_ends_of_the_ranges_are_in():
    Measurements(
        latency_ms={"q": math.inf, "r": 0.0},
        probability={"q": 0.0, "r": 1.0},
        tokens_in={"q": 0},
        columns={"compiles": {"q": Fraction(1)}},
        queries_per_second=Fraction(1, 100),
    )


def test_other_measurements_out_of_range():
    with pytest.raises(ValueError, match="compiles of 'q' must be a finite number"):
        Measurements(columns={"compiles": {"q": math.inf}})
    with pytest.raises(ValueError, match="queries_per_second must be above 0"):
        Measurements(queries_per_second=Fraction(0))
    with pytest.raises(ValueError, match="frequency of 'q' must be a whole number"):
        QueryFields(frequency={"q": -1})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"measure": "map"}, "measure must be one of recall, rr"),
        ({"k": 0}, "k must be a whole number of at least 1, not 0"),
        ({"k": True}, "k must be a whole number"),
        ({"gain": "square"}, "gain must be one of linear, exponential"),
        ({"universe": "web"}, "universe must be one of judged, corpus"),
        ({"reference": "web"}, "reference must be one of relevant, corpus"),
        ({"intent_labels": ("x", "x")}, "each intent once"),
        ({"intent_level": 0}, "intent_level must be a whole number of at least 1"),
        ({"head_min": 5}, "head_min must be above tail_max, not 5 with 5"),
        ({"frequency_shares": (Fraction(0), Fraction(1, 10))}, "between 0 and 1"),
        ({"frequency_shares": (Fraction(1, 10), Fraction(1))}, "between 0 and 1"),
        ({"start": -1}, "start must be a whole number of at least 0"),
        ({"bins": 0}, "bins must be a whole number of at least 1"),
    ],
)
def test_settings_out_of_range(settings, message):
    with pytest.raises(ValueError, match=message):
        Settings(**settings)


def test_settings_are_plain_data_for_a_fingerprint():
    import json

    found = Settings(head_min=6, frequency_shares=(Fraction(1, 100), Fraction(1, 10))).as_dict()
    assert json.loads(json.dumps(found))["frequency_shares"] == ["1/100", "1/10"]
    assert set(found) == set(Settings.__dataclass_fields__)


def test_only_scored_queries_are_chosen():
    made = inputs(shares({"q": (1, 1), "r": (0, 0)}, {"q": (1, 1), "r": (0, 0)}))
    assert made.chosen({"q", "r", "elsewhere"}).tolist() == [True, False]
    assert made.scored_ids() == ("q",)
