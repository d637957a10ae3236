"""Text is UTF-8 with LF, CRLF or CR; everything else is named with line and column."""

from __future__ import annotations

import pytest

from ircompare.errors import InputError, Problems
from ircompare.readers import read_corpus, read_qrels
from ircompare.readers.text import shorten, split_lines, text_of
from ircompare.readers.unpack import unpack


def decoded(data: bytes) -> tuple[str, Problems]:
    problems = Problems("a.txt")
    return text_of(unpack(data, "a.txt"), problems), problems


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        pytest.param(b"a\nb\n", ["a", "b"], id="LF"),
        pytest.param(b"a\r\nb\r\n", ["a", "b"], id="CRLF"),
        pytest.param(b"a\rb\r", ["a", "b"], id="CR"),
        pytest.param(b"a\r\n\rb\n\n", ["a", "", "b", ""], id="mixed, blank lines counted"),
        pytest.param(b"a\nb", ["a", "b"], id="no last line end"),
        pytest.param("a\u2028b\u2029c\u0085d".encode(), ["a\u2028b\u2029c\u0085d"], id="T21"),
        pytest.param(b"a\x0bb\x0cc\x1cd", ["a\x0bb\x0cc\x1cd"], id="ASCII separators"),
    ],
)
def test_lines_end_at_lf_crlf_and_cr_only(data, lines):
    text, problems = decoded(data)
    assert split_lines(text) == lines
    assert not len(problems)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_encodings_are_refused_with_and_without_a_mark(encoding):
    with pytest.raises(InputError) as caught:
        read_qrels("q1 0 a 1\nq2 0 b 1\n".encode(encoding), "qrels.txt")
    name = "UTF-32" if encoding == "utf-32" else "UTF-16"
    assert str(caught.value) == (
        f"qrels.txt:1: file is {name}\n"
        "  expected: UTF-8\n"
        "  mend:     save it as UTF-8 (in Excel: CSV UTF-8)"
    )


def test_every_line_that_is_not_utf_8_is_named_once():
    data = b"q1 0 caf\xe9 1\r\nq1 0 b 1\r\n\r\nq1 0 \xe9t\xe9 1\r\n"
    with pytest.raises(InputError) as caught:
        read_qrels(data, "qrels")
    assert [(p.code, p.line) for p in caught.value.problems] == [("not-utf-8", 1), ("not-utf-8", 4)]
    assert str(caught.value.problems[0]) == (
        "qrels:1: byte 0xE9 at column 9 is not UTF-8\n"
        "  expected: UTF-8\n"
        '  found:    "q1 0 café 1" if it is ISO-8859-1\n'
        "  mend:     convert the file from ISO-8859-1 (or what it was written in) to UTF-8"
    )


def test_columns_count_characters_not_bytes():
    _, problems = decoded("é\u4e16".encode() + b"\xff\n")
    assert next(iter(problems)).what == "byte 0xFF at column 3 is not UTF-8"


def test_bad_bytes_do_not_hide_the_other_faults():
    with pytest.raises(InputError) as caught:
        read_qrels(b"q1 0 caf\xe9 1\nq1 0 b x\n", "qrels")
    assert [p.code for p in caught.value.problems] == ["not-utf-8", "bad-grade"]


def test_a_wholly_foreign_file_keeps_20_problems_and_counts_the_rest():
    with pytest.raises(InputError) as caught:
        read_corpus(b"\xe9\n" * 100_000, "ids.txt")
    assert (len(caught.value.problems), caught.value.total) == (20, 200_000 - 1)
    assert str(caught.value).endswith("… and 199979 more problems")


def test_nul_bytes_are_named_with_line_and_column():
    with pytest.raises(InputError) as caught:
        read_qrels(b"q1 0 ok 1\nq1 0 a\0 1\n", "qrels")
    assert str(caught.value) == (
        "qrels:2: NUL byte at column 7\n"
        "  expected: text\n"
        '  found:    "q1 0 a\\x00 1"\n'
        "  mend:     remove the byte; it often comes from a damaged copy"
    )


def test_samples_are_one_short_line():
    assert shorten("a\tb\x07\x9b") == "a\tb\\x07\\x9b"
    assert len(shorten("x" * 500)) == 120
