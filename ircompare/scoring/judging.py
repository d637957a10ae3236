"""Run × judgements under a protocol → HitRanks, all that any value needs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ircompare.errors import SHOWN, Problem, Problems, quote, some
from ircompare.model.collection import Corpus
from ircompare.model.contract import UNKNOWN_DOCUMENT
from ircompare.model.fit import check_queries
from ircompare.model.grouping import bounds_of
from ircompare.model.ids import BoolArray, IntArray
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.model.stored import AnyRun
from ircompare.scoring.found import find_judged


@dataclass(frozen=True, eq=False)
class HitRanks:
    """Where the judged documents stand in each ranking of one run.

    Query positions are those of the scope (n queries); the judged documents found in the
    rankings (m of them) stand in ascending order of query, then rank.

    Attributes:
        scope: The queries and judgements.
        run: The run as it was scored, every ranking in order.
        places: Position of each query in the run, −1 where the run lacks it (shape: n).
        bounds: Judged documents of query i are `bounds[i]` to `bounds[i + 1]` (shape: n + 1).
        ranks: Rank of each, from 1 (shape: m).
        grades: Grade of each (shape: m).
        judgements: Row of each in the qrels, which tells which document it is (shape: m).
        tie_first, tie_last: First and last rank of its group of equal scores (shape: m).
        notes: Remarks about this run under this protocol.
    """

    scope: Scope
    run: AnyRun
    places: IntArray
    bounds: IntArray
    ranks: IntArray
    grades: IntArray
    judgements: IntArray
    tie_first: IntArray
    tie_last: IntArray
    notes: tuple[Problem, ...] = ()

    @property
    def missing(self) -> BoolArray:
        """Queries of the split that the run does not list (shape: n)."""
        return self.places < 0

    @cached_property
    def returned(self) -> IntArray:
        """Length of each ranking, 0 where missing (shape: n)."""
        depths = np.zeros(len(self.places), np.int64)
        depths[~self.missing] = self.run.depths[self.places[~self.missing]]
        return depths

    @cached_property
    def codes(self) -> IntArray:
        """Query position of each judged document found (shape: m)."""
        return np.repeat(np.arange(len(self.places)), np.diff(self.bounds))

    @cached_property
    def relevant_rows(self) -> IntArray:
        """Which of the judged documents found are relevant (shape: at most m), ascending."""
        return np.flatnonzero(self.grades >= self.scope.protocol.min_relevance)

    @cached_property
    def first_ranks(self) -> IntArray:
        """Rank of the first relevant document at any depth, 0 where none was returned."""
        first = np.zeros(len(self.places), np.int64)
        rows = self.relevant_rows
        codes, at = np.unique(self.codes[rows], return_index=True)
        first[codes] = self.ranks[rows[at]]
        return first

    @cached_property
    def rank_of_judgement(self) -> IntArray:
        """Rank at which each judged document of the qrels stands, 0 where it was not returned."""
        ranks = np.zeros(len(self.scope.collection.qrels), np.int64)
        ranks[self.judgements] = self.ranks
        return ranks

    @cached_property
    def run_sha256(self) -> str:
        """Fingerprint of the rankings that were scored."""
        return self.run.sha256(self.scope.query_ids)

    def hits(self, k: int) -> IntArray:
        """Relevant documents in the top k of each query (shape: n)."""
        rows = self.relevant_rows
        inside = rows[self.ranks[rows] <= k]
        return np.bincount(self.codes[inside], minlength=len(self.places)).astype(np.int64)

    def judged_in_top(self, k: int) -> IntArray:
        """Judged documents in the top k of each query (shape: n)."""
        inside = self.ranks <= k
        return np.bincount(self.codes[inside], minlength=len(self.places)).astype(np.int64)

    def ranking(self, query_id: str, depth: int | None = None) -> list[str]:
        """Document ids of one query as scored, best first."""
        return self.run.ranking(query_id, depth)


def judge(run: AnyRun, scope: Scope) -> HitRanks:
    """Put the run in order, check it against the collection and find the judged documents.

    One join a run: every row is looked up among the judged pairs, every match verified. A run on
    disk is taken part by part.

    Raises:
        InputError: A document that the corpus lacks; under `exhaustive` a query outside the
            split; no query shared with the qrels; an order that the run cannot give.
    """
    run = run.ordered(scope.protocol.order)
    problems = Problems(run.source)
    notes = [*check_queries(run, scope, problems)]
    if scope.collection.corpus is not None:
        for first, part in run.parts():
            _check_documents(run, first, part, scope.collection.corpus, problems)
    problems.raise_any()
    judged = find_judged(run, scope.collection.qrels)
    if not len(judged.rows):
        _note_no_judged(run, scope, notes)
    places = np.array([run.positions.get(query, -1) for query in scope.query_ids], np.int64)
    codes, order = _by_scope_query(judged.codes, places, len(run))
    return HitRanks(
        scope=scope,
        run=run,
        places=places,
        bounds=bounds_of(codes, len(scope)),
        ranks=judged.ranks[order],
        grades=scope.collection.qrels.grades[judged.rows[order]],
        judgements=judged.rows[order],
        tie_first=judged.tie_first[order],
        tie_last=judged.tie_last[order],
        notes=tuple(notes),
    )


def _by_scope_query(codes: IntArray, places: IntArray, queries: int) -> tuple[IntArray, IntArray]:
    """Of judged documents by query of the run: the queries in the scope, and their order in it.

    Returns:
        Query position in the scope, ascending, and which judged document it is.
    """
    in_scope = np.full(queries, -1, np.int64)
    in_scope[places[places >= 0]] = np.flatnonzero(places >= 0)
    inside = np.flatnonzero(in_scope[codes] >= 0)
    found = in_scope[codes[inside]]
    by_query = np.argsort(found, kind="stable")
    return found[by_query], inside[by_query]


def _check_documents(
    run: AnyRun, first: int, part: Run, corpus: Corpus, problems: Problems
) -> None:
    """Note every document of a part that the corpus lacks; beyond those shown, count them."""
    unknown = np.flatnonzero(corpus.index.find(part.documents) < 0)
    shown = unknown[: max(0, SHOWN - len(problems.kept))]
    problems.total += len(unknown) - len(shown)
    for row in shown.tolist():
        query_id = part.query_ids[int(np.searchsorted(part.bounds, row, side="right")) - 1]
        problems.add(
            "unknown-document",
            f"document {quote(part.documents[row].as_py())} of query {quote(query_id)} "
            "is not in the corpus",
            line=run.line(int(run.bounds[first]) + row),
            expected="only documents of the corpus, at every rank",
            mend="give the corpus that this run was made from",
            contract_reason=UNKNOWN_DOCUMENT,
        )


def _note_no_judged(run: AnyRun, scope: Scope, notes: list[Problem]) -> None:
    qrels = scope.collection.qrels
    examples = next(filter(None, (run.ranking(query, 3) for query in run.query_ids)), [])
    if examples and len(qrels):
        notes.append(
            Problem(
                "no-judged-document",
                f"run {quote(run.name)} returns not one judged document",
                run.source,
                expected=f"document ids such as {some(qrels.documents[:3].to_pylist())}",
                found=some(examples),
                mend="check whether the run names chunks, or writes ids in another form",
            )
        )
