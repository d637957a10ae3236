"""Large regular TREC and MS MARCO files straight into columns, without a loop over lines.

This path returns only what it can prove regular under the rules of the strict reader. It never
decides that a file is wrong: whatever it does not recognise is None, and the strict reader has
the verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from ircompare.model.ids import FloatArray, IntArray, Strings

Kind = Literal["trec-run", "msmarco-run", "trec-qrels"]

PIECE = 2 << 20
THREADS = 2
_FIELDS: dict[Kind, tuple[str, ...]] = {
    "trec-run": ("query", "q0", "document", "rank", "score", "tag"),
    "msmarco-run": ("query", "document", "rank"),
    "trec-qrels": ("query", "iteration", "document", "grade"),
}
_WHOLE = ("rank", "grade")
_REPEATING = ("query", "tag")
_UNUSED = ("q0", "iteration")
_LINE_END = re.compile(rb"\n")
_BOM = b"\xef\xbb\xbf"
# Beyond ASCII: controls, and the mark that the parser drops where it stands first.
_DOUBTFUL = re.compile("[\x7f-\x9f\ufeff]")


@dataclass(frozen=True, eq=False)
class Columns:
    """The records of a file in its order: row i stands on line i + 1.

    Attributes:
        queries: Query id of each record, dictionary-encoded in order of first appearance.
        documents: Document id of each record (shape: n).
        scores, ranks, grades: Aligned with `documents`; None where the format has none.
        tag: The one tag of a TREC run; None if there are several, or none.
    """

    queries: pa.DictionaryArray
    documents: Strings
    scores: FloatArray | None = None
    ranks: IntArray | None = None
    grades: IntArray | None = None
    tag: str | None = None


def trec_columns(data: bytes | memoryview, kind: Kind) -> Columns | None:
    """The columns of a regular file, or None if it is anything else.

    Regular means: every line is a record with the exact number of fields, no line is blank or a
    comment, ids are UTF-8 without controls, scores are finite decimals, ranks and grades whole.
    """
    view = memoryview(data)
    view = view[3:] if view[:3] == _BOM else view
    fields = _FIELDS[kind]
    first = bytes(view[: _line_end(view, 0)])
    table = None
    if first.count(b"\t") == len(fields) - 1:
        table = _table(view, fields, tabs=True)
    if table is None:
        table = _table(view, fields, tabs=False)
    return None if table is None else _columns(table)


def _table(view: memoryview, fields: tuple[str, ...], *, tabs: bool) -> pa.Table | None:
    """The whole file split in one way: on tabs, or on runs of blanks."""
    parts: list[pa.Table] = []
    with ThreadPoolExecutor(THREADS) as pool:
        jobs = [
            pool.submit(_part, view[start:stop], fields, tabs) for start, stop in _pieces(view)
        ]
        for job in jobs:
            part = job.result()
            if part is None:
                pool.shutdown(wait=False, cancel_futures=True)
                return None
            parts.append(part)
    return pa.concat_tables(parts) if parts else None


def _pieces(view: memoryview) -> Iterator[tuple[int, int]]:
    """Byte ranges of whole lines, of about `PIECE` bytes each."""
    start = 0
    while start < len(view):
        stop = _line_end(view, min(start + PIECE, len(view)) - 1)
        yield start, stop
        start = stop


def _line_end(view: memoryview, start: int) -> int:
    """Where the line that holds byte `start` ends, its line feed included."""
    found = _LINE_END.search(view, start)
    return found.end() if found else len(view)


def _part(piece: memoryview, fields: tuple[str, ...], tabs: bool) -> pa.Table | None:
    """The records of some lines, None if one of them is not regular."""
    text = bytes(piece)
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n")
        if b"\r" in text:
            return None
    if not text.endswith(b"\n"):
        text += b"\n"
    if not _plain_text(text):
        return None
    if tabs:
        return _parsed(text, fields, b"\t")
    table = _parsed(text, fields, b" ") if b"\t" not in text else None
    return table if table is not None else _parsed(_single_blanks(text), fields, b" ")


def _plain_text(text: bytes) -> bool:
    """Whether bytes are UTF-8 without anything doubtful; ASCII controls are counted later."""
    if text.isascii() and b"\x7f" not in text:
        return True
    try:
        return _DOUBTFUL.search(text.decode()) is None
    except UnicodeDecodeError:
        return False


def _single_blanks(text: bytes) -> bytes:
    """Lines with each run of blanks made one space, and none at either end of a line."""
    codes = np.frombuffer(text.replace(b"\t", b" "), np.uint8)
    keep = codes != 32
    keep[:-1] |= codes[1:] > 32
    codes = codes[keep]
    keep = codes != 32
    keep[1:] |= codes[:-1] != 10
    return codes[keep].tobytes()


def _parsed(text: bytes, fields: tuple[str, ...], separator: bytes) -> pa.Table | None:
    """Lines split on one separator, with every field proven; None where one is not regular."""
    try:
        table = _read(text, fields, separator.decode())
        columns = {name: _proven(name, table.column(name), separator) for name in fields}
    except pa.ArrowInvalid:
        return None
    lows = np.count_nonzero(np.frombuffer(text, np.uint8) < 32)
    per_line = len(fields) if separator == b"\t" else 1
    if lows != per_line * table.num_rows or any(column is None for column in columns.values()):
        return None
    return pa.table({name: columns[name] for name in fields if name not in _UNUSED})


def _read(text: bytes, fields: tuple[str, ...], separator: str) -> pa.Table:
    """Fields as strings and numbers; the number of fields in each line is exact.

    Over decimal literals the parser is correctly rounded. It would take a hexadecimal whole
    number, so where the letter occurs whole numbers stay strings.
    """
    whole = pa.string() if b"x" in text or b"X" in text else pa.int64()
    types = {"rank": whole, "grade": whole, "score": pa.float64()}
    return csv.read_csv(
        pa.BufferReader(text),
        csv.ReadOptions(use_threads=False, block_size=len(text) + 1, column_names=fields),
        csv.ParseOptions(
            delimiter=separator, quote_char=False, escape_char=False, ignore_empty_lines=False
        ),
        csv.ConvertOptions(
            column_types={name: types.get(name, pa.string()) for name in fields},
            null_values=[],
            strings_can_be_null=False,
        ),
    )


def _proven(name: str, column: pa.ChunkedArray, separator: bytes) -> pa.ChunkedArray | None:
    """A column as it is kept, None where one of its values is not regular."""
    if name == "score":
        return column if np.isfinite(column.to_numpy()).all() else None
    if column.type == pa.int64():
        return column
    if separator == b"\t":
        column = pc.ascii_trim(column, " ")
    if name in _WHOLE:
        digits = pc.all(pc.match_substring_regex(column, "^-?[0-9]{1,18}$")).as_py()
        return column.cast(pa.int64()) if digits else None
    if pc.min(pc.binary_length(column)).as_py() == 0:
        return None
    return column.dictionary_encode() if name in _REPEATING else column


def _columns(table: pa.Table) -> Columns | None:
    """The parts of a file put together; None where a line may be a comment."""
    queries = table.column("query").unify_dictionaries().combine_chunks()
    if pc.any(pc.starts_with(queries.dictionary, "#")).as_py():
        return None
    table = table.drop_columns(["query"])
    tags = _tags(table)
    numbers = {name: _numbers(table, name) for name in ("score", "rank", "grade")}
    return Columns(
        queries=queries,
        documents=table.column("document").combine_chunks(),
        scores=numbers["score"],
        ranks=numbers["rank"],
        grades=numbers["grade"],
        tag=tags[0] if len(tags) == 1 else None,
    )


def _numbers(table: pa.Table, name: str) -> Any:
    return table.column(name).to_numpy() if name in table.column_names else None


def _tags(table: pa.Table) -> list[str]:
    if "tag" not in table.column_names:
        return []
    names: list[str] = table.column("tag").unify_dictionaries().chunk(0).dictionary.to_pylist()
    return names
