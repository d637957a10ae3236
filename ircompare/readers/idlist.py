"""A bare list of document ids, one a line: a corpus without texts."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ircompare.errors import Problems
from ircompare.readers.loaded import Slot
from ircompare.readers.table import Table
from ircompare.readers.text import shorten, text_of
from ircompare.readers.unpack import Content


def read_ids(content: Content, slot: Slot, problems: Problems) -> Table:
    """The ids of a list, each without blanks at its ends."""
    return id_table(text_of(content, problems))


def id_table(text: str, first_line: int = 1) -> Table:
    """The ids of some lines whose ends are LF; blank lines are counted."""
    whole = pa.array([text.removesuffix("\n")] if text else [], pa.large_string())
    lines = pc.split_pattern(whole, "\n").flatten()
    names = pc.ascii_trim(lines, " \t")
    rows = np.flatnonzero(np.asarray(pc.not_equal(names, "")))
    return Table(
        "list of ids",
        {"id": names.take(pa.array(rows))},
        rows + first_line,
        blank=len(names) - len(rows),
        samples=tuple(shorten(line) for line in lines.take(pa.array(rows[:3])).to_pylist()),
    )
