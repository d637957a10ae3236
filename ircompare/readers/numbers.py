"""Scores, grades and ranks, read strictly: nothing is rounded, guessed or filled in."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ircompare.errors import Problems, quote
from ircompare.model.ids import FloatArray, IntArray
from ircompare.readers.identifiers import kind_of, shown
from ircompare.readers.jsontext import Constant
from ircompare.readers.table import Column

_LEAST, _MOST = -(2**63), 2**63 - 1
_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_DECIMAL_ARROW = r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$"
_WHOLE = re.compile(r"[+-]?\d{1,40}", re.ASCII)
_WHOLE_ARROW = r"^[+-]?[0-9]{1,18}$"
_DECIMAL_CHARACTERS = frozenset("0123456789+-.eE")
_WHOLE_CHARACTERS = frozenset("0123456789+-")
_NOT_FINITE = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)
Number = TypeVar("Number", int, float)
Check = Callable[[Any, bool, int | None, Problems], Number]


def scores(values: Column, typed: bool, lines: IntArray, problems: Problems) -> FloatArray:
    """A column of scores as finite doubles (shape: n); faults are noted and stand as 0.

    Args:
        typed: Whether the values carry a type (JSON, Parquet); else each is a decimal text.
    """
    if isinstance(values, pa.Array):
        return _arrow_scores(values, typed, lines, problems)
    quick = _quick(values, typed, float, _DECIMAL_CHARACTERS)
    if quick is not None and bool(np.isfinite(quick).all()):
        return quick.astype(np.float64)
    return np.array(_each(values, typed, lines, problems, check_score), np.float64)


def grades(values: Column, typed: bool, lines: IntArray, problems: Problems) -> IntArray:
    """A column of grades (shape: n), any whole numbers; faults are noted and stand as 0."""
    return _whole(values, typed, lines, problems, check_grade)


def ranks(values: Column, typed: bool, lines: IntArray, problems: Problems) -> IntArray:
    """A column of ranks (shape: n), any whole numbers; faults are noted and stand as 0."""
    return _whole(values, typed, lines, problems, check_rank)


def _whole(
    values: Column, typed: bool, lines: IntArray, problems: Problems, check: Check[int]
) -> IntArray:
    if isinstance(values, pa.Array):
        return _arrow_whole(values, typed, lines, problems, check)
    quick = _quick(values, typed, int, _WHOLE_CHARACTERS)
    if quick is not None and quick.dtype == np.int64:
        return quick
    return np.array(_each(values, typed, lines, problems, check), np.int64)


def _quick(
    values: Sequence[Any], typed: bool, kind: type[Number], allowed: frozenset[str]
) -> np.ndarray[Any, np.dtype[Any]] | None:
    """All values at once where each is plainly a number; None where one needs a closer look.

    Over the allowed characters `float` and `int` accept exactly the decimal literals.
    """
    if typed:
        wanted = {int, kind}
        return _array(values, kind) if set(map(type, values)) <= wanted else None
    if not allowed.issuperset("".join(values)):
        return None
    return _array(values, kind)


def _array(values: Sequence[Any], kind: type[Number]) -> np.ndarray[Any, np.dtype[Any]] | None:
    try:
        return np.array(list(map(kind, values)), np.int64 if kind is int else np.float64)
    except (ValueError, OverflowError):
        return None


def _each(
    values: Sequence[Any],
    typed: bool,
    lines: IntArray,
    problems: Problems,
    check: Check[Number],
) -> list[Number]:
    return [
        check(value, typed, line, problems)
        for value, line in zip(values, lines.tolist(), strict=True)
    ]


def check_score(value: object, typed: bool, line: int | None, problems: Problems) -> float:
    """One score; 0 and a problem where it is none."""
    if isinstance(value, Constant):
        return 0.0
    number = _as_float(value, typed)
    if number is not None and math.isfinite(number):
        return number
    text = value if isinstance(value, str) and not typed else None
    endless = number is not None or (text is not None and _NOT_FINITE.fullmatch(text))
    said = quote(text) if text is not None else shown(value)
    problems.add(
        "bad-score",
        f"score {said} is not {'finite' if endless else 'a number'}",
        line=line,
        expected="a finite decimal number, such as 12.5 or -3e-4",
        found=kind_of(value) if text is None and not endless else "",
        mend="leave out documents that have no score" if endless else "",
    )
    return 0.0


def _as_float(value: object, typed: bool) -> float | None:
    if isinstance(value, str):
        return float(value) if not typed and _DECIMAL.fullmatch(value) else None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf


def check_grade(value: object, typed: bool, line: int | None, problems: Problems) -> int:
    """One grade; 0 and a problem where it is no whole number."""
    return _check_whole(value, typed, line, problems, "grade", "0, 1 or 2")


def check_rank(value: object, typed: bool, line: int | None, problems: Problems) -> int:
    """One rank; 0 and a problem where it is no whole number."""
    return _check_whole(value, typed, line, problems, "rank", "1 for the best document")


def _check_whole(
    value: object, typed: bool, line: int | None, problems: Problems, what: str, example: str
) -> int:
    if isinstance(value, Constant):
        return 0
    number = _as_whole(value, typed)
    if number is not None and _LEAST <= number <= _MOST:
        return number
    said = quote(value) if isinstance(value, str) else shown(value)
    problems.add(
        f"bad-{what}",
        f"{what} {said} is {'out of range' if number is not None else 'not a whole number'}",
        line=line,
        expected=f"a whole number, such as {example}"
        if number is None
        else f"a whole number from {_LEAST} to {_MOST}",
        found=kind_of(value) if typed and number is None else "",
        mend=_hint(value, what),
    )
    return 0


def _as_whole(value: object, typed: bool) -> int | None:
    if isinstance(value, str):
        return int(value) if not typed and _WHOLE.fullmatch(value) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _hint(value: object, what: str) -> str:
    """How to write what was meant, where that is plain."""
    if isinstance(value, bool):
        return f"write {int(value)} instead of {shown(value)}"
    text = value if isinstance(value, str) else repr(value)
    if text.lower() in {"true", "false"}:
        return f"write {int(text.lower() == 'true')} instead of {text}"
    if not isinstance(value, (str, int, float)) or not _DECIMAL.fullmatch(text):
        return ""
    number = float(text)
    if number.is_integer() and abs(number) < _MOST:
        return f"write {int(number)}"
    return "choose the threshold and write whole grades" if what == "grade" else ""


def _arrow_scores(values: pa.Array, typed: bool, lines: IntArray, problems: Problems) -> FloatArray:
    if not typed:
        if bool(pc.all(pc.match_substring_regex(values, _DECIMAL_ARROW)).as_py() is not False):
            found = _numpy(pc.replace_substring_regex(values, r"^\+", "").cast(pa.float64()))
            if bool(np.isfinite(found).all()):
                return found
        return scores(values.to_pylist(), False, lines, problems)
    if not (pa.types.is_floating(values.type) or pa.types.is_integer(values.type)):
        _note_type(values, "score", "a column of numbers", problems)
        return np.zeros(len(values), np.float64)
    _note_nulls(values, "score", lines, problems)
    found = _numpy(values.fill_null(0).cast(pa.float64(), safe=False))
    for row in np.flatnonzero(~np.isfinite(found)).tolist():
        check_score(float(found[row]), True, int(lines[row]), problems)
    return found


def _arrow_whole(
    values: pa.Array, typed: bool, lines: IntArray, problems: Problems, check: Check[int]
) -> IntArray:
    if not typed:
        if pc.all(pc.match_substring_regex(values, _WHOLE_ARROW)).as_py() is not False:
            plain = pc.replace_substring_regex(values, r"^\+", "")
            return np.asarray(plain.cast(pa.int64()).to_numpy(zero_copy_only=False), np.int64)
        return _whole(values.to_pylist(), False, lines, problems, check)
    what = "grade" if check is check_grade else "rank"
    if not pa.types.is_integer(values.type):
        _note_type(values, what, "a column of whole numbers", problems)
        return np.zeros(len(values), np.int64)
    _note_nulls(values, what, lines, problems)
    if pa.types.is_uint64(values.type):
        return _whole(values.fill_null(0).to_pylist(), True, lines, problems, check)
    filled = values.fill_null(0).cast(pa.int64())
    return np.asarray(filled.to_numpy(zero_copy_only=False), np.int64)


def _numpy(values: pa.Array) -> FloatArray:
    return np.asarray(values.to_numpy(zero_copy_only=False), np.float64)


def _note_type(values: pa.Array, what: str, expected: str, problems: Problems) -> None:
    problems.add(
        f"bad-{what}",
        f"{what} column is of type {values.type}",
        expected=expected,
        mend=f"cast the column where the file is written; {what}s are never converted here",
    )


def _note_nulls(values: pa.Array, what: str, lines: IntArray, problems: Problems) -> None:
    for row in np.flatnonzero(np.asarray(values.is_null())).tolist():
        problems.add("null-value", f"{what} is null", line=int(lines[row]), expected=f"a {what}")
