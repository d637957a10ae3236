"""Tables that grow part by part in a file, of which none is ever seen before it is complete."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import pyarrow as pa

from ircompare.errors import InputError, Problem, quote
from ircompare.report.atomic import atomic_file
from ircompare.report.tables import CSV_MARK, csv_lines, csv_rows

_ROWS_TOGETHER = 1 << 16


class TableWriter(Protocol):
    """Takes the rows of a table, all parts with the same columns."""

    def write(self, part: pa.Table) -> None:
        """Add some rows."""

    def close(self, about: object) -> None:
        """Write what is left, and what the file says beside its rows if its format has a place."""


@contextmanager
def growing_table(path: Path, about: object = None) -> Iterator[TableWriter]:
    """A table in the format that the suffix names; it stands at its place once it is complete.

    Args:
        path: Named .parquet, .csv or .json.
        about: What Parquet holds as its schema metadata `ircompare`, as JSON; read at the end.

    Raises:
        InputError: Another suffix, or a folder that cannot be written.
    """
    make = WRITERS[require_suffix(path)]
    with atomic_file(path) as file:
        writer = make(file)
        yield writer
        writer.close(about)


def require_suffix(path: Path) -> str:
    """The suffix of a table file.

    Raises:
        InputError: It names no format.
    """
    suffix = path.suffix.lower()
    if suffix not in WRITERS:
        raise InputError(
            Problem(
                "bad-suffix",
                f"table file {quote(path.name)} has no known suffix",
                expected=".parquet, .csv or .json",
                found=path.suffix or "no suffix",
                mend="give the file one of these suffixes",
            )
        )
    return suffix


class _Csv:
    """As `csv_bytes` writes it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._started = False

    def write(self, part: pa.Table) -> None:
        if not self._started:
            self._file.write(CSV_MARK + csv_lines([part.column_names]))
            self._started = True
        self._file.write(csv_lines(csv_rows(part)))

    def close(self, about: object) -> None:
        """Nothing is left: CSV has no place for more."""


class _Json:
    """One list with an object on a line for each row."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._before = "["

    def write(self, part: pa.Table) -> None:
        for row in part.to_pylist():
            text = json.dumps(row, ensure_ascii=False, allow_nan=False)
            self._file.write(f"{self._before}\n{text}".encode())
            self._before = ","

    def close(self, about: object) -> None:
        end = "[]\n" if self._before == "[" else "\n]\n"
        self._file.write(end.encode())


class _Parquet:
    """Parts are gathered, so that row groups are not smaller than they need be."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._writer: Any = None
        self._parts: list[pa.Table] = []

    def write(self, part: pa.Table) -> None:
        self._parts.append(part)
        if sum(map(len, self._parts)) >= _ROWS_TOGETHER:
            self._flush()

    def close(self, about: object) -> None:
        self._flush()
        if about is not None:
            text = json.dumps(about, ensure_ascii=False, default=str)
            self._writer.add_key_value_metadata({"ircompare": text})
        self._writer.close()

    def _flush(self) -> None:
        import pyarrow.parquet as pq

        if self._parts:
            table = pa.concat_tables(self._parts)
            if self._writer is None:
                self._writer = pq.ParquetWriter(
                    self._file, table.schema, compression="zstd", store_schema=False
                )
            self._writer.write_table(table)
            self._parts = []


WRITERS: dict[str, Callable[[BinaryIO], TableWriter]] = {
    ".parquet": _Parquet,
    ".csv": _Csv,
    ".json": _Json,
}
