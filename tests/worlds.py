"""Small collections, runs and random worlds for the tests of the core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from ircompare.model.collection import Collection, Corpus, Qrels, Queries
from ircompare.model.ids import strings
from ircompare.model.protocol import Protocol
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import Evaluation, evaluate
from tests import oracle

ScoredRun = Mapping[str, Sequence[tuple[str, float]]]


def scored_run(name: str, rankings: ScoredRun) -> Run:
    """A run with scores from query → (document, score), in the order given."""
    rows = [(query, *pair) for query, pairs in rankings.items() for pair in pairs]
    return Run.build(
        name,
        [row[0] for row in rows],
        [row[1] for row in rows],
        scores=[row[2] for row in rows],
        empty_queries=list(rankings),
    )


def corpus_of(texts: Mapping[str, str] | Sequence[str]) -> Corpus:
    """A corpus from id → text, or from bare ids."""
    ids = strings(list(texts))
    values = strings(list(texts.values())) if isinstance(texts, Mapping) else None
    return Corpus(ids, None, values, source="corpus.json")


def queries_of(queries: Mapping[str, str | None] | Sequence[str]) -> Queries:
    """Queries from id → split, or from bare ids."""
    splits = tuple(queries.values()) if isinstance(queries, Mapping) else None
    texts = tuple(f"text of {query}" for query in queries)
    return Queries(tuple(queries), texts, splits, source="queries.json")


def pooled(qrels: Mapping[str, Mapping[str, int]], **choices: Any) -> Scope:
    """A scope under pooled judgements, without corpus and queries."""
    protocol = Protocol(judgements="pooled", **choices)
    return Scope.of(Collection(Qrels.from_dict(qrels, "qrels.json")), protocol)


def score(run: Run | Mapping[str, Any], scope: Scope, k: int | None = None) -> Evaluation:
    """Evaluate a run; from a mapping, query → ids or query → (id, score)."""
    if not isinstance(run, Run):
        has_scores = any(isinstance(row, tuple) for rows in run.values() for row in rows)
        run = scored_run("run", run) if has_scores else Run.from_rankings("run", run)
    return evaluate(run, scope, k)


def contrast(
    qrels: Mapping[str, Mapping[str, int]],
    a: Mapping[str, Any],
    b: Mapping[str, Any],
    **choices: Any,
) -> Comparison:
    """Two runs compared under pooled judgements."""
    scope = pooled(qrels, **choices)
    return compare(score(a, scope), score(b, scope))


DOCUMENTS = ("d0", "d1", "d10", "d2", "é", "z", "文", "😀")
SCORES = (-1.5, -0.0, 0.0, 1.0, 1.0000000000000002, 1e308)

judgements = st.dictionaries(st.sampled_from(DOCUMENTS), st.integers(-2, 3), max_size=6)


def rankings(ties: bool) -> st.SearchStrategy[list[tuple[str, float]]]:
    """Rankings of documents with scores; without ties the scores simply fall."""
    documents = st.lists(st.sampled_from(DOCUMENTS), unique=True, max_size=len(DOCUMENTS))
    if not ties:
        return documents.map(lambda ids: [(doc, -float(rank)) for rank, doc in enumerate(ids)])
    return documents.flatmap(
        lambda ids: st.lists(st.sampled_from(SCORES), min_size=len(ids), max_size=len(ids)).map(
            lambda scores: list(zip(ids, scores, strict=True))
        )
    )


@st.composite
def worlds(draw: st.DrawFn, ties: bool = True, most: int = 6) -> tuple[Pair, oracle.World]:
    """The same two runs and judgements for the package and for the oracle."""
    queries = [f"q{number}" for number in range(draw(st.integers(1, most)))]
    qrels = {query: draw(judgements) for query in queries}
    runs = [
        {query: draw(rankings(ties)) for query in queries if draw(st.integers(0, 5))} for _ in "ab"
    ]
    rules = oracle.Rules(draw(st.integers(1, 9)), draw(st.integers(1, 2)), draw(st.booleans()))
    return Pair(qrels, runs[0], runs[1], rules), world(qrels, runs[0], runs[1], rules)


class Pair:
    """What the package is given: judgements, two runs with scores, the rules."""

    def __init__(
        self,
        qrels: Mapping[str, Mapping[str, int]],
        a: ScoredRun,
        b: ScoredRun,
        rules: oracle.Rules,
    ) -> None:
        self.qrels, self.a, self.b, self.rules = qrels, a, b, rules

    def __repr__(self) -> str:
        return f"Pair({self.qrels!r}, {self.a!r}, {self.b!r}, {self.rules!r})"

    def protocol(self) -> Protocol:
        return Protocol(
            k=self.rules.k,
            judgements="pooled",
            min_relevance=self.rules.level,
            no_relevant="zero" if self.rules.zero else "exclude",
        )

    def scope(self) -> Scope:
        return Scope.of(Collection(Qrels.from_dict(self.qrels)), self.protocol())

    def compare(self) -> Comparison:
        scope = self.scope()
        a, b = (evaluate(scored_run(name, run), scope) for name, run in self.both)
        return compare(a, b)

    @property
    def both(self) -> tuple[tuple[str, ScoredRun], tuple[str, ScoredRun]]:
        return ("A", self.a), ("B", self.b)


def world(
    qrels: Mapping[str, Mapping[str, int]], a: ScoredRun, b: ScoredRun, rules: oracle.Rules
) -> oracle.World:
    """The oracle's view of the same input."""
    ordered = [{query: oracle.by_score(pairs) for query, pairs in run.items()} for run in (a, b)]
    return oracle.World(ordered[0], ordered[1], qrels, list(qrels), rules)
