"""Groups of paraphrases, as a query field names them: they, not queries, are drawn at random."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ircompare.errors import InputError, Problem, quote, some
from ircompare.model.ids import IntArray
from ircompare.model.scope import Scope

GROUP_FIELD = "group"


@dataclass(frozen=True)
class Straddle:
    """A group with queries in this split and in another one.

    Attributes:
        label: Name of the group.
        inside: Its queries in this split.
        outside: Its other queries, each with its split.
    """

    label: str
    inside: tuple[str, ...]
    outside: tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class Groups:
    """The group of each query of a split.

    Attributes:
        field: Query field that names them.
        codes: Group of each query (shape: n), numbered in order of first appearance.
        labels: Name of each group; "" for a query without one, which is a group of its own.
        straddling: Groups that reach into another split.
    """

    field: str
    codes: IntArray
    labels: tuple[str, ...]
    straddling: tuple[Straddle, ...]

    @property
    def notes(self) -> tuple[Problem, ...]:
        """The warning about groups that reach into another split, if there are any."""
        if not self.straddling:
            return ()
        count = len(self.straddling)
        first = self.straddling[0]
        outside, split = first.outside[0]
        return (
            Problem(
                "group-straddles-splits",
                f"{count} {'group reaches' if count == 1 else 'groups reach'} into another split: "
                + some([group.label for group in self.straddling]),
                expected="paraphrases of one intent in one split",
                found=f"{quote(first.inside[0])} here and {quote(outside)} in {quote(split)}",
                mend="move each group into one split: what was tuned on one paraphrase "
                "is not tested by another",
            ),
        )


def default_group_field(scope: Scope) -> str | None:
    """`group` where the queries have a field of this name, else None."""
    queries = scope.collection.queries
    return GROUP_FIELD if queries is not None and GROUP_FIELD in queries.fields else None


def groups_of(scope: Scope, field: str) -> Groups:
    """Group the queries of a split by a field; values are compared as text.

    Raises:
        InputError: There is no queries file, or it has no such field.
    """
    labels = _labels(scope, field)
    numbers: dict[str, int] = {}
    codes: list[int] = []
    names: list[str] = []
    for query_id in scope.query_ids:
        label = labels.get(query_id, "")
        code = numbers.setdefault(label, len(names)) if label else len(names)
        if code == len(names):
            names.append(label)
        codes.append(code)
    straddling = _straddling(scope, labels)
    return Groups(field, np.array(codes, np.int64), tuple(names), straddling)


def _labels(scope: Scope, field: str) -> dict[str, str]:
    """Group of each query of the whole collection that has one."""
    queries = scope.collection.queries
    if queries is None or field not in queries.fields:
        raise InputError(
            Problem(
                "no-such-field",
                f"queries have no field {quote(field)} to group them by",
                queries.source if queries is not None else "",
                expected="a field of the queries file",
                found="there is no queries file"
                if queries is None
                else some(queries.fields, limit=10) or "no field besides id, text and split",
                mend="name one of the fields, or leave the groups out",
            )
        )
    pairs = zip(queries.ids, queries.fields[field], strict=True)
    return {query_id: str(value) for query_id, value in pairs if value not in (None, "")}


def _straddling(scope: Scope, labels: dict[str, str]) -> tuple[Straddle, ...]:
    queries = scope.collection.queries
    if queries is None or scope.split is None:
        return ()
    inside: dict[str, list[str]] = {}
    outside: dict[str, list[tuple[str, str]]] = {}
    for query_id, label in labels.items():
        split = queries.split_of(query_id)
        if query_id in scope.positions:
            inside.setdefault(label, []).append(query_id)
        elif split is not None:
            outside.setdefault(label, []).append((query_id, split))
    return tuple(
        Straddle(label, tuple(members), tuple(outside[label]))
        for label, members in inside.items()
        if label in outside
    )
