"""A large Parquet corpus, unpacked batch by batch into a temporary file.

One text of a row group of a million rows takes as long as all of them, and a page shows documents
of every group; so the columns are put on disk unpacked, as other packed files are.
"""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ircompare.errors import InputError, Problems
from ircompare.model.collection import Corpus
from ircompare.model.documents import Documents
from ircompare.model.ids import IntArray
from ircompare.readers import names
from ircompare.readers.corpus import column_texts, metadata
from ircompare.readers.identifiers import ids
from ircompare.readers.large_corpus.gathered import Gathered
from ircompare.readers.large_corpus.pieces import joined, noted
from ircompare.readers.large_corpus.texts import changed, stamp_of
from ircompare.readers.loaded import Loaded, Tell
from ircompare.readers.parquet import check_size, damaged, one, sample
from ircompare.readers.reading import in_order
from ircompare.readers.stream import NotRegularError
from ircompare.readers.table import Table
from ircompare.readers.unpack import Content

BATCH = 1 << 14
_READ_AT_ONCE = 1 << 20
_TITLE, _TEXT, _FIELD = "title", "text", "field "


def read_parquet(path: Path, source: str, tell: Tell | None) -> Loaded[Corpus]:
    """The corpus, its titles, texts and fields unpacked in a temporary file.

    Raises:
        InputError: With every problem of the file.
        NotRegularError: The reader of whole files has the verdict.
        OSError: The columns cannot be put on disk.
    """
    stamp, gathered, columns = stamp_of(path), Gathered(source), ColumnFile()
    for table in _tables(path, source, tell):
        columns.add(gathered.add(table), table)
        gathered.show(table.samples)
    if stamp_of(path) != stamp:
        raise changed(source, "file changed on disk while it was read")
    found = gathered.ids()
    corpus = Corpus(found, source=source, stored=columns.done() if gathered.says_more else None)
    return gathered.loaded(corpus, size=stamp[0])


def _tables(path: Path, source: str, tell: Tell | None) -> Iterator[Table]:
    """The rows of a file, some at a time; a row's line is its number, from 1."""
    content, size = Content(source, b""), path.stat().st_size
    try:
        with pq.ParquetFile(path, buffer_size=_READ_AT_ONCE, pre_buffer=False) as file:
            check_size(file.metadata, content, size)
            header = names.match(file.schema_arrow.names, "corpus", Problems(""))
            if header is None:
                raise NotRegularError
            done, rows = 0, file.metadata.num_rows
            for batch in file.iter_batches(BATCH, use_threads=False):
                batch.validate(full=True)
                if not done:
                    _check_types(_table(batch.slice(0, 0), header, 0), source)
                yield _table(batch, header, done)
                done += len(batch)
                if tell is not None:
                    tell(size * done // rows, size)
    except (pa.ArrowException, OSError) as error:
        raise damaged(content, error) from error


def _table(batch: pa.RecordBatch, header: names.Header, before: int) -> Table:
    columns = [_plain(column) for column in batch.columns]
    return Table(
        "Parquet",
        {name: columns[at] for name, at in header.places.items()},
        np.arange(before + 1, before + len(batch) + 1),
        typed=True,
        extra={name: columns[at] for name, at in header.others.items()},
        samples=tuple(sample(row) for row in batch.slice(0, 3).to_pylist()),
    )


def _plain(column: pa.Array) -> pa.Array:
    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


def _check_types(empty: Table, source: str) -> None:
    """Refuse columns of other types than strings once, not once a batch.

    Raises:
        InputError: The ids are none.
        NotRegularError: Titles or texts are none, and ids may have faults besides.
    """
    found = noted(source)
    ids(empty.columns["id"], "document id", empty.lines, found["ids"])
    for name in ("title", "text"):
        column_texts(empty, name, found[f"{name}s"])
    problems = joined(found, source)
    if len(found["ids"]):
        raise InputError(in_order(problems), problems.total)
    if len(problems):
        raise NotRegularError


class ColumnFile:
    """Takes titles, texts and fields of documents, some at a time, and keeps them on disk."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="ircompare-")  # noqa: SIM115
        self._writer: Any = None

    def add(self, found: Documents, table: Table) -> None:
        """The next documents.

        Args:
            found: Their titles and texts.
            table: Where their fields stand.

        Raises:
            NotRegularError: A field is of a type that cannot be kept.
            OSError: The disk is full.
        """
        named = {_TITLE: found.titles, _TEXT: found.texts}
        columns = {name: column for name, column in named.items() if column is not None}
        columns |= {_FIELD + name: column for name, column in table.extra.items()}
        if not columns:
            return
        batch = pa.RecordBatch.from_pydict(columns)
        try:
            self._writer = self._writer or pa.ipc.new_file(self._file, batch.schema)
            self._writer.write_batch(batch)
        except pa.ArrowException as error:
            raise NotRegularError from error

    def done(self) -> StoredColumns:
        """All documents, at least one of them with a column."""
        self._writer.close()
        self._file.flush()
        return StoredColumns(self._file)


class StoredColumns:
    """Titles, texts and fields from a file that is mapped into memory.

    Args:
        file: One that nobody else can change.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._batches = pa.ipc.open_file(pa.py_buffer(self._map)).read_all().to_batches()
        self._bounds = np.cumsum([0, *map(len, self._batches)])

    @property
    def has_texts(self) -> bool:
        """Whether the documents have texts."""
        return _TEXT in self._batches[0].schema.names

    def take(self, rows: IntArray) -> Documents:
        """See `TextSource`."""
        order = np.argsort(rows, kind="stable")
        found = pa.Table.from_batches(self._parts(rows[order]), self._batches[0].schema)
        columns = dict(zip(found.column_names, map(one, found.columns), strict=True))
        if hasattr(mmap, "MADV_DONTNEED"):
            self._map.madvise(mmap.MADV_DONTNEED)
        documents = Documents(
            columns.pop(_TITLE, None),
            columns.pop(_TEXT, None),
            {name.removeprefix(_FIELD): metadata(column) for name, column in columns.items()},
        )
        return documents.take(np.argsort(order))

    def _parts(self, rows: IntArray) -> Iterator[pa.RecordBatch]:
        """The columns at ascending rows, batch by batch."""
        places = np.searchsorted(self._bounds, rows, side="right") - 1
        edges = np.flatnonzero(np.diff(places, prepend=-1, append=-1))
        for first, last in pairwise(edges.tolist()):
            at = int(places[first])
            yield self._batches[at].take(pa.array(rows[first:last] - self._bounds[at]))
