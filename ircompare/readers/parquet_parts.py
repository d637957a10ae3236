"""Large regular Parquet runs, a batch of rows at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ircompare.errors import Problems
from ircompare.model.ids import Strings, byte_ranges
from ircompare.readers import names
from ircompare.readers.columnar_pieces import NUMBERS, Part, is_plain
from ircompare.readers.loaded import Tell
from ircompare.readers.parquet import sample, too_large
from ircompare.readers.shape import CALLED, Shape

BATCH = 1 << 16


def parquet_shape(path: Path) -> Shape | None:
    """The columns of a Parquet run; None where the reader of whole files has to decide."""
    try:
        with pq.ParquetFile(path, pre_buffer=False) as file:
            header = names.match(file.schema_arrow.names, "run", Problems(""))
            if header is None or too_large(file.metadata, path.stat().st_size):
                return None
            first = next(file.iter_batches(3), None)
    except (pa.ArrowException, OSError, UnicodeEncodeError):  # the last: a path Arrow cannot open
        return None
    if first is None:
        return None
    fields = [f"column {at}" for at in range(len(file.schema_arrow.names))]
    for name, at in header.places.items():
        fields[at] = CALLED.get(name, name)
    rows = first.to_pylist()
    samples = tuple(sample(row) for row in rows)
    return Shape("Parquet", tuple(fields), ("",), extra=tuple(header.others), samples=samples)


def parquet_parts(path: Path, shape: Shape, tell: Tell | None) -> Iterator[Part | None]:
    """The parts of a Parquet run; None, and nothing after it, where one is not regular.

    Args:
        tell: As in `load`; the rows so far stand for the bytes.
    """
    size, done = path.stat().st_size, 0
    try:
        with pq.ParquetFile(path, pre_buffer=False) as file:
            rows = max(file.metadata.num_rows, 1)
            for batch in file.iter_batches(BATCH):
                done += len(batch)
                part = _part(batch, shape)
                yield part
                if part is None:
                    return
                if tell is not None:
                    tell(size * done // rows, size)
    except (pa.ArrowException, OSError):
        yield None


def _part(batch: pa.RecordBatch, shape: Shape) -> Part | None:
    batch.validate(full=True)
    columns = dict(zip(shape.fields, batch.columns, strict=True))
    query_ids, documents = _ids(columns["query"]), _ids(columns["document"])
    numbers = {name: _numbers(columns[name], name) for name in NUMBERS if name in columns}
    tags = _ids(columns["tag"]) if "tag" in columns else None
    odd = [column is None for column in (query_ids, documents, *numbers.values())]
    if any(odd) or ("tag" in columns and tags is None):
        return None
    return Part(
        pc.run_end_encode(query_ids), tags if tags is None else tags.unique(), documents, numbers
    )


def _ids(column: pa.Array) -> Strings | None:
    """A column of strings, none of them null, empty or with a control character; else None."""
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    text = pa.types.is_string(column.type) or pa.types.is_large_string(column.type)
    if not text or column.null_count:
        return None
    found = column.cast(pa.string())
    raw, bounds = byte_ranges(found)
    used = raw[bounds[0] : bounds[-1]]
    if not np.diff(bounds).all() or (used < ord(" ")).any() or not is_plain(used.tobytes()):
        return None
    return found


def _numbers(column: pa.Array, name: str) -> np.ndarray[Any, np.dtype[Any]] | None:
    """A column of numbers of the right kind, none of them null or not finite; else None."""
    whole = pa.types.is_integer(column.type) and not pa.types.is_uint64(column.type)
    fits = whole or (name == "score" and pa.types.is_floating(column.type))
    if column.null_count or not fits:
        return None
    kind = pa.float64() if name == "score" else pa.int64()
    found = np.asarray(column.cast(kind, safe=False).to_numpy(zero_copy_only=False))
    return found if name != "score" or np.isfinite(found).all() else None
