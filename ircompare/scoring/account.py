"""One query's account: what stands above, what moved, what left the top k."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ircompare.model.ids import IntArray
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.judging import HitRanks


@dataclass(frozen=True)
class Move:
    """One document of a query and where it stands in each run.

    Attributes:
        doc_id: The document.
        grade: Its grade, None where it is unjudged.
        rank_a, rank_b: Its ranks, None where a run does not return it.
    """

    doc_id: str
    grade: int | None
    rank_a: int | None
    rank_b: int | None


@dataclass(frozen=True)
class QueryAccount:
    """How one query's values came about.

    "Above" means above a run's first relevant document, or in its whole top k where none stands
    there. With a relevant document in both top k, rank B − rank A of the first one equals
    `len(newly_above) − len(no_longer_above)`, and hits B − hits A always equals
    `len(gained) − len(lost)`.

    Attributes:
        newly_above: Documents above in B that were not above in A, in the order of B.
        no_longer_above: Documents above in A that are not above in B, in the order of A.
        gained, lost: Relevant documents that entered and left the top k.
        relevant: All relevant documents of the query, best rank first.
    """

    query_id: str
    newly_above: tuple[Move, ...]
    no_longer_above: tuple[Move, ...]
    gained: tuple[Move, ...]
    lost: tuple[Move, ...]
    relevant: tuple[Move, ...]


def account(comparison: Comparison, query_id: str) -> QueryAccount:
    """What moved above the first relevant documents of one query, and what left the top k.

    Raises:
        KeyError: The query is not in the split.
    """
    place = comparison.a.scope.positions[query_id]
    grades = comparison.a.scope.collection.qrels.of(query_id)
    rankings = [side.hits.ranking(query_id) for side in (comparison.a, comparison.b)]
    at_a, at_b = ({doc: at + 1 for at, doc in enumerate(ranking)} for ranking in rankings)

    def moves(doc_ids: Iterable[str]) -> tuple[Move, ...]:
        return tuple(Move(doc, grades.get(doc), at_a.get(doc), at_b.get(doc)) for doc in doc_ids)

    above_a, above_b = (
        ranking[: above(side.hits, comparison.k)[place]]
        for ranking, side in zip(rankings, (comparison.a, comparison.b), strict=True)
    )
    level = comparison.a.scope.protocol.min_relevance
    relevant = sorted(
        (doc for doc, grade in grades.items() if grade >= level),
        key=lambda doc: (min(at_a.get(doc, math.inf), at_b.get(doc, math.inf)), doc),
    )
    inside_a = {doc for doc in relevant if at_a.get(doc, math.inf) <= comparison.k}
    inside_b = {doc for doc in relevant if at_b.get(doc, math.inf) <= comparison.k}
    return QueryAccount(
        query_id,
        newly_above=moves(doc for doc in above_b if doc not in set(above_a)),
        no_longer_above=moves(doc for doc in above_a if doc not in set(above_b)),
        gained=moves(doc for doc in relevant if doc in inside_b - inside_a),
        lost=moves(doc for doc in relevant if doc in inside_a - inside_b),
        relevant=moves(relevant),
    )


def above(hits: HitRanks, k: int) -> IntArray:
    """How many documents stand above the first relevant one, within the top k (shape: n)."""
    first = hits.first_ranks
    return np.where((first > 0) & (first <= k), first - 1, np.minimum(hits.returned, k))


def unjudged_above(hits: HitRanks, k: int) -> IntArray:
    """How many unjudged documents stand above the first relevant one in the top k (shape: n)."""
    counts = above(hits, k)
    inside = hits.ranks <= counts[hits.codes]
    judged = np.bincount(hits.codes[inside], minlength=len(counts))
    return counts - judged
