"""Finds the judged documents of a run: by a join of its rows, or a search for each of a few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ircompare.model.collection import Qrels
from ircompare.model.ids import IntArray
from ircompare.model.run import Run
from ircompare.model.stored import AnyRun, StoredRun

# To search for one document costs about as much as to join this many rows.
ROWS_A_SEARCH = 64


class Found(NamedTuple):
    """Judged documents of a run, by position of the query, then rank (all shape: m).

    Attributes:
        codes: Position of the query in the run.
        rows: Row of the judgement in the qrels.
        ranks: Rank, from 1.
        tie_first, tie_last: First and last rank of its group of equal scores.
    """

    codes: IntArray
    rows: IntArray
    ranks: IntArray
    tie_first: IntArray
    tie_last: IntArray


def find_judged(run: AnyRun, qrels: Qrels) -> Found:
    """The judged documents of a run in order, exactly.

    Every row is looked up among the judged pairs; where these are few beside the rows of a run
    on disk, each is searched for in its ranking instead.
    """
    if isinstance(run, StoredRun) and len(qrels) * ROWS_A_SEARCH < run.bounds[-1]:
        return _searched(run, qrels)
    none = np.zeros(0, np.int64)
    parts = [_joined(first, part, qrels) for first, part in run.parts()]
    return Found(*(np.concatenate([none, *columns]) for columns in zip(*parts, strict=True)))


def _joined(first: int, part: Run, qrels: Qrels) -> Found:
    """The judged documents of a part of a run, whose first query has the position `first`."""
    in_qrels = np.array([qrels.positions.get(query, -1) for query in part.query_ids], np.int64)
    judged = qrels.index.find(part.documents, np.repeat(in_qrels, part.depths))
    rows = np.flatnonzero(judged >= 0)
    codes = np.searchsorted(part.bounds, rows, side="right") - 1
    tie_first, tie_last = part.tie_ranks(rows)
    ranks = rows - part.bounds[codes] + 1
    return Found(codes + first, judged[rows], ranks, tie_first, tie_last)


def _searched(run: StoredRun, qrels: Qrels) -> Found:
    """The judged documents, each searched for in the ranking of its query."""
    names: Sequence[str] = qrels.documents.to_pylist()
    found: list[tuple[int, int, int]] = []
    for place, query_id in enumerate(run.query_ids):
        judged = qrels.positions.get(query_id)
        if judged is not None:
            start, stop = int(qrels.bounds[judged]), int(qrels.bounds[judged + 1])
            ranks = run.sought(place, names[start:stop])
            hits = sorted((rank, start + at) for at, rank in enumerate(ranks) if rank)
            found.extend((place, rank, row) for rank, row in hits)
    table = np.array(found, np.int64).reshape(-1, 3)
    codes, ranks_found, rows = table[:, 0], table[:, 1], table[:, 2]
    tie_first, tie_last = run.tie_ranks(run.bounds[codes] + ranks_found - 1)
    return Found(codes, rows, ranks_found, tie_first, tie_last)
