"""Single values of the scorecard's tables, read strictly from text, JSON or Parquet."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import date, datetime
from fractions import Fraction
from typing import TypeVar

from ircompare.errors import Problems
from ircompare.readers.identifiers import shown

Value = TypeVar("Value")
TIMEOUT = "timeout"
_WHOLE = re.compile(r"\d{1,18}", re.ASCII)
_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
_TRUE, _FALSE = frozenset({"true", "yes", "1"}), frozenset({"false", "no", "0"})


class NotSoError(ValueError):
    """A value that is not what its column holds.

    Attributes:
        expected: What would have been right.
    """

    def __init__(self, what: str, expected: str) -> None:
        super().__init__(what)
        self.expected = expected


def checked(
    name: str, value: object, line: int, read: Callable[[object], Value], problems: Problems
) -> Value | None:
    """The value of one cell of a column; None, and a problem, where it holds none."""
    try:
        return read(value)
    except NotSoError as fault:
        problems.add(
            "bad-value",
            f"{name} is {fault}",
            line=line,
            expected=fault.expected,
            found="nothing" if absent(value) else shown(value),
            mend="correct the cell",
        )
        return None


def absent(value: object) -> bool:
    """Whether a cell says nothing."""
    return value is None or (isinstance(value, str) and not value.strip(" "))


def count(value: object) -> int:
    """A whole number of at least 0; 3.0 is none."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip(" ")):
        return int(value)
    raise NotSoError("not a whole number of at least 0", "plain digits, such as 120")


def number(value: object) -> Fraction:
    """A finite number, exact as written; true and false are 1 and 0."""
    text = _text(value).lower()
    if text in ("true", "false"):
        return Fraction(text == "true")
    if not _DECIMAL.fullmatch(text):
        raise NotSoError("not a finite number", "a decimal number, such as 12.5")
    return Fraction(text)


def milliseconds(value: object) -> float:
    """Milliseconds of at least 0; infinite for `timeout`."""
    text = _text(value).lower()
    if text == TIMEOUT or value == math.inf:
        return math.inf
    if _DECIMAL.fullmatch(text) and 0 <= float(text) < math.inf:
        return float(text)
    raise NotSoError("no latency in milliseconds", f"a number of at least 0, or {TIMEOUT}")


def probability(value: object) -> float:
    """A number between 0 and 1."""
    text = _text(value)
    if _DECIMAL.fullmatch(text) and 0 <= float(text) <= 1:
        return float(text)
    raise NotSoError("no probability", "a number between 0 and 1; a score is no probability")


def finite(value: object) -> float:
    """A finite number as a double; true and false are none."""
    text = _text(value)
    if _DECIMAL.fullmatch(text) and math.isfinite(float(text)):
        return float(text)
    raise NotSoError("not a finite number", "a decimal number, such as 0.83")


def share(value: object) -> Fraction:
    """A number between 0 and 1, exact as written."""
    return _within(value, Fraction(1), "no share", "a number between 0 and 1, such as 0.5")


def bits(value: object) -> Fraction:
    """A number of at least 0, exact as written."""
    return _within(value, None, "no entropy in bits", "a number of at least 0, such as 1.5")


def outcomes(value: object) -> int:
    """A whole number of at least 2."""
    try:
        found = count(value)
    except NotSoError:
        found = 0
    if found < 2:
        raise NotSoError(
            "not a whole number of at least 2", "how many outcomes there are, such as 4"
        )
    return found


def truth(value: object) -> bool:
    """Yes or no."""
    text = _text(value).lower()
    if text in _TRUE | _FALSE:
        return text in _TRUE
    raise NotSoError("neither true nor false", "true or false, yes or no, 1 or 0")


def word(value: object) -> str:
    """A name, as it stands."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise NotSoError("no name", "a name in quotes")
    return str(value)


def moment(value: object) -> datetime:
    """A day or a time in ISO 8601; a day stands for its first moment."""
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day)
    try:
        return datetime.fromisoformat(str(value).strip(" "))
    except ValueError:
        raise NotSoError("no day or time", "ISO 8601, such as 2026-07-01") from None


def _within(value: object, most: Fraction | None, what: str, expected: str) -> Fraction:
    text = _text(value)
    found = Fraction(text) if _DECIMAL.fullmatch(text) else Fraction(-1)
    if found < 0 or (most is not None and found > most):
        raise NotSoError(what, expected)
    return found


def _text(value: object) -> str:
    """A value as it would be written; what is no single value gives a text that fits nothing."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip(" ") if isinstance(value, str | int | float) else "?"
