"""Decays as they are written: presets, half-lives and time constants, and what is refused."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ircompare.scorecard.decay import PRESETS, Decay, decay_of
from ircompare.scorecard.settings import Settings


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_by_its_name(name):
    assert decay_of(name) is PRESETS[name]


@pytest.mark.parametrize(
    ("text", "kind", "hours"),
    [
        ("half_life=48h", "half_life", 48),
        ("half_life=1.5d", "half_life", 36),
        ("time_constant=3d", "time_constant", 72),
        ("time_constant=0.5h", "time_constant", 0.5),
    ],
)
def test_a_decay_as_written(text, kind, hours):
    assert decay_of(text) == Decay(kind, timedelta(hours=hours))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "48h",
        "tau=48h",
        "half_life=48",
        "half_life=-1h",
        "half_life=0h",
        "half_life=1e3h",
        "half_life=\u0663h",
        "News",
        " news",
        "half_life=48h ",
    ],
)
def test_what_is_no_decay(text):
    with pytest.raises(ValueError, match=r"a decay is one of news|must be above 0"):
        decay_of(text)
    with pytest.raises(ValueError, match="freshness must be one of news, e-commerce, academic"):
        Settings(freshness=text)


@pytest.mark.parametrize("text", ["", "yesterday", "2026-02-30", 3, "now"])
def test_what_is_no_reference_time(text):
    with pytest.raises(ValueError, match="reference_time must be a day or a time in ISO 8601"):
        Settings(reference_time=text)
