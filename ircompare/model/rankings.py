"""What every run has, wherever its rows stand: queries, and how deep their rankings are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from ircompare.model.ids import IntArray


class Rankings:
    """The queries of a run and the extent of their rankings.

    Attributes:
        query_ids: Queries that the run lists, in order of first appearance (length q).
        bounds: Rows of query i are `bounds[i]` to `bounds[i + 1]` (shape: q + 1).
    """

    query_ids: tuple[str, ...]
    bounds: IntArray

    def __len__(self) -> int:
        return len(self.query_ids)

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """Position of each query by id."""
        return {query_id: place for place, query_id in enumerate(self.query_ids)}

    @cached_property
    def depths(self) -> IntArray:
        """Length of each ranking (shape: q)."""
        return np.diff(self.bounds)

    @property
    def depth(self) -> int:
        """Length of the longest ranking."""
        return int(self.depths.max()) if len(self.query_ids) else 0
