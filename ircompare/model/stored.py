"""A run whose rows stand on disk, each ranking in order, in blocks of whole queries.

A run of millions of rows is scored block by block, so that memory holds one block and a few
numbers a query. What a block is made of is a `Run` like any other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pyarrow as pa

from ircompare.errors import InputError, Problems
from ircompare.model.blocks import Block, counted_from, documents_of, joined_column, lines_of
from ircompare.model.grouping import spans
from ircompare.model.ids import FloatArray, IntArray, Strings
from ircompare.model.ordering import tie_edges
from ircompare.model.protocol import Order
from ircompare.model.rankings import Rankings
from ircompare.model.run import Run
from ircompare.model.shelf import Shelf, Span

HEAD = 100


@dataclass(frozen=True, eq=False)
class StoredRun(Rankings):
    """All rankings of one system, their rows on disk; the columns of `Run` block by block.

    The first `HEAD` documents of each ranking are in memory, for what is asked of many queries.

    Attributes:
        name: Run name, as shown.
        query_ids: Queries that the run lists, in order of first appearance (length q).
        bounds: Rows of query i are `bounds[i]` to `bounds[i + 1]` (shape: q + 1).
        order: The order in which the rows stand.
        natural_order: `score` where there are scores, else `rank` where there are ranks, else
            `listed`.
        provenance: What the file or its companion says of the system.
        source: Name of the file.
    """

    name: str
    query_ids: tuple[str, ...]
    bounds: IntArray
    order: Order
    natural_order: Order
    provenance: Mapping[str, object]
    source: str
    _shelf: Shelf
    _blocks: tuple[Block, ...]
    _texts: IntArray
    _heads: Strings
    chunk_order: None = None

    @cached_property
    def _head_bounds(self) -> IntArray:
        return np.append(0, np.cumsum(np.minimum(self.depths, HEAD)))

    def parts(self) -> Iterator[tuple[int, Run]]:
        """The run in parts of whole queries, each with the position of its first query."""
        for block in self._blocks:
            yield block.first, self._read(block)

    def ranking(self, query_id: str, depth: int | None = None) -> list[str]:
        """Document ids of one query as the rows stand; empty where it is not listed."""
        place = self.positions.get(query_id)
        if place is None:
            return []
        names = self._text(place)[:-1].decode().split("\0")
        return names if depth is None else names[:depth]

    def sought(self, place: int, documents: Iterable[str]) -> list[int]:
        """Rank at which each of some documents stands in a ranking, 0 where it does not.

        Args:
            place: Position of the query.
            documents: Ids without control characters.
        """
        text = b"\0" + self._text(place)[:-1] + b"\0"
        found = (text.find(b"\0" + name.encode() + b"\0") for name in documents)
        return [text.count(b"\0", 0, at + 1) if at >= 0 else 0 for at in found]

    def tie_ranks(self, rows: IntArray) -> tuple[IntArray, IntArray]:
        """First and last rank of the tie group of each row, ascending; see `Run.tie_ranks`."""
        starts = self.bounds[np.searchsorted(self.bounds, rows, side="right") - 1]
        first, last = rows - starts + 1, rows - starts + 1
        blocks = np.searchsorted(rows, [self.bounds[block.first] for block in self._blocks])
        for block, start, stop in zip(
            self._blocks, blocks, np.append(blocks[1:], len(rows)), strict=True
        ):
            if start < stop and self.order == "score" and block.scores is not None:
                scores, part = self._scores(block), slice(start, stop)
                offset = int(self.bounds[block.first])
                ties = tie_edges(scores, self._bounds(block), rows[part] - offset)
                first[part] = ties[0] + offset - starts[part] + 1
                last[part] = ties[1] + offset - starts[part]
        return first, last

    def tops(self, places: IntArray, depths: IntArray) -> Strings:
        """The first `depths[i]` documents of query `places[i]`, end to end; see `Run.tops`."""
        if len(depths) and depths.max() <= HEAD:
            starts = self._head_bounds[places]
            return self._heads.take(pa.array(spans(starts, depths)))
        chosen = np.flatnonzero(depths > 0)
        texts = [self._text(place) for place in places[chosen].tolist()]
        documents = documents_of(b"".join(texts))
        lengths = self.depths[places[chosen]]
        starts = np.cumsum(lengths) - lengths
        return documents.take(pa.array(spans(starts, depths[chosen])))

    def rows(self, query_id: str) -> Run:
        """One query with all columns, as the rows stand; without rows where it is not listed."""
        place = self.positions.get(query_id)
        if place is None:
            return Run.from_rankings(self.name, {})
        block = next(block for block in self._blocks if place < block.last)
        return self._full(block).rows(query_id)

    def line(self, row: int) -> int:
        """Line of a row in the file."""
        place = int(np.searchsorted(self.bounds, row, side="right")) - 1
        block = next(block for block in self._blocks if place < block.last)
        return int(self._listed(block)[row - self.bounds[block.first]]) + block.line

    def ordered(self, order: Order | None = None) -> StoredRun:
        """The same run with every ranking in one order, best first; its rows are stored anew.

        Args:
            order: None for the natural order of the run.

        Raises:
            InputError: The order asks for scores or ranks that the run lacks, or a rank stands
                twice in one ranking.
        """
        wanted = order or self.natural_order
        if wanted == self.order:
            return self
        if self._blocks:
            self._full(self._blocks[0]).require(wanted)
        problems, writer = Problems(self.source), RunWriter(self.name, self.source, wanted)
        for block in self._blocks:
            try:
                writer.add(self._as_listed(block))
            except InputError as error:
                problems.extend(error.problems)
                problems.total += error.total - len(error.problems)
        problems.raise_any()
        return replace(writer.done(self.provenance), natural_order=self.natural_order)

    def whole(self) -> Run:
        """All of it in memory, in the order of the file."""
        parts = [self._as_listed(block) for block in self._blocks]
        return Run(
            name=self.name,
            query_ids=self.query_ids,
            bounds=self.bounds,
            documents=pa.chunked_array([part.documents for part in parts]).combine_chunks(),
            scores=joined_column([part.scores for part in parts]),
            ranks=joined_column([part.ranks for part in parts]),
            lines=joined_column([part.lines for part in parts]),
            provenance=self.provenance,
            source=self.source,
        )

    def sha256(self, query_ids: Iterable[str] | None = None) -> str:
        """Fingerprint of the rankings as they stand; see `Run.sha256`."""
        wanted = self.query_ids if query_ids is None else query_ids
        digest = hashlib.sha256()
        for query in sorted(query for query in wanted if query in self.positions):
            digest.update(f"{query}\0".encode())
            digest.update(self._text(self.positions[query]))
        return digest.hexdigest()

    def _text(self, place: int) -> bytes:
        start, stop = self._texts[place].tolist()
        return self._shelf.get(Span(start, stop - start))

    def _bounds(self, block: Block) -> IntArray:
        return np.asarray(self.bounds[block.first : block.last + 1] - self.bounds[block.first])

    def _listed(self, block: Block) -> IntArray:
        """For each row of a block its place in it as the file lists it."""
        if block.moved is None:
            return np.arange(int(self._bounds(block)[-1]))
        return np.frombuffer(self._shelf.get(block.moved), np.int32).astype(np.int64)

    def _scores(self, block: Block) -> FloatArray:
        return np.frombuffer(self._shelf.get(block.scores or Span(0, 0)), np.float64)

    def _read(self, block: Block) -> Run:
        """The rows of a block as they stand: their documents, and scores where there are some."""
        scores = None if block.scores is None else self._scores(block)
        return Run(
            name=self.name,
            query_ids=self.query_ids[block.first : block.last],
            bounds=self._bounds(block),
            documents=documents_of(self._shelf.get(block.texts)),
            scores=scores,
            order=self.order,
            source=self.source,
        )

    def _full(self, block: Block) -> Run:
        """The rows of a block with all columns."""
        run, listed = self._read(block), self._listed(block)
        ranks = None
        if block.ranks is not None:
            ranks = np.frombuffer(self._shelf.get(block.ranks), np.int64)
        if block.counted_from is not None:
            ranks = listed - np.repeat(run.bounds[:-1], run.depths) + block.counted_from
        return replace(run, ranks=ranks, lines=listed + block.line)

    def _as_listed(self, block: Block) -> Run:
        """The rows of a block with all columns, in the order of the file."""
        rows: IntArray | None = None
        if block.moved is not None:
            rows = np.argsort(self._listed(block))
        return replace(self._full(block).taken(rows), order=None)


AnyRun = Run | StoredRun


class RunWriter:
    """Takes the queries of a run, some at a time, and keeps their rows on disk.

    Args:
        name, source: Of the run.
        order: The order in which its rows are to stand.
    """

    def __init__(self, name: str, source: str, order: Order) -> None:
        self._name, self._source, self._order = name, source, order
        self._shelf = Shelf()
        self._blocks: list[Block] = []
        self._query_ids: dict[str, None] = {}
        self._depths: list[IntArray] = []
        self._texts: list[IntArray] = []
        self._heads: list[Strings] = []

    def knows(self, query_ids: Sequence[str]) -> bool:
        """Whether one of some queries came before, or stands twice among them."""
        given = set(query_ids)
        return len(given) < len(query_ids) or not self._query_ids.keys().isdisjoint(given)

    def add(self, listed: Run) -> Run:
        """Keep the next queries and return them with every ranking in order.

        Args:
            listed: Queries that did not come before, each with a document, in the order of the
                file on lines that follow one another; ids without control characters.

        Raises:
            InputError: As `Run.ordered`.
        """
        rows = listed.rows_in(self._order)
        run = replace(listed.taken(rows), order=self._order)
        first, put = len(self._query_ids), self._shelf.put
        self._query_ids.update(dict.fromkeys(run.query_ids))
        raw, ends = lines_of(run.documents, run.bounds)
        texts, counted = put(raw), counted_from(listed)
        self._texts.append(np.column_stack([ends[:-1], ends[1:]]) + texts.start)
        self._depths.append(run.depths)
        heads = spans(run.bounds[:-1], np.minimum(run.depths, HEAD))
        self._heads.append(run.documents.take(pa.array(heads)))
        self._blocks.append(
            Block(
                first=first,
                last=len(self._query_ids),
                line=int(listed.lines[0]) if listed.lines is not None else 1,
                texts=texts,
                scores=None if run.scores is None else put(run.scores),
                ranks=None if run.ranks is None or counted is not None else put(run.ranks),
                counted_from=counted,
                moved=None if rows is None else put(rows.astype(np.int32)),
            )
        )
        return run

    def done(self, provenance: Mapping[str, object]) -> StoredRun:
        """The run, its order taken for its natural one."""
        depths = np.concatenate([np.zeros(1, np.int64), *self._depths])
        return StoredRun(
            name=self._name,
            query_ids=tuple(self._query_ids),
            bounds=np.cumsum(depths),
            order=self._order,
            natural_order=self._order,
            provenance=provenance,
            source=self._source,
            _shelf=self._shelf,
            _blocks=tuple(self._blocks),
            _texts=np.concatenate([np.zeros((0, 2), np.int64), *self._texts]),
            _heads=pa.chunked_array(self._heads, pa.string()).combine_chunks(),
        )
