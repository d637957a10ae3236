"""One corpus read in both ways: whole, as small files are, and in pieces."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import numpy as np
import pyarrow as pa

from ircompare.errors import InputError
from ircompare.model.collection import Corpus
from ircompare.readers import read_corpus
from ircompare.readers.large_corpus import load as large
from ircompare.readers.large_corpus import parquet
from ircompare.readers.large_corpus.forms import IdLines, JsonLines
from ircompare.readers.large_corpus.tables import TableForm
from ircompare.readers.loaded import Loaded

SOURCE = "the corpus"
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": lambda data: data,
    "gzip": lambda data: gzip.compress(data, mtime=0),
    "zstd": lambda data: pa.compress(data, codec="zstd", asbytes=True),
}


@contextmanager
def anything_is_large(piece: int = 32) -> Iterator[None]:
    """Every file is large and a piece holds a record or two."""
    with (
        patch.object(large, "LARGE", 0),
        patch.object(large, "LARGE_PACKED", 0),
        patch.object(IdLines, "piece", piece),
        patch.object(JsonLines, "piece", piece),
        patch.object(TableForm, "piece", piece),
        patch.object(parquet, "BATCH", 3),
    ):
        yield


def in_pieces(data: bytes, piece: int = 32) -> Any:
    """All that reading in pieces says of some bytes; None where the whole file has the verdict."""
    with TemporaryDirectory() as folder, anything_is_large(piece):
        path = Path(folder, "a file")
        path.write_bytes(data)
        return told(lambda: large.large_corpus(path, SOURCE))


def whole(data: bytes) -> Any:
    """All that the readers of whole files say."""
    return told(lambda: read_corpus(data, SOURCE))


def told(make: Callable[[], Loaded[Corpus] | None]) -> Any:
    """Everything that a reader says and everything that it read."""
    try:
        found = make()
    except InputError as error:
        return error.problems, error.total
    if found is None:
        return None
    said = (found.slot, found.source, found.format, found.compression, found.size)
    counted = list(found.counts.items())
    return *said, counted, found.samples, found.warnings, contents(found.value)


def contents(corpus: Corpus) -> Any:
    """Ids, titles, texts and fields of all documents, read last to first."""
    found = corpus.take(np.arange(len(corpus))[::-1])
    columns = [found.titles, found.texts, *found.fields.values()]
    listed = [None if column is None else (column.type, column.to_pylist()) for column in columns]
    return corpus.ids.to_pylist(), list(found.fields), listed, corpus.source, corpus.has_texts
