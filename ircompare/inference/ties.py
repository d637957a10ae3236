"""What equal scores leave open: the range of values over all orders of the tied documents.

The tie rule of the protocol picks one order. Ties of the two runs are taken to be broken each on
its own, so a delta may reach from low B − high A to high B − low A. Only order `score` has ties;
a run collapsed from chunks has none, since its chunks were put in order before.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ircompare.inference.ranges import Interval, Ranges, reciprocals, scored_ratios
from ircompare.model.ids import BoolArray, IntArray
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.judging import HitRanks


@dataclass(frozen=True, eq=False)
class TieRanges:
    """Ranges of one run's values over all orders of its tied documents.

    Attributes:
        recall, rr: One interval a query (length n).
    """

    recall: Ranges
    rr: Ranges

    def of(self, measure: str) -> Ranges:
        """The ranges of `recall` or `rr`.

        Raises:
            KeyError: Another measure.
        """
        return {"recall": self.recall, "rr": self.rr}[measure]


@dataclass(frozen=True, eq=False)
class TieSensitivity:
    """What the tie rule decides in a comparison.

    Attributes:
        comparison: The values under the protocol's rule.
        a, b: Ranges of the two runs.
    """

    comparison: Comparison
    a: TieRanges
    b: TieRanges

    def delta(self, measure: str) -> Ranges:
        """Ranges of the paired deltas (length n)."""
        return self._deltas[measure]

    def mean_delta(self, measure: str) -> Interval | None:
        """Range of the mean delta; None where no query is scored."""
        return self.delta(measure).mean(self.comparison.scored)

    def could_vanish(self, measure: str) -> BoolArray:
        """Queries that improved or regressed, but under another tie rule need not (shape: n)."""
        differs = self.comparison.verdicts(measure) != 0
        return np.asarray(differs & (self.delta(measure).signs == 0))

    def mean_could_vanish(self, measure: str) -> bool:
        """Whether the means differ, but under another tie rule need not."""
        interval = self.mean_delta(measure)
        return bool(interval and self.comparison.mean_delta(measure) and not interval.sign)

    @cached_property
    def _deltas(self) -> dict[str, Ranges]:
        return {key: self.b.of(key).less(self.a.of(key)) for key in ("recall", "rr")}


def tie_sensitivity(comparison: Comparison) -> TieSensitivity:
    """Ranges of both runs' values and of the deltas over all orders of tied documents."""
    return TieSensitivity(comparison, tie_ranges(comparison.a), tie_ranges(comparison.b))


def tie_ranges(evaluation: Evaluation) -> TieRanges:
    """Ranges of Recall@k and RR@k of one run, from the tie groups of its judged documents."""
    hits, k, scored = evaluation.hits, evaluation.k, evaluation.scope.scored
    fewest, most = _hits(hits, k)
    last, first = _first_ranks(hits, k)
    below = evaluation.scope.relevant
    return TieRanges(
        Ranges(scored_ratios(scored, fewest, below), scored_ratios(scored, most, below)),
        Ranges(reciprocals(scored, last), reciprocals(scored, first)),
    )


def _hits(hits: HitRanks, k: int) -> tuple[IntArray, IntArray]:
    """Fewest and most relevant documents in the top k: one group at most reaches across k."""
    rows, count = hits.relevant_rows, len(hits.places)
    first, last, codes = hits.tie_first[rows], hits.tie_last[rows], hits.codes[rows]
    surely = np.bincount(codes[last <= k], minlength=count)
    across = (first <= k) & (last > k)
    tied = np.bincount(codes[across], minlength=count)
    inside, outside = np.zeros(count, np.int64), np.zeros(count, np.int64)
    inside[codes[across]] = k - first[across] + 1
    outside[codes[across]] = last[across] - k
    return surely + np.maximum(tied - outside, 0), surely + np.minimum(tied, inside)


def _first_ranks(hits: HitRanks, k: int) -> tuple[IntArray, IntArray]:
    """Latest and earliest rank of the first relevant document in the top k, 0 for none.

    It stands in the first group that holds a relevant document: before or behind all the others
    of that group.
    """
    rows, count = hits.relevant_rows, len(hits.places)
    codes, at = np.unique(hits.codes[rows], return_index=True)
    earliest, end = np.zeros(count, np.int64), np.zeros(count, np.int64)
    earliest[codes] = hits.tie_first[rows[at]]
    end[codes] = hits.tie_last[rows[at]]
    same = hits.tie_first[rows] == earliest[hits.codes[rows]]
    alike = np.bincount(hits.codes[rows[same]], minlength=count)
    latest = np.where(end > 0, end - alike + 1, 0)
    return np.where(latest <= k, latest, 0), np.where(earliest <= k, earliest, 0)
