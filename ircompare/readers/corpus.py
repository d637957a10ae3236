"""A corpus from the columns of any format."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

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
_KINDS = [pa.null(), pa.int64(), pa.float64(), pa.string()]


def build_corpus(table: Table, problems: Problems) -> Built[Corpus]:
    """The documents of a table; faults are noted."""
    found = ids(table.columns["id"], "document id", table.lines, problems)
    unique_ids(found, "document id", table.lines, problems)
    corpus = Corpus(
        ids=found,
        titles=column_texts(table, "title", problems),
        texts=column_texts(table, "text", problems),
        fields={name: metadata(column) for name, column in table.extra.items()},
        source=problems.source,
    )
    counts = {
        "documents": len(corpus),
        "with text": filled(corpus.texts),
        "titles": filled(corpus.titles),
        **skipped(table),
    }
    return Built(corpus, counts, (*table.warnings, *damaged_ids([found], problems.source)))


def column_texts(table: Table, name: str, problems: Problems) -> Strings | None:
    """Titles or texts of a table, faults noted; None where it has no such column."""
    column = table.columns.get(name)
    return None if column is None else texts(column, name, table.lines, problems)


def filled(column: Strings | None) -> int:
    """How many texts say anything."""
    return 0 if column is None else int(np.count_nonzero(pc.not_equal(column, "")))


def metadata(values: Column, kind: pa.DataType | None = None) -> pa.Array:
    """A column of metadata: whole numbers, numbers or strings; anything else as JSON text.

    Args:
        kind: What `metadata_kind` says of the whole column, where these are some values of it.
    """
    if isinstance(values, pa.Array):
        return _arrow_metadata(values)
    kind = kind or metadata_kind(values)
    if kind == pa.int64():
        return pa.array(values, kind)
    if kind == pa.float64():
        return pa.array([None if value is None else float(value) for value in values], kind)
    return pa.array([_as_text(value) for value in values], pa.string())


def metadata_kind(values: Column) -> pa.DataType:
    """Type of a column of metadata; null where it says nothing."""
    if isinstance(values, pa.Array):
        return _arrow_kind(values.type)
    kinds = set(map(type, values)) - {type(None)}
    if not kinds:
        return pa.null()
    if not kinds <= {int, float}:
        return pa.string()
    whole = [value for value in values if isinstance(value, int)]
    if kinds == {int} and min(whole) >= _LEAST and max(whole) <= _MOST:
        return pa.int64()
    return pa.float64() if _have_doubles(whole) else pa.string()


def _have_doubles(whole: Sequence[int]) -> bool:
    """Whether no whole number is beyond the largest double."""
    try:
        return not whole or bool(float(min(whole)) <= float(max(whole)))
    except OverflowError:
        return False


def common_kind(kinds: Iterable[pa.DataType]) -> pa.DataType:
    """Type of a column from the types of its parts."""
    return max(kinds, key=_KINDS.index)


def _as_text(value: object) -> str | None:
    if value is None:
        return None
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text.encode("utf-8", "replace").decode()


def _arrow_kind(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_integer(kind) and kind != pa.uint64():
        return pa.int64()
    return pa.float64() if pa.types.is_floating(kind) else pa.string()


def _arrow_metadata(values: pa.Array) -> pa.Array:
    kind = _arrow_kind(values.type)
    if values.type == kind:
        return values
    if kind != pa.string():
        return values.cast(kind)
    return pa.array([_as_text(value) for value in values.to_pylist()], pa.string())
