"""Paired RR deltas as judged, and were one more document of the pool relevant."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ircompare.inference.pool import Pool, earlier
from ircompare.inference.ranges import scored_ratios
from ircompare.model.ids import BoolArray, IntArray
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.values import Ratios


@dataclass(frozen=True, eq=False)
class RrDeltas:
    """Every RR delta that occurs, in order, and which of them each query has.

    Attributes:
        values: The different deltas, exact and ascending.
        now: Position in `values` of each query's delta as judged (shape: n).
        then: Position of its query's delta, were this document relevant (shape: m of the pool).
    """

    values: tuple[Fraction, ...]
    now: IntArray
    then: IntArray

    def column(self, scored: BoolArray, at: IntArray) -> Ratios:
        """The deltas at these positions, undefined where not scored (length n)."""
        top = np.array([value.numerator for value in self.values], np.int64)
        below = np.array([value.denominator for value in self.values], np.int64)
        return scored_ratios(scored, top[at], below[at])


def rr_deltas(comparison: Comparison, pool: Pool) -> RrDeltas:
    """The deltas of all queries and documents: pairs of first ranks, of which few are different."""
    known = np.stack([comparison.a.first_ranks, comparison.b.first_ranks])
    alone = np.stack([pool.rank_a, pool.rank_b])
    first = np.concatenate([known, earlier(known[:, pool.codes], alone)], axis=1)
    width = int(first.max(initial=0)) + 1
    pairs, which = np.unique(first[0] * width + first[1], return_inverse=True)
    exact = [_delta(divmod(pair, width)) for pair in pairs.tolist()]
    values = sorted(set(exact))
    place_of = {value: place for place, value in enumerate(values)}
    places = np.array([place_of[value] for value in exact], np.int64)[which]
    return RrDeltas(tuple(values), places[: pool.count], places[pool.count :])


def _delta(ranks: tuple[int, int]) -> Fraction:
    value_a, value_b = (Fraction(1, rank) if rank else Fraction(0) for rank in ranks)
    return value_b - value_a
