"""Alert rules and weights of a user's own: kept in the address, and only what the server holds."""

from __future__ import annotations

import json

import pytest

from ircompare.dashboard.files import library
from ircompare.dashboard.scorecard import own_files
from ircompare.dashboard.text import plain
from tests.pages import card_page, opened, words

RULES = (
    b'[[rules]]\ndimension = "recall_at_5"\nkind = "absolute"\nworse_by = 0.123456\nleast_n = 3\n'
)
WEIGHTS = b'[[components]]\ndimension = "recall_at_5"\nweight = 2\nlow = 0\nhigh = 1\n'
ABSENT = "0" * 32
COMPOSITE = "composite of declared weights"


def given(digest: str):
    """The page after rules and weights were given on it."""
    at = card_page(digest)
    (rules,) = [one for one in at.file_uploader if one.label.startswith("A TOML file as")]
    rules.set_value(("rules.toml", RULES, "application/toml")).run()
    weights = at.file_uploader(key="card_profile_upload")
    weights.set_value(("weights.toml", WEIGHTS, "application/toml")).run()
    assert not at.exception
    return at


def address(at) -> dict[str, str]:
    return {name: "".join(text) for name, text in at.query_params.items() if name != "ds"}


def fingerprint(at) -> str:
    (found,) = [str(one.value) for one in at.caption if "Fingerprint of" in str(one.value)]
    return found


def test_a_new_session_finds_both_again_through_the_address(full_set):
    at = given(full_set)
    before = fingerprint(at)
    again = opened("scorecard", full_set, **address(at))
    said = words(again)
    assert plain("1 rule from rules.toml") in said
    assert plain("fires where worse by more than 0.123456") in said
    assert plain("A 0.475 → B 0.483") in said
    assert fingerprint(again) == before != fingerprint(card_page(full_set))
    assert address(again) == address(at)


def test_they_are_told_as_gone_where_the_server_does_not_hold_them(full_set):
    at = given(full_set)
    gone = address(at) | {
        "card_rules": f"{ABSENT}:rules.toml",
        "card_weights": f"{ABSENT}:weights.toml",
    }
    after = opened("scorecard", full_set, **gone)
    said = words(after)
    told = "rules.toml is no longer held by this server: the rules are those of the package."
    assert plain(told) in said
    assert plain("weights.toml is no longer held by this server: give it again.") in said
    assert "2 rules of the package" in said
    assert COMPOSITE not in said
    assert "card_rules" not in after.query_params


@pytest.mark.parametrize("digest", [ABSENT, "", "../x"])
def test_an_address_never_opens_a_file_by_its_name(full_set, tmp_path, digest):
    place = tmp_path / "weights.toml"
    place.write_bytes(WEIGHTS)
    card = json.dumps({"profile": ":own"})
    at = card_page(full_set, card=card, card_weights=f"{digest}:{place}")
    assert COMPOSITE not in words(at)
    assert str(tmp_path) not in words(at)


def test_what_is_held_but_no_rules_is_told(full_set):
    digest = library().put(b"<script>alert(1)</script>")
    at = card_page(full_set, card_rules=f"{digest}:<b>.toml")
    assert [one.value for one in at.error] == ["These alert rules cannot be used"]
    assert "2 rules of the package" in words(at)


def test_a_file_that_is_dropped_meanwhile_is_told(full_set):
    at = given(full_set)
    path = library().path(address(at)["card_weights"].partition(":")[0])
    path.unlink()
    at.run()
    assert not at.exception
    assert [one.value for one in at.error] == ["This profile cannot be used"]
    assert "this file is no longer held by the server" in words(at)
    assert COMPOSITE not in words(at)


def test_the_way_back_leaves_the_address(full_set):
    at = given(full_set)
    assert set(own_files.NAMES) <= set(at.query_params)
    (back,) = [one for one in at.button if one.label == "Back to the package's rules"]
    back.click().run()
    assert "card_rules" not in at.query_params
    assert "card_weights" in at.query_params
