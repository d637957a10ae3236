"""Which queries two runs rank alike."""

from __future__ import annotations

import numpy as np
import pyarrow.compute as pc

from ircompare.model.ids import BoolArray, IntArray
from ircompare.model.stored import HEAD
from ircompare.scoring.judging import HitRanks

COMPARED_AT_ONCE = 256


def different_rankings(a: HitRanks, b: HitRanks) -> BoolArray:
    """Queries for which two runs of one scope return other documents or another order (shape: n).

    A missing query and an empty ranking return the same: nothing.
    """
    different = a.returned != b.returned
    # Nearly all that differ do so among their first documents, which every run has at hand.
    for depths in (np.minimum(a.returned, HEAD), a.returned):
        places = np.flatnonzero(~different & (a.returned > 0))
        for start in range(0, len(places), COMPARED_AT_ONCE):
            some = places[start : start + COMPARED_AT_ONCE]
            different[_differing(a, b, some, depths[some])] = True
    return np.asarray(different)


def _differing(a: HitRanks, b: HitRanks, places: IntArray, depths: IntArray) -> IntArray:
    """Those of some queries whose first documents differ; once for each document that does."""
    left, right = (hits.run.tops(hits.places[places], depths) for hits in (a, b))
    unequal = pc.not_equal(left, right).to_numpy(zero_copy_only=False)
    differing: IntArray = np.repeat(places, depths)[unequal]
    return differing
