"""CSV and TSV corpora in pieces: columns where every row is regular, else row by row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np

from ircompare.errors import Problems
from ircompare.model.ids import IntArray
from ircompare.readers import names
from ircompare.readers.delimited import TABLE_NAMES
from ircompare.readers.guess_lines import header_delimiter
from ircompare.readers.large_corpus.pieces import Noted, last_line_end, with_lf
from ircompare.readers.stream import NotRegularError
from ircompare.readers.table import Table, filled_lines
from ircompare.readers.table_rows import Row, arrow_columns, quoted_rows, row_table
from ircompare.readers.text import decoded, split_lines

_QUOTE, _LF = ord('"'), ord("\n")
_BLANK = re.compile(rb"\n[ \t]*\n|\n[ \t]+\Z")
_BLANK_TABS = re.compile(rb"\n[ \t]*\t[ \t]*(?:\n|\Z)")


class TableForm:
    """Rows of one table.

    In CSV quotes around a field are no part of it. In a TSV they are none where every row of the
    file is as wide as the first one then; else all fields stand as they are.

    Args:
        first: The line that names the columns, without its end.
        delimiter: What separates them.
        quoted: Whether quotes around a field are no part of it.
        skip: Bytes of the first line.

    Raises:
        NotRegularError: The columns are not understood.
    """

    bare = False
    piece = 1 << 20

    def __init__(self, first: str, delimiter: str, *, quoted: bool, skip: int) -> None:
        self.skip, self.delimiter, self.quoted = skip, delimiter, quoted
        self._cells = _cells(first, delimiter, quoted=quoted)
        header = names.match(self._cells, "corpus", Problems(""))
        if header is None or len(set(self._cells)) != len(self._cells):
            raise NotRegularError
        self._header = header

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self._cells)

    @property
    def may_be_plain(self) -> bool:
        """Whether the quotes may be parts of the fields after all."""
        return self.quoted and self.delimiter == "\t"

    def end_of(self, raw: bytes) -> int:
        """See `Form`."""
        if not self._quotes_count(raw):
            return last_line_end(raw)
        ends = _positions(raw, _LF)
        outside = ends[_quotes_before(raw, ends) % 2 == 0]
        return int(outside[-1]) + 1 if len(outside) else 0

    def table(self, raw: bytes, line: int, noted: Noted) -> Table:
        """See `Form`."""
        raw = with_lf(raw)
        table = self._columns(raw, line)
        if table is None:
            table = self._rows(raw, line, noted)
        return replace(table, format=TABLE_NAMES[self.delimiter])

    def _quotes_count(self, raw: bytes) -> bool:
        """Whether a field begins with a quote that is no part of it."""
        if not self.quoted or b'"' not in raw:
            return False
        after = self.delimiter.encode() + b'"'
        return raw.startswith(b'"') or b'\n"' in raw or after in raw

    def _columns(self, raw: bytes, line: int) -> Table | None:
        """The rows by their columns; None where one is irregular."""
        quoted = self._quotes_count(raw)
        odd = b"\0" in raw or _BLANK.search(b"\n" + raw) is not None
        if odd or (quoted and not well_quoted(raw, self.delimiter)):
            return None
        columns = arrow_columns(raw, self._cells, self.delimiter, quoted=quoted)
        if columns is None:
            return None
        lines = np.arange(line, line + len(columns[0]))
        if quoted:
            ends = _positions(raw, _LF)
            outside = np.flatnonzero(_quotes_before(raw, ends) % 2 == 0)
            lines = np.append(0, outside + 1)[: len(lines)] + line
        return Table(
            "",
            {name: columns[at] for name, at in self._header.places.items()},
            lines,
            extra={name: columns[at] for name, at in self._header.others.items()},
        )

    def _rows(self, raw: bytes, line: int, noted: Noted) -> Table:
        """The rows one by one.

        Raises:
            NotRegularError: The quotes are broken, or do not end with the last row.
        """
        text = decoded(raw, noted["nul"], noted["utf-8"], line)
        filled, blank = filled_lines(text, line)
        rows: Sequence[Row]
        if self.quoted:
            rows = self._quoted_rows(text, line)
            self._check_tabs(raw, rows)
        else:
            rows = [(number, row.split(self.delimiter)) for number, row in filled]
        return replace(row_table(rows, self._header, noted["records"]), blank=blank)

    def _quoted_rows(self, text: str, line: int) -> list[Row]:
        import csv

        try:
            return list(quoted_rows(split_lines(text), self.delimiter, line))
        except csv.Error as error:
            raise NotRegularError from error

    def _check_tabs(self, raw: bytes, rows: Iterable[Row]) -> None:
        """Refuse what decides for all rows of a TSV whether they are quoted."""
        wide = all(len(row) == len(self._cells) for _, row in rows)
        if self.delimiter == "\t" and not (wide and not _BLANK_TABS.search(b"\n" + raw)):
            raise NotRegularError


def table_forms(head: bytes) -> list[TableForm]:
    """The forms that a table may have, the first that fits being the right one.

    Args:
        head: Its first bytes; the columns are named on its first line.
    """
    raw, ended, _ = head.partition(b"\n")
    first = raw.removesuffix(b"\r").decode("utf-8", "replace")
    delimiter = header_delimiter(first)
    if not ended or delimiter not in {",", ";", "\t"}:
        return []
    forms = []
    for quoted in (True, False) if delimiter == "\t" else (True,):
        with suppress(NotRegularError):
            forms.append(TableForm(first, delimiter, quoted=quoted, skip=len(raw) + 1))
    return forms


def well_quoted(raw: bytes, delimiter: str) -> bool:
    """Whether every quote in some whole rows opens or closes a field, or is doubled in one."""
    quotes = _positions(raw, _QUOTE)
    if len(quotes) % 2:
        return False
    around = np.frombuffer(b"\n" + raw + b"\n", np.uint8)
    ends = np.array([ord(delimiter), _LF, _QUOTE], np.uint8)
    opened, closed = around[quotes[0::2]], around[quotes[1::2] + 2]
    return bool(np.isin(opened, ends).all() and np.isin(closed, ends).all())


def rows_are_quoted(lines: Iterable[str], delimiter: str, width: int) -> bool:
    """Whether lines are rows of one width under the quoting of RFC 4180; ends where not."""
    import csv

    try:
        return all(len(row) == width for _, row in quoted_rows(lines, delimiter))
    except csv.Error:
        return False


def _cells(first: str, delimiter: str, *, quoted: bool) -> list[str]:
    """Names of the columns.

    Raises:
        NotRegularError: The quotes of the line do not close on it.
    """
    import csv

    plain = first.split(delimiter)
    if not quoted or '"' not in first:
        return plain
    try:
        (_, cells), *_ = quoted_rows([first], delimiter)
    except csv.Error as error:
        raise NotRegularError from error
    if delimiter == "\t" and len(cells) != len(plain):
        raise NotRegularError
    return cells


def _positions(raw: bytes, mark: int) -> IntArray:
    """Where a byte stands (shape: as often as it does)."""
    return np.flatnonzero(np.frombuffer(raw, np.uint8) == mark)


def _quotes_before(raw: bytes, places: IntArray) -> IntArray:
    """How many quotes stand before each place (shape: as `places`)."""
    return np.searchsorted(_positions(raw, _QUOTE), places)
