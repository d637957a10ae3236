"""Profiles and alert rules by name, by path, and as bytes at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from ircompare.errors import InputError
from ircompare.readers.profiles import profile_of, rules_at
from ircompare.scorecard.alerts import default_rules
from ircompare.scorecard.profiles import load_profile, profile_text

RULES = Path(__file__).resolve().parents[2] / "ircompare" / "scorecard" / "alert_rules.toml"


def test_a_name_stands_for_a_profile_of_the_package_and_a_path_for_a_file(tmp_path: Path) -> None:
    copy = tmp_path / "academic.toml"
    copy.write_text(profile_text("academic"))
    assert profile_of("academic") == load_profile("academic") == profile_of(str(copy))


def test_bytes_at_hand_go_before_the_file(tmp_path: Path) -> None:
    place = tmp_path / "x.toml"
    place.write_text("= nonsense")
    assert profile_of(str(place), profile_text("academic").encode()) == load_profile("academic")
    with pytest.raises(InputError, match="the profile is not readable TOML"):
        profile_of(str(place))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("best", 'there is no profile "best"'),
        ("absent.toml", "absent.toml: profile cannot be read: No such file or directory"),
        ("a\0.toml", "profile cannot be read"),
    ],
)
def test_what_is_not_there_is_told(name: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        profile_of(name)
    assert told in str(caught.value)


def test_rules_are_read_from_their_path(tmp_path: Path) -> None:
    assert rules_at(str(RULES)) == default_rules()
    with pytest.raises(InputError, match="alert rules cannot be read"):
        rules_at(str(tmp_path / "absent.toml"))
