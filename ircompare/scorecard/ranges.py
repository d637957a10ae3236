"""What a column of a scorecard's tables may hold, checked where the table is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any


def alike(name: str, times: Mapping[str, datetime] | None) -> None:
    """Refuse times of which only some have a time zone."""
    if len({one.tzinfo is None for one in (times or {}).values()}) > 1:
        raise ValueError(f"{name} must have a time zone everywhere or nowhere")


def is_count(value: object) -> bool:
    """Whether a value is a whole number of at least 0."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def each(
    name: str, column: Mapping[str, Any] | None, holds: Callable[[Any], bool], expected: str
) -> None:
    """Refuse a column with a value that is out of its range."""
    for key, value in (column or {}).items():
        if not holds(value):
            raise ValueError(f"{name} of {key!r} must be {expected}, not {value!r}")
