"""What `compare --slice` adds to each form of a result."""

from __future__ import annotations

from collections.abc import Sequence

from ircompare.commands.inputs import Options
from ircompare.errors import InputError, Problem, quote, some
from ircompare.inference.fields import field_names
from ircompare.model.scope import Scope

NAMED = 20


def slice_fields(options: Options, scope: Scope) -> Sequence[str]:
    """The query fields asked for, each once.

    Raises:
        InputError: The queries lack one of them.
    """
    asked = tuple(dict.fromkeys(options["slice"]))
    known, queries = field_names(scope), scope.collection.queries
    problems = [
        Problem(
            "unknown-field",
            f"the queries have no field {quote(field)}",
            queries.source if queries is not None else "",
            expected=f"one of the fields {some(known, limit=NAMED)}",
            mend="choose one of these, or add the field to the queries file",
        )
        for field in asked
        if field not in known
    ]
    if problems:
        raise InputError(problems)
    return asked
