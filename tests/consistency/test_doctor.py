"""The fingerprint doctor: which other rule gives the recorded one, and which pages differ."""

from __future__ import annotations

import unicodedata

import pytest

from ircompare.consistency import doctor
from ircompare.consistency.doctor import diagnose, find_rule, page_changes
from ircompare.consistency.fingerprint import digest_v1
from ircompare.consistency.library import Library

TEXTS = {
    "Ａ.md": "one\r\ntwo",
    "😀.md": "smile 😀",
    "ab.md": "café",
    "a.md": "\ufeffmark\n",
    "é.md": "x" * 12,
    "ab.md.md": "a name that begins with another",
}
LIBRARY = Library.from_pages(TEXTS)


def _order16(text: str) -> bytes:
    return text.encode("utf-16-be")


def _made(*, name=str, body=str, unit=lambda text: len(text.encode("utf-16-le")) // 2,
          key=_order16, between="\n", end="", by_name=False):  # fmt: skip
    pages = [(name(page), unit(body(text))) for page, text in TEXTS.items()]
    ordered = sorted(pages, key=lambda page: key(page[0] if by_name else f"{page[0]}|{page[1]}"))
    return digest_v1(between.join(f"{page}|{size}" for page, size in ordered) + end)


def _nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


RULES = [
    pytest.param({"between": "\r\n"}, "lines joined by CRLF", id="CRLF"),
    pytest.param({"between": ""}, "lines joined by nothing", id="no joiner"),
    pytest.param({"between": ","}, "lines joined by a comma", id="comma"),
    pytest.param({"end": "\n"}, "a line end after the last line too", id="last line end"),
    pytest.param({"between": "\r\n", "end": "\r\n"}, "every line ended by CRLF", id="CRLF ends"),
    pytest.param({"unit": len}, "lengths in code points", id="code points"),
    pytest.param({"unit": lambda t: len(t.encode())}, "lengths in UTF-8 bytes", id="bytes"),
    pytest.param({"key": str}, "lines sorted by code point", id="code point order"),
    pytest.param({"by_name": True}, "pages sorted by name in UTF-16", id="by name"),
    pytest.param(
        {"by_name": True, "key": str}, "pages sorted by name in code points", id="by name, points"
    ),
    pytest.param({"body": lambda t: t.replace("\r\n", "\n")}, "line ends as LF", id="LF"),
    pytest.param(
        {"body": lambda t: t.replace("\r\n", "\n").replace("\n", "\r\n")},
        "line ends as CRLF",
        id="CRLF bodies",
    ),
    pytest.param(
        {"body": lambda t: t.removeprefix("\ufeff")}, "byte order marks dropped", id="no mark"
    ),
    pytest.param(
        {"name": lambda n: n.removesuffix(".md")}, "names without their extension", id="stripped"
    ),
    pytest.param({"name": lambda n: f"{n}.md"}, 'names with ".md" added', id="added"),
    pytest.param({"name": _nfd}, "names in Unicode form NFD", id="names NFD"),
    pytest.param({"body": _nfd}, "bodies in Unicode form NFD", id="bodies NFD"),
]


@pytest.mark.parametrize(("deviation", "words"), RULES)
def test_each_single_deviation_is_found_and_named(deviation, words):
    rule, complete = find_rule(LIBRARY.pages, _made(**deviation))
    assert rule == (words,)
    assert complete


def test_deviations_are_found_together():
    recorded = _made(unit=len, key=str, name=_nfd, end="\n")
    rule, _ = find_rule(LIBRARY.pages, recorded)
    assert rule == (
        "names in Unicode form NFD",
        "lengths in code points",
        "lines sorted by code point",
        "a line end after the last line too",
    )


def test_decomposed_names_are_found_composed():
    mac = Library.from_pages({_nfd(name): text for name, text in TEXTS.items()})
    rule, _ = find_rule(mac.pages, LIBRARY.v1)
    assert rule == ("names in Unicode form NFC",)


@pytest.mark.parametrize(
    ("unit", "recorded"),
    [
        ("lengths in code points", "b930257b66101410"),
        ("lengths in UTF-8 bytes", "ba399a1f50a20a4d"),
    ],
)
def test_the_published_units_are_told_apart(unit, recorded):
    assert find_rule({"e.md": "😀".encode()}, recorded)[0] == (unit,)


def test_nothing_is_found_for_other_pages():
    assert find_rule(LIBRARY.pages, "0123456789abcdef") == (None, True)


def test_a_rule_is_told_in_a_sentence():
    told = diagnose(LIBRARY, _made(unit=len)).sentences()
    assert told == [
        "The recorded fingerprint is that of these pages made another way: lengths in code points."
    ]


def test_pages_are_named_where_records_allow_it():
    then = Library.from_pages(
        {"gone.md": "1", "old.md": "moved", "same.md": "2", "edit.md": "3", "ends.md": "a\nb\n"}
    )
    now = Library.from_pages(
        {
            "new.md": "4",
            "moved.md": "moved",
            "same.md": "2",
            "edit.md": "5",
            "ends.md": "a\r\nb\r\n",
        }
    )
    assert diagnose(now, then.v1, then.records).sentences() == [
        "No other way of making the fingerprint gives the recorded one.",
        '1 page added: "new.md".',
        '1 page removed: "gone.md".',
        '1 page changed: "edit.md".',
        '1 page renamed: "old.md → moved.md".',
        '1 page changed in line ends alone: "ends.md".',
    ]


def test_pages_with_one_body_are_not_taken_for_renamed():
    then = Library.from_pages({"a": "x", "b": "x"})
    now = Library.from_pages({"c": "x", "d": "x"})
    found = page_changes(now, then.records)
    assert (found.added, found.removed, found.renamed) == (("c", "d"), ("a", "b"), ())


def test_without_records_no_page_is_named():
    told = diagnose(LIBRARY, "0123456789abcdef").sentences()
    assert told[-1] == "The baseline holds no page records, so the pages cannot be named."


def test_a_large_library_is_tried_in_part_and_says_so(monkeypatch):
    monkeypatch.setattr(doctor, "_MOST_LINES", 0)
    assert find_rule(LIBRARY.pages, _made(unit=len)) == (("lengths in code points",), True)
    assert find_rule(LIBRARY.pages, "0123456789abcdef") == (None, False)
    told = diagnose(LIBRARY, "0123456789abcdef").sentences()
    assert told[0].endswith("was found; not all were tried.")


def test_a_very_large_library_is_not_tried(monkeypatch):
    monkeypatch.setattr(doctor, "_MOST_PAGES", 2)
    assert find_rule(LIBRARY.pages, _made(unit=len)) == (None, False)
