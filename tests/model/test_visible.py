"""Texts from files as they are shown."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.model.visible import visible

TEXTS = st.text(st.characters(codec=None, exclude_categories=[]))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("plain 文字 é 😀", "plain 文字 é 😀", id="nothing to show"),
        pytest.param("a\tb\nc\r", "a\tb\nc\r", id="blanks stay"),
        pytest.param("\x00\x1f\x7f\x85", r"\u0000\u001f\u007f\u0085", id="controls"),
        pytest.param("\u202egpj.exe\u2066x", r"\u202egpj.exe\u2066x", id="directions"),
        pytest.param("zero\u200bwidth\ufeff", r"zero\u200bwidth\ufeff", id="invisible"),
        pytest.param("क्\u200dष \u200c", "क्\u200dष \u200c", id="joiners stay"),
        pytest.param("\ud800", r"\ud800", id="half a surrogate pair"),
        pytest.param("\ufffe\U000e0041", r"\ufffe\ue0041", id="no character, tag"),
    ],
)
def test_what_hides_or_reorders_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(TEXTS)
def test_what_is_left_can_be_encoded_and_has_no_control(text: str) -> None:
    shown = visible(text)
    shown.encode()
    left = {char for char in shown if unicodedata.category(char) in ("Cc", "Cs")}
    assert left <= set("\t\n\r")
    assert visible(shown) == shown
