"""Forms of a large corpus of one record a line: how its pieces become records."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from ircompare.errors import Problems
from ircompare.readers import names
from ircompare.readers.idlist import id_table
from ircompare.readers.jsonl import json_records
from ircompare.readers.large_corpus.pieces import Noted, last_line_end, with_lf
from ircompare.readers.records import MOST_FIELDS, Record, field_names, record_table
from ircompare.readers.stream import NotRegularError
from ircompare.readers.table import Table, filled_lines, line_numbers
from ircompare.readers.text import decoded


class Form(Protocol):
    """How the records of a corpus stand in its file.

    Attributes:
        skip: Bytes of the line that names the columns, 0 without one.
        bare: Whether its records are ids and nothing else.
        piece: Bytes that are best read at a time.
    """

    skip: int
    bare: bool
    piece: int

    def end_of(self, raw: bytes) -> int:
        """Where the last whole record of some bytes ends, 0 where none does."""

    def table(self, raw: bytes, line: int, noted: Noted) -> Table:
        """Some whole records, the first of them on a line; faults are noted.

        Raises:
            NotRegularError: What they mean depends on records elsewhere in the file.
        """


class IdLines:
    """A bare list of ids."""

    skip = 0
    bare = True
    piece = 1 << 20

    def end_of(self, raw: bytes) -> int:
        """See `Form`."""
        return last_line_end(raw)

    def table(self, raw: bytes, line: int, noted: Noted) -> Table:
        """See `Form`."""
        return id_table(decoded(with_lf(raw), noted["nul"], noted["utf-8"], line), line)


class JsonLines:
    """One JSON object a line; the fields of all records so far are known."""

    skip = 0
    bare = False
    # The objects of a piece of this size stay in the cache: twice as fast as a few MiB.
    piece = 1 << 17

    def __init__(self) -> None:
        self._fields: list[str] = []
        self._columns: dict[str, str] = {}

    def end_of(self, raw: bytes) -> int:
        """See `Form`."""
        return last_line_end(raw)

    def table(self, raw: bytes, line: int, noted: Noted) -> Table:
        """See `Form`."""
        text = decoded(with_lf(raw), noted["nul"], noted["utf-8"], line)
        filled, blank = filled_lines(text, line)
        records, places = json_records(filled, noted["records"])
        self._learn(records)
        lines = line_numbers(places)
        table = record_table(
            "JSON lines", records, "corpus", lines, noted["absent"], fields=self._fields
        )
        return replace(table, blank=blank)

    def _learn(self, records: list[Record]) -> None:
        """Take in fields that were not met before.

        Raises:
            NotRegularError: They lack an id, are very many, or mean that another field is the id,
                the title or the text of all records.
        """
        fields = list(dict.fromkeys([*self._fields, *field_names(records)]))
        if len(fields) == len(self._fields):
            return
        header = names.match(fields, "corpus", Problems("")) if len(fields) <= MOST_FIELDS else None
        if header is None:
            raise NotRegularError
        columns = {name: fields[at] for name, at in header.places.items()}
        if any(columns[name] != field for name, field in self._columns.items()):
            raise NotRegularError
        self._fields, self._columns = fields, columns
