"""The judging sheet: which unjudged documents to judge next, and what each could change.

The verdict of a measure is the sign of its mean delta. The shortest list is the fewest documents
of the pool which, all found relevant, turn that sign or make it 0. It is exact: in each query the
documents help less one after the other, so the largest steps over all queries are the best ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pyarrow as pa

from ircompare.inference.bounds import BOUNDED
from ircompare.inference.pool import Pool
from ircompare.inference.rr_deltas import RrDeltas, rr_deltas
from ircompare.inference.steps import Steps, recall_steps, rr_steps
from ircompare.model.ids import IntArray
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.values import Ratios


@dataclass(frozen=True)
class Shift:
    """A paired delta of one query, as judged and were one more document relevant.

    Attributes:
        now, then: Both exact, in [−1, 1].
    """

    now: Fraction
    then: Fraction

    @property
    def change(self) -> Fraction:
        """How far the query's delta moves; over the number of scored queries, the mean delta."""
        return self.then - self.now


@dataclass(frozen=True)
class SheetRow:
    """One document to judge.

    Attributes:
        query_id, doc_id: The pair to judge.
        rank_a, rank_b: Where it stands in the two top k, None where it does not.
        recall, rr: What it alone changes, if it is relevant.
    """

    query_id: str
    doc_id: str
    rank_a: int | None
    rank_b: int | None
    recall: Shift
    rr: Shift


@dataclass(frozen=True)
class Shortest:
    """The fewest documents whose relevance would change the verdict of one measure.

    Attributes:
        measure: `recall` or `rr`.
        rows: Largest step first; all of them must be relevant. Empty where no completion of the
            pool changes the verdict.
    """

    measure: str
    rows: tuple[SheetRow, ...]

    @property
    def settled(self) -> bool:
        """Whether the verdict stands whatever the judges say of the pool."""
        return not self.rows


def shortest(comparison: Comparison, pool: Pool, measure: str) -> Shortest:
    """The fewest documents of the pool that could change the sign of the mean delta.

    Where the means are equal, the one document that moves them most.

    Args:
        pool: Of this comparison at its own cutoff.
        measure: `recall` or `rr`.

    Raises:
        ValueError: Another measure.
    """
    deltas = comparison.deltas(measure)
    if measure not in BOUNDED or not isinstance(deltas, Ratios):
        raise ValueError(f"bounds are told for {' and '.join(BOUNDED)}, not for {measure!r}")
    total = deltas.total(comparison.scored)
    steps_of = rr_steps if measure == "rr" else recall_steps
    if total:
        found = steps_of(comparison, pool, -1 if total > 0 else 1).fewest(abs(total))
    else:
        ways = [steps_of(comparison, pool, sign) for sign in (-1, 1)]
        largest = max((way for way in ways if way.sizes), key=_largest, default=ways[0])
        found = largest.rows[:1]
    return Shortest(measure, sheet_rows(comparison, pool, found))


def judging_sheet(
    comparison: Comparison, pool: Pool, most: int | None = None
) -> tuple[SheetRow, ...]:
    """Every document of the pool that alone could change a delta of its query.

    Largest change of a delta first, then by query and best rank. For RR these are the unjudged
    documents above a first relevant one; one that stands in both top k shrinks a Recall delta and
    never turns it.

    Args:
        most: How many rows at most; None for all.
    """
    deltas = rr_deltas(comparison, pool)
    values = np.array([float(value) for value in deltas.values])
    rr = np.abs(values[deltas.then] - values[deltas.now[pool.codes]])
    now, then = _recall_parts(comparison, pool)
    recall = np.abs(then[0] / then[1] - now[0] / now[1])
    changes = np.where(now[0] * then[1] == then[0] * now[1], rr, np.maximum(rr, recall))
    rows = np.flatnonzero(comparison.scored[pool.codes] & (changes > 0))
    order = np.lexsort((pool.best[rows], pool.codes[rows], -changes[rows]))
    return sheet_rows(comparison, pool, rows[order[:most]], deltas)


def sheet_rows(
    comparison: Comparison, pool: Pool, rows: IntArray, deltas: RrDeltas | None = None
) -> tuple[SheetRow, ...]:
    """Rows of the sheet for some documents of the pool, all of scored queries."""
    deltas = rr_deltas(comparison, pool) if deltas is None else deltas
    values, codes = deltas.values, pool.codes[rows]
    now, then = (parts[:, rows].T.tolist() for parts in _recall_parts(comparison, pool))
    columns = zip(
        (comparison.a.scope.query_ids[code] for code in codes.tolist()),
        pool.documents.take(pa.array(rows)).to_pylist(),
        pool.rank_a[rows].tolist(),
        pool.rank_b[rows].tolist(),
        (Shift(Fraction(*one), Fraction(*other)) for one, other in zip(now, then, strict=True)),
        zip(deltas.now[codes].tolist(), deltas.then[rows].tolist(), strict=True),
        strict=True,
    )
    return tuple(
        SheetRow(
            query_id,
            doc_id,
            rank_a or None,
            rank_b or None,
            recall,
            Shift(values[before], values[after]),
        )
        for query_id, doc_id, rank_a, rank_b, recall, (before, after) in columns
    )


def _largest(steps: Steps) -> Fraction:
    return steps.sizes[0]


def _recall_parts(comparison: Comparison, pool: Pool) -> tuple[IntArray, IntArray]:
    """Recall delta of each document's query, as judged and with it, as numerator and denominator.

    Both 2 × m.
    """
    gaps = (comparison.b.hit_counts - comparison.a.hit_counts)[pool.codes]
    relevant = comparison.a.scope.relevant[pool.codes]
    moved = gaps + (pool.rank_b > 0) - (pool.rank_a > 0)
    return np.stack([gaps, np.maximum(relevant, 1)]), np.stack([moved, relevant + 1])
