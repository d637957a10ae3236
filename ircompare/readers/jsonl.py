"""JSON lines: one object a line, as BEIR writes corpora and queries."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from ircompare.errors import Problems, quote
from ircompare.readers.identifiers import kind_of
from ircompare.readers.jsontext import Pairs, as_plain, parse
from ircompare.readers.loaded import Slot
from ircompare.readers.records import Record, record_table
from ircompare.readers.table import Table, filled_lines, line_numbers
from ircompare.readers.text import shorten, text_of
from ircompare.readers.unpack import Content


def read_jsonl(content: Content, slot: Slot, problems: Problems) -> Table:
    """The records of JSON lines; faults are noted with the line of the file."""
    filled, blank = filled_lines(text_of(content, problems))
    records: list[Record] = []
    places: list[int] = []
    for number, line in filled:
        document = parse(line, problems, number)
        if document is None:
            continue
        if not isinstance(document.root, Pairs):
            problems.add(
                "bad-shape",
                f"line is {kind_of(document.root)}",
                line=number,
                expected="one JSON object a line",
                found=quote(line),
            )
            continue
        records.append(cast(Record, as_plain(document.root)))
        places.append(number)
    table = record_table("JSON lines", records, slot, line_numbers(places), problems)
    return replace(table, blank=blank, samples=tuple(shorten(line) for _, line in filled[:3]))
