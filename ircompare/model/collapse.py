"""Chunk runs as document runs: the first occurrence of each document, with the evidence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pyarrow as pa

from ircompare.errors import InputError, Problem, Problems, quote, some
from ircompare.model.aggregate import by_score
from ircompare.model.chunks import ChunkMap
from ircompare.model.fit import check_queries
from ircompare.model.grouping import bounds_of
from ircompare.model.ids import BoolArray, IntArray
from ircompare.model.protocol import (
    FIRST_OCCURRENCE,
    Budget,
    ChunkRule,
    CollapseRule,
    Order,
    Unit,
)
from ircompare.model.run import Run
from ircompare.model.scope import Scope


@dataclass(frozen=True, eq=False)
class Collapsed:
    """One chunk run as documents, and which chunks brought them.

    Attributes:
        chunks: The run as received, every ranking of chunks in order (c rows).
        documents: Everything received, collapsed (m rows); in order `listed`.
        chunk_map: The map that was used.
        map_rows: Entry of the map for each chunk (shape: c).
        first_rows: Row in `chunks` of the chunk that brought each document (shape: m).
        owners: Row in `documents` of each chunk's document (shape: c).
        notes: Remarks that do not stop the work.
    """

    chunks: Run
    documents: Run
    chunk_map: ChunkMap
    map_rows: IntArray
    first_rows: IntArray
    owners: IntArray
    notes: tuple[Problem, ...] = ()

    @property
    def name(self) -> str:
        """Run name."""
        return self.chunks.name

    @property
    def first_ranks(self) -> IntArray:
        """Rank of the chunk that brought each document, from 1 (shape: m)."""
        return self.costs("chunks")

    @cached_property
    def _rows_by_document(self) -> tuple[IntArray, IntArray]:
        rows = np.argsort(self.owners, kind="stable")
        return rows, bounds_of(self.owners[rows], len(self.first_rows))

    def chunk_rows(self, document_row: int) -> IntArray:
        """Rows in `chunks` of all chunks of one row of `documents`, best first."""
        rows, bounds = self._rows_by_document
        return rows[bounds[document_row] : bounds[document_row + 1]]

    def spent(self, unit: Unit) -> IntArray:
        """Budget used up by the chunks down to each one, itself included (shape: c).

        Raises:
            InputError: Tokens are asked for and the map has none.
        """
        if unit == "chunks":
            starts = self.chunks.bounds[:-1]
            return np.arange(len(self.map_rows)) - np.repeat(starts, self.chunks.depths) + 1
        return self._running_tokens

    @cached_property
    def _running_tokens(self) -> IntArray:
        if self.chunk_map.tokens is None:
            raise InputError(_no_tokens(self.chunk_map))
        running = np.concatenate([[0], np.cumsum(self.chunk_map.tokens[self.map_rows])])
        before = np.repeat(running[self.chunks.bounds[:-1]], self.chunks.depths)
        return np.asarray(running[1:] - before, np.int64)

    def costs(self, unit: Unit) -> IntArray:
        """Smallest budget that brings each document, never falling in a ranking (shape: m)."""
        return self.spent(unit)[self.first_rows]

    def taken(self, budget: Budget | None) -> BoolArray:
        """Which chunks a budget takes (shape: c); it stops at the first that overflows."""
        if budget is None:
            return np.ones(len(self.map_rows), np.bool_)
        return np.asarray(self.spent(budget.unit) <= budget.n)

    def kept(self, budget: Budget | None) -> IntArray:
        """How many documents a budget leaves of each ranking (shape: queries of the run)."""
        if budget is None:
            return self.documents.depths
        inside = self.documents.codes[self.costs(budget.unit) <= budget.n]
        return np.bincount(inside, minlength=len(self.documents)).astype(np.int64)

    def within(self, budget: Budget | None) -> Run:
        """Budget, then collapse: what the first chunks bring, a beginning of each ranking."""
        if budget is None:
            return self.documents
        return self._pick(np.flatnonzero(self.costs(budget.unit) <= budget.n))

    def under(self, rule: ChunkRule | None) -> Run:
        """The document run that a chunk rule asks for; None asks for everything received.

        Raises:
            InputError: The rule needs scores, or tokens, that are not there.
            ValueError: The rule was made for another chunk map.
        """
        if rule is None:
            return self.documents
        if rule.adapter_sha256 != self.chunk_map.adapter_sha256:
            raise ValueError("this rule was made for another chunk map")
        if rule.rule == FIRST_OCCURRENCE:
            return self.within(rule.budget)
        if self.chunks.scores is None:
            raise InputError(_no_scores(self.chunks, rule.rule))
        taken = self.taken(rule.budget)
        owners, scores = self.owners[taken], self.chunks.scores[taken]
        return self._pick(by_score(rule.rule, owners, scores, self.documents.codes))

    def _pick(self, rows: IntArray) -> Run:
        """The document run with some of its rows, queries kept together."""
        whole = self.documents
        return replace(
            whole,
            bounds=bounds_of(whole.codes[rows], len(whole)),
            documents=whole.documents.take(pa.array(rows)),
            lines=None if whole.lines is None else whole.lines[rows],
        )

    def provenance(self, query_id: str) -> dict[str, object]:
        """Which chunks brought each document of one query, and all that contributed.

        Raises:
            KeyError: The run does not list the query.
        """
        place = self.documents.positions[query_id]
        start, stop = int(self.documents.bounds[place]), int(self.documents.bounds[place + 1])
        return {
            "received_chunks": int(self.chunks.depths[place]),
            "distinct_documents": stop - start,
            "documents": [self._evidence(row, place) for row in range(start, stop)],
        }

    def _evidence(self, row: int, place: int) -> dict[str, object]:
        rows = self.chunk_rows(row)
        ranks = (rows - self.chunks.bounds[place] + 1).tolist()
        return {
            "document_id": self.documents.documents[row].as_py(),
            "first_chunk_id": self.chunks.documents[int(rows[0])].as_py(),
            "first_chunk_rank": ranks[0],
            "chunk_ranks": ranks,
        }


def collapse(
    run: Run, chunk_map: ChunkMap, scope: Scope | None = None, *, order: Order | None = None
) -> Collapsed:
    """Collapse everything that a chunk run holds, after its whole input was checked.

    Args:
        run: Names chunks; put in order first, ties by chunk id descending.
        chunk_map: Must know every chunk of the run.
        scope: What the run will be scored on: then its queries and the map's documents are
            checked too, and its protocol gives the order.
        order: Order of the chunks where no scope gives one; None for the natural one.

    Raises:
        InputError: A chunk that the map lacks; a map entry outside the corpus, used or not; under
            `exhaustive` a query outside the split; an order that the run cannot give.
        ValueError: The run was collapsed before.
    """
    if run.chunk_order is not None:
        raise ValueError("this run was collapsed before")
    chunks = run.ordered(scope.protocol.order if scope is not None else order)
    problems = Problems(run.source)
    found = chunk_map.index.find(chunks.documents)
    _note_unknown(chunks, found, chunk_map, problems)
    notes = _check_scope(chunks, chunk_map, scope, problems)
    problems.raise_any()
    return _first_occurrences(chunks, chunk_map, found, (*notes, *_note_rising(chunks)))


def _first_occurrences(
    chunks: Run, chunk_map: ChunkMap, found: IntArray, notes: tuple[Problem, ...]
) -> Collapsed:
    documents = chunk_map.document_codes[found]
    pairs = chunks.codes * max(1, len(chunk_map.documents)) + documents
    _, first, group = np.unique(pairs, return_index=True, return_inverse=True)
    by_appearance = np.argsort(first)
    first_rows = first[by_appearance]
    place = np.empty_like(by_appearance)
    place[by_appearance] = np.arange(len(by_appearance))
    collapsed = replace(
        chunks,
        bounds=bounds_of(chunks.codes[first_rows], len(chunks)),
        documents=chunk_map.documents.take(pa.array(documents[first_rows])),
        scores=None,
        ranks=None,
        lines=None if chunks.lines is None else chunks.lines[first_rows],
        order="listed",
        chunk_order=chunks.order,
    )
    return Collapsed(chunks, collapsed, chunk_map, found, first_rows, place[group], notes)


def _check_scope(
    chunks: Run, chunk_map: ChunkMap, scope: Scope | None, problems: Problems
) -> tuple[Problem, ...]:
    notes: tuple[Problem, ...] = ()
    if scope is not None:
        notes = check_queries(chunks, scope, problems)
    if scope is None or scope.collection.corpus is None:
        return (*notes, _targets_unchecked(chunk_map))
    chunk_map.check_targets(scope.collection.corpus, problems)
    return notes


def _note_unknown(chunks: Run, found: IntArray, chunk_map: ChunkMap, problems: Problems) -> None:
    for row in np.flatnonzero(found < 0).tolist():
        query = chunks.query_ids[int(chunks.codes[row])]
        problems.add(
            "unknown-chunk",
            f"chunk {quote(chunks.documents[row].as_py())} of query {quote(query)} "
            "is not in the chunk map",
            line=chunks.line(row),
            expected=f"only chunks of {chunk_map.source or 'the chunk map'}, at every rank",
            mend="give the chunk map that was made together with this run",
        )


def _note_rising(chunks: Run) -> tuple[Problem, ...]:
    """A remark where scores rise down a list: the best score would give another order."""
    if chunks.scores is None or chunks.order == "score":
        return ()
    rises = (chunks.codes[1:] == chunks.codes[:-1]) & (chunks.scores[1:] > chunks.scores[:-1])
    names = [chunks.query_ids[code] for code in np.unique(chunks.codes[1:][rises]).tolist()]
    if not names:
        return ()
    what = f"scores rise down the list of {len(names)} quer{'y' if len(names) == 1 else 'ies'}"
    return (
        Problem(
            "scores-rise",
            f"{what}: first occurrence follows the list, not the scores",
            chunks.source,
            expected="scores that never rise, as the chunks are not ordered by score",
            found=some(names),
            mend='choose order "score" if the scores are right',
        ),
    )


def _targets_unchecked(chunk_map: ChunkMap) -> Problem:
    return Problem(
        "targets-unchecked",
        "documents of the chunk map were not checked, as there is no corpus",
        chunk_map.source,
    )


def _no_tokens(chunk_map: ChunkMap) -> Problem:
    return Problem(
        "no-tokens",
        "a token budget needs token counts",
        chunk_map.source,
        expected="a chunk map with a column tokens",
        found="a chunk map without token counts",
        mend="count the budget in chunks, or add the token counts",
    )


def _no_scores(chunks: Run, rule: CollapseRule) -> Problem:
    return Problem(
        "no-scores",
        f"collapse rule {quote(rule)} needs the scores of the chunks",
        chunks.source,
        expected="a score for every chunk",
        found="a run without scores",
        mend=f"choose the rule {quote(FIRST_OCCURRENCE)}",
    )
