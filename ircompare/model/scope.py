"""Which queries are scored under a protocol, and the judgements they are scored by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ircompare.errors import Problem, Problems, quote, some
from ircompare.model.collection import Collection, Qrels, Queries
from ircompare.model.coverage import check_exhaustive, note_unknown_judged
from ircompare.model.ids import BoolArray, IntArray
from ircompare.model.protocol import DEFAULT_SPLIT, Protocol


@dataclass(frozen=True, eq=False)
class Scope:
    """The queries of one split with their judgements, checked against the protocol.

    Built once for a collection and a protocol, then shared by every run.

    Attributes:
        collection, protocol: What it was made of.
        split: Name of the split; None where every query counts.
        query_ids: Queries of the split (length n), in the order of the queries file, else of
            first appearance in the qrels.
        qrels_places: Position of each query in the qrels, −1 where it was not judged (shape: n).
        notes: Remarks that do not stop the scoring.
    """

    collection: Collection
    protocol: Protocol
    split: str | None
    query_ids: tuple[str, ...]
    qrels_places: IntArray
    notes: tuple[Problem, ...] = ()

    @classmethod
    def of(cls, collection: Collection, protocol: Protocol) -> Scope:
        """Choose the split's queries and check the judgements.

        Raises:
            InputError: Anything design §3 calls an error: no query in the split, a pair without
                judgement under `exhaustive`, grades other than 0 and 1 there, an id unknown to
                the corpus or the queries file.
        """
        problems = Problems(collection.qrels.source)
        notes: list[Problem] = []
        split, query_ids = _queries_of_split(collection, protocol, problems, notes)
        if protocol.judgements == "exhaustive":
            check_exhaustive(collection, problems)
        problems.raise_any()
        if protocol.judgements == "pooled" and collection.corpus is not None:
            note_unknown_judged(collection.qrels, collection.corpus, protocol, notes)
        positions = collection.qrels.positions
        places = np.array([positions.get(query_id, -1) for query_id in query_ids], np.int64)
        return cls(collection, protocol, split, query_ids, places, tuple(notes))

    def __len__(self) -> int:
        return len(self.query_ids)

    @cached_property
    def positions(self) -> dict[str, int]:
        """Position of each query of the split by id."""
        return {query_id: place for place, query_id in enumerate(self.query_ids)}

    @cached_property
    def judged(self) -> IntArray:
        """Number of judgements of each query (shape: n)."""
        return self._count(np.ones(len(self.collection.qrels), np.bool_))

    @cached_property
    def relevant(self) -> IntArray:
        """Number of relevant documents of each query (shape: n)."""
        return self._count(self.collection.qrels.grades >= self.protocol.min_relevance)

    def _count(self, chosen: BoolArray) -> IntArray:
        bounds = self.collection.qrels.bounds
        running = np.concatenate([[0], np.cumsum(chosen)])
        per_query = running[bounds[1:]] - running[bounds[:-1]]
        counts = np.zeros(len(self), np.int64)
        has = self.qrels_places >= 0
        counts[has] = per_query[self.qrels_places[has]]
        return counts

    @property
    def eligible(self) -> BoolArray:
        """Queries with at least one relevant document (shape: n)."""
        return self.relevant > 0

    @property
    def scored(self) -> BoolArray:
        """Queries that enter every mean: the eligible ones, under `zero` all judged ones."""
        if self.protocol.no_relevant == "zero":
            return np.asarray(self.judged > 0)
        return self.eligible

    @property
    def unjudged_queries(self) -> tuple[str, ...]:
        """Queries of the split without any judgement: they have no value."""
        return self.names(self.judged == 0)

    @property
    def no_relevant_queries(self) -> tuple[str, ...]:
        """Judged queries with nothing relevant."""
        return self.names((self.judged > 0) & (self.relevant == 0))

    def names(self, chosen: BoolArray) -> tuple[str, ...]:
        """Ids of the chosen queries, in order."""
        return tuple(self.query_ids[place] for place in np.flatnonzero(chosen))

    @cached_property
    def ideal_grades(self) -> tuple[IntArray, IntArray]:
        """Positive grades of each query's judged documents, falling, and their offsets."""
        qrels = self.collection.qrels
        place_of = np.full(len(qrels.query_ids), -1, np.int64)
        has = np.flatnonzero(self.qrels_places >= 0)
        place_of[self.qrels_places[has]] = has
        codes = place_of[qrels.codes]
        rows = np.flatnonzero((codes >= 0) & (qrels.grades > 0))
        rows = rows[np.lexsort((-qrels.grades[rows], codes[rows]))]
        counts = np.bincount(codes[rows], minlength=len(self))
        return qrels.grades[rows], np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)

    @cached_property
    def fingerprints(self) -> dict[int, str | None]:
        """Fingerprints of the collection by cutoff, as far as they were taken: they take long."""
        return {}

    def coverage(self) -> tuple[int, int]:
        """Judged pairs and all pairs of this split's queries and the corpus."""
        documents = len(self.collection.corpus) if self.collection.corpus is not None else 0
        return int(self.judged.sum()), len(self) * documents


def _queries_of_split(
    collection: Collection, protocol: Protocol, problems: Problems, notes: list[Problem]
) -> tuple[str | None, tuple[str, ...]]:
    queries = collection.queries
    if queries is None:
        _refuse_split(protocol, "there is no queries file", problems)
        return None, collection.qrels.query_ids
    unknown = [query for query in collection.qrels.query_ids if query not in queries.positions]
    if unknown and protocol.judgements == "exhaustive":
        _refuse_unknown_queries(collection.qrels, unknown, problems)
    if not queries.has_splits:
        _refuse_split(protocol, f"no query of {queries.source} carries a split", problems)
        _note_unknown_queries(unknown, "scored, shown as (no text)", notes)
        return None, (*queries.ids, *unknown)
    _note_unknown_queries(unknown, "not scored, as their split is not known", notes)
    return _named_split(queries, protocol, problems)


def _named_split(
    queries: Queries, protocol: Protocol, problems: Problems
) -> tuple[str, tuple[str, ...]]:
    split = protocol.split or DEFAULT_SPLIT
    chosen = tuple(query for query in queries.ids if queries.split_of(query) == split)
    without = [query for query in queries.ids if queries.split_of(query) is None]
    if without and protocol.judgements == "exhaustive":
        problems.extend(_no_split(queries, query) for query in without)
    if not chosen:
        problems.extend(
            [
                Problem(
                    "empty-split",
                    f"no query has the split {quote(split)}",
                    queries.source,
                    expected=f"one of the splits found: {some(queries.split_names(), limit=10)}",
                    mend="choose one of these splits",
                )
            ]
        )
    return split, chosen


def _no_split(queries: Queries, query_id: str) -> Problem:
    return Problem(
        "no-split",
        f"query {quote(query_id)} has no split, others have",
        queries.source,
        expected="a split for every query, under exhaustive judgements",
        mend="give this query its split, or choose pooled judgements",
    )


def _refuse_split(protocol: Protocol, why: str, problems: Problems) -> None:
    if protocol.split is not None:
        problems.add(
            "no-splits",
            f"split {quote(protocol.split)} was asked for, but {why}",
            expected="queries with a split",
            mend="leave the split out: every query is scored then",
        )


def _refuse_unknown_queries(qrels: Qrels, unknown: Sequence[str], problems: Problems) -> None:
    for query_id in unknown:
        row = int(qrels.bounds[qrels.positions[query_id]])
        has_line = qrels.lines is not None and row < len(qrels)
        problems.add(
            "unknown-query",
            f"query {quote(query_id)} is judged but not in the queries file",
            line=int(qrels.lines[row]) if has_line and qrels.lines is not None else None,
            expected="only queries of the queries file, under exhaustive judgements",
            mend="add the query to the queries file, or choose pooled judgements",
        )


def _note_unknown_queries(unknown: Sequence[str], effect: str, notes: list[Problem]) -> None:
    if unknown:
        notes.append(
            Problem(
                "unknown-query",
                f"{len(unknown)} judged queries are not in the queries file: {effect}",
                found=some(unknown),
            )
        )
