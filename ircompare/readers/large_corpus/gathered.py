"""What is kept of a large corpus while its records pass by: ids, counts and problems."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa

from ircompare.errors import InputError
from ircompare.model.collection import Corpus
from ircompare.model.documents import Documents
from ircompare.model.ids import IntArray, Strings, repeats
from ircompare.readers.built import MOST_BYTES, small_enough, unique_ids
from ircompare.readers.corpus import column_texts, common_kind, filled, metadata_kind
from ircompare.readers.identifiers import damaged_ids, ids
from ircompare.readers.large_corpus.pieces import joined, noted
from ircompare.readers.loaded import Loaded
from ircompare.readers.reading import in_order
from ircompare.readers.stream import NotRegularError
from ircompare.readers.table import Table


class Gathered:
    """The documents of a corpus so far, without their texts.

    Attributes:
        noted: The problems of each step.
        columns: Columns that are understood, by our names for them.
        kinds: Type of each other column, by its own name.
        format: Name of the format.
        samples: Up to three records as they stand in the file, shortened.
    """

    def __init__(self, source: str) -> None:
        self.noted = noted(source)
        self.columns: tuple[str, ...] = ()
        self.kinds: dict[str, pa.DataType] = {}
        self.format = ""
        self.samples: tuple[str, ...] = ()
        self._source = source
        self._ids: list[Strings] = []
        self._lines: list[IntArray | range] = []
        self._counts = dict.fromkeys(("documents", "with text", "titles", "blank lines"), 0)

    @property
    def says_more(self) -> bool:
        """Whether there is anything beside ids."""
        return len(self.columns) > 1 or bool(self.kinds)

    @property
    def has_texts(self) -> bool:
        """Whether the documents have texts."""
        return "text" in self.columns

    def add(self, table: Table) -> Documents:
        """Take in some records; their titles and texts are returned, not kept."""
        self._counts["blank lines"] += table.blank
        if not len(table):
            return Documents()
        self.format, self.columns = table.format, tuple(table.columns)
        self._ids.append(ids(table.columns["id"], "document id", table.lines, self.noted["ids"]))
        self._lines.append(_brief(table.lines))
        found = Documents(
            column_texts(table, "title", self.noted["titles"]),
            column_texts(table, "text", self.noted["texts"]),
        )
        for name, column in table.extra.items():
            kind = metadata_kind(column)
            self.kinds[name] = common_kind((kind, self.kinds.get(name, kind)))
        self._counts["documents"] += len(table)
        self._counts["with text"] += filled(found.texts)
        self._counts["titles"] += filled(found.titles)
        return found

    def show(self, samples: Iterable[str]) -> None:
        """Keep records as they stand in the file, until there are three."""
        self.samples = (*self.samples, *samples)[:3]

    def ids(self) -> Strings:
        """The ids of all documents.

        Raises:
            InputError: With every problem of the corpus.
            NotRegularError: There is no document.
        """
        found = self._joined_ids()
        if len(repeats(found)):
            lines = np.concatenate([np.asarray(part, np.int64) for part in self._lines])
            unique_ids(found, "document id", lines, self.noted["repeats"])
        problems = joined(self.noted, self._source)
        if len(problems):
            raise InputError(in_order(problems), problems.total)
        if not len(found):
            raise NotRegularError
        return found

    def loaded(self, corpus: Corpus, *, size: int, compression: str = "") -> Loaded[Corpus]:
        """The corpus with what should be said of its file."""
        return Loaded(
            value=corpus,
            slot="corpus",
            source=self._source,
            format=self.format,
            compression=compression,
            size=size,
            counts={name: n for name, n in self._counts.items() if n or name != "blank lines"},
            samples=self.samples,
            warnings=tuple(damaged_ids([corpus.ids], self._source)),
        )

    def _joined_ids(self) -> Strings:
        if not self._ids:
            return pa.array([], pa.string())
        if sum(part.nbytes for part in self._ids) > MOST_BYTES:
            return small_enough(pa.chunked_array(self._ids), "document id", self.noted["ids"])
        found = pa.concat_arrays(self._ids)
        self._ids = [found]
        pa.default_memory_pool().release_unused()
        return found


def _brief(lines: IntArray) -> IntArray | range:
    """The same lines in little memory, where they follow one another."""
    first, last = int(lines[0]), int(lines[-1])
    return range(first, last + 1) if last - first + 1 == len(lines) else lines
