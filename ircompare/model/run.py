"""A run: all rankings of one system, as columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import pyarrow as pa

from ircompare.errors import InputError, Problems, quote
from ircompare.model.digest import rankings_sha256
from ircompare.model.duplicates import note_duplicates
from ircompare.model.grouping import group_by_query, line_at, same_length, spans
from ircompare.model.ids import FloatArray, IntArray, Strings, strings
from ircompare.model.ordering import (
    falling,
    falls_between_ties,
    queries_of,
    rows_by_score,
    tie_edges,
    within,
)
from ircompare.model.protocol import Order
from ircompare.model.ranked import lacks, rows_by_rank
from ircompare.model.rankings import Rankings


@dataclass(frozen=True, eq=False)
class Run(Rankings):
    """All rankings of one system, grouped by query, each document at most once a query.

    Attributes:
        name: Run name, as shown.
        query_ids: Queries that the run lists, in order of first appearance (length q).
        bounds: Rows of query i are `bounds[i]` to `bounds[i + 1]` (shape: q + 1).
        documents: Document ids (shape: rows).
        scores: The system's scores, finite doubles, or None.
        ranks: The rank column, or None.
        lines: Line of each row in its file, or None.
        order: The order in which the rows stand now; None for that of the file.
        provenance: What the file or its companion says of the system.
        source: Name of the file.
        chunk_order: The order in which its chunks were put, for a run collapsed from chunks.
    """

    name: str
    query_ids: tuple[str, ...]
    bounds: IntArray
    documents: Strings
    scores: FloatArray | None = None
    ranks: IntArray | None = None
    lines: IntArray | None = None
    order: Order | None = None
    provenance: Mapping[str, object] = field(default_factory=dict)
    source: str = ""
    chunk_order: Order | None = None

    @classmethod
    def build(
        cls,
        name: str,
        query_column: Sequence[str] | Strings,
        documents: Sequence[str] | Strings,
        *,
        scores: Sequence[float] | FloatArray | None = None,
        ranks: Sequence[int] | IntArray | None = None,
        lines: IntArray | None = None,
        empty_queries: Sequence[str] = (),
        provenance: Mapping[str, object] | None = None,
        source: str = "",
        problems: Problems | None = None,
    ) -> Run:
        """Group rows by query and refuse a document that stands twice in one ranking.

        Args:
            query_column, documents, scores, ranks, lines: One entry a row, in file order.
            empty_queries: Queries that the file lists, if some have an empty ranking.
            problems: Where to note faults; without it they are raised here.

        Raises:
            InputError: A document twice for one query, or a score that is not finite.
            ValueError: The columns have different lengths.
        """
        same_length(query_column, documents, scores, ranks, lines)
        noted = problems if problems is not None else Problems(source or name)
        grouped = group_by_query(query_column, empty_queries)
        run = cls(
            name=name,
            query_ids=grouped.query_ids,
            bounds=grouped.bounds,
            documents=grouped.texts(strings(documents)),
            scores=None if scores is None else grouped.numbers(np.asarray(scores, np.float64)),
            ranks=None if ranks is None else grouped.numbers(np.asarray(ranks, np.int64)),
            lines=None if lines is None else grouped.numbers(lines),
            provenance=provenance or {},
            source=source or name,
        )
        note_duplicates(run.documents, run.bounds, run.query_ids, run.lines, noted)
        if problems is None:
            run._note_not_finite(noted)
            noted.raise_any()
        return run

    @classmethod
    def from_rankings(cls, name: str, rankings: Mapping[str, Iterable[str]]) -> Run:
        """A run from query → document ids, best first.

        Raises:
            InputError: A document twice for one query, or a ranking that is a text.
        """
        _refuse_texts(name, rankings)
        lists = {query_id: list(ranking) for query_id, ranking in rankings.items()}
        column = [query_id for query_id, ranking in lists.items() for _ in ranking]
        documents = [doc_id for ranking in lists.values() for doc_id in ranking]
        return cls.build(name, column, documents, empty_queries=list(lists))

    @cached_property
    def codes(self) -> IntArray:
        """Query position of each row (shape: rows)."""
        return np.repeat(np.arange(len(self.query_ids)), self.depths)

    @property
    def natural_order(self) -> Order:
        """`score` where there are scores, else `rank` where there are ranks, else `listed`."""
        if self.scores is not None:
            return "score"
        return "rank" if self.ranks is not None else "listed"

    def ranking(self, query_id: str, depth: int | None = None) -> list[str]:
        """Document ids of one query as the rows stand now; empty where it is not listed."""
        place = self.positions.get(query_id)
        if place is None:
            return []
        start, stop = int(self.bounds[place]), int(self.bounds[place + 1])
        stop = stop if depth is None else min(stop, start + depth)
        documents: list[str] = self.documents.slice(start, stop - start).to_pylist()
        return documents

    def rows(self, query_id: str) -> Run:
        """One query with all columns, as the rows stand; without rows where it is not listed."""
        place = self.positions.get(query_id)
        if place is None:
            return Run.from_rankings(self.name, {})
        start, stop = int(self.bounds[place]), int(self.bounds[place + 1])
        return replace(
            self._numbers_at(slice(start, stop)),
            query_ids=(query_id,),
            bounds=np.array([0, stop - start], np.int64),
            documents=self.documents.slice(start, stop - start),
        )

    def tops(self, places: IntArray, depths: IntArray) -> Strings:
        """The first `depths[i]` documents of query `places[i]`, end to end.

        Args:
            places: Positions of queries; any where the depth is 0.
            depths: At most the length of each ranking (shape: as `places`).
        """
        return self.documents.take(pa.array(spans(self.bounds[places], depths)))

    def parts(self) -> Iterator[tuple[int, Run]]:
        """The run in parts of whole queries, each with the position of its first query: itself."""
        yield 0, self

    def whole(self) -> Run:
        """All of it in memory: itself."""
        return self

    def line(self, row: int) -> int | None:
        """Line of a row in the file, None where it is not known."""
        return line_at(self.lines, row)

    def ordered(self, order: Order | None = None) -> Run:
        """The same run with every ranking in one order, best first.

        A run collapsed from chunks keeps its order: its documents are never sorted again.

        Args:
            order: None for the natural order of the run.

        Raises:
            InputError: The order asks for scores or ranks that the run lacks, or a rank stands
                twice in one ranking.
            ValueError: `listed` was asked of a run that has been put in another order.
        """
        wanted = order or self.natural_order
        if self.order == wanted or self.chunk_order is not None:
            return self
        if wanted == "listed":
            if self.order is not None:
                raise ValueError("the order of the file is gone: take the run as it was read")
            return replace(self, order="listed")
        return replace(self.taken(self.rows_in(wanted)), order=wanted)

    def rows_in(self, order: Order) -> IntArray | None:
        """The rows as they would stand in an order; None where they stand so already.

        Raises:
            InputError: As `ordered`.
        """
        self.require(order)
        if order == "score" and self.scores is not None:
            return rows_by_score(self.scores, self.documents, self.bounds)
        if order == "rank" and self.ranks is not None:
            return rows_by_rank(self.ranks, self)
        return None

    def require(self, order: Order) -> None:
        """Check that the run has what an order goes by.

        Raises:
            InputError: It has not.
        """
        if (order == "score" and self.scores is None) or (order == "rank" and self.ranks is None):
            raise InputError(lacks(self, order))

    def taken(self, rows: IntArray | None) -> Run:
        """The same run with its rows put in another order; None leaves them as they are."""
        if rows is None:
            return self
        return replace(self._numbers_at(rows), documents=self.documents.take(pa.array(rows)))

    def _numbers_at(self, rows: IntArray | slice) -> Run:
        """The same run with only these rows of its scores, ranks and lines."""
        return replace(
            self,
            scores=None if self.scores is None else self.scores[rows],
            ranks=None if self.ranks is None else self.ranks[rows],
            lines=None if self.lines is None else self.lines[rows],
        )

    def tie_ranks(self, rows: IntArray) -> tuple[IntArray, IntArray]:
        """First and last rank of the tie group of each given row (both shape: as `rows`).

        Outside order `score` nothing ties: both equal the row's own rank.
        """
        starts = self.bounds[self.codes[rows]]
        own = rows - starts + 1
        if self.order != "score" or self.scores is None:
            return own, own
        first, behind = tie_edges(self.scores, self.bounds, rows)
        return first - starts + 1, behind - starts

    def tied_queries(self) -> int:
        """Number of queries in which at least two documents share a score."""
        if self.scores is None:
            return 0
        rows = None if self.order == "score" else falling(self.scores, self.bounds)
        scores = self.scores if rows is None else self.scores[rows]
        return len(queries_of(self.bounds, within(self.bounds, scores[1:] == scores[:-1])))

    def rank_disagreements(self, *, among_ties: bool = True) -> tuple[str, ...]:
        """Queries in which the rank column, where it orders, differs from the order by score.

        Args:
            among_ties: Whether a difference among equal scores alone counts.
        """
        if self.scores is None or self.ranks is None:
            return ()
        rows = None if self.order == "score" else self.rows_in("score")
        ranks = self.ranks if rows is None else self.ranks[rows]
        if among_ties:
            falls = within(self.bounds, ranks[1:] < ranks[:-1])
        else:
            scores = self.scores if rows is None else self.scores[rows]
            falls = falls_between_ties(scores, ranks, self.bounds)
        return tuple(self.query_ids[code] for code in queries_of(self.bounds, falls))

    def sha256(self, query_ids: Iterable[str] | None = None) -> str:
        """Fingerprint of the rankings as they stand now: lines `query NUL doc NUL doc …`.

        Args:
            query_ids: The queries that were scored; None for all. Those that the run does not
                list are left out, so a missing query and an empty ranking differ.
        """
        wanted = self.query_ids if query_ids is None else query_ids
        names = sorted(query for query in wanted if query in self.positions)
        return rankings_sha256(
            self.documents, self.bounds, [(query, self.positions[query]) for query in names]
        )

    def _note_not_finite(self, problems: Problems) -> None:
        if self.scores is None:
            return
        for row in np.flatnonzero(~np.isfinite(self.scores)).tolist():
            problems.add(
                "bad-score",
                f"score '{self.scores[row]}' is not finite",
                line=None if self.lines is None else int(self.lines[row]),
                expected="a finite number",
            )


def _refuse_texts(name: str, rankings: Mapping[str, Iterable[str]]) -> None:
    problems = Problems(name)
    for query_id, ranking in rankings.items():
        if isinstance(ranking, str):
            problems.add(
                "bad-ranking",
                f"ranking of query {quote(query_id)} is a text, not a list",
                expected="a list of document ids",
                found=quote(ranking),
            )
    problems.raise_any()
