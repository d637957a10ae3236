"""The tables of a scorecard: variants, measurements, answer labels and pairs, and fields.

Each is optional. Tables are CSV or TSV with a header, JSON lines or Parquet; an empty cell or a
field that a record lacks is no value. Fields of queries and documents are those that the readers
of queries and corpus keep.

    variants       variant_id, original_id
    measurements   query_id and any of latency_ms (or "timeout"), tokens_in, tokens_context,
                   tokens_out, answered, probability, predicted_intent, bert_f1_rescaled,
                   citation_coverage, entropy_bits, outcomes; tokenizer, conditions and
                   queries_per_second, the same in every row; any other column of numbers
    answers        query_id, nugget_id, vital, supported, perhaps judged_by (people or LLM)
    pairs          query_id, document_id and probability (that the document is relevant to the
                   query), similarity, or both
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from ircompare.errors import InputError, Problem, Problems
from ircompare.model.collapse import Collapsed
from ircompare.model.scope import Scope
from ircompare.model.stored import AnyRun
from ircompare.readers.files import load
from ircompare.readers.loaded import Loaded, Slot
from ircompare.readers.pairs import note_unknown_documents
from ircompare.readers.reading import read
from ircompare.readers.scorecard_fields import FIELDS, document_fields, query_fields
from ircompare.scorecard.inputs import AnswerLabels, Inputs, Measurements, RunTables, Variants
from ircompare.scorecard.pairs import Pairs
from ircompare.scorecard.repeats import with_repeats
from ircompare.scorecard.settings import Settings
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.judging import HitRanks
from ircompare.scoring.repeated import as_scored

FilePath = str | os.PathLike[str]


@dataclass(frozen=True)
class RunTableFiles:
    """Paths of the tables of one run, None where there is none, and of its repeated runs."""

    measurements: FilePath | None = None
    answers: FilePath | None = None
    repeats: Sequence[FilePath] = ()
    pairs: FilePath | None = None


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


def read_pairs(data: bytes, source: str) -> Loaded[Pairs]:
    """One file as what was supplied of the pairs of one run, a row a pair.

    Raises:
        InputError: With every problem of the file.
    """
    return cast("Loaded[Pairs]", read(data, source, "pairs"))


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
        RunTables(
            value(one.measurements, "measurements"),
            value(one.answers, "answers"),
            tuple(value(path, "repeat") for path in one.repeats),
            value(one.pairs, "pairs"),
        )
        for one in (files.a, files.b)
    )
    problems.raise_any()
    return Tables(variants, a, b, tuple(loaded))


def scorecard_inputs(
    comparison: Comparison,
    settings: Settings,
    tables: Tables | None = None,
    fields: Mapping[str, str] | None = None,
    chunks: tuple[Collapsed | None, Collapsed | None] = (None, None),
) -> Inputs:
    """Everything a scorecard rests on: tables as read, fields from queries and corpus.

    Args:
        comparison: The two runs, at any cutoff.
        settings: The declared choices.
        tables: None for none.
        fields: What a field is called in the files where it is not by its own name: a key of
            `FIELDS`, such as `query_group`, → name in the file.
        chunks: What run A and run B were collapsed from; repeated runs are collapsed likewise.

    Raises:
        InputError: A field that was named is absent, or a table has no query of the split. A
            field with a value that cannot be read is told in `unread` and left out. A repeated run
            that has no query of the split or does not fit the protocol. A pair with a probability
            whose document the corpus lacks.
    """
    held, named, scope = tables or Tables(), fields or {}, comparison.a.scope
    problems = Problems("")
    collection = scope.collection
    of_queries = query_fields(collection.queries, named, problems)
    of_documents = document_fields(collection.corpus, named, problems)
    problems.extend(_foreign(held.loaded, scope))
    for one in (held.a.pairs, held.b.pairs):
        note_unknown_documents(one, collection.corpus, problems)
    problems.raise_any()
    a, b = with_repeats(comparison, (held.a, held.b), chunks)
    return Inputs(
        comparison,
        settings,
        of_queries,
        of_documents,
        held.variants,
        a=a,
        b=b,
        named={**FIELDS, **named},
    )


def require_repeat(
    repeated: Loaded[Any], like: HitRanks, collapsed: Collapsed | None = None
) -> None:
    """Refuse a repeated run as `scorecard_inputs` does, before all its tables are there.

    Args:
        like: The run that it repeats, as it was scored.
        collapsed: What that run was collapsed from.

    Raises:
        InputError: It has no query of the split, or does not fit the protocol.
    """
    require_own(repeated, like.scope)
    as_scored(repeated.value, like, collapsed)


def require_own(table: Loaded[Any], scope: Scope) -> None:
    """Refuse a table or a repeated run of another collection, as `scorecard_inputs` does.

    Raises:
        InputError: It has no query of the split.
    """
    foreign = _foreign([table], scope)
    if foreign:
        raise InputError(foreign)


def _foreign(tables: Iterable[Loaded[Any]], scope: Scope) -> list[Problem]:
    """A problem for each table that is plainly of another collection."""
    known = set(scope.query_ids)
    return [
        Problem(
            "no-shared-query",
            "the repeated run lists no query of the split"
            if loaded.slot == "repeat"
            else f"the {loaded.slot} name no query of the split",
            loaded.source,
            expected=f"query ids such as {', '.join(scope.query_ids[:3])}",
            found=f"query ids such as {', '.join(list(ids)[:3])}",
            mend="check that the file belongs to this collection and split",
        )
        for loaded in tables
        if known.isdisjoint(ids := _query_ids(loaded.value))
    ]


def _query_ids(table: Variants | Measurements | AnswerLabels | Pairs | AnyRun) -> tuple[str, ...]:
    """Ids of the queries that a table or a run speaks of."""
    if isinstance(table, AnyRun | Pairs):
        return table.query_ids
    if isinstance(table, Variants):
        return tuple(dict.fromkeys(table.originals.values()))
    if isinstance(table, AnswerLabels):
        return tuple(table.nuggets)
    columns = [value for value in vars(table).values() if isinstance(value, Mapping)]
    plain = [column for column in columns if column is not table.columns]
    return tuple(dict.fromkeys(q for one in [*plain, *table.columns.values()] for q in one))
