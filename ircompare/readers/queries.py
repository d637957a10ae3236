"""Queries from the columns of any format."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pyarrow as pa

from ircompare.errors import Problems
from ircompare.model.collection import Queries
from ircompare.readers.built import Built, skipped, texts, unique_ids
from ircompare.readers.identifiers import damaged_ids, ids, kind_of, shown
from ircompare.readers.table import Column, Table
from ircompare.readers.text import shorten


def build_queries(table: Table, problems: Problems) -> Built[Queries]:
    """The queries of a table, in its order; faults are noted."""
    found = ids(table.columns["id"], "query id", table.lines, problems)
    unique_ids(found, "query id", table.lines, problems)
    text = table.columns.get("text")
    queries = Queries(
        ids=tuple(found.to_pylist()),
        texts=None
        if text is None
        else tuple(texts(text, "text", table.lines, problems).to_pylist()),
        splits=_splits(table, problems),
        fields={name: tuple(_listed(column)) for name, column in table.extra.items()},
        source=problems.source,
    )
    counts = {"queries": len(queries), **_split_counts(queries), **skipped(table)}
    return Built(queries, counts, (*table.warnings, *damaged_ids([found], problems.source)))


def _split_counts(queries: Queries) -> dict[str, int]:
    found = Counter(queries.splits or ())
    counts = {f"split {shorten(name, 40)}": found[name] for name in queries.split_names()}
    return {**counts, "without a split": found[None]} if counts and found[None] else counts


def _listed(column: Column) -> list[Any]:
    return column.to_pylist() if isinstance(column, pa.Array) else list(column)


def _splits(table: Table, problems: Problems) -> tuple[str | None, ...] | None:
    column = table.columns.get("split")
    if column is None:
        return None
    return tuple(
        _split(value, line, table.typed, problems)
        for value, line in zip(_listed(column), table.lines.tolist(), strict=True)
    )


def _split(value: object, line: int, typed: bool, problems: Problems) -> str | None:
    """One split; None where the field is absent, or empty in a format without types."""
    if value is None or (value == "" and not typed):
        return None
    if not isinstance(value, str) or value == "":
        problems.add(
            "bad-split",
            f"split {shown(value)} is {kind_of(value) if value != '' else 'empty'}",
            line=line,
            expected="a string such as dev or test, or no split at all",
        )
        return None
    return value
