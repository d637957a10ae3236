"""Two evaluations under one protocol, paired by query: improved, tied, regressed."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ircompare.model.ids import BoolArray, IntArray
from ircompare.scoring.alike import different_rankings
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.values import AnyValues, difference

if TYPE_CHECKING:
    import pandas as pd

Number = Fraction | float


@dataclass(frozen=True)
class Counts:
    """How many scored queries improved, tied and regressed from A to B."""

    improved: int
    tied: int
    regressed: int

    @property
    def total(self) -> int:
        """All scored queries."""
        return self.improved + self.tied + self.regressed


@dataclass(frozen=True)
class Split:
    """Where a mean delta comes from; the parts add up to it exactly (approximately for nDCG).

    A query missing in both runs changes nothing and belongs to `missing_both`.
    """

    missing_a: Number
    missing_b: Number
    both: Number
    count_missing_a: int
    count_missing_b: int
    count_missing_both: int
    count_both: int

    @property
    def total(self) -> Number:
        """The mean delta."""
        return self.missing_a + self.missing_b + self.both


@dataclass(frozen=True, eq=False)
class Comparison:
    """Run B, the candidate, against run A, the reference. Delta = B − A.

    Raises:
        ValueError: The two evaluations have different scopes or cutoffs.
    """

    a: Evaluation
    b: Evaluation
    _at_any_cutoff: dict[str, BoolArray] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.a.scope is not self.b.scope or self.a.k != self.b.k:
            raise ValueError("runs are compared under one protocol only: same scope, same cutoff")

    @property
    def k(self) -> int:
        """The cutoff."""
        return self.a.k

    @property
    def scored(self) -> BoolArray:
        """Queries that enter every mean (shape: n)."""
        return self.a.scope.scored

    @property
    def count(self) -> int:
        """Number of scored queries, the one denominator."""
        return int(self.scored.sum())

    def at(self, k: int) -> Comparison:
        """The same runs at another cutoff."""
        return Comparison(self.a.at(k), self.b.at(k), self._at_any_cutoff)

    def swapped(self) -> Comparison:
        """B as the reference and A as the candidate."""
        return Comparison(self.b, self.a)

    def deltas(self, measure: str) -> AnyValues:
        """Paired deltas, one a query of the split; undefined where not scored (length n)."""
        if measure not in self._cache:
            self._cache[measure] = difference(self.b.values(measure), self.a.values(measure))
        return self._cache[measure]

    @cached_property
    def _cache(self) -> dict[str, AnyValues]:
        return {}

    def verdicts(self, measure: str) -> IntArray:
        """1 improved, 0 tied, −1 regressed; 0 too where not scored (shape: n)."""
        return self.deltas(measure).signs()

    def counts(self, measure: str) -> Counts:
        """Scored queries by verdict."""
        signs = self.verdicts(measure)[self.scored]
        return Counts(int((signs > 0).sum()), int((signs == 0).sum()), int((signs < 0).sum()))

    def mean_delta(self, measure: str) -> Number | None:
        """Mean B − mean A; exact where the measure is; None where no query is scored."""
        return self.deltas(measure).total(self.scored) / self.count if self.count else None

    def differing(self, measure: str) -> BoolArray:
        """Scored queries that improved or regressed (shape: n)."""
        return np.asarray(self.scored & (self.verdicts(measure) != 0))

    def regressed_anywhere(self) -> BoolArray:
        """Scored queries that regressed in Recall@k or RR@k (shape: n)."""
        return self.scored & ((self.verdicts("recall") < 0) | (self.verdicts("rr") < 0))

    def split(self, measure: str) -> Split:
        """The mean delta by who lists the query: contributions over the one denominator."""
        lost_a, lost_b = self.a.hits.missing, self.b.hits.missing
        parts = [
            self.scored & lost_a & ~lost_b,
            self.scored & ~lost_a & lost_b,
            self.scored & ~lost_a & ~lost_b,
        ]
        deltas = self.deltas(measure)
        shares = [deltas.total(part) / self.count if self.count else Fraction(0) for part in parts]
        counts = [int(part.sum()) for part in parts]
        return Split(
            missing_a=shares[0],
            missing_b=shares[1],
            both=shares[2],
            count_missing_a=counts[0],
            count_missing_b=counts[1],
            count_missing_both=self.count - sum(counts),
            count_both=counts[2],
        )

    def matrix(self) -> dict[tuple[int, int], int]:
        """Scored queries by (Recall verdict, RR verdict), each −1, 0 or 1."""
        recall, rr = self.verdicts("recall")[self.scored], self.verdicts("rr")[self.scored]
        return {
            (row, column): int(((recall == row) & (rr == column)).sum())
            for row in (-1, 0, 1)
            for column in (-1, 0, 1)
        }

    def loss_order(self, measure: str, other: str) -> IntArray:
        """Scored queries, largest loss in the measure first, then in the other, then by id."""
        ids = np.argsort(np.argsort(np.array(self.a.scope.query_ids, dtype=object)))
        first, then = self.deltas(measure).floats(), self.deltas(other).floats()
        order = np.lexsort((ids, then, first))
        return np.asarray(order[self.scored[order]])

    @property
    def different_rankings(self) -> BoolArray:
        """Queries with other documents or another order, found once for all cutoffs (shape: n)."""
        if "rankings" not in self._at_any_cutoff:
            self._at_any_cutoff["rankings"] = different_rankings(self.a.hits, self.b.hits)
        return self._at_any_cutoff["rankings"]

    def same_rankings(self) -> bool:
        """Whether both runs list the same queries and rank the same documents alike for each."""
        alike = self.a.hits.missing == self.b.hits.missing
        return bool(alike.all()) and not self.different_rankings.any()

    def to_pandas(self) -> pd.DataFrame:
        """One row a query: id, flags, and for each measure A, B, delta (floats) and verdict."""
        import pandas as pd

        frame = pd.DataFrame(
            {
                "query_id": list(self.a.scope.query_ids),
                "scored": self.scored,
                "missing_a": self.a.hits.missing,
                "missing_b": self.b.hits.missing,
                "relevant": self.a.scope.relevant,
                "hits_a": self.a.hit_counts,
                "hits_b": self.b.hit_counts,
                "first_relevant_rank_a": self.a.first_ranks,
                "first_relevant_rank_b": self.b.first_ranks,
            }
        )
        for key in MEASURES:
            frame[f"{key}_a"] = self.a.values(key).floats()
            frame[f"{key}_b"] = self.b.values(key).floats()
            frame[f"{key}_delta"] = self.deltas(key).floats()
            frame[f"{key}_verdict"] = self.verdicts(key)
        return frame


def compare(a: Evaluation, b: Evaluation) -> Comparison:
    """Pair two evaluations of one scope by query.

    Raises:
        ValueError: The two evaluations have different scopes or cutoffs.
    """
    return Comparison(a, b)
