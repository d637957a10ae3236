"""What a corpus says of its documents beside their ids: held, or read where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import pyarrow as pa

from ircompare.model.ids import IntArray, Strings

READ_AT_ONCE = 1000


@dataclass(frozen=True, eq=False)
class Documents:
    """Titles, texts and other fields of some documents, aligned with one another.

    Attributes:
        titles, texts: Missing values as ""; None where the corpus has no such column.
        fields: Any other column by name.
    """

    titles: Strings | None = None
    texts: Strings | None = None
    fields: Mapping[str, pa.Array] = field(default_factory=dict)

    @property
    def has_texts(self) -> bool:
        """Whether the documents have texts."""
        return self.texts is not None

    def take(self, rows: IntArray) -> Documents:
        """The documents at some rows, in the order asked for."""
        places = pa.array(rows, pa.int64())
        return Documents(
            titles=None if self.titles is None else self.titles.take(places),
            texts=None if self.texts is None else self.texts.take(places),
            fields={name: column.take(places) for name, column in self.fields.items()},
        )


class TextSource(Protocol):
    """Reads what a corpus says of its documents when it is asked for."""

    @property
    def has_texts(self) -> bool:
        """Whether the documents have texts."""

    def take(self, rows: IntArray) -> Documents:
        """The documents at some rows of the corpus, in the order asked for.

        Raises:
            InputError: They can no longer be read as they were.
        """


def read_documents(
    source: TextSource, ids: Strings, rows: IntArray
) -> Iterator[tuple[str, str, str]]:
    """(id, title, text) of some rows, a few at a time; "" for what a document lacks.

    Args:
        ids: Ids of all documents of the source.

    Raises:
        InputError: As `TextSource.take`.
    """
    for start in range(0, len(rows), READ_AT_ONCE):
        part = rows[start : start + READ_AT_ONCE]
        found = source.take(part)
        blank = [""] * len(part)
        columns = (
            blank if column is None else column.to_pylist()
            for column in (ids.take(pa.array(part)), found.titles, found.texts)
        )
        for doc_id, title, text in zip(*columns, strict=True):
            yield doc_id, title or "", text or ""
