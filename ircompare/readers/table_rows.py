"""Rows and columns of CSV and TSV, of a whole file or of a part of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa

from ircompare.errors import Problems, quote
from ircompare.readers import names
from ircompare.readers.table import Column, Table, line_numbers

_LONGEST_FIELD = 2**31 - 1
Row = tuple[int, list[str]]


def quoted_rows(lines: Iterable[str], delimiter: str, first_line: int = 1) -> Iterator[Row]:
    """Rows under the quoting of RFC 4180 with the line on which each begins, none of them blank.

    Raises:
        csv.Error: The quoting is broken.
    """
    import csv

    csv.field_size_limit(_LONGEST_FIELD)
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter, strict=True)
    begun = first_line
    for row in reader:
        if len(row) > 1 or (row and row[0].strip(" \t")):
            yield begun, row
        begun = reader.line_num + first_line


def row_table(rows: Sequence[Row], header: names.Header, problems: Problems) -> Table:
    """The rows as columns; those of another width are noted and left out."""
    width = len(header.places) + len(header.others)
    for number, row in rows:
        if len(row) != width:
            problems.add(
                "column-count",
                f"{len(row)} column{'s' if len(row) != 1 else ''} instead of {width}",
                line=number,
                expected=f"{width} columns, as in the first line",
                found=quote(" | ".join(row), 100),
            )
    sound = [(number, row) for number, row in rows if len(row) == width]
    columns = list(zip(*(row for _, row in sound), strict=True)) or [()] * width
    return Table(
        "",
        {name: columns[at] for name, at in header.places.items()},
        line_numbers([number for number, _ in sound]),
        extra={name: columns[at] for name, at in header.others.items()},
    )


def arrow_columns(
    raw: bytes | memoryview, cells: Sequence[str], delimiter: str, *, quoted: bool = False
) -> list[Column] | None:
    """All columns of some rows as strings; None where one is irregular.

    Args:
        raw: The rows, without the line that names the columns.
        quoted: Whether quotes around a field are no part of it.
    """
    from pyarrow import csv

    try:
        table = csv.read_csv(
            pa.BufferReader(raw),
            csv.ReadOptions(column_names=list(cells)),
            csv.ParseOptions(
                delimiter=delimiter,
                quote_char='"' if quoted else False,
                escape_char=False,
                newlines_in_values=quoted,
                ignore_empty_lines=False,
            ),
            csv.ConvertOptions(
                column_types=dict.fromkeys(cells, pa.string()),
                null_values=[],
                strings_can_be_null=False,
            ),
        )
        return [column.combine_chunks() for column in table.columns]
    except pa.ArrowInvalid:
        return None
