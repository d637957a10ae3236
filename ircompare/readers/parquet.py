"""Parquet: columns by name; nothing in them is converted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from ircompare.errors import InputError, Problems
from ircompare.readers import names
from ircompare.readers.loaded import Slot
from ircompare.readers.table import Table
from ircompare.readers.text import shorten
from ircompare.readers.unpack import LIMIT, Content

_ROWS_A_BYTE = 1000


def read_parquet(content: Content, slot: Slot, problems: Problems) -> Table:
    """The rows of a Parquet file; a row's line is its number, from 1.

    Raises:
        InputError: The file is damaged or too large, or a column lacks.
    """
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(content.raw))
        check_size(file.metadata, content, len(content.raw))
        found = file.read()
        found.validate(full=True)
        columns = [one(column) for column in found.columns]
    except (pa.ArrowException, OSError) as error:
        raise damaged(content, error) from error
    header = names.match(found.column_names, slot, problems)
    if header is None:
        raise InputError(problems.kept, problems.total)
    return Table(
        "Parquet",
        {name: columns[at] for name, at in header.places.items()},
        np.arange(1, found.num_rows + 1),
        typed=True,
        extra={name: columns[at] for name, at in header.others.items()},
        samples=tuple(sample(row) for row in found.slice(0, 3).to_pylist()),
    )


def damaged(content: Content, error: Exception) -> InputError:
    """That the library cannot read a file."""
    return content.refuse(
        "damaged-file",
        "Parquet file cannot be read",
        expected="a complete Parquet file with texts in UTF-8",
        found=str(error).split("\n")[0][:200],
        mend="write or copy the file again",
    )


def check_size(metadata: Any, content: Content, size: int) -> None:
    """Refuse what would unpack to far more than the file holds, which is of some size.

    Raises:
        InputError: It would.
    """
    if too_large(metadata, size):
        raise content.refuse(
            "too-large",
            f"Parquet file unpacks to {_unpacked(metadata):,} bytes in {metadata.num_rows:,} rows",
            expected=f"at most {LIMIT:,} bytes, and {_ROWS_A_BYTE:,} rows a byte of the file",
            mend="split the file",
        )


def too_large(metadata: Any, size: int) -> bool:
    """Whether a file of some size says that it holds far more than it can."""
    return _unpacked(metadata) > LIMIT or metadata.num_rows > _ROWS_A_BYTE * size


def _unpacked(metadata: Any) -> int:
    groups = range(metadata.num_row_groups)
    return sum(metadata.row_group(group).total_byte_size for group in groups)


def one(column: pa.ChunkedArray) -> pa.Array:
    """A column as one array without a dictionary."""
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if column.num_chunks == 1:
        return column.chunk(0)
    return column.combine_chunks()


def sample(row: dict[str, Any]) -> str:
    """One row as it is shown, shortened."""
    return shorten(", ".join(f"{name}={value}" for name, value in row.items()))
