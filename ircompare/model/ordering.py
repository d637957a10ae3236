"""Rows of a run put in order, query by query; nothing is sorted that stands in order already."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ircompare.model.ids import BoolArray, FloatArray, IntArray, Strings


def within(bounds: IntArray, pairs: BoolArray) -> BoolArray:
    """Marks on pairs of neighbouring rows, without those between two queries (in place)."""
    edges = bounds[(bounds > 0) & (bounds <= len(pairs))]
    pairs[edges - 1] = False
    return pairs


def queries_of(bounds: IntArray, pairs: BoolArray) -> IntArray:
    """Positions of the queries with a marked pair of neighbouring rows, ascending."""
    return np.unique(np.searchsorted(bounds, np.flatnonzero(pairs), side="right") - 1)


def falls_between_ties(scores: FloatArray, ranks: IntArray, bounds: IntArray) -> BoolArray:
    """Marks on the last row of each group of equal scores that has a rank beyond the next group's.

    The rows stand by falling score; how ranks run inside a group does not matter.
    """
    tied = within(bounds, scores[1:] == scores[:-1])
    if not tied.any():
        return within(bounds, ranks[1:] < ranks[:-1])
    rows, groups = _tied_rows(tied)
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    least, most = ranks.copy(), ranks.copy()
    least[rows] = np.minimum.reduceat(ranks[rows], starts)[groups]
    most[rows] = np.maximum.reduceat(ranks[rows], starts)[groups]
    return within(bounds, (least[1:] < most[:-1]) & ~tied)


def _tied_rows(tied: BoolArray) -> tuple[IntArray, IntArray]:
    """The rows that share a score with a neighbour, and which group of such rows each is in."""
    rows = np.flatnonzero(np.append(tied, False) | np.append(False, tied))
    groups = np.cumsum(np.append(True, ~tied)[rows])
    return rows, groups - groups[0]


def _codes(bounds: IntArray) -> IntArray:
    return np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))


def falling(scores: FloatArray, bounds: IntArray) -> IntArray | None:
    """Rows by falling score, stable; None where no score rises inside a query."""
    if not within(bounds, scores[1:] > scores[:-1]).any():
        return None
    return np.lexsort((-scores, _codes(bounds)))


def tie_edges(scores: FloatArray, bounds: IntArray, rows: IntArray) -> tuple[IntArray, IntArray]:
    """First row, and first row behind, of the group of equal scores that each row is in."""
    fresh = np.ones(len(scores) + 1, np.bool_)
    fresh[1:-1] = scores[1:] != scores[:-1]
    fresh[bounds] = True
    edges = np.flatnonzero(fresh)
    at = np.searchsorted(edges, rows, side="right")
    return edges[at - 1], edges[at]


def rows_by_score(scores: FloatArray, documents: Strings, bounds: IntArray) -> IntArray | None:
    """Rows by falling score, equal scores by id descending in UTF-8 byte order.

    None where they stand so already.
    """
    rows = falling(scores, bounds)
    ordered = scores if rows is None else scores[rows]
    tied = within(bounds, ordered[1:] == ordered[:-1])
    if not tied.any():
        return rows
    places, group = _tied_rows(tied)
    members = places if rows is None else rows[places]
    table = pa.table({"group": group, "id": documents.take(pa.array(members))})
    by = pc.sort_indices(table, [("group", "ascending"), ("id", "descending")])
    moved = members[np.asarray(by, np.int64)]
    if rows is None and np.array_equal(moved, places):
        return None
    settled = np.arange(len(scores)) if rows is None else rows.copy()
    settled[places] = moved
    return settled


def by_rank(ranks: IntArray, bounds: IntArray) -> tuple[IntArray | None, list[tuple[int, int]]]:
    """Rows by rising rank, None where they stand so already, and pairs of rows of equal rank."""
    if not within(bounds, ranks[1:] <= ranks[:-1]).any():
        return None, []
    codes = _codes(bounds)
    rows = np.lexsort((ranks, codes))
    again = (np.diff(codes[rows]) == 0) & (np.diff(ranks[rows]) == 0)
    pairs = [sorted((int(rows[at]), int(rows[at + 1]))) for at in np.flatnonzero(again).tolist()]
    return rows, [(first, later) for first, later in pairs]
