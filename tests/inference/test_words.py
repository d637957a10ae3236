"""Words of a text, in any script."""

from __future__ import annotations

import pytest

from ircompare.inference.words import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Reset a PASSWORD!", ["reset", "a", "password"], id="case and punctuation"),
        pytest.param("怎样重置密码？", list("怎样重置密码"), id="Chinese by the character"),
        pytest.param("Skiff端口8080", ["skiff", "端", "口", "8080"], id="mixed without blanks"),
        pytest.param("パスワード", list("パスワート\u3099".replace("ト\u3099", "ド")), id="kana"),
        pytest.param("２ Ｘ", ["2", "x"], id="full width"),
        pytest.param("l'été d’hiver", ["l", "été", "d", "hiver"], id="accents and apostrophes"),
        pytest.param("snake_case e-mail", ["snake_case", "e", "mail"], id="joined by marks"),
        pytest.param(" \t—…", [], id="no word"),
    ],
)
def test_words(text, expected):
    assert words(text) == expected
