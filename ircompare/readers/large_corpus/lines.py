"""A large corpus of one record a line: JSON lines, CSV, TSV, a list of ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from ircompare.model.collection import Corpus
from ircompare.model.ids import IntArray, Strings
from ircompare.model.shelf import Shelf
from ircompare.readers.large_corpus.forms import Form, IdLines, JsonLines
from ircompare.readers.large_corpus.gathered import Gathered
from ircompare.readers.large_corpus.pieces import Piece, last_line_end, noted, pieces, with_lf
from ircompare.readers.large_corpus.places import Placed, Places
from ircompare.readers.large_corpus.tables import TableForm, rows_are_quoted, table_forms
from ircompare.readers.large_corpus.texts import (
    Bytes,
    PathBytes,
    ShelfBytes,
    StoredLines,
    changed,
    stamp_of,
)
from ircompare.readers.loaded import Loaded, Tell
from ircompare.readers.sniff import HEAD
from ircompare.readers.stream import NotRegularError, Stream
from ircompare.readers.table import Table
from ircompare.readers.text import decoded, shorten, split_lines
from ircompare.readers.unpack import BOM


def read_lines(
    path: Path, source: str, head: bytes, looks: str, tell: Tell | None
) -> Loaded[Corpus]:
    """The corpus, its texts left in the file or, where that is packed, unpacked on a shelf.

    Args:
        head: The first bytes of the file, unpacked.
        looks: What they look like: `lines`, `jsonl` or `table`.

    Raises:
        InputError: With every problem of the file.
        NotRegularError: The readers of whole files have the verdict.
        OSError: The file cannot be read, or its content cannot be put on disk.
    """
    for form in _forms(head, looks):
        try:
            return _read(path, source, form, tell)
        except NotRegularError:
            if not isinstance(form, TableForm) or not _must_be_plain(path, form):
                raise
    raise NotRegularError


def _forms(head: bytes, looks: str) -> list[Form]:
    if looks == "table":
        return [*table_forms(head)]
    return [JsonLines() if looks == "jsonl" else IdLines()]


def _must_be_plain(path: Path, form: TableForm) -> bool:
    """Whether rows of a TSV that were taken for quoted ones cannot be."""
    return form.may_be_plain and not rows_are_quoted(_lines(path, form), form.delimiter, form.width)


def _lines(path: Path, form: Form) -> Iterator[str]:
    """The lines of a file as text."""
    nowhere = noted("")
    with Stream(path, HEAD) as stream:
        for piece in pieces(stream, form.piece, last_line_end):
            yield from split_lines(decoded(with_lf(piece.raw), nowhere["nul"], nowhere["utf-8"]))


def _read(path: Path, source: str, form: Form, tell: Tell | None) -> Loaded[Corpus]:
    """The corpus under one form; see `read_lines`."""
    stamp, gathered = stamp_of(path), Gathered(source)
    placed: list[Placed] = []
    with Stream(path, HEAD, tell) as stream:
        size, compression = stream.size, stream.compression
        shelf = Shelf() if compression and not form.bare else None
        before = _bom(path) if shelf is None else 0
        if len(stream.read(form.skip)) != form.skip:
            raise NotRegularError
        first = 2 if form.skip else 1
        for piece in pieces(stream, form.piece, form.end_of, form.skip, first):
            table = form.table(piece.raw, piece.line, gathered.noted)
            gathered.add(table)
            records = _record_starts(piece, table)
            gathered.show(_first_line(piece.raw, start) for start in records[:3].tolist())
            if not form.bare:
                start = before + piece.start if shelf is None else shelf.put(piece.raw).start
                placed.append(Placed(start, len(piece.raw), records.astype(np.uint32)))
    if stamp_of(path) != stamp:
        raise changed(source, "file changed on disk while it was read")
    found = gathered.ids()
    file = PathBytes(path, stamp, source) if shelf is None else ShelfBytes(shelf)
    stored = _stored(file, placed, form, found, gathered, source) if gathered.says_more else None
    corpus = Corpus(found, source=source, stored=stored)
    return gathered.loaded(corpus, size=size, compression=compression)


def _stored(
    file: Bytes,
    placed: Sequence[Placed],
    form: Form,
    doc_ids: Strings,
    gathered: Gathered,
    source: str,
) -> StoredLines:
    """What reads the texts of a corpus again."""
    return StoredLines(
        file,
        Places(placed),
        form,
        doc_ids,
        kinds=gathered.kinds,
        has_texts=gathered.has_texts,
        source=source,
    )


def _bom(path: Path) -> int:
    """Bytes of the byte order mark of a file that is not packed."""
    with path.open("rb") as file:
        return len(BOM) if file.read(len(BOM)) == BOM else 0


def _record_starts(piece: Piece, table: Table) -> IntArray:
    """Where each record of a piece begins within it."""
    ends = np.flatnonzero(np.frombuffer(piece.raw, np.uint8) == ord("\n"))
    return np.append(0, ends + 1)[table.lines - piece.line]


def _first_line(raw: bytes, start: int) -> str:
    stop = raw.find(b"\n", start)
    line = raw[start : stop if stop >= 0 else len(raw)].removesuffix(b"\r")
    return shorten(line.decode("utf-8", "replace"))
