"""The fast path for large line files: the same values as splitting lines in Python, or None."""

from __future__ import annotations

import itertools
import math
import re
import struct
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ircompare.errors import InputError
from ircompare.readers import columnar, read_run, trec
from ircompare.readers.columnar import Columns, Kind, trec_columns

Record = tuple[Any, ...]
FIELDS = {"trec-run": "q-drst", "msmarco-run": "qdr", "trec-qrels": "q-dg"}
DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
WHOLE = re.compile(r"[+-]?\d+", re.ASCII)
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")


def oracle(data: bytes, kind: Kind) -> list[Record] | None:
    """The records, one line after the other; None where a line is anything else than one."""
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError:
        return None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines = lines[:-1] if lines[-1] == "" else lines
    width = len(FIELDS[kind])
    rows = [[field.strip(" ") for field in line.split("\t")] for line in lines]
    if any(len(row) != width for row in rows):
        rows = [re.findall("[^ \t]+", line) for line in lines]
    records = [record_of(row, FIELDS[kind]) for row in rows]
    return None if None in records or not records else records  # type: ignore[return-value]


def record_of(row: list[str], fields: str) -> Record | None:
    if len(row) != len(fields) or any(field == "" or CONTROL.search(field) for field in row):
        return None
    values: list[Any] = []
    for value, field in zip(row, fields, strict=True):
        if field == "s":
            score = float(value) if DECIMAL.fullmatch(value) else math.nan
            if not math.isfinite(score):
                return None
            values.append(struct.pack("d", score))
        elif field in "rg":
            if not WHOLE.fullmatch(value) or not -(2**63) <= int(value) < 2**63:
                return None
            values.append(int(value))
        elif field != "-":
            values.append(value)
    return tuple(values)


def records(columns: Columns | None, kind: Kind) -> list[Record] | None:
    """What the fast path found, in the form of the oracle."""
    if columns is None:
        return None
    count = len(columns.documents)
    columns.documents.validate(full=True)
    columns.queries.validate(full=True)
    by_field = {
        "q": columns.queries.to_pylist(),
        "d": columns.documents.to_pylist(),
        "r": None if columns.ranks is None else columns.ranks.tolist(),
        "s": None if columns.scores is None else [struct.pack("d", x) for x in columns.scores],
        "g": None if columns.grades is None else columns.grades.tolist(),
        "t": [columns.tag] * count,
    }
    fields = FIELDS[kind].replace("-", "")
    return list(zip(*(by_field[field] for field in fields), strict=True))


def untagged(found: list[Record] | None, kind: Kind) -> list[Record] | None:
    """Records as the fast path shows them: the tag only where there is but one."""
    if found is None or kind != "trec-run":
        return found
    tags = {record[-1] for record in found}
    return found if len(tags) == 1 else [(*record[:-1], None) for record in found]


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columnar, "PIECE", 64)
    monkeypatch.setattr(columnar, "_KEPT", 64)


@pytest.fixture(params=[1, 40, 1000])
def piece(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(columnar, "PIECE", request.param)
    return int(request.param)


def agrees(data: bytes, kind: Kind = "trec-run") -> None:
    """A regular file: found, and as the oracle has it, also without its last line end."""
    for version in (data, data.removesuffix(b"\n").removesuffix(b"\r")):
        expected = untagged(oracle(version, kind), kind)
        assert expected is not None
        assert records(trec_columns(version, kind), kind) == expected


def run_of(*rows: tuple[str, str, str], sep: str = " ", end: str = "\n") -> bytes:
    """A TREC run from (query, document, score)."""
    lines = [sep.join((q, "Q0", d, str(at), s, "t")) for at, (q, d, s) in enumerate(rows)]
    return (end.join(lines) + end).encode()


PLAIN = [("q1", "d1", "9.5"), ("q1", "d2", "7"), ("q2", "d1", "3.25"), ("q2", "d3", "-1")]
AWKWARD = [
    pytest.param(run_of(*PLAIN), id="spaces"),
    pytest.param(run_of(*PLAIN, sep="\t"), id="tabs"),
    pytest.param(run_of(*PLAIN, end="\r\n"), id="CRLF"),
    pytest.param(run_of(*PLAIN, sep="\t", end="\r\n"), id="tabs and CRLF"),
    pytest.param(run_of(*PLAIN) + run_of(*PLAIN, end="\r\n"), id="LF, then CRLF"),
    pytest.param(run_of(*PLAIN, sep="  \t "), id="T08 repeated blanks"),
    pytest.param(b" " + run_of(*PLAIN, end=" \t\n  ").rstrip(b" "), id="blanks at both ends"),
    pytest.param(run_of(*PLAIN, sep="\t") + run_of(*PLAIN), id="T09 tabs, then spaces"),
    pytest.param(run_of(*PLAIN) + run_of(*PLAIN, sep="\t"), id="T09 spaces, then tabs"),
    pytest.param(b"\xef\xbb\xbf" + run_of(*PLAIN), id="T01 byte order mark"),
    pytest.param(run_of(("q1", "a\u00a0b", "1")), id="other blanks belong to the id"),
    pytest.param(
        run_of(("q", "New York", "1"), ("q", "Rome", "0"), sep="\t"), id="T13 inner blank"
    ),
    pytest.param(run_of(("q", " New  York ", " 1 "), sep=" \t "), id="T13 blanks round tabs"),
    pytest.param(run_of(("q", "cité", "1"), ("世界", "文書😀", "0")), id="T24 not ASCII"),
    pytest.param(run_of(("q", "a\u2028b", "1")), id="U+2028 in an id"),
    pytest.param(run_of(("NA", "null", "1"), ("nan", "None", "0")), id="T31 null spellings"),
    pytest.param(run_of(("01", "001", "1"), ("1", "1", "0")), id="T32 leading zeros"),
    pytest.param(run_of(("true", "TRUE", "1"), ("True", "1.0", "0")), id="T34 words and numbers"),
    pytest.param(run_of(("q", '"a', "1"), ("q", 'b"', "0"), ("q", "\\c", "0")), id="T39 quotes"),
    pytest.param(run_of(("q", "<dbpedia:X>", "1"), ("q", "a,b;c", "0")), id="T39 other marks"),
    pytest.param(run_of(("q", "a#", "1"), ("q", "#b", "0")), id="# inside, and in a document id"),
    pytest.param(run_of(("q", "0x1F", "1"), ("q", "MAX", "0")), id="x in ids"),
    pytest.param(run_of(("q", "d" * 20 + "1", "1"), ("q", "d" * 20 + "2", "0")), id="last byte"),
    pytest.param(run_of(*[("q", f"d{at}", "1") for at in range(50)]), id="query beyond a piece"),
    pytest.param(run_of(*PLAIN, *PLAIN[::-1], *PLAIN), id="query in several places"),
    pytest.param(run_of(("q", "d", "0.1234567890123456789"), ("q", "e", "1e-7")), id="17 digits"),
    pytest.param(run_of(("q", "d", "1E+5"), ("q", "e", "-.5"), ("q", "f", "+2.")), id="literals"),
    pytest.param(run_of(("q", "d", "-0.0"), ("q", "e", "1e-999"), ("q", "f", "007")), id="zeros"),
    pytest.param(run_of(("q", "d", "9" * 400 + "e-390")), id="a very long score"),
    pytest.param(run_of(("q" * 5000, "d" * 5000, "1"), ("q", "d", "1")), id="very long ids"),
    pytest.param(run_of(*PLAIN, sep="\t", end="\t\n"), id="tab at the end: no tab-separated file"),
    pytest.param(b"q Q0 d 1 2 t\nq Q0 e 2 1 u\n", id="two tags"),
    pytest.param(b"q - d -3 2 t\nq 0.5 e 0 1 t\n", id="any second column, any rank"),
]


@pytest.mark.usefixtures("piece")
@pytest.mark.parametrize("data", AWKWARD)
def test_an_awkward_but_regular_run_is_read_as_line_by_line(data: bytes) -> None:
    agrees(data)


@pytest.mark.usefixtures("piece")
@pytest.mark.parametrize(
    ("kind", "data"),
    [
        pytest.param("msmarco-run", b"q1\td1\t1\nq1\td2\t2\n", id="MS MARCO"),
        pytest.param("msmarco-run", b"q1 d1 1\nq1  d2 2\n", id="MS MARCO with blanks"),
        pytest.param("trec-qrels", b"q1 0 d1 1\nq1 0 d2 -2\nq2 0 d1 16\n", id="qrels"),
        pytest.param("trec-qrels", b"q1\t0\tdx 1\t0\nq1\t0\td2\t3\n", id="qrels with tabs"),
        pytest.param("trec-qrels", b"1 0.5  d1 2\r\n1 1  d2 0\r\n", id="T08 qrels"),
        pytest.param(
            "trec-qrels",
            b"q 0 d 9223372036854775807\nq 0 e -9223372036854775808\n",
            id="wide grades",
        ),
    ],
)
def test_the_other_kinds_are_read_as_line_by_line(kind: Kind, data: bytes) -> None:
    agrees(data, kind)


GOOD = b"q Q0 a 1 3 t\nq Q0 b 2 2 t\n"
BAD_SCORES = """
    nan NaN inf -Infinity 1e999 -1e999 0x10 0x1p3 1_0 1,5 . e5 1e 1e+ +-1 ++1 -+1 1.2.3 1d5 1f ١
    true null NA None --1 1e5.0 (1) 1% 1/2 "1"
"""
BAD_RANKS = "1.0 1e0 0x1F 0X1f 1_0 nan - +- ١ true null 9223372036854775808 #1"
IRREGULAR = [
    pytest.param(b"", id="empty"),
    pytest.param(b"\xef\xbb\xbf", id="only a byte order mark"),
    pytest.param(b"\n", id="only a line end"),
    pytest.param(GOOD + b"\n" + GOOD, id="blank line"),
    pytest.param(GOOD + b"\n", id="blank line at the end"),
    pytest.param(b"\n" + GOOD, id="blank line at the start"),
    pytest.param(GOOD + b"  \t\n" + GOOD, id="line of blanks"),
    pytest.param(GOOD.replace(b"\n", b"\r\n") + b"\r\n" + GOOD, id="blank line with CRLF"),
    pytest.param(b"# tag: x\n" + GOOD, id="T06 comment"),
    pytest.param(GOOD + b"# a b c d e\n", id="comment of six words"),
    pytest.param(GOOD + b"# Q0 a 1 3 t\n", id="a query that starts like a comment"),
    pytest.param(b"#q Q0 a 1 3 t\n" + GOOD, id="the same without a blank"),
    pytest.param(GOOD.replace(b"\n", b"\r"), id="lone CR"),
    pytest.param(GOOD + b"q Q0 a\rb 3 1 t\n", id="CR inside a line"),
    pytest.param(GOOD[:-1] + b"\r", id="CR at the very end"),
    pytest.param(GOOD + b"q Q0 c 3 1\n", id="T11 five columns"),
    pytest.param(GOOD + b"q Q0 New York 3 1 t\n", id="T12 seven columns"),
    pytest.param(GOOD.replace(b" ", b"\t") + b"q\tQ0\t\t3\t1\tt\n", id="empty document"),
    pytest.param(GOOD.replace(b" ", b"\t") + b"q\tQ0\t \t3\t1\tt\n", id="document of blanks"),
    pytest.param(GOOD.replace(b" ", b"\t") + b"\tQ0\tc\t3\t1\tt\n", id="empty query"),
    pytest.param(GOOD.replace(b" ", b"\t") + b"q\t\tc\t3\t1\tt\n", id="empty second column"),
    pytest.param(GOOD.replace(b" ", b"\t") + b"q\tQ0\tc\t3\t1\t\n", id="empty tag"),
    pytest.param(GOOD.replace(b" ", b"\t") + b"q\tQ0\tc\t\t1\tt\n", id="empty rank"),
    pytest.param(GOOD.replace(b" ", b"\t") + b"q\tQ0\tc d\t3\t1\tt\n" + GOOD, id="T13 mixed"),
    pytest.param(GOOD + b"q Q0 c\0 3 1 t\n", id="T23 NUL"),
    pytest.param(GOOD + b"q Q0 c\x0b 3 1 t\n", id="vertical tab"),
    pytest.param(GOOD + b"q Q0 c\x1fd 3 1 t\n", id="control character"),
    pytest.param(GOOD + b"q Q0 c\x7f 3 1 t\n", id="delete"),
    pytest.param(GOOD + "q Q0 c\u0085 3 1 t\n".encode(), id="control beyond ASCII"),
    pytest.param(GOOD + b"q Q0 caf\xe9 3 1 t\n", id="T25 Latin-1"),
    pytest.param(GOOD + b"q \xe9 c 3 1 t\n", id="Latin-1 in a column that is not kept"),
    pytest.param(GOOD + b"q Q0 c\xed\xa0\x80 3 1 t\n", id="lone surrogate"),
    pytest.param(GOOD.decode().encode("utf-16"), id="T02 UTF-16"),
    pytest.param(GOOD.decode().encode("utf-16-le"), id="T02 UTF-16 without a mark"),
    *(
        pytest.param(GOOD + f"q Q0 c 3 {score} t\n".encode(), id=f"score {score}")
        for score in BAD_SCORES.split()
    ),
    *(
        pytest.param(GOOD + f"q Q0 c {rank} 1 t\n".encode(), id=f"rank {rank}")
        for rank in BAD_RANKS.split()
    ),
]


@pytest.mark.usefixtures("piece")
@pytest.mark.parametrize("data", IRREGULAR)
def test_an_irregular_run_is_left_to_the_strict_reader(data: bytes) -> None:
    assert trec_columns(data, "trec-run") is None


@pytest.mark.parametrize("grade", ["0.9", "1.0", "1e0", "0x1", "true", "1_0", "nan"])
def test_a_grade_that_is_not_whole_is_left_to_the_strict_reader(grade: str) -> None:
    assert trec_columns(f"q 0 a 1\nq 0 b {grade}\n".encode(), "trec-qrels") is None


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("trec-qrels", GOOD),
        ("msmarco-run", GOOD),
        ("trec-run", b"q 0 a 1\n"),
        ("msmarco-run", b"q 0 a 1\n"),
        ("trec-qrels", b"query-id\titer\tcorpus-id\tscore\nq\t0\ta\t1\n"),
    ],
)
def test_a_file_of_another_kind_is_left_to_the_strict_reader(kind: Kind, data: bytes) -> None:
    assert trec_columns(data, kind) is None


def test_a_view_of_bytes_is_read_like_bytes() -> None:
    columns = trec_columns(memoryview(b"xx" + GOOD)[2:], "trec-run")
    assert records(columns, "trec-run") == oracle(GOOD, "trec-run")


def test_queries_are_encoded_in_order_of_first_appearance() -> None:
    columns = trec_columns(run_of(*PLAIN[2:], *PLAIN, *PLAIN[2:]), "trec-run")
    assert columns is not None
    assert columns.queries.dictionary.to_pylist() == ["q2", "q1"]


def test_only_what_a_kind_has_is_filled_in() -> None:
    qrels = trec_columns(b"q 0 a 1\n", "trec-qrels")
    assert qrels is not None
    assert (qrels.scores, qrels.ranks, qrels.tag) == (None, None, None)
    several = trec_columns(b"q Q0 a 1 2 t\nq Q0 b 2 1 u\n", "trec-run")
    assert several is not None
    assert several.tag is None


# Against the strict reader


def outcome(data: bytes) -> Any:
    """Everything that reading a run says: the rankings, or the problems."""
    try:
        loaded = read_run(data, "a.run")
    except InputError as error:
        return str(error)
    run = loaded.value
    columns = [None if x is None else x.tolist() for x in (run.scores, run.ranks, run.lines)]
    return run.query_ids, run.bounds.tolist(), run.documents.to_pylist(), columns, loaded.counts


@pytest.mark.parametrize("data", [*AWKWARD, *IRREGULAR])
def test_both_readers_say_the_same(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trec, "COLUMNAR_FROM", 1 << 40)
    strict = outcome(data)
    monkeypatch.setattr(trec, "COLUMNAR_FROM", 0)
    assert outcome(data) == strict


# Against the oracle on random files

ids = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], exclude_characters=" \ufeff"), min_size=1
)
sizes = st.integers(1, 200)
decimals = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.from_regex(
        r"[+-]?([0-9]{1,25}(\.[0-9]{0,25})?|\.[0-9]{1,25})([eE][+-]?[0-9]{1,2})?", fullmatch=True
    ),
    st.floats(-1e3, 1e3).map("{:.6f}".format),
)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(ids, ids, st.integers(-(2**63), 2**63 - 1), decimals, ids), min_size=1),
    st.sampled_from([" ", "\t", "  ", " \t"]),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    sizes,
)
@example([("q", "d", 1, "9007199254740993", "t"), ("q", "e", 2, "0.1e1", "t")], " ", "\n", True, 1)
def test_every_regular_run_is_found(
    rows: list[tuple[str, str, int, str, str]], sep: str, end: str, closed: bool, size: int
) -> None:
    lines = [
        sep.join((query, "Q0", doc, str(rank), score, tag)) for query, doc, rank, score, tag in rows
    ]
    data = (end.join(lines) + end * closed).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columnar, "PIECE", size)
        found = records(trec_columns(data, "trec-run"), "trec-run")
    expected = untagged(oracle(data, "trec-run"), "trec-run")
    assert found == expected or (found is None and left_aside(data))


def left_aside(data: bytes) -> bool:
    """Regular all the same, but rare enough to be left to the strict reader."""
    widest_beside_x = b"x" in data.lower() and re.search(rb"[ \t]-?[0-9]{19}[ \t]", data)
    return b"\n#" in b"\n" + data or bool(widest_beside_x)


TOKENS = [b"q1", b"q2", b"Q0", b"d1", b"1", b"2.5", b" ", b" ", b"\t", b"\t", b"\n", b"\n", b"\r\n",
          b"\r", b"#", b"nan", b"0x1", b"-", b"+", b"e5", b".", b"\0", b"\xef\xbb\xbf", b"\xe9",
          "é".encode(), b'"', b"\\", b"\x0b", b"\x7f", b"t"]  # fmt: skip
LINES = [b"q1 Q0 d1 1 2.5 t\n", b"q1\tQ0\td1\t1\t2.5\tt\n", b"q 0 d 1\n", b"q\td\t1\n", b"\n"]


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.one_of(st.sampled_from(LINES), st.sampled_from(TOKENS)), max_size=12),
    st.sampled_from(["trec-run", "msmarco-run", "trec-qrels"]),
    sizes,
)
def test_whatever_is_found_is_what_the_lines_say(
    tokens: list[bytes], kind: Kind, size: int
) -> None:
    data = b"".join(tokens)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columnar, "PIECE", size)
        found = records(trec_columns(data, kind), kind)
    assert found is None or found == untagged(oracle(data, kind), kind)


@pytest.mark.parametrize(
    "fields", list(itertools.product(["q", " q"], ["d", "d ", "a b"], ["1", " 1"], ["2", "2 "]))
)
def test_blanks_round_tabs_are_no_part_of_a_field(fields: tuple[str, ...]) -> None:
    query, document, rank, score = fields
    agrees(f"{query}\tQ0\t{document}\t{rank}\t{score}\tt \nq\tQ0\te\t2\t1\tt\n".encode())
