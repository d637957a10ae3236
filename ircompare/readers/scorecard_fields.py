"""What a scorecard takes from the fields of queries and documents, checked value by value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import numpy as np

from ircompare.errors import Problem, Problems, quote, some
from ircompare.model.collection import Corpus, Queries
from ircompare.readers.cells import NotSoError, absent, count, moment, word
from ircompare.readers.identifiers import shown
from ircompare.scorecard.inputs import DocumentFields, QueryFields

_BLOCK = 10_000
QUERY_FIELDS: dict[str, str] = {
    "frequency": "frequency",
    "intent": "intent",
    "predicted_intent": "predicted_intent",
    "domain": "domain",
    "query_group": "group",
}
DOCUMENT_FIELDS: dict[str, str] = {"document_group": "group", "updated": "updated"}
FIELDS: dict[str, str] = {**QUERY_FIELDS, **DOCUMENT_FIELDS}


def query_fields(
    queries: Queries | None, named: Mapping[str, str], problems: Problems
) -> QueryFields:
    """The fields of the queries; faults are noted.

    Args:
        queries: None where no file was given.
        named: Key of `FIELDS` → name in the file, where it is not its own name.
    """
    if queries is None:
        return QueryFields()
    columns = dict(queries.fields)
    found = {
        key: _column(key, columns, queries.ids, (queries.source, "query"), named, problems)
        for key in QUERY_FIELDS
    }
    group = found.pop("query_group")
    return QueryFields(queries.source, group=group, **found)


def document_fields(
    corpus: Corpus | None, named: Mapping[str, str], problems: Problems
) -> DocumentFields:
    """The fields of the documents; faults are noted.

    Args:
        corpus: None where no file was given.
        named: As of `query_fields`.
    """
    if corpus is None:
        return DocumentFields()
    wanted = {named.get(key, name) for key, name in DOCUMENT_FIELDS.items()}
    columns, ids = _held(corpus, wanted), corpus.ids.to_pylist()
    group, updated = (
        _column(key, columns, ids, (corpus.source, "document"), named, problems)
        for key in DOCUMENT_FIELDS
    )
    return DocumentFields(corpus.source, group, _alike(updated, corpus.source, problems))


def _held(corpus: Corpus, wanted: set[str]) -> dict[str, list[object]]:
    """Some fields of a corpus, block by block: a large one is not held in memory."""
    known = corpus.take(np.arange(min(1, len(corpus)))).fields
    columns: dict[str, list[object]] = {name: [] for name in known if name in wanted}
    for start in range(0, len(corpus) if columns else 0, _BLOCK):
        rows = np.arange(start, min(start + _BLOCK, len(corpus)))
        fields = corpus.take(rows).fields
        for name, values in columns.items():
            values += fields[name].to_pylist()
    return columns


def _alike(
    updated: dict[str, datetime] | None, source: str, problems: Problems
) -> dict[str, datetime] | None:
    """The times, unless some have a time zone and some have none."""
    zoned = {one.tzinfo is not None: document for document, one in (updated or {}).items()}
    if len(zoned) < 2:
        return updated
    problems.extend(
        [
            Problem(
                "mixed-time-zones",
                "some times of `updated` have a time zone and some have none",
                source,
                expected="a time zone everywhere or nowhere",
                found=f"with one: document {quote(zoned[True])}; without: {quote(zoned[False])}",
                mend="write every time in one way, such as 2026-07-01T12:00:00Z",
            )
        ]
    )
    return None


def _column(
    key: str,
    columns: Mapping[str, Sequence[object]],
    ids: Iterable[str],
    origin: tuple[str, str],
    named: Mapping[str, str],
    problems: Problems,
) -> dict[str, Any] | None:
    """One field as id → value, without what is empty; None where the file lacks it."""
    (source, kind), name = origin, named.get(key, FIELDS[key])
    if name not in columns:
        if key in named:
            problems.extend([_absent(key, name, source, kind, columns)])
        return None
    read, found = _READ.get(key, word), {}
    for one, value in zip(ids, columns[name], strict=True):
        if absent(value):
            continue
        try:
            found[one] = read(value)
        except NotSoError as fault:
            problems.extend([_bad(name, f"{kind} {quote(one)}", source, value, fault)])
    return found


def _absent(
    key: str, name: str, source: str, kind: str, columns: Mapping[str, Sequence[object]]
) -> Problem:
    return Problem(
        "unknown-field",
        f"there is no {kind} field {quote(name)}",
        source,
        expected=f"the field that {key} was declared to be",
        found=some(columns, limit=8) or "no field at all",
        mend="name one of these fields, or add the field to the file",
    )


def _bad(name: str, whose: str, source: str, value: object, fault: NotSoError) -> Problem:
    return Problem(
        "bad-field",
        f"{name} of {whose} is {fault}",
        source,
        expected=fault.expected,
        found=shown(value),
        mend="correct the value, or leave it empty",
    )


_READ: dict[str, Callable[[object], Any]] = {"frequency": count, "updated": moment}
