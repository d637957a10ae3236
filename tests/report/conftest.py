"""Small comparisons made by hand, for words that are asserted exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from ircompare.model.collection import Collection, Qrels
from ircompare.model.protocol import Protocol
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import evaluate

Rankings = Mapping[str, Sequence[str] | str]


def _pair(
    qrels: Mapping[str, Mapping[str, int]],
    a: Rankings,
    b: Rankings,
    *,
    names: tuple[str, str] = ("a", "b"),
    **protocol: Any,
) -> Comparison:
    """Two runs, pooled; a ranking may be written as "d1 d2 d3"."""
    fields = {"k": 3, "judgements": "pooled", **protocol}
    scope = Scope.of(Collection(Qrels.from_dict(qrels, "qrels")), Protocol(**fields))
    runs = [
        Run.from_rankings(
            name,
            {q: x.split() if isinstance(x, str) else x for q, x in rankings.items()},
        )
        for name, rankings in zip(names, (a, b), strict=True)
    ]
    return compare(*(evaluate(run, scope) for run in runs))


def _ranking(query: str, rank: int | None, depth: int) -> list[str]:
    documents = [f"x{place}" for place in range(1, depth + 1)]
    if rank:
        documents.insert(rank - 1, f"r-{query}")
    return documents[:depth]


def _by_ranks(
    a: Sequence[int | None], b: Sequence[int | None], *, depth: int = 5, **more: Any
) -> Comparison:
    """One relevant document a query at the ranks given; 0 not returned, None a missing query."""
    ids = [f"q{place}" for place in range(1, len(a) + 1)]
    runs = [
        {
            query: _ranking(query, rank, depth)
            for query, rank in zip(ids, ranks, strict=True)
            if rank is not None
        }
        for ranks in (a, b)
    ]
    return _pair({query: {f"r-{query}": 1} for query in ids}, *runs, **more)


@pytest.fixture(scope="session")
def pair() -> Callable[..., Comparison]:
    return _pair


@pytest.fixture(scope="session")
def by_ranks() -> Callable[..., Comparison]:
    return _by_ranks


@pytest.fixture(scope="session")
def golden_pair(tutorial: Any) -> Callable[..., Comparison]:
    """The tutorial's two runs at a cutoff."""
    from ircompare import Protocol, read_collection, read_run

    def at(k: int) -> Comparison:
        collection = read_collection(
            tutorial / "qrels.json",
            corpus=tutorial / "corpus.json",
            queries=tutorial / "queries.json",
        )
        scope = Scope.of(collection, Protocol(k=k))
        runs = [
            read_run(tutorial / f"run.{name}.json", name) for name in ("fixture_A", "fixture_B")
        ]
        return compare(*(evaluate(run, scope) for run in runs))

    return at
