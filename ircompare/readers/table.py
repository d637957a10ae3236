"""What every format comes down to: named columns, with the line of each row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa

from ircompare.errors import Problem
from ircompare.model.ids import IntArray
from ircompare.readers.text import split_lines

Column: TypeAlias = "Sequence[Any] | pa.Array"


@dataclass(frozen=True, eq=False)
class Table:
    """The records of one file, before they become a corpus, queries, qrels or a run.

    Attributes:
        format: Name of the format, as shown.
        columns: Columns by the names of `names.py`, each one value a row.
        lines: Line of each row as an editor counts it; in Parquet the number of the row.
        typed: Whether values carry a type of their own (JSON, Parquet); else all are text.
        listed: Ids that the file names, in its order, where some may have no row at all.
        blank, comments: Lines that were skipped.
        provenance: What the file says of its own making.
        samples: Up to three records as they stand in the file, shortened.
        extra: The other columns of the file, by their own names.
        warnings: Remarks of the format; those of the slot come later.
        proven: Whether the ids were checked on the way.
    """

    format: str
    columns: Mapping[str, Column]
    lines: IntArray
    typed: bool = False
    listed: tuple[str, ...] = ()
    blank: int = 0
    comments: int = 0
    provenance: Mapping[str, object] = field(default_factory=dict)
    samples: tuple[str, ...] = ()
    extra: Mapping[str, Column] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()
    proven: bool = False

    def __len__(self) -> int:
        return len(self.lines)

    def line(self, row: int) -> int:
        """Line of one row."""
        return int(self.lines[row])


def line_numbers(lines: Sequence[int]) -> IntArray:
    """Lines as an array (shape: rows)."""
    return np.array(lines, np.int64)


def values_of(column: Column) -> list[Any]:
    """The values of a column as Python has them."""
    return column.to_pylist() if isinstance(column, pa.Array) else list(column)


Line = tuple[int, str]


def filled_lines(text: str, first_line: int = 1) -> tuple[list[Line], int]:
    """The lines that are not blank, with their numbers, and how many are blank."""
    lines = split_lines(text)
    numbered = enumerate(lines, first_line)
    filled = [(number, line) for number, line in numbered if line.strip(" \t")]
    return filled, len(lines) - len(filled)
