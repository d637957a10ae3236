"""How a slice is named, and what is said of one that is too small."""

from __future__ import annotations

from ircompare.inference.fields import ABSENT, QUERY_LENGTH, RELEVANT
from ircompare.inference.plan import MIN_DIFFERING, MIN_UNITS
from ircompare.inference.slices import Slice, SliceValue
from ircompare.inference.student import Interval
from ircompare.scoring.numbers import counted, delta_decimal

ALL = "all queries"
TOO_SMALL = "too small"
TITLES = {QUERY_LENGTH: "query length in words", RELEVANT: "number of relevant documents"}
RULE = f"fewer than {MIN_UNITS} queries, or fewer than {MIN_DIFFERING} that differ"


def slice_words(field: str, label: str) -> str:
    """Field and label of a slice, such as `language zh`, or `no language`."""
    return f"no {field}" if label == ABSENT else f"{field_title(field)} {label}"


def field_title(field: str) -> str:
    """The field with what it counts, where its name does not say that."""
    return TITLES.get(field, field)


def slice_name(one: Slice) -> str:
    """The label of a slice; that of all queries in words."""
    return one.label if one.field else ALL


def small_words(value: SliceValue) -> str:
    """Why a slice says too little, such as `too small: 7 queries`; "" where it says enough."""
    if not value.small:
        return ""
    if value.counts.total < MIN_UNITS:
        return f"{TOO_SMALL}: {counted(value.counts.total, 'query')}"
    verb = "differs" if value.differing == 1 else "differ"
    return f"{TOO_SMALL}: {value.differing or 'none'} {verb}"


def interval_text(interval: Interval | None) -> str:
    """An interval as `−0.130 to +0.020`, "none" where there is none."""
    if interval is None:
        return "none"
    return f"{delta_decimal(interval.low)} to {delta_decimal(interval.high)}"
