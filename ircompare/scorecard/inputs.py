"""The tables that a scorecard takes beside the comparison, each optional, each column too.

Columns are mappings from an id to a value. An id that a column lacks has no value there; it is
counted as left out and never guessed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from ircompare.model.ids import BoolArray
from ircompare.model.scope import Scope
from ircompare.model.stored import AnyRun
from ircompare.scorecard.pairs import Pairs
from ircompare.scorecard.ranges import alike, each, is_count
from ircompare.scorecard.row import Input
from ircompare.scorecard.settings import Settings
from ircompare.scorecard.unread import Unread
from ircompare.scorecard.x_score import largest_entropy
from ircompare.scoring.comparison import Comparison


@dataclass(frozen=True, eq=False)
class QueryFields:
    """What is known of each query.

    Attributes:
        source: Name of the file.
        frequency: How often a query is asked in a declared time, whole number >= 0.
        intent: Its true intent; `/` separates the steps of a path, the coarsest first.
        predicted_intent: What a classifier says, the same for both runs.
        domain: Its domain.
        group: Its group of users or of queries.
        modality: What it is asked with, such as text or image.
        noise: Whether it asks nothing, such as keyboard noise or a test.
        user: Who asked it.
        asked: When; all with a time zone, or all without.
        same_query: A name that all repetitions of one query share; without it, equal texts do.
        unread: Of each field with a value that cannot be read, why; its own column is None.

    Raises:
        ValueError: A value out of its range, or times with and without a time zone.
    """

    source: str = "queries"
    frequency: Mapping[str, int] | None = None
    intent: Mapping[str, str] | None = None
    predicted_intent: Mapping[str, str] | None = None
    domain: Mapping[str, str] | None = None
    group: Mapping[str, str] | None = None
    modality: Mapping[str, str] | None = None
    noise: Mapping[str, bool] | None = None
    user: Mapping[str, str] | None = None
    asked: Mapping[str, datetime] | None = None
    same_query: Mapping[str, str] | None = None
    unread: Mapping[str, Unread] = field(default_factory=dict)

    def __post_init__(self) -> None:
        each("frequency", self.frequency, is_count, "a whole number of at least 0")
        alike("asked", self.asked)


@dataclass(frozen=True, eq=False)
class DocumentFields:
    """What is known of each document.

    Attributes:
        source: Name of the file.
        group: Its group, such as who wrote it.
        updated: When it was last changed; all with a time zone, or all without.
        modality: What it mainly is, such as text or image.
        unread: As of QueryFields.

    Raises:
        ValueError: Times with and without a time zone.
    """

    source: str = "corpus"
    group: Mapping[str, str] | None = None
    updated: Mapping[str, datetime] | None = None
    modality: Mapping[str, str] | None = None
    unread: Mapping[str, Unread] = field(default_factory=dict)

    def __post_init__(self) -> None:
        alike("updated", self.updated)


@dataclass(frozen=True, eq=False)
class Variants:
    """Other wordings of queries; each is judged as its original is.

    Attributes:
        source: Name of the file.
        originals: Variant query id → original query id.

    Raises:
        ValueError: A query that is its own variant, or a variant of a variant.
    """

    originals: Mapping[str, str]
    source: str = "variants"

    def __post_init__(self) -> None:
        for variant, original in self.originals.items():
            if original in self.originals:
                raise ValueError(f"{variant!r} is a variant of {original!r}, itself a variant")


@dataclass(frozen=True, eq=False)
class Measurements:
    """What was measured of one run, one value a query.

    Attributes:
        source: Name of the file.
        latency_ms: Milliseconds >= 0; infinite where the request timed out.
        tokens_in, tokens_context, tokens_out: Whole numbers >= 0: prompt, retrieved context,
            answer.
        answered: Whether the query got an answer.
        probability: Stated probability of a relevant document in the first ranks, in [0, 1].
        predicted_intent: What this run's classifier says; goes before that of the query fields.
        bert_f1_rescaled: Rescaled BERTScore F1 of the answer against a reference answer; finite.
        citation_coverage: Share of the expected sources that the answer cites, in [0, 1].
        entropy_bits: Entropy of the answer, from 0 to log2 of its `outcomes`.
        outcomes: Size of the distribution that the entropy is of, whole number >= 2.
        tokenizer: Which tokenizer counted.
        conditions: Machine, warm-up, concurrency and cache state, as declared.
        columns: Columns of the user's own, for components of a profile.
        queries_per_second: Throughput of the run, > 0.

    Raises:
        ValueError: A value out of its range.
    """

    source: str = "measurements"
    latency_ms: Mapping[str, float] | None = None
    tokens_in: Mapping[str, int] | None = None
    tokens_context: Mapping[str, int] | None = None
    tokens_out: Mapping[str, int] | None = None
    answered: Mapping[str, bool] | None = None
    probability: Mapping[str, float] | None = None
    predicted_intent: Mapping[str, str] | None = None
    bert_f1_rescaled: Mapping[str, Fraction | float] | None = None
    citation_coverage: Mapping[str, Fraction | float] | None = None
    entropy_bits: Mapping[str, Fraction | float] | None = None
    outcomes: Mapping[str, int] | None = None
    tokenizer: str = ""
    conditions: str = ""
    columns: Mapping[str, Mapping[str, Fraction | float]] = field(default_factory=dict)
    queries_per_second: Fraction | None = None

    def __post_init__(self) -> None:
        each("latency_ms", self.latency_ms, lambda x: x >= 0, "at least 0")
        for name in ("tokens_in", "tokens_context", "tokens_out"):
            each(name, getattr(self, name), is_count, "a whole number of at least 0")
        for name in ("probability", "citation_coverage"):
            each(name, getattr(self, name), lambda p: 0 <= p <= 1, "between 0 and 1")
        each("bert_f1_rescaled", self.bert_f1_rescaled, math.isfinite, "a finite number")
        each("outcomes", self.outcomes, lambda n: is_count(n) and n >= 2, "a whole number from 2")
        for query, bits in (self.entropy_bits or {}).items():
            most = largest_entropy((self.outcomes or {}).get(query))
            if not (0 <= bits <= most and math.isfinite(bits)):
                raise ValueError(
                    f"entropy_bits of {query!r} must be from 0 to {most:g}, not {bits}"
                )
        for name, column in self.columns.items():
            each(name, column, math.isfinite, "a finite number")
        if self.queries_per_second is not None and self.queries_per_second <= 0:
            raise ValueError("queries_per_second must be above 0")

    @property
    def origin(self) -> str:
        """Name of the file, and under which conditions was measured."""
        return " · ".join(filter(None, [self.source, self.conditions]))


@dataclass(frozen=True)
class Nugget:
    """A fact that a good answer states.

    Attributes:
        vital: Whether an answer is incomplete without it; else it is merely okay to have.
        supported: Whether the answer of the run states it.
    """

    nugget_id: str
    vital: bool
    supported: bool


@dataclass(frozen=True, eq=False)
class AnswerLabels:
    """The nuggets of the answers of one run.

    Attributes:
        nuggets: Query id → its nuggets, at least one.
        source: Name of the file.
        judged_by: Who decided what is supported.
    """

    nuggets: Mapping[str, tuple[Nugget, ...]]
    source: str = "answers"
    judged_by: Literal["people", "LLM"] = "people"


@dataclass(frozen=True, eq=False)
class RunTables:
    """The tables of one run, and other answers of its system to the same queries.

    Attributes:
        repeats: Repeated runs; in a scorecard's inputs put in order and collapsed as the run was.
    """

    measurements: Measurements | None = None
    answers: AnswerLabels | None = None
    repeats: tuple[AnyRun, ...] = ()
    pairs: Pairs | None = None


@dataclass(frozen=True, eq=False)
class Inputs:
    """All that a scorecard rests on.

    Attributes:
        comparison: The two runs, at any cutoff and any depth.
        settings: The declared choices.
        a, b: The tables of run A and of run B.
        named: What each field of queries and documents is called in the files.
    """

    comparison: Comparison
    settings: Settings = field(default_factory=Settings)
    queries: QueryFields = field(default_factory=QueryFields)
    documents: DocumentFields = field(default_factory=DocumentFields)
    variants: Variants | None = None
    a: RunTables = field(default_factory=RunTables)
    b: RunTables = field(default_factory=RunTables)
    named: Mapping[str, str] = field(default_factory=dict)

    @property
    def scope(self) -> Scope:
        """The queries and judgements."""
        return self.comparison.a.scope

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two runs."""
        return self.comparison.a.name, self.comparison.b.name

    def chosen(self, query_ids: set[str]) -> BoolArray:
        """Which scored queries are among some ids (shape: n)."""
        inside = np.array([query in query_ids for query in self.scope.query_ids], np.bool_)
        return np.asarray(inside & self.scope.scored)

    def scored_ids(self) -> tuple[str, ...]:
        """Ids of the scored queries, in order."""
        return self.scope.names(self.scope.scored)

    def columns(self, name: str) -> list[Mapping[str, Any] | None]:
        """One column of the measurements of A and of B; None where a run lacks it."""
        both = (self.a.measurements, self.b.measurements)
        return [None if one is None else getattr(one, name) for one in both]

    def measured_by(self, name: str) -> list[Input]:
        """Where a measured column of A and of B comes from."""
        both = (self.a.measurements, self.b.measurements)
        return [
            Input(f"`{name}` of run {run}", one.origin)
            for run, one in zip("AB", both, strict=True)
            if one is not None
        ]

    def shared(self, *columns: Mapping[str, object]) -> list[str]:
        """Queries of the split that every column has, in the order of the split."""
        return [query for query in self.scope.query_ids if all(query in one for one in columns)]


def absent(name: str, columns: Sequence[object]) -> list[str]:
    """What to supply where a run lacks a measured column; empty where both have it."""
    return [f"`{name}` of run {run}" for run, one in zip("AB", columns, strict=True) if one is None]
