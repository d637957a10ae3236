"""Rows of a table brought together by query, and where a row stands in its file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ircompare.model.ids import IntArray, Strings, encoded

Number = TypeVar("Number", np.int64, np.float64)


@dataclass(frozen=True, eq=False)
class Grouped:
    """Rows of a table brought together by query, stable within a query.

    Attributes:
        query_ids: Queries in order of first appearance, then those that have no row.
        places: Query position of each grouped row, ascending (shape: rows).
        moved: For each grouped row, its row in the table; None where they stood together.
    """

    query_ids: tuple[str, ...]
    places: npt.NDArray[np.int32]
    moved: IntArray | None

    @cached_property
    def codes(self) -> IntArray:
        """`places` in the wider integers that everything else counts with."""
        return self.places.astype(np.int64)

    @property
    def bounds(self) -> IntArray:
        """Rows of query i are `bounds[i]` to `bounds[i + 1]` (shape: q + 1)."""
        queries = np.arange(len(self.query_ids) + 1, dtype=np.int32)
        return np.searchsorted(self.places, queries)

    @property
    def rows(self) -> IntArray:
        """For each grouped row, its row in the table (shape: rows)."""
        return np.arange(len(self.places)) if self.moved is None else self.moved

    def texts(self, column: Strings) -> Strings:
        """A column of the table in the grouped order."""
        return column if self.moved is None else column.take(pa.array(self.moved))

    def numbers(self, column: npt.NDArray[Number]) -> npt.NDArray[Number]:
        """A column of the table in the grouped order."""
        return column if self.moved is None else column[self.moved]


def group_by_query(
    query_column: Iterable[str] | Strings | pa.DictionaryArray, empty_queries: Sequence[str] = ()
) -> Grouped:
    """Bring the rows of each query together, keeping their order within it.

    `empty_queries` are named by the file; their place is kept if they come in its order.
    """
    column = encoded(query_column)
    found: list[str] = column.dictionary.to_pylist()
    codes = np.asarray(column.indices.to_numpy(zero_copy_only=False), np.int32)
    if len(empty_queries):
        named = list(dict.fromkeys([*empty_queries, *found]))
        place = {query_id: at for at, query_id in enumerate(named)}
        codes = (
            np.array([place[query_id] for query_id in found], np.int32)[codes] if found else codes
        )
        found = named
    if not (codes[1:] < codes[:-1]).any():
        return Grouped(tuple(found), codes, None)
    rows = np.argsort(codes, kind="stable")
    return Grouped(tuple(found), codes[rows], rows)


def bounds_of(codes: IntArray, count: int) -> IntArray:
    """Offsets of each query's rows among ascending query positions (shape: count + 1)."""
    return np.concatenate([[0], np.cumsum(np.bincount(codes, minlength=count))]).astype(np.int64)


def spans(starts: IntArray, lengths: IntArray) -> IntArray:
    """The whole numbers `starts[i]`, `starts[i] + 1`, … of each span, end to end.

    >>> spans(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    before = np.cumsum(lengths) - lengths
    return np.asarray(np.arange(int(lengths.sum())) + np.repeat(starts - before, lengths))


def sorted_rows(ids: Strings) -> IntArray:
    """Rows in code point order of the ids, which is the order of their UTF-8 bytes."""
    return np.asarray(pc.sort_indices(ids), np.int64)


def line_at(lines: IntArray | None, row: int) -> int | None:
    """Line of a row; None where lines are not known."""
    return None if lines is None else int(lines[row])


def on_line(lines: IntArray | None, row: int) -> str:
    """Where a row stands, as the end of a sentence; "" where lines are not known."""
    return "" if lines is None else f" on line {lines[row]}"


def same_length(*columns: Sized | None) -> None:
    """Refuse columns of one table that differ in length.

    Raises:
        ValueError: They do.
    """
    if len({len(column) for column in columns if column is not None}) > 1:
        raise ValueError("the columns of a table must have the same length")
