"""A column of numbers in which cells may be empty, as an array without a loop over its rows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ircompare.errors import Problems
from ircompare.model.ids import BoolArray, FloatArray
from ircompare.readers import cells
from ircompare.readers.table import Column, Table, values_of

Holds = Callable[[FloatArray], BoolArray]
_DECIMAL = r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?$"


def sparse_numbers(
    table: Table,
    name: str,
    read: Callable[[object], float],
    holds: Holds,
    problems: Problems,
) -> FloatArray | None:
    """A column as doubles, NaN for empty cells; None where there is none, faults are noted.

    Args:
        read: What a single cell holds; it has the verdict on every cell that is not plainly right.
        holds: Which finite numbers are in the range of the column.
    """
    if name not in table.columns:
        return None
    found, doubtful = _plain_numbers(table.columns[name])
    doubtful |= ~np.isnan(found) & ~(np.isfinite(found) & holds(found))
    rows = np.flatnonzero(doubtful)
    if len(rows):
        values = values_of(table.columns[name])
        for row in rows.tolist():
            value, found[row] = values[row], np.nan
            if not cells.absent(value):
                held = cells.checked(name, value, table.line(row), read, problems)
                found[row] = np.nan if held is None else held
    return found


def _plain_numbers(column: Column) -> tuple[FloatArray, BoolArray]:
    """Cells that are plainly numbers or empty, NaN for the others, and which need a closer look."""
    values = _arrow(column)
    if values is not None and pa.types.is_string(values.type):
        return _from_texts(pc.ascii_trim(values, " "))
    if values is not None and (
        pa.types.is_floating(values.type)
        or pa.types.is_integer(values.type)
        or pa.types.is_null(values.type)
    ):
        found = _numpy(values.cast(pa.float64(), safe=False))
        return found, np.isnan(found) & _mask(pc.is_valid(values))
    return np.full(len(column), np.nan), np.ones(len(column), np.bool_)


def _from_texts(texts: pa.Array) -> tuple[FloatArray, BoolArray]:
    plain = pc.fill_null(pc.match_substring_regex(texts, _DECIMAL), False)
    empty = pc.fill_null(pc.equal(texts, ""), True)
    unsigned = pc.replace_substring_regex(texts, r"^\+", "")
    found = pc.if_else(plain, unsigned, pa.scalar(None, pa.string())).cast(pa.float64())
    return _numpy(found), ~_mask(pc.or_(plain, empty))


def _arrow(column: Column) -> pa.Array | None:
    """The column as Arrow has it, texts as plain strings; None where its values are mixed."""
    if not isinstance(column, pa.Array):
        try:
            column = pa.array(column)
        except (pa.ArrowException, OverflowError, UnicodeError):
            return None
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return column.cast(pa.string())
    return column


def _numpy(values: pa.Array) -> FloatArray:
    return np.array(values.to_numpy(zero_copy_only=False), np.float64)


def _mask(values: pa.Array) -> BoolArray:
    return np.array(values.to_numpy(zero_copy_only=False), np.bool_)
