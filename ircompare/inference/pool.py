"""The unjudged documents in the top k of two runs, and where each stands in both."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from ircompare.model.ids import BoolArray, IdIndex, IntArray, Strings
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.judging import HitRanks
from ircompare.scoring.values import Ratios


@dataclass(frozen=True, eq=False)
class Pool:
    """Every unjudged document that stands in at least one of the two top k (m of them).

    Attributes:
        k: The cutoff.
        count: Number of queries of the split (n).
        documents: Their ids (shape: m), by query.
        codes: Query position of each, ascending (shape: m).
        rank_a, rank_b: Rank of each within the top k, 0 where it does not stand there (shape: m).
    """

    k: int
    count: int
    documents: Strings
    codes: IntArray
    rank_a: IntArray
    rank_b: IntArray

    @cached_property
    def both(self) -> IntArray:
        """Unjudged documents in both top k, by query (shape: n)."""
        return self._count((self.rank_a > 0) & (self.rank_b > 0))

    @cached_property
    def only_a(self) -> IntArray:
        """Unjudged documents in the top k of A alone, by query (shape: n)."""
        return self._count(self.rank_b == 0)

    @cached_property
    def only_b(self) -> IntArray:
        """Unjudged documents in the top k of B alone, by query (shape: n)."""
        return self._count(self.rank_a == 0)

    @cached_property
    def best(self) -> IntArray:
        """The better of the two ranks of each document (shape: m)."""
        return earlier(self.rank_a, self.rank_b)

    @property
    def sizes(self) -> IntArray:
        """Unjudged documents in either top k, by query (shape: n)."""
        return self.both + self.only_a + self.only_b

    def _count(self, chosen: BoolArray) -> IntArray:
        return np.bincount(self.codes[chosen], minlength=self.count).astype(np.int64)


def unjudged_pool(comparison: Comparison, k: int | None = None) -> Pool:
    """Read the top k of every query that has an unjudged document there.

    Args:
        k: Cutoff >= 1; None for that of the comparison.
    """
    k = comparison.k if k is None else k
    in_a, in_b = (_unjudged(side.hits, k) for side in (comparison.a, comparison.b))
    count = len(comparison.a.scope)
    at = IdIndex(in_a.documents, in_a.codes).find(in_b.documents, in_b.codes)
    rank_b = np.zeros(len(in_a.codes), np.int64)
    rank_b[at[at >= 0]] = in_b.ranks[at >= 0]
    new = at < 0
    codes = np.concatenate([in_a.codes, in_b.codes[new]])
    order = np.argsort(codes, kind="stable")
    documents = pa.concat_arrays([in_a.documents, in_b.documents.filter(pa.array(new))])
    return Pool(
        k=k,
        count=count,
        documents=documents.take(pa.array(order)),
        codes=codes[order],
        rank_a=np.concatenate([in_a.ranks, np.zeros(int(new.sum()), np.int64)])[order],
        rank_b=np.concatenate([rank_b, in_b.ranks[new]])[order],
    )


def earlier(ranks: IntArray, others: IntArray) -> IntArray:
    """The smaller of two ranks, each, where 0 stands for none (shape: as given)."""
    smaller = np.minimum(ranks, others)
    return np.where(smaller > 0, smaller, np.maximum(ranks, others))


def judged_at(hits: HitRanks, k: int) -> Ratios:
    """judged@k of each query: judged ÷ returned documents in its top k; undefined where none.

    Source:
        ir-measures' `Judged@k`, which fails on an empty ranking.
    """
    return Ratios(hits.judged_in_top(k), np.minimum(hits.returned, k))


@dataclass(frozen=True, eq=False)
class _Unjudged:
    """Unjudged documents in the top k of one run, by query, then rank."""

    documents: Strings
    codes: IntArray
    ranks: IntArray


def _unjudged(hits: HitRanks, k: int) -> _Unjudged:
    depths = np.minimum(hits.returned, k)
    depths = np.where(hits.judged_in_top(k) < depths, depths, 0)
    starts = np.cumsum(depths) - depths
    inside = hits.ranks <= depths[hits.codes]
    left = np.ones(int(depths.sum()), np.bool_)
    left[starts[hits.codes[inside]] + hits.ranks[inside] - 1] = False
    codes = np.repeat(np.arange(len(depths)), depths)
    ranks = np.arange(len(left)) - starts[codes] + 1
    documents = hits.run.tops(hits.places, depths).filter(pa.array(left))
    return _Unjudged(documents, codes[left], ranks[left])
