"""Query fields as slicings: which scored query belongs to which value, or band of values."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ircompare.inference.words import words
from ircompare.model.ids import IntArray
from ircompare.model.scope import Scope

QUERY_LENGTH = "query length"
RELEVANT = "relevant documents"
ABSENT = "(none)"
BANDS = 4
MOST_NUMBERS = 8
MOST_VALUES = 30
# "007" is a name: as a number it would be one with "7".
_NUMBER = re.compile(r"[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_LARGEST_WHOLE = 1e15


@dataclass(frozen=True, eq=False)
class Slicing:
    """The scored queries divided by one field.

    Attributes:
        field: Name of the field.
        labels: The slices: numbers and bands ascending, other values by size; absent values last.
        codes: Slice of each query of the split, −1 where it is not scored (shape: n).
        ascending: Whether the values are numbers, so that the slices have an order of their own.
    """

    field: str
    labels: tuple[str, ...]
    codes: IntArray
    ascending: bool = False

    def places(self, label: str) -> IntArray:
        """Query positions of one slice, ascending; none where there is no such slice."""
        code = self.labels.index(label) if label in self.labels else len(self.labels)
        return np.flatnonzero(self.codes == code)

    @property
    def useful(self) -> bool:
        """Whether it divides: into 2 slices at least, 30 at most, and not query by query."""
        scored = int((self.codes >= 0).sum())
        return 1 < len(self.labels) <= MOST_VALUES and len(self.labels) < scored


def field_values(scope: Scope, field: str) -> tuple[object, ...]:
    """One field of each query of the split, None where it is absent (length n).

    Args:
        field: A column of the queries file, `query length` (in words, Chinese by the character)
            or `relevant documents`.

    Raises:
        KeyError: The queries have no such field; the message names those they have.
    """
    queries = scope.collection.queries
    if queries is not None and field in queries.fields:
        held = queries.fields[field]
        places = [queries.positions.get(query_id) for query_id in scope.query_ids]
        return tuple(None if place is None else held[place] for place in places)
    if field == RELEVANT:
        return tuple(scope.relevant.tolist())
    if field == QUERY_LENGTH and queries is not None and queries.texts is not None:
        return tuple(len(words(queries.text(query_id))) for query_id in scope.query_ids)
    raise KeyError(f"no query field {field!r}; there are: {', '.join(field_names(scope))}")


def declared_names(scope: Scope) -> tuple[str, ...]:
    """The fields that the queries file itself has, beside text and split."""
    queries = scope.collection.queries
    return () if queries is None else tuple(queries.fields)


def field_names(scope: Scope) -> tuple[str, ...]:
    """Every field that queries can be sliced by, whether or not it divides them usefully."""
    queries = scope.collection.queries
    length = () if queries is None or queries.texts is None else (QUERY_LENGTH,)
    return tuple(dict.fromkeys([*declared_names(scope), *length, RELEVANT]))


def slicing(scope: Scope, field: str) -> Slicing:
    """Divide the scored queries by a field.

    Numbers of more than 8 different values become up to 4 bands of about equally many queries, and
    equal numbers stay together. Blank texts count as absent.

    Raises:
        KeyError: The queries have no such field.
    """
    values = field_values(scope, field)
    scored = np.flatnonzero(scope.scored).tolist()
    given = {place: values[place] for place in scored if not _absent(values[place])}
    numbers = _numbers(given.values())
    names = _named(given.values()) if numbers is None else _banded(numbers)
    labels = [name for name in _in_order(names, numbers) if name != ABSENT]
    if len(given) < len(scored) or ABSENT in names:
        labels.append(ABSENT)
    label_of = dict(zip(given, names, strict=True))
    code_of = {label: code for code, label in enumerate(labels)}
    codes = np.full(len(scope), -1, np.int64)
    codes[scored] = [code_of[label_of.get(place, ABSENT)] for place in scored]
    return Slicing(field, tuple(labels), codes, numbers is not None)


def slicings(scope: Scope, fields: Iterable[str]) -> tuple[Slicing, ...]:
    """Those of the fields that divide the scored queries usefully.

    Raises:
        KeyError: The queries lack one of them.
    """
    return tuple(one for one in (slicing(scope, field) for field in fields) if one.useful)


def _absent(value: object) -> bool:
    if isinstance(value, float):
        return math.isnan(value)
    return value is None or (isinstance(value, str) and not value.strip())


def _numbers(values: Iterable[object]) -> list[float] | None:
    """The values as numbers, None where at least one is none; a file may hold them as texts."""
    numbers = []
    for value in values:
        number = _number(value)
        if number is None:
            return None
        numbers.append(number)
    return numbers


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and not _NUMBER.fullmatch(value):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _named(values: Iterable[object]) -> list[str]:
    """Each value as a text; what only JSON can hold as JSON writes it."""
    return [
        json.dumps(value, ensure_ascii=False, default=str)
        if isinstance(value, bool | list | dict)
        else str(value)
        for value in values
    ]


def _banded(numbers: Sequence[float]) -> list[str]:
    """A label for each number: itself, or the least and greatest number of its band."""
    distinct, which, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    if len(distinct) <= MOST_NUMBERS:
        bands = np.arange(len(distinct))
    else:
        middles = np.cumsum(counts) - counts / 2
        bands = (middles * BANDS / len(numbers)).astype(np.int64)
    labels = {band: _span(distinct[bands == band].tolist()) for band in set(bands.tolist())}
    return [labels[band] for band in bands[which].tolist()]


def _span(numbers: Sequence[float]) -> str:
    """The least and greatest of ascending numbers, such as `2–5`."""
    ends = dict.fromkeys((numbers[0], numbers[-1]))
    return "–".join(_shown(number) for number in ends)


def _shown(number: float) -> str:
    whole = number.is_integer() and abs(number) < _LARGEST_WHOLE
    return str(int(number)) if whole else f"{number:.12g}"


def _in_order(names: Sequence[str], numbers: Sequence[float] | None) -> Iterable[str]:
    """The labels, each once: numbers ascending, others with most queries first, then by name."""
    if numbers is None:
        counts = Counter(names)
        return sorted(counts, key=lambda name: (-counts[name], name))
    return dict.fromkeys(name for _, name in sorted(set(zip(numbers, names, strict=True))))
