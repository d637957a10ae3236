"""Large regular TREC and MS MARCO files straight into columns, without a loop over lines.

This path returns only what it can prove regular under the rules of the strict reader. It never
decides that a file is wrong: whatever it does not recognise is None, and the strict reader has
the verdict.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ircompare.model.ids import FloatArray, IntArray, Strings, byte_ranges
from ircompare.readers.columnar_pieces import NUMBERS, Fields, Part, part_of
from ircompare.readers.unpack import BOM

Kind = Literal["trec-run", "msmarco-run", "trec-qrels"]

PIECE = 1 << 20
THREADS = 2
FIELDS: dict[Kind, Fields] = {
    "trec-run": ("query", "q0", "document", "rank", "score", "tag"),
    "msmarco-run": ("query", "document", "rank"),
    "trec-qrels": ("query", "iteration", "document", "grade"),
}
_LINE_END = re.compile(rb"\n")
_KEPT = 31 << 20
_MOST_BYTES = 2**31 - 1


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
    keep_freed_memory()
    view = memoryview(data)
    view = view[3:] if view[:3] == BOM else view
    columns = None
    for separator in separators(bytes(view[: _line_end(view, 0)]), FIELDS[kind]):
        columns = columns or _split(view, FIELDS[kind], separator)
    if columns is None or like_comments(columns.queries.dictionary):
        return None
    return columns


def separators(first: bytes, fields: Fields) -> tuple[str, ...]:
    """What may separate the fields of lines of which one is known; the likelier comes first."""
    return ("\t", " ") if first.count(b"\t") == len(fields) - 1 else (" ",)


def like_comments(query_ids: Strings) -> bool:
    """Whether a query starts like a comment; if it is one is for the strict reader to say."""
    return bool(pc.any(pc.starts_with(query_ids, "#")).as_py())


def keep_freed_memory() -> None:
    """Let the C library keep freed blocks of this size for the next piece.

    Freeing one block raises the size from which glibc maps each block afresh; without it the
    system spends up to seconds on clearing pages. Elsewhere it does nothing.
    """
    np.empty(_KEPT, np.uint8)


def parts(pieces: Iterable[bytes], fields: Fields, separator: str) -> Iterator[Part | None]:
    """The parts of a file in order, read by some threads that are never far ahead.

    What is not regular is None, and nothing follows it.
    """
    with ThreadPoolExecutor(THREADS) as pool:
        jobs: deque[Future[Part | None]] = deque()
        for piece in pieces:
            jobs.append(pool.submit(part_of, piece, fields, separator))
            if len(jobs) > THREADS:
                part = jobs.popleft().result()
                yield part
                if part is None:
                    return
        while jobs:
            yield jobs.popleft().result()


def _split(view: memoryview, fields: Fields, separator: str) -> Columns | None:
    """The whole file split in one way."""
    pieces = list(_pieces(view))
    if not pieces:
        return None
    gathered = _Gathered(sum(_line_count(view[piece]) for piece in pieces), len(view), fields)
    for part in parts((bytes(view[piece]) for piece in pieces), fields, separator):
        if part is None:
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


def _line_end(view: memoryview, start: int) -> int:
    """Where the line that holds byte `start` ends, its line feed included."""
    found = _LINE_END.search(view, start)
    return found.end() if found else len(view)


def _line_count(piece: memoryview) -> int:
    feeds = int(np.count_nonzero(np.frombuffer(piece, np.uint8) == 10))
    return feeds if piece[-1] == 10 else feeds + 1


class _Gathered:
    """The records of a file while its parts come in, each copied to its place at once.

    A part is freed before the next ones are made, so that memory holds little but the result.
    """

    def __init__(self, rows: int, size: int, fields: Fields) -> None:
        self._rows, self._bytes = 0, 0
        self._ends = np.zeros(rows + 1, np.int32)
        self._texts = np.empty(size, np.uint8)
        self._numbers = {
            name: np.empty(rows, kind) for name, kind in NUMBERS.items() if name in fields
        }
        self._queries: list[pa.RunEndEncodedArray] = []
        self._tags: list[Strings] = []

    def add(self, part: Part) -> None:
        """Take in the next records."""
        raw, bounds = byte_ranges(part.documents)
        start, stop = self._rows, self._rows + len(part.documents)
        shift = self._bytes - int(bounds[0])
        self._bytes += int(bounds[-1] - bounds[0])
        if self._bytes <= _MOST_BYTES:
            self._texts[int(bounds[0]) + shift : self._bytes] = raw[bounds[0] : bounds[-1]]
            self._ends[start + 1 : stop + 1] = bounds[1:] + shift
        for name, column in part.numbers.items():
            self._numbers[name][start:stop] = column
        self._queries.append(part.queries)
        if part.tags is not None:
            self._tags.append(part.tags)
        self._rows = stop

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


def _joined_runs(runs: list[pa.RunEndEncodedArray]) -> pa.DictionaryArray:
    values = pa.concat_arrays([run.values for run in runs]).dictionary_encode()
    lengths = np.concatenate([np.diff(run.run_ends.to_numpy(), prepend=0) for run in runs])
    codes = np.repeat(values.indices.to_numpy(), lengths)
    return pa.DictionaryArray.from_arrays(pa.array(codes), values.dictionary)


def _only_one(tags: list[Strings]) -> str | None:
    names = pa.chunked_array(tags, pa.string()).unique()
    return str(names[0].as_py()) if len(names) == 1 else None
