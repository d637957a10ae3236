"""Profiles: the six that come along, exact weights, every fault of a file said at once."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ircompare.errors import InputError
from ircompare.scorecard.profiles import (
    load_profile,
    profile_names,
    profile_text,
    read_profile,
)

F = Fraction
ONE = '[[components]]\ndimension = "recall_at_5"\nweight = 0.1\nlow = 0\nhigh = 1\n'
TWO = '[[components]]\ncolumn = "compiles"\ndirection = "up"\nweight = 0.2\nlow = 0\nhigh = 1\n'


def read(text):
    return read_profile(text.encode(), "mine.toml")


def test_the_six_scenarios_come_along():
    assert profile_names() == (
        "academic",
        "code-search",
        "customer-service",
        "e-commerce",
        "enterprise-medical",
        "vertical-knowledge-base",
    )


@pytest.mark.parametrize("name", profile_names())
def test_each_is_readable_sums_to_one_and_says_that_it_is_not_validated(name):
    profile = load_profile(name)
    assert sum(component.weight for component in profile.components) == 1
    assert profile.title
    assert profile.note
    assert "not validated" in profile_text(name)


def test_the_weights_of_code_search_are_those_of_the_white_paper():
    profile = load_profile("code-search")
    assert [component.weight for component in profile.components] == [
        F(45, 100),
        F(30, 100),
        F(15, 100),
        F(10, 100),
    ]
    assert [component.kind for component in profile.components][:2] == ["column", "dimension"]


def test_weights_are_exact_and_normalised():
    profile = read(ONE + TWO)
    assert profile.weights == (F(1, 3), F(2, 3))
    assert [component.weight for component in profile.components] == [F(1, 10), F(1, 5)]
    assert profile.components[1].title == "compiles"


def test_the_fingerprint_is_of_weights_and_ranges_only():
    plain = read(ONE + TWO).sha256
    assert plain == read('title = "x"\nnote = "y"\n' + TWO + ONE).sha256
    assert plain == read(ONE.replace("0.1", "1") + TWO.replace("0.2", "2")).sha256
    for changed in ("0.3", "0.2001"):
        assert plain != read(ONE + TWO.replace("0.2", changed)).sha256
    assert plain != read(ONE + TWO.replace("high = 1", "high = 2")).sha256
    assert plain != read(ONE + TWO.replace('"up"', '"down"')).sha256
    assert len(plain) == 64


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("", "the profile has no component", id="empty"),
        pytest.param("components = 3", "the profile has no component", id="no list"),
        pytest.param("title = ", "not readable TOML", id="no TOML"),
        pytest.param(ONE.replace("0.1", "nan"), "not readable TOML", id="not a number"),
        pytest.param(ONE.replace("0.1", "-0.1"), "has the weight -1/10", id="negative"),
        pytest.param(ONE.replace("0.1", "0"), "all weights are 0", id="nothing counts"),
        pytest.param(ONE.replace("0.1", "true"), 'no number "weight"', id="true is no number"),
        pytest.param(ONE.replace("high = 1", "high = 0"), "the range 0 to 0", id="no range"),
        pytest.param(ONE.replace("high = 1\n", ""), 'no number "high"', id="no end"),
        pytest.param(ONE + ONE, "dimension recall_at_5 stands twice", id="twice"),
        pytest.param(ONE + 'direction = "up"\n', "has a direction of its own", id="overridden"),
        pytest.param(ONE.replace("recall_at_5", "rci"), "names no dimension", id="unknown"),
        pytest.param(ONE + "wieght = 1\n", 'unknown key "wieght"', id="typo"),
        pytest.param(TWO.replace('"up"', '"sideways"'), "has no direction", id="direction"),
        pytest.param(TWO + 'dimension = "recall_at_5"\n', "one dimension or one column", id="both"),
        pytest.param("components = [1]", "one dimension or one column", id="not a table"),
    ],
)
def test_faults(text, message):
    with pytest.raises(InputError) as raised:
        read(text)
    assert message in str(raised.value)
    assert all(problem.source == "mine.toml" for problem in raised.value.problems)


def test_all_faults_come_together():
    with pytest.raises(InputError) as raised:
        read(ONE.replace("0.1", "-1") + TWO.replace('"up"', '"x"').replace("high = 1", "high = -1"))
    assert len(raised.value.problems) == 3


def test_bytes_that_are_no_text():
    with pytest.raises(InputError, match="not readable TOML"):
        read_profile(b"\xff\xfe", "mine.toml")
    assert read_profile(b"\xef\xbb\xbf" + ONE.encode(), "mine.toml").weights == (1,)


def test_an_unknown_name_lists_those_there_are():
    with pytest.raises(InputError, match="academic, code-search"):
        load_profile("../academic")
