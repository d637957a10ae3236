"""Records of named fields, from JSON or JSON lines, as columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ircompare.errors import Problems
from ircompare.model.ids import IntArray
from ircompare.readers import names
from ircompare.readers.loaded import Slot
from ircompare.readers.table import Column, Table

MOST_FIELDS = 500
Record = dict[str, Any]


def record_table(
    format: str,
    records: Sequence[Record],
    slot: Slot,
    lines: IntArray,
    problems: Problems,
    ids: Sequence[str] | None = None,
    fields: Sequence[str] | None = None,
) -> Table:
    """A table of records; a field that a record lacks is None.

    Args:
        ids: Id of each record where it is not one of the fields.
        fields: Names of all fields; None for those of these records.
    """
    fields = field_names(records) if fields is None else fields
    header = _header(fields, slot, problems, ids is not None) if records else None
    columns: dict[str, Column] = {} if ids is None else {"id": ids}
    extra: dict[str, Column] = {}
    if header is not None:
        if ids is None:
            key = header.places[names.REQUIRED[slot][0]]
            _note_absent(records, fields[key], lines, problems)
        for name, at in header.places.items():
            columns[name] = [record.get(fields[at]) for record in records]
        extra = {name: [record.get(name) for record in records] for name in header.others}
    return Table(format, columns, lines, typed=True, extra=extra)


def field_names(records: Sequence[Record]) -> list[str]:
    """Names of the fields of all records, in order of first appearance."""
    shapes = dict.fromkeys(map(tuple, records))
    return list(dict.fromkeys(name for shape in shapes for name in shape))


def _header(
    fields: Sequence[str], slot: Slot, problems: Problems, keyed: bool
) -> names.Header | None:
    if len(fields) > MOST_FIELDS:
        problems.add(
            "too-many-fields",
            f"records have {len(fields):,} different fields",
            expected=f"at most {MOST_FIELDS}",
            mend="check that ids are not used as names of fields",
        )
        return None
    return names.match(fields, slot, problems, given=("id",) if keyed else (), what="field")


def _note_absent(records: Sequence[Record], name: str, lines: IntArray, problems: Problems) -> None:
    for record, line in zip(records, lines.tolist(), strict=True):
        if name not in record:
            problems.add(
                "no-id",
                f"record has no field {name}",
                line=line,
                expected=f"a field {name} in every record, as in the others",
                found=", ".join(list(record)[:8]) or "no field at all",
            )
            record[name] = f"line {line}"
