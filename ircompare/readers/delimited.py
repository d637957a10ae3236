"""CSV and TSV: tables whose first line names the columns, and queries and chunk maps without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from ircompare.errors import InputError, Problems
from ircompare.readers import names
from ircompare.readers.guess_lines import header_delimiter
from ircompare.readers.layouts import blank_fields
from ircompare.readers.loaded import Slot
from ircompare.readers.table import Column, Line, Table, filled_lines
from ircompare.readers.table_rows import Row, arrow_columns, quoted_rows, row_table
from ircompare.readers.text import shorten, split_lines, text_of
from ircompare.readers.unpack import Content

FAST_FROM = 5 << 20
_HEADLESS: dict[Slot, tuple[str, str]] = {
    "queries": ("id", "text"),
    "chunk_map": ("chunk_id", "doc_id"),
}
TABLE_NAMES = {",": "CSV", ";": "CSV", "\t": "TSV", " ": "columns with a header"}


def read_table(content: Content, slot: Slot, problems: Problems) -> Table:
    """The rows of a table; faults are noted.

    Raises:
        InputError: The text is no table, or its header lacks a column.
    """
    fast = _fast(content, slot) if len(content.raw) >= FAST_FROM else None
    if fast is not None:
        return fast
    text = text_of(content, problems)
    filled, blank = filled_lines(text)
    delimiter = header_delimiter(filled[0][1]) if filled else ""
    delimiter, headed = (delimiter, True) if delimiter else (_likely(filled), slot not in _HEADLESS)
    rows = _rows(text, delimiter, problems)
    headed = headed or (bool(rows) and len(rows[0][1]) != 2)
    header = _header(rows, slot, headed, problems)
    table = row_table(rows[1:] if headed else rows, header, problems)
    lines = split_lines(text)
    return replace(
        table if delimiter != "\t" or slot in {"corpus", "queries"} else _stripped(table),
        format=TABLE_NAMES[delimiter] + ("" if headed else " without a header"),
        blank=blank,
        samples=tuple(shorten(lines[number - 1]) for number in table.lines[:3].tolist()),
    )


def _likely(filled: Sequence[Line]) -> str:
    return "\t" if any("\t" in line for _, line in filled[:1]) else ","


def _header(rows: Sequence[Row], slot: Slot, headed: bool, problems: Problems) -> names.Header:
    if not headed:
        first, second = _HEADLESS[slot]
        return names.Header({first: 0, second: 1}, {})
    header = names.match(rows[0][1], slot, problems, line=rows[0][0]) if rows else None
    if header is None:
        raise InputError(problems.kept, problems.total)
    return header


def _rows(text: str, delimiter: str, problems: Problems) -> list[Row]:
    """Every row with the line on which it begins; blank lines are left out."""
    if delimiter == " ":
        return [(number, blank_fields(line)) for number, line in filled_lines(text)[0]]
    if delimiter == "\t":
        return _tabbed(text)
    import csv

    rows: list[Row] = []
    try:
        rows.extend(quoted_rows(split_lines(text), delimiter))
    except csv.Error as error:
        last = rows[-1][0] + 1 if rows else 1
        problems.add(
            "bad-csv",
            f"quotes are not closed or not doubled: {error}",
            line=last,
            expected='a field with quotes, commas or line ends as "…", with inner quotes doubled',
            mend="write the file with a CSV library",
        )
        raise InputError(problems.kept, problems.total) from None
    return rows


def _tabbed(text: str) -> list[Row]:
    """Rows of a TSV: quoted where every row is as wide as the first line, else as they stand."""
    import csv

    plain = [(number, line.split("\t")) for number, line in filled_lines(text)[0]]
    if '"' not in text or not plain:
        return plain
    try:
        quoted = list(quoted_rows(split_lines(text), "\t"))
    except csv.Error:
        return plain
    if not _as_wide(quoted, plain[0][1]) or (_as_wide(plain, plain[0][1]) and _spanning(quoted)):
        return plain
    return quoted


def _as_wide(rows: Sequence[Row], header: Sequence[str]) -> bool:
    return all(len(row) == len(header) for _, row in rows)


def _spanning(rows: Sequence[Row]) -> bool:
    """Whether quotes would join fields or lines into one field."""
    return any("\t" in cell or "\n" in cell for _, row in rows for cell in row)


def _stripped(table: Table) -> Table:
    """The same table with every value without blanks at its ends, as in TREC files."""
    return replace(
        table,
        columns={
            name: [value.strip(" ") for value in column] for name, column in table.columns.items()
        },
    )


def _fast(content: Content, slot: Slot) -> Table | None:
    """A large table by its columns; None where the strict reader has to decide."""
    raw = content.raw
    if any(mark in raw for mark in (b'"', b"\r", b"\0", b"\n\n")) or raw[:1] in b"\n":
        return None
    end = raw.find(b"\n")
    try:
        first = raw[:end].decode("utf-8")
    except UnicodeDecodeError:
        return None
    delimiter = header_delimiter(first)
    cells = first.split(delimiter) if delimiter in {",", ";", "\t"} else []
    header = names.match(cells, slot, Problems("")) if cells and end > 0 else None
    if header is None:
        return None
    columns = arrow_columns(memoryview(raw)[end + 1 :], cells, delimiter)
    if columns is None:
        return None
    if delimiter == "\t" and slot not in {"corpus", "queries"}:
        columns = [_trimmed(column) for column in columns]
    head = raw[end + 1 : end + 2000].decode("utf-8", "ignore").split("\n")
    return Table(
        TABLE_NAMES[delimiter],
        {name: columns[at] for name, at in header.places.items()},
        np.arange(2, len(columns[0]) + 2),
        extra={name: columns[at] for name, at in header.others.items()},
        samples=tuple(shorten(line) for line in islice(head, 3) if line),
    )


def _trimmed(column: Column) -> Column:
    import pyarrow.compute as pc

    return pc.ascii_trim(column, " ")
