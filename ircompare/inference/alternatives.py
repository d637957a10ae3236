"""Other answers to unjudged documents, each under its own label and never a default.

- `RR'@k` leaves unjudged documents out of the list. It is kind to runs that were not pooled.
- `bpref` looks only at judged documents, and has no cutoff.
- `RBP` states its own uncertainty: a base and a residual.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from ircompare.inference.ranges import Interval, reciprocals, scored_ratios
from ircompare.model.ids import IntArray
from ircompare.scoring.judging import HitRanks
from ircompare.scoring.values import Ratios

PERSISTENCE = Fraction(4, 5)


def condensed_rr(hits: HitRanks, k: int) -> Ratios:
    """RR'@k: reciprocal rank, at most k, in the list without its unjudged documents (length n).

    Source:
        Sakai (2007), Alternatives to Bpref; Sakai and Kando (2008) on its bias.
    """
    rows = hits.relevant_rows
    codes, at = np.unique(hits.codes[rows], return_index=True)
    ranks = np.zeros(len(hits.places), np.int64)
    ranks[codes] = rows[at] - hits.bounds[codes] + 1
    return reciprocals(hits.scope.scored, np.where(ranks <= k, ranks, 0))


def bpref(hits: HitRanks) -> Ratios:
    """Share of judged non-relevant documents that relevant ones do not stand below (length n).

    (1/R) Σ (1 − min(above, R) ÷ min(R, N)) over the relevant documents returned, where `above`
    counts judged non-relevant documents above each, R and N are all relevant and non-relevant ones.

    Source:
        Buckley and Voorhees (2004); trec_eval's `m_bpref.c`.
    """
    scope = hits.scope
    rows = hits.relevant_rows
    codes = hits.codes[rows]
    relevant, others = scope.relevant, scope.judged - scope.relevant
    above = rows - hits.bounds[codes] - _running(codes)
    bound = np.minimum(relevant, others)
    kept = bound[codes] - np.minimum(above, relevant[codes])
    gained = np.bincount(codes, weights=np.where(bound[codes] > 0, kept, 1), minlength=len(scope))
    return scored_ratios(scope.scored, gained.astype(np.int64), relevant * np.maximum(bound, 1))


def _running(codes: IntArray) -> IntArray:
    """How many earlier entries have the same code, for ascending codes (shape: as given)."""
    return np.arange(len(codes)) - np.searchsorted(codes, codes)


def rbp(marks: Sequence[bool | None], persistence: Fraction = PERSISTENCE) -> Interval:
    """Rank-biased precision of one list: its base, and the base with the whole residual.

    Args:
        marks: For each rank whether the document is relevant, None where it is unjudged.
        persistence: Chance of reading on, a fraction between 0 and 1.

    Source:
        Moffat and Zobel (2008), Rank-biased precision.

    >>> rbp([True, None], Fraction(1, 2))
    Interval(low=Fraction(1, 2), high=Fraction(1, 1))
    """
    p = Fraction(persistence)
    if not 0 < p < 1:
        raise ValueError(f"persistence must be between 0 and 1, not {persistence}")
    weights = [(1 - p) * p**at for at in range(len(marks))]
    base = sum((weight for weight, mark in zip(weights, marks, strict=True) if mark), Fraction(0))
    unknown = sum(weight for weight, mark in zip(weights, marks, strict=True) if mark is None)
    return Interval(base, base + unknown + p ** len(marks))
