"""What a scorecard takes from the fields of queries and documents, checked value by value.

A field is read whole or not at all: one bad value leaves out what rests on it, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ircompare.errors import Problem, Problems, quote, some
from ircompare.model.collection import Corpus, Queries
from ircompare.readers.cells import NotSoError, absent, count, moment, truth, word
from ircompare.readers.identifiers import shown
from ircompare.scorecard.inputs import DocumentFields, QueryFields
from ircompare.scorecard.unread import Unread
from ircompare.scoring.numbers import counted

Column = dict[str, Any] | Unread | None
_BLOCK = 10_000
QUERY_FIELDS: dict[str, str] = {
    "frequency": "frequency",
    "intent": "intent",
    "predicted_intent": "predicted_intent",
    "domain": "domain",
    "query_group": "group",
    "query_modality": "modality",
    "noise": "noise",
    "user": "user",
    "asked": "asked",
    "same_query": "same_query",
}
DOCUMENT_FIELDS: dict[str, str] = {
    "document_group": "group",
    "updated": "updated",
    "document_modality": "modality",
}
FIELDS: dict[str, str] = {**QUERY_FIELDS, **DOCUMENT_FIELDS}


def query_fields(
    queries: Queries | None, named: Mapping[str, str], problems: Problems
) -> QueryFields:
    """The fields of the queries; one that was named and is absent is noted.

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
    alike = _alike("asked", found["asked"], (queries.source, "query"))
    unread, read = _divided({**found, "asked": alike})
    return QueryFields(queries.source, unread=unread, **read)


def document_fields(
    corpus: Corpus | None, named: Mapping[str, str], problems: Problems
) -> DocumentFields:
    """The fields of the documents; one that was named and is absent is noted.

    Args:
        corpus: None where no file was given.
        named: As of `query_fields`.
    """
    if corpus is None:
        return DocumentFields()
    wanted = {named.get(key, name) for key, name in DOCUMENT_FIELDS.items()}
    columns, ids = _held(corpus, wanted), corpus.ids.to_pylist()
    found = {
        key: _column(key, columns, ids, (corpus.source, "document"), named, problems)
        for key in DOCUMENT_FIELDS
    }
    alike = _alike("updated", found["updated"], (corpus.source, "document"))
    unread, read = _divided({**found, "updated": alike})
    return DocumentFields(corpus.source, unread=unread, **read)


def _divided(found: Mapping[str, Column]) -> tuple[dict[str, Unread], dict[str, Any]]:
    """The fields with values that cannot be read and the other columns, both by their own name."""
    unread = {FIELDS[key]: one for key, one in found.items() if isinstance(one, Unread)}
    return unread, {FIELDS[key]: one for key, one in found.items() if not isinstance(one, Unread)}


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


def _alike(name: str, column: Column, origin: tuple[str, str]) -> Column:
    """The times, unless some have a time zone and some have none."""
    times = {} if column is None or isinstance(column, Unread) else column
    zoned, (source, kind) = {one.tzinfo is not None: key for key, one in times.items()}, origin
    if len(zoned) < 2:
        return column
    fault = Problem(
        "mixed-time-zones",
        f"some times of `{name}` have a time zone and some have none",
        source,
        expected="a time zone everywhere or nowhere",
        found=f"with one: {kind} {quote(zoned[True])}; without: {quote(zoned[False])}",
        mend="write every time in one way, such as 2026-07-01T12:00:00Z",
    )
    return Unread(f"{fault.what}; {fault.mend}", (fault,))


def _column(
    key: str,
    columns: Mapping[str, Sequence[object]],
    ids: Iterable[str],
    origin: tuple[str, str],
    named: Mapping[str, str],
    problems: Problems,
) -> Column:
    """One field as id → value, without what is empty; None where the file lacks it."""
    (source, kind), name = origin, named.get(key, FIELDS[key])
    if name not in columns:
        if key in named:
            problems.extend([_absent(key, name, source, kind, columns)])
        return None
    read, found, faults = _READ.get(key, word), {}, Problems(source)
    for one, value in zip(ids, columns[name], strict=True):
        if absent(value):
            continue
        try:
            found[one] = read(value)
        except NotSoError as fault:
            faults.extend([_bad(name, f"{kind} {quote(one)}", source, value, fault)])
    return _unread(name, faults) if len(faults) else found


def _unread(name: str, faults: Problems) -> Unread:
    """Why a field is not used, with the first of its faults and the number of all."""
    first, rest = next(iter(faults)), len(faults) - len(faults.kept)
    them = "it" if len(faults) == 1 else "them"
    told = f"{counted(len(faults), 'value')} cannot be read: correct {them}, or leave {them} empty"
    more = f"{counted(rest, 'more value')} of {name} cannot be read"
    listed = [*faults, *([Problem("bad-field", more, faults.source)] if rest else [])]
    return Unread(f"{first.what}, but {first.found}; {told}", tuple(listed))


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


_READ: dict[str, Callable[[object], Any]] = {
    "frequency": count,
    "updated": moment,
    "asked": moment,
    "noise": truth,
}
