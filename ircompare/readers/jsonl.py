"""JSON lines: one object a line, as BEIR writes corpora and queries."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import cast

from ircompare.errors import Problems, quote
from ircompare.readers.identifiers import kind_of
from ircompare.readers.jsontext import Pairs, as_plain, parse
from ircompare.readers.loaded import Slot
from ircompare.readers.records import Record, record_table
from ircompare.readers.table import Line, Table, filled_lines, line_numbers
from ircompare.readers.text import shorten, text_of
from ircompare.readers.unpack import Content


def read_jsonl(content: Content, slot: Slot, problems: Problems) -> Table:
    """The records of JSON lines; faults are noted with the line of the file."""
    filled, blank = filled_lines(text_of(content, problems))
    records, places = json_records(filled, problems)
    table = record_table("JSON lines", records, slot, line_numbers(places), problems)
    return replace(table, blank=blank, samples=tuple(shorten(line) for _, line in filled[:3]))


def json_records(lines: list[Line], problems: Problems) -> tuple[list[Record], list[int]]:
    """The objects of some lines with the line of each; faults are noted."""
    records: list[Record] = []
    places: list[int] = []
    record: Record | None
    for number, line in lines:
        try:
            record, end = _decoder.raw_decode(line)
        except (ValueError, RecursionError):
            end = -1
        if end != len(line) or not isinstance(record, dict):
            record = _checked(line, number, problems)
        if record is not None:
            records.append(record)
            places.append(number)
    return records, places


def _checked(line: str, number: int, problems: Problems) -> Record | None:
    """The object of a line; None, and a problem, where it is none."""
    document = parse(line, problems, number)
    if document is None:
        return None
    if not isinstance(document.root, Pairs):
        problems.add(
            "bad-shape",
            f"line is {kind_of(document.root)}",
            line=number,
            expected="one JSON object a line",
            found=quote(line),
        )
        return None
    return cast(Record, as_plain(document.root))


def _object(pairs: list[tuple[str, object]]) -> Record:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("repeated key")
    return found


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON number")


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse)
