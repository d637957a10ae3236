"""Large regular runs from disk, read piece by piece and kept there in order.

This path returns only what it can prove regular under the rules of the strict reader; whatever
it does not recognise is None, and the readers of whole files have the verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from ircompare.errors import InputError
from ircompare.model.ids import repeats
from ircompare.model.protocol import Order
from ircompare.model.run import Run
from ircompare.model.stored import RunWriter, StoredRun
from ircompare.readers.built import unused_columns
from ircompare.readers.columnar import PIECE, keep_freed_memory, like_comments, parts
from ircompare.readers.columnar_pieces import Fields, Part
from ircompare.readers.loaded import Loaded, Tell
from ircompare.readers.provenance import Described
from ircompare.readers.run_remarks import Remarks
from ircompare.readers.shape import Shape, shape_of
from ircompare.readers.sniff import HEAD, look
from ircompare.readers.stream import NotRegularError, Stream, pieces
from ircompare.readers.unpack import Content
from ircompare.readers.whole_queries import Listed, whole_queries

STORED_FROM = 4 << 20
_PACKED_FROM = 1 << 20


@dataclass(frozen=True)
class _Asked:
    """What is to be read, and as what; see `stored_run`."""

    path: Path
    source: str
    name: str
    companion: Described
    tell: Tell | None


def stored_run(
    path: Path, source: str, name: str, companion: Described, tell: Tell | None = None
) -> Loaded[StoredRun] | None:
    """A large run as rows on disk; None where it is small, or not regular all through.

    Args:
        path: The file: TREC or MS MARCO, a table with a header, packed or not; or Parquet.
        source: Name of the file in messages.
        name: Name of the run.
        companion: What the file beside it says.
        tell: Called with the bytes read and those in all; what it raises ends the reading.
    """
    asked = _Asked(path, source, name, companion, tell)
    try:
        shape = _shape(path, source)
    except (NotRegularError, OSError):
        return None
    if shape is None:
        return None
    for separator in shape.separators:
        try:
            return _taken(asked, shape, _parts(asked, shape, separator))
        except (NotRegularError, InputError, OSError):
            continue
    return None


def _shape(path: Path, source: str) -> Shape | None:
    """The form of a large file; None where it has none that is read in pieces."""
    with Stream(path, HEAD + 1) as stream:
        if stream.size < (_PACKED_FROM if stream.compression else STORED_FROM):
            return None
        head, compression = stream.head, stream.compression
    try:
        form = look(Content(source, head)).form
    except InputError:
        return None
    if form == "parquet" and not compression:
        from ircompare.readers.parquet_parts import parquet_shape

        return parquet_shape(path)
    shape = shape_of(head, form) if form in {"lines", "table"} else None
    return None if shape is None else replace(shape, compression=compression)


def _parts(asked: _Asked, shape: Shape, separator: str) -> Iterator[Part | None]:
    """The parts of the file, its lines split in one way."""
    if not separator:
        from ircompare.readers.parquet_parts import parquet_parts

        yield from parquet_parts(asked.path, shape, asked.tell)
        return
    with Stream(asked.path, HEAD, asked.tell) as stream:
        stream.read(shape.header)
        yield from parts(pieces(stream, PIECE), shape.fields, separator)


def _taken(asked: _Asked, shape: Shape, found: Iterable[Part | None]) -> Loaded[StoredRun]:
    """The run, its rows on disk, and all that is said of it.

    Raises:
        NotRegularError, InputError: It is not regular, or its ranks are no order.
    """
    keep_freed_memory()
    remarks, line = Remarks(asked.source), shape.first_line
    writer = RunWriter(asked.name, asked.source, _natural_order(shape.fields))
    for listed in whole_queries(_proven(found, remarks)):
        _write(listed, line, writer, remarks)
        line += len(listed.documents)
    if line == shape.first_line:
        raise NotRegularError
    pa.default_memory_pool().release_unused()
    run = writer.done(remarks.provenance(asked.companion))
    warnings = [
        *asked.companion.warnings,
        *remarks.on_rankings(),
        *unused_columns(shape.extra, asked.source),
        *remarks.on_ids(run.query_ids),
    ]
    return Loaded(
        value=run,
        slot="run",
        source=asked.source,
        format=shape.format,
        compression=shape.compression,
        size=asked.path.stat().st_size,
        counts=remarks.counts(),
        samples=shape.samples,
        warnings=tuple(warnings),
    )


def _natural_order(fields: Fields) -> Order:
    return "score" if "score" in fields else "rank" if "rank" in fields else "listed"


def _proven(found: Iterable[Part | None], remarks: Remarks) -> Iterator[Part]:
    """The parts of a file whose tags are gathered.

    Raises:
        NotRegularError: One of them is not regular.
    """
    for part in found:
        if part is None:
            raise NotRegularError
        if part.tags is not None:
            remarks.tags.update(dict.fromkeys(part.tags.to_pylist()))
        yield part


def _write(listed: Listed, line: int, writer: RunWriter, remarks: Remarks) -> None:
    """Check the records of whole queries and keep them, every ranking in order.

    Raises:
        NotRegularError: A query that stands in several places or starts like a comment, or a
            document twice for one query.
        InputError: A rank twice where ranks are the order.
    """
    names = pa.array(listed.query_ids, pa.string())
    if writer.knows(listed.query_ids) or like_comments(names):
        raise NotRegularError
    run = Run(
        name="",
        query_ids=tuple(listed.query_ids),
        bounds=listed.bounds,
        documents=listed.documents,
        scores=listed.numbers.get("score"),
        ranks=listed.numbers.get("rank"),
        lines=np.arange(line, line + len(listed.documents)),
    )
    if len(repeats(run.documents, run.codes)):
        raise NotRegularError
    remarks.see(writer.add(run))
