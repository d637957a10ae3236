"""Parts of a file, cut anywhere, put together again so that each holds whole queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ircompare.model.ids import IntArray, Strings
from ircompare.readers.columnar_pieces import Part


@dataclass(frozen=True, eq=False)
class Listed:
    """Some neighbouring records, those of one query together.

    Attributes:
        query_ids: Queries in order; an id is there twice where its records do not stand together.
        bounds: Records of query i are `bounds[i]` to `bounds[i + 1]` (shape: q + 1).
        documents: Document id of each record.
        numbers: The other columns by name.
    """

    query_ids: list[str]
    bounds: IntArray
    documents: Strings
    numbers: dict[str, npt.NDArray[Any]]

    @classmethod
    def of(cls, part: Part) -> Listed:
        """The records of a part of a file."""
        ends = np.asarray(part.queries.run_ends.to_numpy(zero_copy_only=False), np.int64)
        return cls(
            part.queries.values.to_pylist(), np.append(0, ends), part.documents, part.numbers
        )

    def queries(self, first: int, last: int) -> Listed:
        """The records of the queries from `first` on, up to `last` excluded."""
        bounds = self.bounds[first : last + 1]
        start, stop = int(bounds[0]), int(bounds[-1])
        return Listed(
            self.query_ids[first:last],
            bounds - start,
            self.documents.slice(start, stop - start),
            {name: column[start:stop] for name, column in self.numbers.items()},
        )


def whole_queries(parts: Iterable[Part]) -> Iterator[Listed]:
    """The records of a file in order, each time with all records of the queries in it.

    Only the last query of a part may go on in the next one; a query that comes again later is
    for the caller to notice.
    """
    rest: list[Listed] = []
    for found in map(Listed.of, parts):
        count = len(found.query_ids)
        if count == 1 and (not rest or rest[0].query_ids == found.query_ids):
            rest.append(found)
            continue
        yield _joined([*rest, found.queries(0, count - 1)])
        rest = [found.queries(count - 1, count)]
    if rest:
        yield _joined(rest)


def _joined(pieces: Sequence[Listed]) -> Listed:
    """Pieces end to end; a query that ends one and begins the next is one query."""
    pieces = [piece for piece in pieces if piece.query_ids]
    if len(pieces) == 1:
        return pieces[0]
    query_ids: list[str] = []
    depths: list[int] = []
    for piece in pieces:
        own = np.diff(piece.bounds).tolist()
        if query_ids and query_ids[-1] == piece.query_ids[0]:
            depths[-1] += own.pop(0)
            query_ids.extend(piece.query_ids[1:])
        else:
            query_ids.extend(piece.query_ids)
        depths.extend(own)
    names = pieces[0].numbers
    return Listed(
        query_ids,
        np.append(0, np.cumsum(depths)),
        pa.concat_arrays([piece.documents for piece in pieces]),
        {name: np.concatenate([piece.numbers[name] for piece in pieces]) for name in names},
    )
