"""A corpus from the columns of any format."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ircompare.errors import Problems
from ircompare.model.collection import Corpus
from ircompare.model.ids import Strings
from ircompare.readers.built import Built, skipped, texts, unique_ids
from ircompare.readers.identifiers import damaged_ids, ids
from ircompare.readers.table import Column, Table

_LEAST, _MOST = -(2**63), 2**63 - 1


def build_corpus(table: Table, problems: Problems) -> Built[Corpus]:
    """The documents of a table; faults are noted."""
    found = ids(table.columns["id"], "document id", table.lines, problems)
    unique_ids(found, "document id", table.lines, problems)
    corpus = Corpus(
        ids=found,
        titles=_texts(table, "title", problems),
        texts=_texts(table, "text", problems),
        fields={name: metadata(column) for name, column in table.extra.items()},
        source=problems.source,
    )
    counts = {
        "documents": len(corpus),
        "with text": _filled(corpus.texts),
        "titles": _filled(corpus.titles),
        **skipped(table),
    }
    return Built(corpus, counts, (*table.warnings, *damaged_ids([found], problems.source)))


def _texts(table: Table, name: str, problems: Problems) -> Strings | None:
    column = table.columns.get(name)
    return None if column is None else texts(column, name, table.lines, problems)


def _filled(column: Strings | None) -> int:
    return 0 if column is None else int(np.count_nonzero(pc.not_equal(column, "")))


def metadata(values: Column) -> pa.Array:
    """A column of metadata: whole numbers, numbers or strings; anything else as JSON text."""
    if isinstance(values, pa.Array):
        return _arrow_metadata(values)
    kinds = set(map(type, values)) - {type(None)}
    if kinds == {int} and all(value is None or _LEAST <= value <= _MOST for value in values):
        return pa.array(values, pa.int64())
    if kinds and kinds <= {int, float}:
        return _doubles(values)
    return pa.array([_as_text(value) for value in values], pa.string())


def _doubles(values: Iterable[Any]) -> pa.Array:
    try:
        return pa.array([None if value is None else float(value) for value in values], pa.float64())
    except OverflowError:
        return pa.array([_as_text(value) for value in values], pa.string())


def _as_text(value: object) -> str | None:
    if value is None:
        return None
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text.encode("utf-8", "replace").decode()


def _arrow_metadata(values: pa.Array) -> pa.Array:
    kind = values.type
    if pa.types.is_string(kind) or kind in {pa.int64(), pa.float64()}:
        return values
    if pa.types.is_integer(kind) and kind != pa.uint64():
        return values.cast(pa.int64())
    if pa.types.is_floating(kind):
        return values.cast(pa.float64())
    return pa.array([_as_text(value) for value in values.to_pylist()], pa.string())
