"""Comparisons and inputs of the scorecard, made from ranks, values and small tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ircompare.model.collection import Collection, Qrels, Queries
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.scorecard.inputs import Inputs, Measurements, Nugget, QueryFields, RunTables
from ircompare.scorecard.settings import Settings
from ircompare.scoring.comparison import Comparison, compare
from tests.worlds import contrast, corpus_of, score


def names(count: int, first: str = "q") -> list[str]:
    return [f"{first}{number}" for number in range(count)]


def shares(a: Mapping[str, tuple[int, int]], b: Mapping[str, tuple[int, int]]) -> Comparison:
    """Runs with the recalls given, each as (hits, relevant); at most 5 hits a query."""
    qrels = {q: {f"d{at}": 1 for at in range(relevant)} for q, (_, relevant) in a.items()}
    runs = [{q: [f"d{at}" for at in range(hits)] for q, (hits, _) in x.items()} for x in (a, b)]
    return contrast(qrels, runs[0], runs[1], k=5)


def inputs(
    comparison: Comparison, settings: Mapping[str, Any] | None = None, **parts: Any
) -> Inputs:
    return Inputs(comparison, Settings(**(settings or {})), **parts)


def measured(a: Mapping[str, Any], b: Mapping[str, Any]) -> dict[str, RunTables]:
    """The tables `a` and `b` of Inputs, from columns of measurements."""
    return {
        name: RunTables(measurements=Measurements(**columns))
        for name, columns in (("a", a), ("b", b))
    }


def fields(**columns: Any) -> QueryFields:
    return QueryFields(source="queries.jsonl", **columns)


def nuggets(vital: str, okay: str = "") -> tuple[Nugget, ...]:
    """Nuggets from marks: `+` supported, `-` not."""
    marks = [(True, mark) for mark in vital] + [(False, mark) for mark in okay]
    return tuple(Nugget(f"n{at}", kind, mark == "+") for at, (kind, mark) in enumerate(marks))


def whole_collection(
    qrels: Mapping[str, Mapping[str, int]],
    runs: Sequence[Mapping[str, Sequence[str]]],
    documents: Sequence[str],
) -> Comparison:
    """Two runs under pooled judgements, with a corpus."""
    queries = Queries(tuple(qrels), tuple(qrels), source="queries.jsonl")
    collection = Collection(Qrels.from_dict(qrels, "qrels.txt"), corpus_of(documents), queries)
    scope = Scope.of(collection, Protocol(judgements="pooled"))
    a, b = (score(run, scope) for run in runs)
    return compare(a, b)
