"""The table `[declared]`: what it says is read exactly, what it cannot mean is named."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ircompare.errors import InputError
from ircompare.inference.declared import Declared
from ircompare.readers.settings import Settings, read_settings, write_settings

F = Fraction


def declared(text: str) -> Declared:
    return read_settings(f"[declared]\n{text}\n".encode(), "x").declared


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Declared()),
        ("margins = { MRR = 0.02 }", Declared((("rr", F(1, 50)),))),
        ('margins = { recall = "1/3", RR = 1 }', Declared((("recall", F(1, 3)), ("rr", F(1))))),
        ('group_field = "intent"', Declared(group_field="intent")),
        ('group_field = ""', Declared(group_field="")),
        ("hand_picked = true\nstart = 0", Declared(hand_picked=True, start=0)),
    ],
)
def test_declarations_are_read_exactly(text, expected):
    assert declared(text) == expected


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("margins = 0.02", "declared.margins"),
        ("margins = { MRR = 0 }", "declared.margins.MRR"),
        ("margins = { MRR = 1.5 }", "declared.margins.MRR"),
        ("margins = { MRR = true }", "declared.margins.MRR"),
        ("margins = { nDCG = 0.1 }", "declared.margins.nDCG"),
        ("group_field = 3", "declared.group_field"),
        ('hand_picked = "yes"', "declared.hand_picked"),
        ("start = -1", "declared.start"),
        ("start = true", "declared.start"),
    ],
)
def test_a_value_that_cannot_be_used_is_named(text, key):
    with pytest.raises(InputError) as caught:
        declared(text)
    (problem,) = caught.value.problems
    assert problem.what == f'key "{key}" has a value that cannot be used'


def test_an_unknown_key_and_another_kind_of_value_are_named():
    with pytest.raises(InputError, match=r'unknown key "declared\.margin"'):
        declared("margin = 1")
    with pytest.raises(InputError, match='key "declared" has a value'):
        read_settings(b"declared = 3", "x")


@pytest.mark.parametrize(
    "wanted",
    [
        Declared(),
        Declared((("recall", F(1, 3)), ("rr", F(1, 50))), "intent", True, 7),
        Declared(group_field=""),
    ],
)
def test_what_is_written_is_read_back(wanted):
    text = write_settings(Settings(declared=wanted))
    assert read_settings(text.encode(), "").declared == wanted
    assert ("[declared]" in text) is (wanted != Declared())
