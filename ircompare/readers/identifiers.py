"""Ids as exact strings: what is no id, and ids that a spreadsheet has changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ircompare.errors import Problem, Problems, quote, some
from ircompare.model.ids import IntArray, Strings, byte_ranges
from ircompare.readers.jsontext import Constant, Pairs, as_plain
from ircompare.readers.table import Column

_BAD = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_BAD_ARROW = r"[\x00-\x1f\x7f]|\x{0080}|[\x{0081}-\x{009f}]"
_SURROGATE = re.compile("[\ud800-\udfff]")
_DAMAGED = re.compile(r"[+-]?\d(\.\d+)?E\+\d{2,}", re.ASCII)
_DAMAGED_ARROW = r"^[+-]?[0-9](\.[0-9]+)?E\+[0-9]{2,}$"


def ids(
    values: Column, what: str, lines: IntArray, problems: Problems, *, proven: bool = False
) -> Strings:
    """A column of ids, faults noted.

    Args:
        what: What the ids stand for, such as "document id".
        lines: Line of each value.
        proven: Whether an Arrow column was checked before.
    """
    if isinstance(values, pa.Array):
        if proven:
            return values
        return _arrow_ids(values, what, lines, problems)
    if _regular(values):
        return pa.array(values, pa.string())
    checked = [
        check_id(value, what, line, problems)
        for value, line in zip(values, lines.tolist(), strict=True)
    ]
    return pa.array(checked, pa.string())


def _regular(values: Sequence[Any]) -> bool:
    if set(map(type, values)) - {str} or "" in values:
        return False
    joined = "".join(values)
    return joined.isprintable() or _BAD.search(joined) is None


def check_id(value: object, what: str, line: int | None, problems: Problems) -> str:
    """One id; where it is none, a problem is noted and a stand-in returned."""
    if isinstance(value, Constant):
        return str(value)
    if not isinstance(value, str):
        kind = kind_of(value)
        problems.add(
            "id-not-text",
            f"{what} {shown(value)} is {kind}",
            line=line,
            expected="an id in quotes; ids are exact strings",
            mend=f'write "{value}"' if kind == "a number" else "write the id as a string",
        )
        return f"{what} {value!r}"
    if value == "":
        expected = "an id of at least one character"
        problems.add("empty-id", f"{what} is empty", line=line, expected=expected)
    bad = _BAD.search(value)
    if bad is None:
        return value
    surrogate = _SURROGATE.match(bad[0]) is not None
    problems.add(
        "lone-surrogate" if surrogate else "control-character",
        f"{what} {quote(value)} holds {'a lone surrogate' if surrogate else 'a control character'}",
        line=line,
        expected="printable characters",
        found=f"U+{ord(bad[0]):04X} as character {bad.start() + 1}",
        mend="remove it from the id",
    )
    return _SURROGATE.sub("\ufffd", value)


def _arrow_ids(values: pa.Array, what: str, lines: IntArray, problems: Problems) -> Strings:
    kind = values.type
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        problems.add(
            "id-not-text",
            f"{what} column is of type {kind}",
            expected="a column of strings; ids are exact strings",
            mend="cast the column to string where the file is written",
        )
        return pa.array([f"row {row}" for row in range(len(values))], pa.string())
    texts = values.cast(pa.string())
    nulls = np.flatnonzero(np.asarray(texts.is_null()))
    for row in nulls.tolist():
        problems.add("null-value", f"{what} is null", line=int(lines[row]), expected="an id")
    texts = texts.fill_null("null")
    odd = pc.or_(pc.equal(texts, ""), pc.match_substring_regex(texts, _BAD_ARROW))
    for row in np.flatnonzero(np.asarray(odd)).tolist():
        check_id(texts[row].as_py(), what, int(lines[row]), problems)
    return texts


def shown(value: object) -> str:
    """A value from JSON for a message, shortened."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value) if isinstance(value, (int, float)) else quote(str(as_plain(value)))


def kind_of(value: object) -> str:
    """What a value from JSON is, in words."""
    if value is None:
        return "null"
    for kind, name in _KINDS:
        if isinstance(value, kind):
            return name
    return "a list"


_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "a truth value"),
    (int, "a number"),
    (float, "a number"),
    (str, "a string"),
    (dict, "an object"),
    (Pairs, "an object"),
)


def note_repeat(found: str, what: str, line: int, first: int, problems: Problems) -> None:
    """Note an id that stands twice where each may stand once."""
    problems.add(
        "duplicate-id",
        f"{what} {quote(found)} twice",
        line=line,
        expected=f"each {what} once",
        found=f"also on line {first}",
        mend="remove one of the two, or give it an id of its own",
    )


def damaged(column: Strings) -> list[str]:
    """The ids that look like long numbers which a spreadsheet has rounded, such as 3.9E+16."""
    raw, bounds = byte_ranges(column)
    if not (raw[bounds[0] : bounds[-1]] == ord("E")).any():
        return []
    found: list[str] = column.filter(pc.match_substring_regex(column, _DAMAGED_ARROW)).to_pylist()
    return found


def damaged_ids(columns: Iterable[Strings], source: str) -> list[Problem]:
    """A warning where ids look like long numbers that a spreadsheet has rounded."""
    bad = dict.fromkeys(name for column in columns for name in damaged(column))
    if not bad:
        return []
    headline = "1 id looks like a number" if len(bad) == 1 else f"{len(bad)} ids look like numbers"
    return [
        Problem(
            "damaged-id",
            f"{headline} changed by a spreadsheet",
            source,
            expected="ids as they were written, such as 39089837499752854",
            found=some(bad),
            mend="write the file again with that column as text",
        )
    ]
