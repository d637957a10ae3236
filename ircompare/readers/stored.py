"""Large regular runs from disk, read piece by piece and kept there in order.

This path returns only what it can prove regular under the rules of the strict reader; whatever
it does not recognise is None, and the readers of whole files have the verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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


def stored_run(
    path: Path, source: str, name: str, companion: Described, tell: Tell | None = None
) -> Loaded[StoredRun] | None:
    """A large run as rows on disk; None where it is small, or not regular all through.

    Args:
        path: The file: TREC, MS MARCO, or a table with a header; packed or not.
        source: Name of the file in messages.
        name: Name of the run.
        companion: What the file beside it says.
        tell: Called with the bytes read and those in all; what it raises ends the reading.
    """
    try:
        shape = _shape(path, source)
        if shape is None:
            return None
        for separator in shape.separators:
            found = _read(path, source, name, companion, shape, separator, tell)
            if found is not None:
                return found
    except (NotRegularError, OSError):
        pass
    return None


def _shape(path: Path, source: str) -> Shape | None:
    """The form of the lines of a large file; None where it has none that is read in pieces."""
    with Stream(path, HEAD + 1) as stream:
        if stream.size < (_PACKED_FROM if stream.compression else STORED_FROM):
            return None
        head = stream.head
    try:
        form = look(Content(source, head)).form
    except InputError:
        return None
    return shape_of(head, form) if form in {"lines", "table"} else None


def _read(
    path: Path,
    source: str,
    name: str,
    companion: Described,
    shape: Shape,
    separator: str,
    tell: Tell | None,
) -> Loaded[StoredRun] | None:
    """The run with its lines split in one way."""
    keep_freed_memory()
    remarks = Remarks(source)
    writer = RunWriter(name, source, _natural_order(shape.fields))
    with Stream(path, HEAD, tell) as stream:
        stream.read(shape.header)
        found = _proven(pieces(stream, PIECE), shape.fields, separator, remarks)
        try:
            line = shape.first_line
            for listed in whole_queries(found):
                _write(listed, line, writer, remarks)
                line += len(listed.documents)
        except (NotRegularError, InputError):
            return None
        size, compression = stream.size, stream.compression
    if line == shape.first_line:
        return None
    run = writer.done(remarks.provenance(companion))
    warnings = [
        *companion.warnings,
        *remarks.on_rankings(),
        *unused_columns(shape.extra, source),
        *remarks.on_ids(run.query_ids),
    ]
    return Loaded(
        value=run,
        slot="run",
        source=source,
        format=shape.format,
        compression=compression,
        size=size,
        counts=remarks.counts(),
        samples=shape.samples,
        warnings=tuple(warnings),
    )


def _natural_order(fields: Fields) -> Order:
    return "score" if "score" in fields else "rank" if "rank" in fields else "listed"


def _proven(
    texts: Iterable[bytes], fields: Fields, separator: str, remarks: Remarks
) -> Iterator[Part]:
    """The parts of a file whose tags are gathered.

    Raises:
        NotRegularError: One of them is not regular.
    """
    for part in parts(texts, fields, separator):
        if part is None:
            raise NotRegularError
        if part.tags is not None:
            remarks.tags.update(dict.fromkeys(part.tags.values.to_pylist()))
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
