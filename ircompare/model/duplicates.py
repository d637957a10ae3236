"""A document that stands twice in one ranking: found by blocks of whole queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa

from ircompare.errors import SHOWN, Problems, quote
from ircompare.model.contract import DUPLICATE
from ircompare.model.grouping import line_at
from ircompare.model.ids import IdIndex, IntArray, Strings, repeats

CHECKED_AT_ONCE = 1 << 18


def note_duplicates(
    documents: Strings,
    bounds: IntArray,
    query_ids: Sequence[str],
    lines: IntArray | None,
    problems: Problems,
) -> None:
    """Note every document that repeats an earlier one of its query.

    Args:
        documents: Document ids, grouped by query (shape: rows).
        bounds: Rows of query i are `bounds[i]` to `bounds[i + 1]` (shape: q + 1).
        query_ids: The queries (length q).
        lines: Line of each row in its file, or None.
        problems: Where to note; only those that are shown get a text, the rest are counted.
    """
    for first, last in _blocks(bounds):
        start, stop = int(bounds[first]), int(bounds[last])
        part = documents.slice(start, stop - start)
        codes = np.repeat(np.arange(first, last), np.diff(bounds[first : last + 1]))
        again = repeats(part, codes)
        shown = again[: max(0, SHOWN - len(problems.kept))]
        if len(shown):
            found = IdIndex(part, codes).find(part.take(pa.array(shown)), codes[shown])
            for row, before in zip(shown.tolist(), found.tolist(), strict=True):
                query_id = query_ids[int(codes[row])]
                _note(part[row].as_py(), query_id, start + row, start + before, lines, problems)
        problems.total += len(again) - len(shown)


def _blocks(bounds: IntArray) -> Iterator[tuple[int, int]]:
    """Ranges of query positions that hold about CHECKED_AT_ONCE rows each."""
    first, count = 0, len(bounds) - 1
    while first < count:
        wanted = bounds[first] + CHECKED_AT_ONCE
        last = max(first + 1, int(np.searchsorted(bounds, wanted, side="right")) - 1)
        yield first, last
        first = last


def _note(
    doc_id: str, query_id: str, row: int, before: int, lines: IntArray | None, problems: Problems
) -> None:
    where = "earlier in the list" if lines is None else f"on line {lines[before]}"
    problems.add(
        "duplicate-document",
        f"document {quote(doc_id)} twice for query {quote(query_id)}",
        line=line_at(lines, row),
        expected="each document at most once a query",
        found=f"also {where}",
        mend="remove one of the two, or read the file as chunks",
        contract_reason=DUPLICATE,
    )
