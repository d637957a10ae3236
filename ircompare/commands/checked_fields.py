"""What `check` says of the fields that a scorecard would take from queries and corpus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ircompare.commands.inputs import Inputs
from ircompare.errors import Problem, Problems
from ircompare.readers.scorecard_fields import (
    DOCUMENT_FIELDS,
    QUERY_FIELDS,
    document_fields,
    query_fields,
)
from ircompare.report.phrases import plain
from ircompare.scorecard.inputs import DocumentFields, QueryFields
from ircompare.scoring.numbers import count_text


def fields_found(inputs: Inputs, named: Mapping[str, str]) -> tuple[str, list[Problem]]:
    """A line for the fields of queries and one for those of documents, and what cannot be read.

    Args:
        named: Key of `FIELDS` → name in the file, as declared.

    Raises:
        InputError: A field that was named is absent.
    """
    problems = Problems("")
    queries = query_fields(inputs.value("queries"), named, problems)
    documents = document_fields(inputs.value("corpus"), named, problems)
    problems.raise_any()
    lines = [
        *_line("query", queries, QUERY_FIELDS, named),
        *_line("document", documents, DOCUMENT_FIELDS, named),
    ]
    both = (*queries.unread.values(), *documents.unread.values())
    return "".join(lines), [fault for one in both for fault in one.problems]


def _line(
    kind: str, held: QueryFields | DocumentFields, keys: Mapping[str, str], named: Mapping[str, str]
) -> Iterator[str]:
    """What the scorecard takes, with the number of values; nothing where there is none."""
    told = []
    for key, own in keys.items():
        column, name = getattr(held, own), named.get(key, own)
        as_named = f" (from {plain(name)})" if name != own else ""
        if column is not None:
            told.append(f"{own}{as_named} {count_text(len(column))}")
        elif own in held.unread:
            told.append(f"{own}{as_named} cannot be read")
    if told:
        yield f"{kind} fields for the scorecard: {' · '.join(told)}\n"
