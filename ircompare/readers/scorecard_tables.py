"""The tables of a scorecard: variants, measurements and answer labels from files, and fields.

Each is optional. Tables are CSV or TSV with a header, JSON lines or Parquet; an empty cell or a
field that a record lacks is no value. Fields of queries and documents are those that the readers
of queries and corpus keep.

    variants       variant_id, original_id
    measurements   query_id and any of latency_ms (or "timeout"), tokens_in, tokens_context,
                   tokens_out, answered, probability, predicted_intent; tokenizer, conditions and
                   queries_per_second, the same in every row; any other column of numbers
    answers        query_id, nugget_id, vital, supported, perhaps judged_by (people or LLM)
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from ircompare.errors import InputError, Problem, Problems
from ircompare.model.scope import Scope
from ircompare.readers.files import load
from ircompare.readers.loaded import Loaded, Slot
from ircompare.readers.reading import read
from ircompare.readers.scorecard_fields import document_fields, query_fields
from ircompare.scorecard.inputs import AnswerLabels, Inputs, Measurements, RunTables, Variants
from ircompare.scorecard.settings import Settings
from ircompare.scoring.comparison import Comparison

FilePath = str | os.PathLike[str]


@dataclass(frozen=True)
class RunTableFiles:
    """Paths of the tables of one run; None where there is none."""

    measurements: FilePath | None = None
    answers: FilePath | None = None


@dataclass(frozen=True)
class TableFiles:
    """Paths of the tables beside a comparison; None where there is none."""

    variants: FilePath | None = None
    a: RunTableFiles = field(default_factory=RunTableFiles)
    b: RunTableFiles = field(default_factory=RunTableFiles)


@dataclass(frozen=True, eq=False)
class Tables:
    """The tables beside a comparison, read.

    Attributes:
        variants: None where there is none.
        a, b: Those of run A and of run B.
        loaded: Every file as understood, for showing.
    """

    variants: Variants | None = None
    a: RunTables = field(default_factory=RunTables)
    b: RunTables = field(default_factory=RunTables)
    loaded: tuple[Loaded[Any], ...] = ()


def read_variants(data: bytes, source: str) -> Loaded[Variants]:
    """One file as a table variant query → original query.

    Raises:
        InputError: With every problem of the file.
    """
    return cast("Loaded[Variants]", read(data, source, "variants"))


def read_measurements(data: bytes, source: str) -> Loaded[Measurements]:
    """One file as what was measured of one run, a row a query.

    Raises:
        InputError: With every problem of the file.
    """
    return cast("Loaded[Measurements]", read(data, source, "measurements"))


def read_answers(data: bytes, source: str) -> Loaded[AnswerLabels]:
    """One file as the nuggets of one run's answers, a row a nugget.

    Raises:
        InputError: With every problem of the file.
    """
    return cast("Loaded[AnswerLabels]", read(data, source, "answers"))


def load_tables(files: TableFiles) -> Tables:
    """The tables at some paths.

    Raises:
        InputError: With the problems of all files.
    """
    problems, loaded = Problems(""), []

    def value(path: FilePath | None, slot: Slot) -> Any:
        if path is None:
            return None
        try:
            loaded.append(load(path, slot))
        except InputError as error:
            problems.extend(error.problems)
            problems.total += error.total - len(error.problems)
            return None
        return loaded[-1].value

    variants = value(files.variants, "variants")
    a, b = (
        RunTables(value(one.measurements, "measurements"), value(one.answers, "answers"))
        for one in (files.a, files.b)
    )
    problems.raise_any()
    return Tables(variants, a, b, tuple(loaded))


def scorecard_inputs(
    comparison: Comparison,
    settings: Settings,
    tables: Tables | None = None,
    fields: Mapping[str, str] | None = None,
) -> Inputs:
    """Everything a scorecard rests on: tables as read, fields from queries and corpus.

    Args:
        comparison: The two runs, at any cutoff.
        settings: The declared choices.
        tables: None for none.
        fields: What a field is called in the files where it is not by its own name: a key of
            `FIELDS`, such as `query_group`, → name in the file.

    Raises:
        InputError: A field holds what it cannot, a field that was named is absent, or a table has
            no query of the split.
    """
    held, named, scope = tables or Tables(), fields or {}, comparison.a.scope
    problems = Problems("")
    collection = scope.collection
    of_queries = query_fields(collection.queries, named, problems)
    of_documents = document_fields(collection.corpus, named, problems)
    problems.extend(_foreign(held, scope))
    problems.raise_any()
    return Inputs(comparison, settings, of_queries, of_documents, held.variants, a=held.a, b=held.b)


def _foreign(tables: Tables, scope: Scope) -> list[Problem]:
    """A problem for each table that is plainly of another collection."""
    known = set(scope.query_ids)
    return [
        Problem(
            "no-shared-query",
            f"the {loaded.slot} name no query of the split",
            loaded.source,
            expected=f"query ids such as {', '.join(scope.query_ids[:3])}",
            found=f"query ids such as {', '.join(list(ids)[:3])}",
            mend="check that the file belongs to this collection and split",
        )
        for loaded in tables.loaded
        if known.isdisjoint(ids := _query_ids(loaded.value))
    ]


def _query_ids(table: Variants | Measurements | AnswerLabels) -> tuple[str, ...]:
    """Ids of the queries that a table speaks of."""
    if isinstance(table, Variants):
        return tuple(dict.fromkeys(table.originals.values()))
    if isinstance(table, AnswerLabels):
        return tuple(table.nuggets)
    columns = [value for value in vars(table).values() if isinstance(value, Mapping)]
    plain = [column for column in columns if column is not table.columns]
    return tuple(dict.fromkeys(q for one in [*plain, *table.columns.values()] for q in one))
