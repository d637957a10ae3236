"""The query fields that were asked for, slice by slice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ircompare.inference.slice_words import RULE, TOO_SMALL
from ircompare.report.full.blocks import Block, Table, Text
from ircompare.report.slice_tables import slice_rows
from ircompare.scoring.comparison import Comparison


def slices(comparison: Comparison, fields: Sequence[str]) -> Iterator[Block]:
    """A table for each field and measure.

    Raises:
        KeyError: The queries lack one of the fields.
    """
    for head, *rows in slice_rows(comparison, fields):
        yield Table(head[0], ("Slice", *head[1:]), rows, frozenset({0, len(head) - 1}))
    yield Text(f"{TOO_SMALL}: {RULE}", "note")
