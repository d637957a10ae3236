"""A judging sheet read back: rows whose grade is blank were not judged, and are only counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ircompare.readers.names import plain
from ircompare.readers.table import Column, Table, values_of

# A column that only judging sheets have: by it a table is known as one.
SHEET_MARK = "rr_delta_if_relevant"
HEAD_BYTES = 2_000


def is_sheet(names: Iterable[str]) -> bool:
    """Whether columns are those of a judging sheet."""
    return SHEET_MARK in map(plain, names)


def looks_like_sheet(data: bytes) -> bool:
    """Whether the first line of a file is that of a judging sheet."""
    return SHEET_MARK.encode() in data[:HEAD_BYTES].split(b"\n", 1)[0]


def filled_rows(table: Table) -> Table:
    """The rows that were judged; of other tables all rows."""
    if not is_sheet(table.extra):
        return table
    grades = values_of(table.columns["grade"])
    rows = [row for row, grade in enumerate(grades) if str(grade or "").strip()]
    return replace(
        table,
        columns={name: _taken(column, rows) for name, column in table.columns.items()},
        lines=table.lines[np.array(rows, np.int64)],
    )


def _taken(column: Column, rows: list[int]) -> list[object]:
    values = values_of(column)
    return [values[row] for row in rows]
