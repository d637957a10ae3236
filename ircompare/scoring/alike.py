"""Which queries two runs rank alike."""

from __future__ import annotations

import numpy as np
import pyarrow.compute as pc

from ircompare.model.ids import BoolArray
from ircompare.scoring.judging import HitRanks

COMPARED_AT_ONCE = 256


def different_rankings(a: HitRanks, b: HitRanks) -> BoolArray:
    """Queries for which two runs of one scope return other documents or another order (shape: n).

    A missing query and an empty ranking return the same: nothing.
    """
    different = a.returned != b.returned
    alike = np.flatnonzero(~different & (a.returned > 0))
    for start in range(0, len(alike), COMPARED_AT_ONCE):
        places = alike[start : start + COMPARED_AT_ONCE]
        depths = a.returned[places]
        left, right = (hits.run.tops(hits.places[places], depths) for hits in (a, b))
        unequal = pc.not_equal(left, right).to_numpy(zero_copy_only=False)
        different[np.repeat(places, depths)[unequal]] = True
    return np.asarray(different)
