"""Corpus, queries and qrels: what runs are judged against."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pyarrow as pa

from ircompare.errors import Problems, quote
from ircompare.model.documents import Documents, TextSource, read_documents
from ircompare.model.grades import refuse_other_grades, whole
from ircompare.model.grouping import (
    bounds_of,
    group_by_query,
    line_at,
    on_line,
    same_length,
    sorted_rows,
)
from ircompare.model.ids import IdIndex, IntArray, Strings, strings


@dataclass(frozen=True, eq=False)
class Corpus:
    """The documents that are searched.

    Attributes:
        ids: Document ids (shape: n), each once.
        titles, texts: Aligned with `ids`, missing values as ""; None where they are not held.
        fields: Any other column by name, aligned with `ids`.
        source: Name of the file.
        stored: Reads titles, texts and fields of a large corpus, which are not held then.
    """

    ids: Strings
    titles: Strings | None = None
    texts: Strings | None = None
    fields: Mapping[str, pa.Array] = field(default_factory=dict)
    source: str = ""
    stored: TextSource | None = None

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def index(self) -> IdIndex:
        """Finds documents by id."""
        return IdIndex(self.ids)

    def position(self, doc_id: str) -> int:
        """Row of a document, −1 where the corpus lacks it."""
        return int(self.index.find(strings([doc_id]))[0])

    @property
    def has_texts(self) -> bool:
        """Whether the documents have texts, held or not."""
        return self._documents.has_texts

    def title(self, doc_id: str) -> str:
        """Title of a document, "" where it has none or is absent."""
        return self._one(doc_id)[0]

    def text(self, doc_id: str) -> str:
        """Body of a document without its title, "" where it has none or is absent."""
        return self._one(doc_id)[1]

    def take(self, rows: IntArray) -> Documents:
        """Titles, texts and fields of some rows, in the order asked for.

        Raises:
            InputError: The file that they stand in is no longer the one that was read.
        """
        return self._documents.take(rows)

    def read(self, rows: IntArray | None = None) -> Iterator[tuple[str, str, str]]:
        """(id, title, text) of some rows, else of all; "" for what a document lacks.

        Raises:
            InputError: As `take`.
        """
        wanted = np.arange(len(self)) if rows is None else rows
        return read_documents(self._documents, self.ids, wanted)

    def full_texts(self) -> Iterator[tuple[str, str]]:
        """(id, `title + newline + text`) in code point order of the ids; text alone untitled.

        Raises:
            InputError: As `take`.
            ValueError: The corpus was given without texts.
        """
        if not self.has_texts:
            raise ValueError("this corpus was given without texts")
        for doc_id, title, text in self.read(sorted_rows(self.ids)):
            yield doc_id, f"{title}\n{text}" if title else text

    @property
    def _documents(self) -> TextSource:
        return self.stored or Documents(self.titles, self.texts, self.fields)

    def _one(self, doc_id: str) -> tuple[str, str]:
        row = self.position(doc_id)
        return next(self.read(np.array([row])))[1:] if row >= 0 else ("", "")


@dataclass(frozen=True, eq=False)
class Queries:
    """The queries, in the order of their file.

    Attributes:
        ids: Query ids (length n), each once.
        texts: Query texts, aligned; None where a file gave none.
        splits: Split of each query or None, aligned.
        fields: Any other column by name, aligned; values as read, None where absent.
        source: Name of the file.
    """

    ids: tuple[str, ...]
    texts: tuple[str, ...] | None = None
    splits: tuple[str | None, ...] | None = None
    fields: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    source: str = ""

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """Position of each query by id."""
        return {query_id: place for place, query_id in enumerate(self.ids)}

    @property
    def has_splits(self) -> bool:
        """Whether at least one query carries a split."""
        return self.splits is not None and any(split is not None for split in self.splits)

    def split_of(self, query_id: str) -> str | None:
        """Split of one query; None where it has none."""
        return self.splits[self.positions[query_id]] if self.splits is not None else None

    def split_names(self) -> tuple[str, ...]:
        """The splits that occur, in order of first appearance."""
        return tuple(dict.fromkeys(name for name in self.splits or () if name is not None))

    def text(self, query_id: str) -> str:
        """Text of one query; "" where none is known."""
        place = self.positions.get(query_id)
        return "" if place is None or self.texts is None else self.texts[place]


@dataclass(frozen=True, eq=False)
class Qrels:
    """All judgements, grouped by query, each pair once.

    Attributes:
        query_ids: Judged queries in order of first appearance (length q).
        bounds: Rows of query i are `bounds[i]` to `bounds[i + 1]` (shape: q + 1).
        documents: Judged document ids (shape: rows).
        grades: Their grades, any whole number (shape: rows).
        lines: Line of each row in its file, or None.
        source: Name of the file.
        equal_repeats: Judgements that stood twice with the same grade and were counted once.
    """

    query_ids: tuple[str, ...]
    bounds: IntArray
    documents: Strings
    grades: IntArray
    lines: IntArray | None = None
    source: str = ""
    equal_repeats: int = 0

    def __len__(self) -> int:
        return len(self.documents)

    @classmethod
    def build(
        cls,
        query_column: Sequence[str] | Strings,
        documents: Sequence[str] | Strings,
        grades: Sequence[int] | IntArray,
        *,
        source: str = "",
        lines: IntArray | None = None,
        empty_queries: Sequence[str] = (),
        problems: Problems | None = None,
    ) -> Qrels:
        """Group rows by query and settle repeats.

        Args:
            query_column, documents, grades: One entry a judgement, in the order of the file.
            empty_queries: Queries that a file names with no judgement at all.
            problems: Where to note faults; without it they are raised here.

        Raises:
            InputError: A pair judged twice with different grades.
            ValueError: The columns have different lengths, or a grade is no whole number.
        """
        same_length(query_column, documents, grades, lines)
        noted = problems if problems is not None else Problems(source)
        grouped = group_by_query(query_column, empty_queries)
        docs = strings(documents).take(pa.array(grouped.rows))
        values = whole(grades)[grouped.rows]
        places = lines[grouped.rows] if lines is not None else None
        index = IdIndex(docs, grouped.codes)
        again = index.repeats
        first = index.find(docs.take(pa.array(again)), grouped.codes[again])
        conflicts = np.flatnonzero(values[first] != values[again])
        for row, before in zip(again[conflicts].tolist(), first[conflicts].tolist(), strict=True):
            query = grouped.query_ids[int(grouped.codes[row])]
            noted.add(
                "conflicting-judgements",
                f"document {quote(docs[row].as_py())} judged twice for query {quote(query)}",
                line=line_at(places, row),
                expected="one grade for each query and document",
                found=f"grade {values[row]}, and grade {values[before]}{on_line(places, before)}",
                mend="keep the right one of the two judgements",
            )
        keep = np.ones(len(docs), np.bool_)
        keep[index.repeats] = False
        if problems is None:
            noted.raise_any()
        rows = np.flatnonzero(keep)
        return cls(
            query_ids=grouped.query_ids,
            bounds=bounds_of(grouped.codes[rows], len(grouped.query_ids)),
            documents=docs.take(pa.array(rows)),
            grades=values[rows],
            lines=places[rows] if places is not None else None,
            source=source,
            equal_repeats=len(index.repeats),
        )

    @classmethod
    def from_dict(cls, judgements: Mapping[str, Mapping[str, int]], source: str = "") -> Qrels:
        """Qrels from query → document → grade.

        Raises:
            InputError: A grade that is not a whole number, such as 0.9 or True.
        """
        rows = [(q, d, g) for q, pairs in judgements.items() for d, g in pairs.items()]
        refuse_other_grades(rows, source)
        return cls.build(
            [row[0] for row in rows],
            [row[1] for row in rows],
            [row[2] for row in rows],
            source=source,
            empty_queries=list(judgements),
        )

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """Position of each judged query by id."""
        return {query_id: place for place, query_id in enumerate(self.query_ids)}

    @cached_property
    def codes(self) -> IntArray:
        """Query position of each row (shape: rows)."""
        return np.repeat(np.arange(len(self.query_ids)), np.diff(self.bounds))

    @cached_property
    def index(self) -> IdIndex:
        """Finds (query position, document) pairs."""
        return IdIndex(self.documents, self.codes)

    def of(self, query_id: str) -> dict[str, int]:
        """Document → grade of one query; empty where it was not judged."""
        place = self.positions.get(query_id)
        if place is None:
            return {}
        rows = slice(int(self.bounds[place]), int(self.bounds[place + 1]))
        return dict(zip(self.documents[rows].to_pylist(), self.grades[rows].tolist(), strict=True))

    def by_query(self) -> Iterator[tuple[str, dict[str, int]]]:
        """(query, document → grade) in code point order of the queries."""
        for query_id in sorted(self.query_ids):
            yield query_id, self.of(query_id)

    @cached_property
    def sha256(self) -> str:
        """Fingerprint of the judgements: lines `query NUL document NUL grade`, sorted."""
        digest = hashlib.sha256()
        for query_id, judged in self.by_query():
            for doc_id in sorted(judged):
                digest.update(f"{query_id}\0{doc_id}\0{judged[doc_id]}\n".encode())
        return digest.hexdigest()


@dataclass(frozen=True, eq=False)
class Collection:
    """What runs are judged against: qrels, and corpus and queries where they were given.

    Attributes:
        what_if: Those of the judgements in `qrels` that the user's own file lacks, or grades
            otherwise; None without any. Every result tells of them.
    """

    qrels: Qrels
    corpus: Corpus | None = None
    queries: Queries | None = None
    what_if: Qrels | None = None

    def query_text(self, query_id: str) -> str:
        """Text of a query, "" where none is known."""
        return self.queries.text(query_id) if self.queries is not None else ""
