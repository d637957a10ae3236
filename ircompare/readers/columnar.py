"""Large regular TREC and MS MARCO files straight into columns, without a loop over lines.

This path returns only what it can prove regular under the rules of the strict reader. It never
decides that a file is wrong: whatever it does not recognise is None, and the strict reader has
the verdict.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from ircompare.model.ids import FloatArray, IntArray, Strings, byte_ranges

Kind = Literal["trec-run", "msmarco-run", "trec-qrels"]

PIECE = 2 << 20
THREADS = 2
_FIELDS: dict[Kind, tuple[str, ...]] = {
    "trec-run": ("query", "q0", "document", "rank", "score", "tag"),
    "msmarco-run": ("query", "document", "rank"),
    "trec-qrels": ("query", "iteration", "document", "grade"),
}
_UNUSED = ("q0", "iteration")
_NUMBERS = {"score": np.float64, "rank": np.int64, "grade": np.int64}
_LINE_END = re.compile(rb"\n")
_BOM = b"\xef\xbb\xbf"
_KEPT = 31 << 20
_MOST_BYTES = 2**31 - 1
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


@dataclass(frozen=True, eq=False)
class _Part:
    """The records of one piece: its repeating columns as runs of equal values."""

    queries: pa.Array
    tags: pa.Array | None
    documents: Strings
    numbers: dict[str, Any]


class _Gathered:
    """The records of a file while its parts come in, each copied to its place at once.

    A part is freed before the next ones are made, so that memory holds little but the result.
    """

    def __init__(self, rows: int, size: int, fields: tuple[str, ...]) -> None:
        self._rows, self._bytes = 0, 0
        self._ends = np.zeros(rows + 1, np.int32)
        self._texts = np.empty(size, np.uint8)
        self._numbers = {
            name: np.empty(rows, kind) for name, kind in _NUMBERS.items() if name in fields
        }
        self._queries: list[pa.Array] = []
        self._tags: list[pa.Array] = []

    def add(self, part: _Part) -> None:
        raw, bounds = byte_ranges(part.documents)
        rows = slice(self._rows, self._rows + len(part.documents))
        stop = self._bytes + int(bounds[-1] - bounds[0])
        self._texts[self._bytes : stop] = raw[bounds[0] : bounds[-1]]
        self._ends[rows.start + 1 : rows.stop + 1] = bounds[1:] - bounds[0] + self._bytes
        for name, column in part.numbers.items():
            self._numbers[name][rows] = column
        self._queries.append(part.queries)
        if part.tags is not None:
            self._tags.append(part.tags)
        self._rows, self._bytes = rows.stop, stop

    def columns(self) -> Columns | None:
        """All of it; None where the ids are too long for one array."""
        if self._bytes > _MOST_BYTES:
            return None
        ends, texts = pa.py_buffer(self._ends), pa.py_buffer(self._texts[: self._bytes])
        return Columns(
            queries=_joined_runs(self._queries),
            documents=pa.StringArray.from_buffers(self._rows, ends, texts),
            scores=self._numbers.get("score"),
            ranks=self._numbers.get("rank"),
            grades=self._numbers.get("grade"),
            tag=_only_one(self._tags),
        )


def trec_columns(data: bytes | memoryview, kind: Kind) -> Columns | None:
    """The columns of a regular file, or None if it is anything else.

    Regular means: every line is a record with the exact number of fields, no line is blank or a
    comment, ids are UTF-8 without controls, scores are finite decimals, ranks and grades whole.
    """
    _keep_freed_memory()
    view = memoryview(data)
    view = view[3:] if view[:3] == _BOM else view
    fields = _FIELDS[kind]
    first = bytes(view[: _line_end(view, 0)])
    columns = None
    if first.count(b"\t") == len(fields) - 1:
        columns = _split(view, fields, tabs=True)
    if columns is None:
        columns = _split(view, fields, tabs=False)
    # A query that starts like a comment: whether it is one is for the strict reader to say.
    if columns is None or pc.any(pc.starts_with(columns.queries.dictionary, "#")).as_py():
        return None
    return columns


def _keep_freed_memory() -> None:
    """Let the C library keep freed blocks of this size for the next piece.

    Freeing one block raises the size from which glibc maps each block afresh; without it the
    system spends seconds on clearing pages. Elsewhere it does nothing.
    """
    np.empty(_KEPT, np.uint8)


def _split(view: memoryview, fields: tuple[str, ...], *, tabs: bool) -> Columns | None:
    """The whole file split in one way: on tabs, or on runs of blanks."""
    pieces = list(_pieces(view))
    if not pieces:
        return None
    gathered = _Gathered(sum(_line_count(view[piece]) for piece in pieces), len(view), fields)
    with ThreadPoolExecutor(THREADS) as pool:
        jobs = deque(pool.submit(_part, view[piece], fields, tabs) for piece in pieces)
        while jobs:
            part = jobs.popleft().result()
            if part is None:
                pool.shutdown(wait=False, cancel_futures=True)
                return None
            gathered.add(part)
    return gathered.columns()


def _pieces(view: memoryview) -> Iterator[slice]:
    """Byte ranges of whole lines, of about `PIECE` bytes each."""
    start = 0
    while start < len(view):
        stop = _line_end(view, min(start + PIECE, len(view)) - 1)
        yield slice(start, stop)
        start = stop


def _line_count(piece: memoryview) -> int:
    feeds = int(np.count_nonzero(np.frombuffer(piece, np.uint8) == 10))
    return feeds if piece[-1] == 10 else feeds + 1


def _line_end(view: memoryview, start: int) -> int:
    """Where the line that holds byte `start` ends, its line feed included."""
    found = _LINE_END.search(view, start)
    return found.end() if found else len(view)


def _part(piece: memoryview, fields: tuple[str, ...], tabs: bool) -> _Part | None:
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
    if not _tight(text) or (b"\t" in text and not tabs):
        text = _tightened(text, tabs)
    return _parsed(text, fields, b"\t" if tabs else b" ") if _tight(text) else None


def _plain_text(text: bytes) -> bool:
    """Whether bytes are UTF-8 without anything doubtful; ASCII controls are counted later."""
    if text.isascii() and b"\x7f" not in text:
        return True
    try:
        return _DOUBTFUL.search(text.decode()) is None
    except UnicodeDecodeError:
        return False


def _tight(text: bytes) -> bool:
    """Whether each separator stands alone, so that no field is empty or has blanks at its ends."""
    low = np.frombuffer(text, np.uint8) <= 32
    return not (low[0] or (low[1:] & low[:-1]).any())


def _tightened(text: bytes, tabs: bool) -> bytes:
    """Fields without blanks at their ends; unless tabs separate, one space between two fields."""
    codes = np.frombuffer(text if tabs else text.replace(b"\t", b" "), np.uint8)
    blank = codes == 32
    turns = np.flatnonzero(np.diff(blank, prepend=False, append=False))
    starts, stops = turns[0::2], turns[1::2]
    inner = (starts > 0) & (codes[starts - 1] > 32) & (codes[stops] > 32)
    keep = ~blank
    if tabs:
        keep[blank] = np.repeat(inner, stops - starts)
    else:
        keep[starts[inner]] = True
    return bytes(codes[keep])


def _parsed(text: bytes, fields: tuple[str, ...], separator: bytes) -> _Part | None:
    """Tight lines split on one separator; None where a line or a number is not regular."""
    try:
        columns = _read(text, fields, separator.decode())
    except pa.ArrowInvalid:
        return None
    documents = columns["document"]
    lows = np.count_nonzero(np.frombuffer(text, np.uint8) < 32)
    if lows != len(documents) * (len(fields) if separator == b"\t" else 1):
        return None
    numbers = {name: _numbers(columns[name]) for name in _NUMBERS if name in columns}
    if any(column is None for column in numbers.values()):
        return None
    tags = pc.run_end_encode(columns["tag"]) if "tag" in columns else None
    return _Part(pc.run_end_encode(columns["query"]), tags, documents, numbers)


def _read(text: bytes, fields: tuple[str, ...], separator: str) -> dict[str, pa.Array]:
    """Fields as strings and numbers; the number of fields in each line is exact.

    Over decimal literals the parser is correctly rounded. It would take a hexadecimal whole
    number, so where the letter occurs whole numbers stay strings.
    """
    whole = pa.string() if b"x" in text or b"X" in text else pa.int64()
    types = {"rank": whole, "grade": whole, "score": pa.float64()}
    table = csv.read_csv(
        pa.BufferReader(text),
        csv.ReadOptions(use_threads=False, block_size=len(text) + 1, column_names=fields),
        csv.ParseOptions(
            delimiter=separator, quote_char=False, escape_char=False, ignore_empty_lines=False
        ),
        csv.ConvertOptions(
            column_types={name: types.get(name, pa.string()) for name in fields},
            include_columns=[name for name in fields if name not in _UNUSED],
            null_values=[],
            strings_can_be_null=False,
            check_utf8=False,
        ),
    )
    return {name: _one_array(table.column(name)) for name in table.column_names}


def _one_array(column: pa.ChunkedArray) -> pa.Array:
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def _numbers(column: pa.Array) -> Any:
    """The numbers of a column, None where one is not finite or not plainly whole."""
    if column.type == pa.string():
        whole = pc.all(pc.match_substring_regex(column, "^-?[0-9]{1,18}$")).as_py()
        return column.cast(pa.int64()).to_numpy() if whole else None
    numbers = column.to_numpy()
    return numbers if column.type == pa.int64() or np.isfinite(numbers).all() else None


def _joined_runs(runs: list[pa.Array]) -> pa.DictionaryArray:
    values = pa.concat_arrays([run.values for run in runs]).dictionary_encode()
    lengths = np.concatenate([np.diff(run.run_ends.to_numpy(), prepend=0) for run in runs])
    codes = np.repeat(values.indices.to_numpy(), lengths)
    return pa.DictionaryArray.from_arrays(pa.array(codes), values.dictionary)


def _only_one(runs: list[pa.Array]) -> str | None:
    names = pa.chunked_array([run.values for run in runs], pa.string()).unique()
    return str(names[0].as_py()) if len(names) == 1 else None
