"""Fields with values that cannot be read: every row that rests on one says so, the others stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from ircompare.errors import Problem
from ircompare.scorecard.row import Row, needs

if TYPE_CHECKING:
    from ircompare.scorecard.finding import Finding
    from ircompare.scorecard.inputs import Inputs

Told = TypeVar("Told", "Row", "Finding")


@dataclass(frozen=True)
class Unread:
    """Why a field is not used.

    Attributes:
        why: Its first fault in words, how many there are, and how to mend them.
        problems: Each fault, as far as they are listed.
    """

    why: str
    problems: tuple[Problem, ...]


def with_reasons(found: Told, inputs: Inputs) -> Told:
    """A row or a finding that tells of each field it lacks why that could not be read."""
    told = tuple(_told(lack, inputs) for lack in found.missing)
    return found if told == found.missing else replace(found, missing=told, why=needs(told))


def remarks(inputs: Inputs) -> tuple[Problem, ...]:
    """Every fault of a field of the queries, then of the documents."""
    both = (inputs.queries.unread, inputs.documents.unread)
    return tuple(fault for fields in both for one in fields.values() for fault in one.problems)


def _told(lack: str, inputs: Inputs) -> str:
    """What is lacking; where it is a field of this name that could not be read, with the reason."""
    for name, kind, one in _unread(inputs):
        if f"{kind} field" in lack and f"`{name}`" in lack:
            return f"{lack} that can be read ({one.why})"
    return lack


def _unread(inputs: Inputs) -> Iterator[tuple[str, str, Unread]]:
    held: dict[str, Mapping[str, Unread]] = {
        "query": inputs.queries.unread,
        "document": inputs.documents.unread,
    }
    for kind, fields in held.items():
        for name, one in fields.items():
            yield name, kind, one
