"""Titles, texts and fields of a large corpus, read where they stand when they are asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol

import numpy as np
import pyarrow as pa

from ircompare.errors import InputError, Problem
from ircompare.model.documents import Documents
from ircompare.model.ids import IntArray, Strings
from ircompare.model.shelf import Shelf, Span
from ircompare.readers.corpus import column_texts, metadata
from ircompare.readers.identifiers import ids
from ircompare.readers.large_corpus.forms import Form
from ircompare.readers.large_corpus.pieces import joined, noted
from ircompare.readers.large_corpus.places import Places
from ircompare.readers.stream import NotRegularError

Stamp = tuple[int, int]


def stamp_of(path: Path | int) -> Stamp:
    """Size and modification time in nanoseconds of a file.

    Raises:
        OSError: It cannot be looked at.
    """
    found = os.stat(path)  # noqa: PTH116 - also of an open file
    return found.st_size, found.st_mtime_ns


def changed(source: str, what: str = "file changed on disk after it was read") -> InputError:
    """That a file is no longer the one that was read."""
    mend = "load the file again"
    return InputError(Problem("file-changed", what, source, expected="the same file", mend=mend))


class Bytes(Protocol):
    """Gives bytes of a corpus as they were read."""

    def get(self, starts: IntArray, stops: IntArray) -> list[bytes]:
        """The bytes from each start to its stop.

        Raises:
            InputError: They are no longer the ones that were read.
        """


class PathBytes:
    """Bytes of a file by its path, which must stay as it was.

    Args:
        stamp: What `stamp_of` gave for it.
        source: Name of the file in messages.
    """

    def __init__(self, path: Path, stamp: Stamp, source: str) -> None:
        self._path, self._stamp, self._source = path.absolute(), stamp, source

    def get(self, starts: IntArray, stops: IntArray) -> list[bytes]:
        """See `Bytes`."""
        try:
            with self._path.open("rb") as file:
                if stamp_of(file.fileno()) != self._stamp:
                    raise changed(self._source)
                found = []
                for start, stop in zip(starts.tolist(), stops.tolist(), strict=True):
                    file.seek(start)
                    found.append(file.read(stop - start))
                return found
        except OSError as error:
            what = f"file can no longer be read: {error.strerror}"
            raise changed(self._source, what) from error


class ShelfBytes:
    """Bytes of a packed file, which were put on a shelf as they were unpacked."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def get(self, starts: IntArray, stops: IntArray) -> list[bytes]:
        """See `Bytes`."""
        spans = zip(starts.tolist(), stops.tolist(), strict=True)
        return [self._shelf.get(Span(start, stop - start)) for start, stop in spans]


class StoredLines:
    """Documents of one record a line, read by offset.

    Args:
        file: Where the records stand.
        places: Where each of them stands in it.
        form: How they become records.
        doc_ids: Ids of all documents, which a record that is read again must have.
        kinds: Type of each column beside id, title and text.
        has_texts: Whether the documents have texts.
        source: Name of the file in messages.
    """

    def __init__(
        self,
        file: Bytes,
        places: Places,
        form: Form,
        doc_ids: Strings,
        *,
        kinds: Mapping[str, pa.DataType],
        has_texts: bool,
        source: str,
    ) -> None:
        self._file, self._places, self._form, self._ids = file, places, form, doc_ids
        self._kinds, self.has_texts, self._source = kinds, has_texts, source

    def take(self, rows: IntArray) -> Documents:
        """See `TextSource`."""
        if not len(rows):
            return self.take(np.zeros(1, np.int64)).take(rows)
        order = np.argsort(rows, kind="stable")
        return self._read(rows[order]).take(np.argsort(order))

    def _read(self, rows: IntArray) -> Documents:
        """The documents at ascending rows."""
        found = noted(self._source)
        raw = b"".join(self._records(rows))
        try:
            table = self._form.table(raw, 1, found)
        except NotRegularError as error:
            raise changed(self._source) from error
        if len(table) != len(rows):
            raise changed(self._source)
        doc_ids = ids(table.columns["id"], "document id", table.lines, found["ids"])
        titles = column_texts(table, "title", found["titles"])
        texts = column_texts(table, "text", found["texts"])
        if len(joined(found, self._source)) or not doc_ids.equals(self._ids.take(pa.array(rows))):
            raise changed(self._source)
        fields = {name: metadata(table.extra[name], kind) for name, kind in self._kinds.items()}
        return Documents(titles, texts, fields)

    def _records(self, rows: IntArray) -> Iterator[bytes]:
        """The bytes of ascending rows, each record ended; neighbours are read together."""
        starts, stops = self._places.of(rows)
        apart = starts[1:] != stops[:-1]
        firsts, lasts = np.append(True, apart), np.append(apart, True)
        for record in self._file.get(starts[firsts], stops[lasts]):
            yield record if record.endswith(b"\n") else record + b"\n"
