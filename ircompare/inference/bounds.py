"""How far values can move once the unjudged documents are judged: exact bounds.

A completion says of every unjudged document of the universe whether it is relevant. The bounds are
the least and the greatest value over all completions, for each run and for the paired delta, and
both are reached. The universe must be declared:

- `pool`: the unjudged documents of both top k. It assumes that no relevant document exists outside
  them, and is the one to headline.
- `corpus`: every unjudged document of the corpus. The lower bound of Recall is then close to 0
  whatever the run returns; print it, do not headline it. RR has the same bounds under both.

Completions of one query say nothing of another, so the bounds of a mean are the means of the
bounds. The naive interval of a delta, from low B − high A to high B − low A, is valid but wider
and never used.

Source:
    The formulas are ours; the tests hold them to brute force over all completions. On bounds from
    unjudged documents: Moffat and Zobel (2008), Rank-biased precision.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, get_args

import numpy as np

from ircompare.inference.pool import Pool, earlier, unjudged_pool
from ircompare.inference.ranges import Interval, Ranges, reciprocals, scored_ratios
from ircompare.inference.rr_deltas import rr_deltas
from ircompare.model.ids import IntArray
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation

Universe = Literal["pool", "corpus"]
BOUNDED = ("recall", "rr")


@dataclass(frozen=True, eq=False)
class Bounds:
    """Bounds of Recall@k and RR@k of two runs and of their paired deltas.

    Attributes:
        comparison: The values as judged.
        universe: Which unjudged documents may turn out relevant.
        pool: The unjudged documents of both top k.
        others: Unjudged documents of the universe in neither top k, by query (shape: n).
    """

    comparison: Comparison
    universe: Universe
    pool: Pool
    others: IntArray

    def a(self, measure: str) -> Ranges:
        """Bounds of run A, one interval a query (length n).

        Args:
            measure: `recall` or `rr`.

        Raises:
            KeyError: Another measure.
        """
        return self._ranges[measure][0]

    def b(self, measure: str) -> Ranges:
        """Bounds of run B, as `a`."""
        return self._ranges[measure][1]

    def delta(self, measure: str) -> Ranges:
        """Bounds of the paired delta B − A, as `a`."""
        return self._ranges[measure][2]

    def mean_delta(self, measure: str) -> Interval | None:
        """Bounds of the mean delta; None where no query is scored."""
        return self.delta(measure).mean(self.comparison.scored)

    @property
    def uncertain(self) -> tuple[str, ...]:
        """Queries that are not scored and would be, were an unjudged document relevant.

        They never enter a bound: n is fixed by the judgements as they are.
        """
        more = np.asarray(self.pool.sizes + self.others > 0)
        return self.comparison.a.scope.names(more & ~self.comparison.scored)

    @cached_property
    def _ranges(self) -> dict[str, tuple[Ranges, Ranges, Ranges]]:
        return {"recall": _recall(self), "rr": _reciprocal_rank(self)}


def bounds(comparison: Comparison, universe: Universe = "pool") -> Bounds:
    """Bounds over all completions of the judgements; under `exhaustive` nothing is open.

    Args:
        comparison: Two runs at one cutoff.
        universe: See the module.

    Raises:
        ValueError: Another universe, or `corpus` where no corpus is given.
    """
    if universe not in get_args(Universe):
        raise ValueError(f"universe must be one of {', '.join(get_args(Universe))}")
    pool = unjudged_pool(comparison)
    others = np.zeros(pool.count, np.int64)
    if universe == "corpus":
        others = unjudged_in_corpus(comparison.a.scope) - pool.sizes
    return Bounds(comparison, universe, pool, others)


def unjudged_in_corpus(scope: Scope) -> IntArray:
    """Number of documents of the corpus that are not judged, by query (shape: n).

    Raises:
        ValueError: No corpus is given.
    """
    corpus, qrels = scope.collection.corpus, scope.collection.qrels
    if corpus is None:
        raise ValueError("the universe of all unjudged documents needs a corpus")
    known = qrels.codes[corpus.index.find(qrels.documents) >= 0]
    judged = np.append(np.bincount(known, minlength=len(qrels.query_ids)), 0)
    return np.asarray(len(corpus) - judged[scope.qrels_places], np.int64)


def recall_if_eligible(inside: int, outside: int) -> Interval:
    """Recall@k of a query with nothing relevant, over the completions that make it eligible.

    Args:
        inside, outside: Its unjudged documents within the top k and elsewhere in the universe;
            at least one in all.

    >>> recall_if_eligible(2, 0)
    Interval(low=Fraction(1, 1), high=Fraction(1, 1))
    """
    if inside + outside < 1:
        raise ValueError("no completion makes this query eligible: nothing is unjudged")
    return Interval(Fraction(int(not outside)), Fraction(int(inside > 0)))


def _recall(found: Bounds) -> tuple[Ranges, Ranges, Ranges]:
    """A completion that finds more relevant documents also makes more to be found."""
    comparison, pool, others = found.comparison, found.pool, found.others
    scored, relevant = comparison.scored, comparison.a.scope.relevant
    hits_a, hits_b = comparison.a.hit_counts, comparison.b.hit_counts
    shared, gap = pool.both + others, hits_b - hits_a
    high, low = gap + pool.only_b, gap - pool.only_a
    delta = Ranges(
        scored_ratios(scored, low, relevant + pool.only_a + np.where(low > 0, shared, 0)),
        scored_ratios(scored, high, relevant + pool.only_b + np.where(high < 0, shared, 0)),
    )

    def side(hits: IntArray, inside: IntArray, outside: IntArray) -> Ranges:
        return Ranges(
            scored_ratios(scored, hits, relevant + outside),
            scored_ratios(scored, hits + inside, relevant + inside),
        )

    return (
        side(hits_a, pool.both + pool.only_a, pool.only_b + others),
        side(hits_b, pool.both + pool.only_b, pool.only_a + others),
        delta,
    )


def _reciprocal_rank(found: Bounds) -> tuple[Ranges, Ranges, Ranges]:
    """One more relevant document is enough for either end of a delta: more help the other run."""
    comparison, pool = found.comparison, found.pool
    scored, deltas = comparison.scored, rr_deltas(comparison, pool)
    a, b = (
        Ranges(reciprocals(scored, side.first_ranks), reciprocals(scored, earliest))
        for side, earliest in (
            (comparison.a, _earliest(comparison.a, pool, pool.rank_a)),
            (comparison.b, _earliest(comparison.b, pool, pool.rank_b)),
        )
    )
    low, high = deltas.now.copy(), deltas.now.copy()
    np.minimum.at(low, pool.codes, deltas.then)
    np.maximum.at(high, pool.codes, deltas.then)
    return a, b, Ranges(deltas.column(scored, low), deltas.column(scored, high))


def _earliest(side: Evaluation, pool: Pool, ranks: IntArray) -> IntArray:
    """Rank of the first relevant or unjudged document in the top k, 0 for none (shape: n)."""
    inside = np.flatnonzero(ranks)
    order = inside[np.lexsort((ranks[inside], pool.codes[inside]))]
    codes, at = np.unique(pool.codes[order], return_index=True)
    unjudged = np.zeros(pool.count, np.int64)
    unjudged[codes] = ranks[order[at]]
    return earlier(side.first_ranks, unjudged)
