"""What was supplied of pairs of a query and a document, in columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ircompare.model.grouping import same_length
from ircompare.model.ids import FloatArray, IntArray, Strings, encoded, repeats, strings

PairColumn = FloatArray | None


@dataclass(frozen=True, eq=False)
class Pairs:
    """What was supplied of the pairs of one run, each pair once.

    Attributes:
        query_ids: Queries in order of first appearance (length q).
        codes: Query position of each pair (shape: n).
        documents: Document id of each pair (shape: n).
        probability: Stated probability that the document is relevant to the query, in [0, 1]; NaN
            where a pair has none (shape: n). None where the table has no such column.
        similarity: Supplied similarity of the two, such as of a text and an image, finite; NaN and
            None likewise.
        source: Name of the file.
        lines: Line of each pair in its file, or None.

    Raises:
        ValueError: Columns of different lengths, a value out of its range, or a pair given twice.
    """

    query_ids: tuple[str, ...]
    codes: IntArray
    documents: Strings
    probability: PairColumn = None
    similarity: PairColumn = None
    source: str = "pairs"
    lines: IntArray | None = None

    def __post_init__(self) -> None:
        same_length(self.codes, self.documents, self.probability, self.similarity, self.lines)
        if self.probability is not None and ((self.probability < 0) | (self.probability > 1)).any():
            raise ValueError("probability must be between 0 and 1")
        if self.similarity is not None and np.isinf(self.similarity).any():
            raise ValueError("similarity must be a finite number")
        if len(repeats(self.documents, self.codes)):
            raise ValueError("a pair must stand once")

    @classmethod
    def build(
        cls,
        query_column: Sequence[str] | Strings,
        documents: Sequence[str] | Strings,
        *,
        probability: Sequence[float] | FloatArray | None = None,
        similarity: Sequence[float] | FloatArray | None = None,
        source: str = "pairs",
        lines: IntArray | None = None,
    ) -> Pairs:
        """Pairs from one entry a pair in every column.

        Raises:
            ValueError: As the class.
        """
        column = encoded(query_column)
        return cls(
            tuple(column.dictionary.to_pylist()),
            np.asarray(column.indices.to_numpy(zero_copy_only=False), np.int64),
            strings(documents),
            _numbers(probability),
            _numbers(similarity),
            source=source,
            lines=lines,
        )

    def __len__(self) -> int:
        return len(self.documents)

    def places(self, positions: Mapping[str, int]) -> IntArray:
        """Position of the query of each pair among others, −1 where it is absent (shape: n)."""
        found = [positions.get(query, -1) for query in self.query_ids]
        return np.array(found, np.int64)[self.codes]


def stated_of(pairs: Pairs | None, name: str) -> PairColumn:
    """One column of the pairs of a run; None where there are no pairs, or none with a value."""
    column: PairColumn = None if pairs is None else getattr(pairs, name)
    return None if column is None or np.isnan(column).all() else column


def absent_pairs(name: str, columns: Sequence[PairColumn]) -> list[str]:
    """What to supply where a run lacks a column of pairs; empty where both have it."""
    return [
        f"`{name}` of pairs of run {run}"
        for run, one in zip("AB", columns, strict=True)
        if one is None
    ]


def _numbers(column: Sequence[float] | PairColumn) -> PairColumn:
    return None if column is None else np.asarray(column, np.float64)
