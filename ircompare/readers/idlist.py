"""A bare list of document ids, one a line: a corpus without texts."""

from __future__ import annotations

from ircompare.errors import Problems
from ircompare.readers.loaded import Slot
from ircompare.readers.table import Table, filled_lines, line_numbers
from ircompare.readers.text import shorten, text_of
from ircompare.readers.unpack import Content


def read_ids(content: Content, slot: Slot, problems: Problems) -> Table:
    """The ids of a list, each without blanks at its ends."""
    filled, blank = filled_lines(text_of(content, problems))
    ids = [line.strip(" \t") for _, line in filled]
    return Table(
        "list of ids",
        {"id": ids},
        line_numbers([number for number, _ in filled]),
        blank=blank,
        samples=tuple(shorten(line) for _, line in filled[:3]),
    )
