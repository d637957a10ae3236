"""Fingerprints: published vectors, what v1 cannot see, and that v2 sees it."""

from __future__ import annotations

import hashlib

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.consistency.fingerprint import fingerprint_of_records, fingerprint_v1, fingerprint_v2
from ircompare.consistency.library import Library
from ircompare.errors import InputError
from ircompare.model.collection import Corpus

PAGES = {"a.md": b"hello", "b.md": "世界".encode()}
names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=5)
libraries = st.dictionaries(names, st.text(st.characters(exclude_categories=["Cs"])), max_size=5)


def test_v1_equals_the_published_vectors():
    assert fingerprint_v1(PAGES) == "cf70a018450557f9"
    assert fingerprint_v1({"e.md": "😀".encode()}) == "1d55f462d1cd0a64"


def test_v2_equals_the_published_vectors():
    expected = "a83bd79f63235cffeee0a6b074e4f815ee521848f8144ab664d794bdea91d022"
    edited = fingerprint_v2({**PAGES, "a.md": b"world"})
    assert fingerprint_v2(PAGES) == expected
    assert edited.startswith("1dd07986")
    assert edited.endswith("79f62bc")


def test_an_edit_that_keeps_the_length_is_seen_by_v2_alone():
    edited = {**PAGES, "a.md": b"world"}
    assert fingerprint_v1(edited) == fingerprint_v1(PAGES)
    assert fingerprint_v2(edited) != fingerprint_v2(PAGES)


def test_lines_of_v1_are_sorted_by_utf_16_code_units():
    ordered = "😀|1\nＡ|1"
    expected = hashlib.sha256(ordered.encode()).hexdigest()[:16]
    assert fingerprint_v1({"Ａ": b"x", "😀": b"y"}) == expected


@pytest.mark.parametrize(
    ("body", "length"),
    [
        pytest.param(b"\xef\xbb\xbfab", 3, id="a byte order mark counts"),
        pytest.param(b"a\r\nb", 4, id="line ends are kept"),
        pytest.param("é".encode(), 1, id="composed"),
        pytest.param("e\u0301".encode(), 2, id="decomposed"),
        pytest.param(b"", 0, id="empty"),
    ],
)
def test_nothing_is_normalised(body, length):
    expected = hashlib.sha256(f"a.md|{length}".encode()).hexdigest()[:16]
    assert fingerprint_v1({"a.md": body}) == expected


@given(libraries)
def test_neither_depends_on_the_order_of_the_pages(pages):
    library = Library.from_pages(pages)
    turned = Library.from_pages(dict(reversed(pages.items())))
    assert (library.v1, library.v2) == (turned.v1, turned.v2)


@given(libraries)
def test_the_page_records_give_v2_again(pages):
    library = Library.from_pages(pages)
    assert fingerprint_of_records(library.records) == library.v2


def test_a_page_that_is_not_utf_8_is_named():
    with pytest.raises(InputError) as caught:
        Library.from_pages({"a.md": b"fine", "b.md": b"caf\xe9"}, source="wiki")
    assert str(caught.value) == (
        'wiki/b.md: page "b.md" is not UTF-8\n'
        "  expected: UTF-8\n"
        "  found:    byte 0xE9 as byte 4\n"
        "  mend:     save the page as UTF-8, or leave it out of the library"
    )


def test_the_body_of_a_document_is_its_text_without_the_title():
    corpus = Corpus(pa.array(["a.md", "b.md"]), pa.array(["T", ""]), pa.array(["hello", "世界"]))
    assert Library.from_corpus(corpus).v1 == "cf70a018450557f9"


def test_a_corpus_of_ids_alone_is_no_library():
    with pytest.raises(InputError, match="corpus has no texts"):
        Library.from_corpus(Corpus(pa.array(["a"])))


def test_names_that_trip_other_tools_are_remarked():
    library = Library.from_pages({"e\u0301.md": "x", "é.md": "y", "É.md": "z", "b.md": "w"})
    remarks = {problem.code: problem.what for problem in library.remarks()}
    assert remarks == {
        "not-nfc": "1 page name is not in Unicode form NFC",
        "alike-names": "3 page names are alike but for case or Unicode form",
    }
    assert Library.from_pages({"a.md": "x"}).remarks() == ()
