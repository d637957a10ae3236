"""Rows of a run as they stand on disk: what a block of queries is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ircompare.model.ids import IntArray, Strings, byte_ranges
from ircompare.model.run import Run
from ircompare.model.shelf import Span

Number = TypeVar("Number", np.int64, np.float64)


@dataclass(frozen=True)
class Block:
    """Some neighbouring queries and where their rows stand.

    Attributes:
        first, last: Positions of its queries, the last one excluded.
        line: Line of its first row in the file; the others follow one another.
        texts: All its rankings, each as documents with NUL between them and a line feed behind.
        scores, ranks: The columns, in the order in which the rows stand; None where there is none.
        counted_from: Where the ranks are not kept, as they count up from this number in each
            ranking of the file.
        moved: For each row its place in the block as the file lists it; None where they are so.
    """

    first: int
    last: int
    line: int
    texts: Span
    scores: Span | None
    ranks: Span | None
    counted_from: int | None
    moved: Span | None


def counted_from(listed: Run) -> int | None:
    """The first rank, where the ranks of every ranking count up from it; else None."""
    if listed.ranks is None:
        return None
    first = int(listed.ranks[0])
    within = np.arange(len(listed.ranks)) - np.repeat(listed.bounds[:-1], listed.depths)
    return first if np.array_equal(listed.ranks - first, within) else None


def joined_column(parts: Sequence[npt.NDArray[Number] | None]) -> npt.NDArray[Number] | None:
    """One column of all parts, None where they have none."""
    found = [part for part in parts if part is not None]
    return np.concatenate(found) if found else None


def lines_of(documents: Strings, bounds: IntArray) -> tuple[Any, IntArray]:
    """Rankings as lines of documents with NUL between them, and where each line ends."""
    lists = pa.ListArray.from_arrays(pa.array(bounds.astype(np.int32)), documents)
    raw, ends = byte_ranges(pc.binary_join(lists, "\0"))
    lined = np.insert(raw[: ends[-1]], ends[1:], ord("\n"))
    return lined, ends + np.arange(len(ends))


def documents_of(texts: bytes) -> Strings:
    """The documents of rankings as lines, all in one array."""
    ends = np.flatnonzero(np.frombuffer(texts, np.uint8) < ord(" "))
    bounds = np.zeros(len(ends) + 1, np.int32)
    bounds[1:] = ends - np.arange(len(ends))
    kept = texts.translate(None, b"\0\n")
    return pa.StringArray.from_buffers(len(ends), pa.py_buffer(bounds), pa.py_buffer(kept))
