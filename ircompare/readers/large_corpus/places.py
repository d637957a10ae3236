"""Where each record of a large file begins and ends, in four bytes a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ircompare.model.ids import IntArray


class Placed(NamedTuple):
    """The records of one piece of a file.

    Attributes:
        start: Where the piece begins in the file.
        size: Its bytes, less than 4 GiB.
        records: Where each record begins within it, ascending.
    """

    start: int
    size: int
    records: npt.NDArray[np.uint32]


class Places:
    """Where all records stand, from the pieces of the file in its order."""

    def __init__(self, pieces: Sequence[Placed]) -> None:
        self._starts = np.array([piece.start for piece in pieces], np.int64)
        self._stops = self._starts + np.array([piece.size for piece in pieces], np.int64)
        self._bounds = np.cumsum([0, *(len(piece.records) for piece in pieces)])
        self._records = np.concatenate([piece.records for piece in pieces])

    def of(self, rows: IntArray) -> tuple[IntArray, IntArray]:
        """Where records begin, and where the next record of the file or the piece ends them."""
        piece = np.searchsorted(self._bounds, rows, side="right") - 1
        starts = self._starts[piece]
        after = self._records[np.minimum(rows + 1, len(self._records) - 1)]
        follows = rows + 1 < self._bounds[piece + 1]
        stops = np.where(follows, starts + after, self._stops[piece])
        return starts + self._records[rows], stops
