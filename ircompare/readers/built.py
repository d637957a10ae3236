"""What a slot makes of a table: the value, its counts, and remarks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pyarrow as pa

from ircompare.errors import SHOWN, Problem, Problems, some
from ircompare.model.ids import IdIndex, IntArray, Strings, first_place, repeats
from ircompare.readers.identifiers import kind_of, note_repeat, shown
from ircompare.readers.names import IGNORED, plain
from ircompare.readers.table import Column, Table

MOST_BYTES = 2**31 - 1
Value = TypeVar("Value", covariant=True)


@dataclass(frozen=True, eq=False)
class Built(Generic[Value]):
    """A value with what should be said of it.

    Attributes:
        value: The Corpus, Queries, Qrels or Run.
        counts: What was counted, in the order to show.
        warnings: Remarks that do not stop the work.
    """

    value: Value
    counts: Mapping[str, int]
    warnings: tuple[Problem, ...] = ()


def skipped(table: Table) -> dict[str, int]:
    """Counts of the lines that were skipped, where there are any."""
    counts = {"blank lines": table.blank, "comment lines": table.comments}
    return {name: count for name, count in counts.items() if count}


def unused_columns(extra: Iterable[str], source: str) -> list[Problem]:
    """A remark on columns that nothing is made of, save those that never carry anything."""
    names = [name for name in extra if plain(name) not in IGNORED]
    if not names:
        return []
    what = "1 column is not used" if len(names) == 1 else f"{len(names)} columns are not used"
    return [Problem("unused-column", what, source, found=some(names))]


def unique_ids(ids: Strings, what: str, lines: IntArray, problems: Problems) -> None:
    """Note every id that repeats an earlier one; beyond those shown they are only counted."""
    again = repeats(ids).tolist()
    if not again:
        return
    index = IdIndex(ids)
    for row in again[:SHOWN]:
        first = first_place(index, ids, None, row)
        note_repeat(ids[row].as_py(), what, int(lines[row]), int(lines[first]), problems)
    problems.total += len(again[SHOWN:])


def texts(values: Column, what: str, lines: IntArray, problems: Problems) -> Strings:
    """A column of texts, "" where there is none; anything else than text is noted."""
    if isinstance(values, pa.Array):
        return _arrow_texts(values, what, problems)
    filled = ["" if value is None else value for value in values]
    if set(map(type, filled)) <= {str}:
        try:
            return small_enough(pa.array(filled, pa.string()), what, problems)
        except UnicodeEncodeError:
            pass
    checked = [
        _text(value, what, line, problems)
        for value, line in zip(filled, lines.tolist(), strict=True)
    ]
    return small_enough(pa.array(checked, pa.string()), what, problems)


def _text(value: object, what: str, line: int, problems: Problems) -> str:
    if not isinstance(value, str):
        problems.add(
            "not-text",
            f"{what} is {kind_of(value)}",
            line=line,
            expected=f"a {what} in quotes",
            found=shown(value),
        )
        return ""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        problems.add(
            "lone-surrogate",
            f"{what} holds a lone surrogate",
            line=line,
            expected="whole characters",
            found=f"U+{ord(value[error.start]):04X} as character {error.start + 1}",
            mend="write the file again with a JSON library",
        )
        return ""
    return value


def _arrow_texts(values: pa.Array, what: str, problems: Problems) -> Strings:
    kind = values.type.value_type if pa.types.is_dictionary(values.type) else values.type
    if pa.types.is_null(kind):
        return pa.array([""] * len(values), pa.string())
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        problems.add(
            "not-text",
            f"{what} column is of type {kind}",
            expected="a column of strings",
            mend="cast the column to string where the file is written",
        )
        return pa.array([""] * len(values), pa.string())
    if values.nbytes > MOST_BYTES:
        return small_enough(pa.chunked_array([values]), what, problems)
    return values.cast(pa.string()).fill_null("")


def small_enough(values: Any, what: str, problems: Problems) -> Strings:
    """The column, unless its texts together pass what one array can hold."""
    if isinstance(values, pa.Array):
        return values
    problems.add(
        "too-large",
        f"{what}s hold more than {MOST_BYTES:,} bytes together",
        expected=f"at most {MOST_BYTES:,} bytes in one column",
        mend="split the corpus, or give the ids alone",
    )
    return pa.array([""] * len(values), pa.string())
