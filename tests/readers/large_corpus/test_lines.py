"""Corpora of one record a line, read in pieces: in everything the same as read whole."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ircompare.errors import Problems
from ircompare.readers import jsonl
from ircompare.readers.large_corpus import pieces
from tests.readers.large_corpus.both import PACKERS, in_pieces, whole

BOM = b"\xef\xbb\xbf"
PIECES = st.integers(1, 120)
TEXTS = st.text(st.sampled_from("ab\"'\\\t\n ,é世😀\u2028\u00850"), max_size=8)
FIELDS = ("_id", "title", "text", "year", "tags", "Text", "id")
VALUES: st.SearchStrategy[Any] = st.one_of(
    TEXTS,
    st.none(),
    st.integers(-3, 3),
    st.sampled_from([1.5, 2**63, -(2**63), 10**400, True, [], {"a": 1}, ["x", None]]),
)
RECORDS = st.fixed_dictionaries(
    {"_id": st.text("abc", min_size=1, max_size=3)},
    optional={"title": TEXTS, "text": TEXTS, "year": VALUES, "tags": VALUES},
)
WILD = st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=4)
ODD_LINES = st.sampled_from(
    [
        "",
        "  \t",
        '{"_id": "a", "_id": "b"}',
        '{"_id": "a", "year": {"x": 1, "x": 1}}',
        '{"_id": "a", "year": NaN}',
        '{"_id": "a"} x',
        ' {"_id": "a b"} ',
        '{"_id": "\\ud800"}',
        '{"_id": "s", "text": "\\udc00"}',
        '{"_id": "c\\u0001"}',
        '{"_id": ""}',
        '{"_id": null}',
        '{"title": "no id"}',
        '{"_id": "cut',
        "null",
        "[1]",
        "7",
        "{}",
        '{"_id": "n\0"}',
        '{"_id": "3.9E+16"}',
        '{"_id": "d", "text": ' + "[" * 2000 + "]" * 2000 + "}",
        '{"_id": "i", "year": ' + "1" * 4400 + "}",
    ]
)


def encoded(lines: list[str], end: str, last: str, bad: bytes = b"") -> bytes:
    return (end.join(lines) + last).encode("utf-8", "surrogatepass") + bad


@st.composite
def json_files(draw: st.DrawFn) -> bytes:
    records = st.one_of(RECORDS, RECORDS, RECORDS, WILD).map(
        lambda record: json.dumps(record, ensure_ascii=False)
    )
    lines = draw(st.lists(st.one_of(records, records, records, ODD_LINES), min_size=1, max_size=9))
    end = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    bad = draw(st.sampled_from([b"", b"", b"", b'{"_id": "\xff"}', b"\r", b"\n\n"]))
    body = encoded(['{"_id": "first"}', *lines], end, draw(st.sampled_from(["", end])), bad)
    return draw(st.sampled_from([b"", BOM])) + body


@given(json_files(), PIECES, st.sampled_from(sorted(PACKERS)))
@example(b'{"_id": "a", "x": 1}\n{"_id": "b", "x": "1"}\n{"_id": "c", "x": 1.5}\n', 22, "")
@example(b'{"_id": "a", "x": null}\n{"_id": "b", "x": null}\n', 22, "")
@example(b'{"id": "a"}\n{"id": "b", "_id": "c"}\n', 4, "")
@example(b'{"id": "a"}\n{"id": "b", "text": "c"}\n{"id": "c", "title": "t"}', 4, "gzip")
def test_json_lines_are_the_same_in_pieces(data: bytes, piece: int, packing: str) -> None:
    data = PACKERS[packing](data)
    found = in_pieces(data, piece)
    assert found is None or found == whole(data)


CELLS = st.one_of(
    st.text(st.sampled_from("ab"), min_size=1, max_size=3),
    st.sampled_from(["", " ", 'say "x"', "a, b", 'a"', "\u2028", "é", "3.9E+16", "b;c"]),
)
QUOTED = st.sampled_from(
    ['""', '"a"', '"a ""b"""', '"a\nb"', '"a\n\nb"', '"a\tb,c;d"', '"""a"', '"a\n \nb"', '"\n"']
)
BROKEN = st.sampled_from(
    ['"a" b', '"a', '"', "a\tb,c;d", "\0", "\t", ",,", "\r", '"a"""b', ' "a"', '""a"']
)
HEADERS = {
    "\t": ["id\ttext", "title\t_id\ttext", "id\ttext\tyear\turl", '"id"\t"text"', "id\ttext\tText"],
    ",": ["id,text", "title,_id,text", "id,text,year", '"id","te""xt",text', "id,text,,"],
    ";": ["id;text", '"id";title'],
}


@st.composite
def tables(draw: st.DrawFn) -> bytes:
    delimiter = draw(st.sampled_from(sorted(HEADERS)))
    header = draw(st.sampled_from(HEADERS[delimiter]))
    width = len(header.split(delimiter))
    # One kind of cell is drawn for a file, so that files of one regular kind are common.
    kinds = draw(st.sampled_from([[CELLS], [CELLS, QUOTED], [QUOTED], [CELLS, QUOTED, BROKEN]]))
    cell = st.one_of(*[kinds[0]] * 3, *kinds)
    exact = st.lists(cell, min_size=width, max_size=width)
    rows = st.one_of(*[exact] * 12, st.lists(cell, min_size=1, max_size=width + 1))
    lines = [delimiter.join(row) for row in draw(st.lists(rows, min_size=1, max_size=8))]
    if draw(st.booleans()):
        lines = [f"{at}{line}" if line[:1] != '"' else line for at, line in enumerate(lines)]
    end = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    blank = draw(st.sampled_from(["", "", "", end, f"  {end}", f" \t{end}", f"\t{end}"]))
    bad = draw(st.sampled_from([b"", b"", b"", b"b\t\xff"]))
    body = encoded([header, *lines], end, draw(st.sampled_from(["", end])) + blank, bad)
    return draw(st.sampled_from([b"", BOM])) + body


@given(tables(), PIECES, st.sampled_from(sorted(PACKERS)))
@example(b'id\ttext\na\t"b"\nb\t"c" d\n', 8, "")
@example(b'id\ttext\na\t"b"\nb\tc\td\n', 8, "")
@example(b'id\ttext\na\t"b"\n\t\n', 8, "")
@example(b"id\ttext\na\tb\n \t\n\t\nb\tc\n", 8, "")
@example(b'id,text\na,"b\n\nc"\n\nb,"\n\n"\n', 4, "")
@example(b'id,text\na,5" tube\nb,"c ""d"""\n', 10, "zstd")
def test_tables_are_the_same_in_pieces(data: bytes, piece: int, packing: str) -> None:
    data = PACKERS[packing](data)
    found = in_pieces(data, piece)
    assert found is None or found == whole(data)


NAMES = st.sampled_from(
    ["a", "b", " a", "b\t", "a b", "", "  ", "\t", "\u2028", "c\x01", "3.9E+16", "é", "d\0", "#"]
)


@given(
    st.lists(NAMES, min_size=1, max_size=12),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from([b"", b"\n", b"\xfe\n", b"x"]),
    PIECES,
    st.sampled_from(sorted(PACKERS)),
)
def test_lists_of_ids_are_the_same_in_pieces(
    names: list[str], end: str, last: bytes, piece: int, packing: str
) -> None:
    data = PACKERS[packing](encoded(names, end, "") + last)
    found = in_pieces(data, piece)
    assert found is None or found == whole(data)


IN_PIECES = {
    "JSON lines": b'{"_id": "a", "text": "x"}\n{"_id": "b", "title": "t", "n": 1}\n',
    "JSON lines, blank line": b'{"_id": "a", "text": "x"}\n\n{"_id": "b", "text": "y"}\r\n',
    "JSON lines, repeated id": b'{"_id": "a"}\n{"_id": "b"}\n{"_id": "a"}\n',
    "JSON lines, repeated key": b'{"_id": "a", "text": "x", "text": "y"}\n{"_id": "b"}\n',
    "JSON lines, cut": b'{"_id": "a", "text": "x"}\n{"_id": "b"',
    "JSON lines, no id": b'{"_id": "a", "text": "x"}\n{"title": "b"}\n',
    "JSON lines, text is a number": b'{"_id": "a", "text": "x"}\n{"_id": "b", "text": 1}\n',
    "JSON lines, NUL and Latin-1": b'{"_id": "a", "text": "\xe9"}\n{"_id": "\0"}\n',
    "TSV": b"id\ttext\na\tx\nb\ty\n",
    "TSV, quotes within fields": b'id\ttext\na\tsay "x"\nb\t5"\n',
    "TSV, quoted": b'id\ttext\na\t"x\n""y"""\n"b"\ty\n',
    "TSV, plain as quotes do not close": b'id\ttext\na\t"x"\nb\t"y" z\nc\t"\n',
    "TSV, plain as one row is wider then": b'id\ttext\na\t"x"\nb\t"y\tz"\n',
    "TSV, one row too wide": b"id\ttext\na\tx\nb\ty\tz\n",
    "CSV": b"id,text\na,x\nb,y\n",
    "CSV, quoted": b'id,text\na,"x, ""y""\n\nz"\n"b",\n',
    "CSV, one row too narrow": b'id,text\na,"x, y"\nb\n',
    "CSV, quotes within fields": b'id,text\na,5"\nb,"y"\n',
    "list of ids": b"a\nb b\n\n c \t\nd",
    "list of ids, repeated": b"a\nb\n\na\n",
    "list of ids, tabs within them": b"a\tx\nb\ty\n",
    "header of a run": b"query_id\tdoc_id\tscore\nq\td\t1\n",
}
WHOLE_ONLY = {
    "one JSON object": b'{"a": "x", "b": "y"}\n',
    "the id is another field later": b'{"id": "a", "text": "x"}\n{"_id": "b", "id": "c"}\n',
    "no id at first": b'{"text": "x"}\n{"_id": "b"}\n',
    "lone CR": b"id\ttext\na\tx\rb\ty\n",
    "broken CSV": b'id,text\na,"x" y\n',
    "two columns without a name": b"id,text,,\na,x,,\n",
    "nothing but a header": b"id\ttext\n",
    "blank lines": b"\n \n",
    "tabs alone on a line": b'id\ttext\na\t"x"\n\t\n',
}


@pytest.mark.parametrize("piece", [1, 30, 1000])
@pytest.mark.parametrize("name", IN_PIECES)
def test_regular_files_and_their_faults_need_no_whole_file(name: str, piece: int) -> None:
    found = in_pieces(IN_PIECES[name], piece)
    assert found is not None
    assert found == whole(IN_PIECES[name])


@pytest.mark.parametrize("name", WHOLE_ONLY)
def test_what_only_the_whole_file_decides_is_left_to_its_readers(name: str) -> None:
    assert in_pieces(WHOLE_ONLY[name], piece=1) is None


# Faults that are looked for one kind after the other, each through the whole file.
FAULTS = [
    b'{"_id": "\0"}',
    b'{"_id": "\xff"}',
    b'{"_id": "x"',
    b'{"title": "no id"}',
    b'{"_id": ""}',
    b'{"_id": "a"}',
    b'{"_id": "t%d", "title": 1}',
    b'{"_id": "u%d", "text": 1}',
]


@pytest.mark.parametrize("at", range(len(FAULTS) - 1))
def test_problems_beyond_those_shown_are_the_same(at: int) -> None:
    lines = [b'{"_id": "a", "title": "", "text": ""}']
    for row in range(15):
        # The later kind comes first in the file, so that only the order of steps tells.
        lines += [fault.replace(b"%d", b"%d" % row) for fault in FAULTS[at : at + 2][::-1]]
    problems, total = in_pieces(b"\n".join(lines))
    assert (problems, total) == whole(b"\n".join(lines))
    assert total >= 30
    assert len(problems) == 20


def test_a_record_longer_than_any_piece_may_be_is_left_to_the_readers_of_whole_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = b"id\ttext\na\t" + b"x" * 90 + b"\nb\ty\n"
    monkeypatch.setattr(pieces, "LONGEST_RECORD", 100)
    assert in_pieces(data) == whole(data)
    monkeypatch.setattr(pieces, "LONGEST_RECORD", 60)
    assert in_pieces(data) is None


@pytest.mark.parametrize("packing", ["gzip", "zstd"])
def test_packed_files_that_are_cut_are_left_to_the_readers_of_whole_files(packing: str) -> None:
    data = PACKERS[packing](b"".join(b'{"_id": "%d"}\n' % at for at in range(999)))
    assert in_pieces(data) == whole(data)
    assert in_pieces(data[:-9]) is None


@given(st.lists(st.one_of(ODD_LINES, st.text(st.sampled_from('{}[]":,1a \\')))))
def test_a_line_that_is_read_at_once_is_read_the_same_with_care(lines: list[str]) -> None:
    numbered, quick, careful = list(enumerate(lines, 1)), Problems(""), Problems("")
    records, places = jsonl.json_records(numbered, quick)
    checked = [(jsonl._checked(line, number, careful), number) for number, line in numbered]
    assert list(zip(records, places, strict=True)) == [
        pair for pair in checked if pair[0] is not None
    ]
    assert (quick.kept, quick.total) == (careful.kept, careful.total)
