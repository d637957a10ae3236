"""Cached calls for the Slices page: which fields divide the queries, and what each slice says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from ircompare.dashboard import calls
from ircompare.inference.fields import MOST_VALUES, Slicing, declared_names, field_names, slicing
from ircompare.inference.slice_intervals import slice_intervals
from ircompare.inference.slices import Slice, arranged, declared_slices, slices, whole
from ircompare.inference.student import Interval
from ircompare.model.protocol import Protocol


@dataclass(frozen=True)
class Fields:
    """The fields of the scored queries.

    Attributes:
        declared: Those of the queries file that divide usefully, with their number of slices.
        derived: Those made from texts and judgements that do.
        left_out: Why the others do not, by name.
    """

    declared: Mapping[str, int]
    derived: Mapping[str, int]
    left_out: Mapping[str, str]

    @property
    def all(self) -> dict[str, int]:
        """Every useful field with its number of slices, declared ones first."""
        return {**self.declared, **self.derived}


def fields(digest: str, protocol: Protocol) -> Fields:
    """The fields that queries can be sliced by; the cutoff changes none."""
    return _fields(digest, replace(protocol, k=1))


@lru_cache(maxsize=16)
def _fields(digest: str, protocol: Protocol) -> Fields:
    scope = calls.scope(digest, protocol)
    own = declared_names(scope)
    found = [slicing(scope, name) for name in field_names(scope)]
    useful = {one.field: len(one.labels) for one in found if one.useful}
    return Fields(
        {name: count for name, count in useful.items() if name in own},
        {name: count for name, count in useful.items() if name not in own},
        {one.field: _why_not(one) for one in found if not one.useful},
    )


def _why_not(one: Slicing) -> str:
    if len(one.labels) < 2:
        return "the same for every query"
    if len(one.labels) <= MOST_VALUES:
        return "another one for every query"
    return f"{len(one.labels):,} values, more than {MOST_VALUES}"


@lru_cache(maxsize=64)
def looked_at(digest: str, protocol: Protocol) -> tuple[Slice, ...]:
    """Every slice of every declared field."""
    return declared_slices(calls.comparison(digest, protocol))


@lru_cache(maxsize=64)
def sliced(digest: str, protocol: Protocol, field: str, measure: str) -> tuple[Slice, ...]:
    """All queries, then the slices of a field in the order to show."""
    pair = calls.comparison(digest, protocol)
    return (whole(pair), *arranged(slices(pair, field), measure))


@lru_cache(maxsize=64)
def intervals(
    digest: str, protocol: Protocol, field: str, measure: str
) -> tuple[Interval | None, ...]:
    """The interval of each of them, as `sliced`.

    Raises:
        InputError: The packages for statistics are absent.
    """
    found = sliced(digest, protocol, field, measure)
    return slice_intervals(calls.comparison(digest, protocol), found, measure)
