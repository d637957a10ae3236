"""How numbers go wrong: six common mistakes, computed on one run beside the right values."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ircompare.inference.ranges import scored_ratios
from ircompare.model.collapse import Collapsed
from ircompare.model.ids import BoolArray, IntArray
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.values import Ratios

PITFALLS = {
    "missing_dropped": "missing queries dropped from the mean",
    "hit_rate_as_recall": "hit rate labelled as Recall",
    "duplicates_counted": "chunks of one document counted as several hits",
    "rr_without_cutoff": "RR taken beyond its cutoff",
    "no_relevant_as_zero": "queries with nothing relevant counted as 0",
    "recall_pooled": "Recall pooled over queries",
}


@dataclass(frozen=True)
class Example:
    """The query on which a mistake shows most.

    Attributes:
        query_id: The query.
        wrong, right: Its value made the wrong way, and as it is.
    """

    query_id: str
    wrong: Fraction
    right: Fraction


@dataclass(frozen=True)
class Pitfall:
    """One mistake on one run.

    Attributes:
        key: A key of PITFALLS.
        measure: Key of the measure whose mean goes wrong.
        wrong: What a careless tool would print; None where the mistake cannot be made here.
        right: The mean as it is (for `duplicates_counted` that of the same chunks, with each
            document counted once); None where no query is scored.
        example: Where it shows most; None where it changes no single query's value.
    """

    key: str
    measure: str
    wrong: Fraction | None
    right: Fraction | None
    example: Example | None = None

    @property
    def label(self) -> str:
        """The mistake in words."""
        return PITFALLS[self.key]

    @property
    def matters(self) -> bool:
        """Whether it changes the mean, or the value of a query, of this run."""
        differs = self.wrong is not None and self.wrong != self.right
        return differs or self.example is not None


def pitfalls(evaluation: Evaluation, collapsed: Collapsed | None = None) -> tuple[Pitfall, ...]:
    """Every mistake of PITFALLS, in that order.

    Args:
        evaluation: One run at its cutoff.
        collapsed: Its chunks, if it was collapsed from some: only there can a document count
            twice, as a run that lists one twice is refused.
    """
    return (
        _missing_dropped(evaluation),
        _hit_rate_as_recall(evaluation),
        _duplicates_counted(evaluation, collapsed),
        _rr_without_cutoff(evaluation),
        _no_relevant_as_zero(evaluation),
        _recall_pooled(evaluation),
    )


def _missing_dropped(evaluation: Evaluation) -> Pitfall:
    listed = evaluation.scope.scored & ~evaluation.hits.missing
    wrong = _mean(_exact(evaluation, "recall"), np.asarray(listed))
    return Pitfall("missing_dropped", "recall", wrong, _right(evaluation, "recall"))


def _hit_rate_as_recall(evaluation: Evaluation) -> Pitfall:
    return _of_queries(evaluation, "hit_rate_as_recall", "recall", _exact(evaluation, "success"))


def _duplicates_counted(evaluation: Evaluation, collapsed: Collapsed | None) -> Pitfall:
    """The first k chunks, each a hit if its document is relevant; Recall may even pass 1.

    Right are the documents of the same chunks, each counted once: budget, then collapse.
    """
    if collapsed is None:
        right = _right(evaluation, "recall")
        return Pitfall("duplicates_counted", "recall", None, right)
    scope = evaluation.scope
    wrong, right_values = (
        scored_ratios(scope.scored, hits, scope.relevant)
        for hits in _chunk_hits(evaluation, collapsed)
    )
    return _of_queries(evaluation, "duplicates_counted", "recall", wrong, right_values)


def _rr_without_cutoff(evaluation: Evaluation) -> Pitfall:
    depth = max(evaluation.k, int(evaluation.hits.returned.max(initial=0)))
    return _of_queries(evaluation, "rr_without_cutoff", "rr", _exact(evaluation.at(depth), "rr"))


def _no_relevant_as_zero(evaluation: Evaluation) -> Pitfall:
    """Not a mistake where the protocol asks for it: then both are the same."""
    scope, column = evaluation.scope, _exact(evaluation, "recall")
    judged = int((scope.judged > 0).sum())
    wrong = column.total(scope.scored) / judged if judged else None
    return Pitfall("no_relevant_as_zero", "recall", wrong, _right(evaluation, "recall"))


def _recall_pooled(evaluation: Evaluation) -> Pitfall:
    scored, relevant = evaluation.scope.scored, evaluation.scope.relevant
    below = int(relevant[scored].sum())
    wrong = Fraction(int(evaluation.hit_counts[scored].sum()), below) if below else None
    return Pitfall("recall_pooled", "recall", wrong, _right(evaluation, "recall"))


def _chunk_hits(evaluation: Evaluation, collapsed: Collapsed) -> tuple[IntArray, IntArray]:
    """Of the first k chunks those of relevant documents, and these documents (both shape: n)."""
    scope, qrels, run = evaluation.scope, evaluation.scope.collection.qrels, collapsed.documents
    chunks = np.bincount(
        collapsed.owners[collapsed.spent("chunks") <= evaluation.k], minlength=len(run.documents)
    )
    in_qrels = np.array([qrels.positions.get(query, -1) for query in run.query_ids], np.int64)
    rows = qrels.index.find(run.documents, in_qrels[run.codes])
    found = np.flatnonzero((rows >= 0) & (chunks > 0))
    found = found[qrels.grades[rows[found]] >= scope.protocol.min_relevance]
    place_of = np.array([scope.positions.get(query, -1) for query in run.query_ids], np.int64)
    places = place_of[run.codes[found]]
    hits = np.zeros((2, len(scope) + 1), np.int64)
    np.add.at(hits[0], places, chunks[found])
    np.add.at(hits[1], places, 1)
    return hits[0, :-1], hits[1, :-1]


def _of_queries(
    evaluation: Evaluation, key: str, measure: str, wrong: Ratios, right: Ratios | None = None
) -> Pitfall:
    """A mistake that changes the values of single queries; right are those as scored."""
    right = _exact(evaluation, measure) if right is None else right
    scored = evaluation.scope.scored
    off = np.abs(wrong.minus(right).floats())
    example = None
    if np.nanmax(off, initial=0) > 0:
        place = int(np.nanargmax(off))
        values = wrong.at(place), right.at(place)
        example = Example(evaluation.scope.query_ids[place], *values)  # type: ignore[arg-type]
    return Pitfall(key, measure, _mean(wrong, scored), _mean(right, scored), example)


def _exact(evaluation: Evaluation, measure: str) -> Ratios:
    column = evaluation.values(measure)
    if not isinstance(column, Ratios):
        raise ValueError("mistakes are shown on exact values")
    return column


def _right(evaluation: Evaluation, measure: str) -> Fraction | None:
    return _mean(_exact(evaluation, measure), evaluation.scope.scored)


def _mean(column: Ratios, chosen: BoolArray) -> Fraction | None:
    count = int(chosen.sum())
    return column.total(chosen) / count if count else None
