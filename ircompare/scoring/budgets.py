"""The same comparison over every chunk budget, from one pass over the hit ranks.

A budget leaves a beginning of each ranking of documents, so ranks never change with it: a
document counts from the budget on that brings its first chunk. This holds for the first
occurrence only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median

import numpy as np

from ircompare.model.ids import BoolArray, IntArray
from ircompare.model.protocol import Unit
from ircompare.scoring.chunked import Side
from ircompare.scoring.comparison import Counts
from ircompare.scoring.steps import Steps, where_signs_change
from ircompare.scoring.sweep import Curve, running_means

MEASURED = ("recall", "rr")


@dataclass(frozen=True, eq=False)
class Needed:
    """The budgets that one chunk run needs.

    Attributes:
        for_k: Budget that brings k documents of each query (shape: n); 0 where all chunks
            together bring fewer.
        for_all: Budget from which the top k is that of everything received (shape: n); 0 where
            nothing was received.
        scored: Queries that enter every mean (shape: n).
    """

    for_k: IntArray
    for_all: IntArray
    scored: BoolArray

    @property
    def _reached(self) -> list[int]:
        found: list[int] = self.for_k[self.scored & (self.for_k > 0)].tolist()
        return found

    @property
    def median(self) -> Fraction | None:
        """Median budget for k documents over the scored queries that reach k; None if none."""
        found = self._reached
        return median([Fraction(budget) for budget in found]) if found else None

    @property
    def most(self) -> int | None:
        """Largest budget for k documents over the scored queries that reach k; None if none."""
        return max(self._reached, default=None)

    @property
    def short(self) -> int:
        """Scored queries for which all chunks together bring fewer than k documents."""
        return int(self.scored.sum()) - len(self._reached)

    @property
    def agree(self) -> int:
        """Budget from which both protocols agree on the top k of every scored query."""
        return max(1, int(self.for_all[self.scored].max(initial=0)))


@dataclass(frozen=True, eq=False)
class BudgetCurve:
    """One run over every budget at one cutoff.

    Attributes:
        budgets: Ascending from 1; in tokens, only those at which something changes, and the last.
        curve: Exact mean Recall@k and RR@k, one a budget.
        needed: What the run needs; None for a run of documents, which no budget changes.
    """

    k: int
    unit: Unit
    budgets: IntArray
    curve: Curve
    needed: Needed | None


@dataclass(frozen=True, eq=False)
class BudgetSweep:
    """Two runs over every budget at one cutoff.

    Attributes:
        a, b: Their curves, over the same budgets.
        verdicts: For `recall` and `rr`, the verdict of each scored query as the budget grows.
        counts: For both, improved, tied and regressed under each budget.
    """

    a: BudgetCurve
    b: BudgetCurve
    verdicts: dict[str, Steps]
    counts: dict[str, tuple[Counts, ...]]

    @property
    def budgets(self) -> IntArray:
        """The budgets, ascending."""
        return self.a.budgets

    @property
    def opening(self) -> int | None:
        """Smallest budget at which a verdict changes; None where none ever does."""
        found = [steps.opening for steps in self.verdicts.values() if steps.opening is not None]
        return min(found, default=None)

    @property
    def agree(self) -> int:
        """Budget from which both protocols agree on the top k of every scored query."""
        sides = (self.a.needed, self.b.needed)
        return max(needed.agree for needed in sides if needed is not None)


def budget_curve(
    side: Side, k: int, *, unit: Unit = "chunks", last: int | None = None
) -> BudgetCurve:
    """One chunk run for every budget.

    Args:
        k: Cutoff >= 1.
        last: Largest budget; None for everything received.

    Raises:
        InputError: Tokens are asked for and the map has none.
        ValueError: The run names documents, or no query is scored.
    """
    budgets = _axis([side], k, unit, last)
    return _curve(side, k, unit, budgets)


def budget_sweep(
    a: Side, b: Side, k: int, *, unit: Unit = "chunks", last: int | None = None
) -> BudgetSweep:
    """Both runs for every budget; a run of documents among them stays as it is.

    Args:
        k: Cutoff >= 1.
        last: Largest budget; None for everything received.

    Raises:
        InputError: Tokens are asked for and the map has none.
        ValueError: Both runs name documents, no query is scored, or the scopes differ.
    """
    if a.hits.scope is not b.hits.scope:
        raise ValueError("runs are compared under one protocol only: same scope")
    budgets = _axis([a, b], k, unit, last)
    verdicts = {measure: _steps(a, b, measure, k, unit, budgets) for measure in MEASURED}
    return BudgetSweep(
        _curve(a, k, unit, budgets),
        _curve(b, k, unit, budgets),
        verdicts,
        {measure: steps.counts(budgets) for measure, steps in verdicts.items()},
    )


def _axis(sides: Sequence[Side], k: int, unit: Unit, last: int | None) -> IntArray:
    """The budgets to tell apart, ascending."""
    spent = [side.collapsed.spent(unit) for side in sides if side.collapsed is not None]
    if not spent:
        raise ValueError("a budget needs a run of chunks")
    end = last or max(1, *(int(part.max(initial=1)) for part in spent))
    if unit == "chunks":
        return np.arange(1, end + 1)
    steps = [side.costs(unit)[_counted(side, k)] for side in sides]
    budgets = np.unique(np.concatenate([[1, end], *steps]))
    return np.asarray(budgets[budgets <= end], np.int64)


def _counted(side: Side, k: int) -> IntArray:
    """Rows of the hits that count at a cutoff: relevant, in the top k, of a scored query."""
    hits = side.hits
    rows = hits.relevant_rows
    return rows[(hits.ranks[rows] <= k) & hits.scope.scored[hits.codes[rows]]]


def _first_counted(side: Side, k: int) -> IntArray:
    """Of these rows the first of each query."""
    rows = _counted(side, k)
    return rows[np.unique(side.hits.codes[rows], return_index=True)[1]]


def _curve(side: Side, k: int, unit: Unit, budgets: IntArray) -> BudgetCurve:
    hits, costs = side.hits, side.costs(unit)
    count = int(hits.scope.scored.sum())
    if not count:
        raise ValueError("no query is scored: there is no mean to draw")
    rows, first = _counted(side, k), _first_counted(side, k)
    below = hits.scope.relevant[hits.codes[rows]]
    places = np.searchsorted(budgets, costs) + 1
    means = Curve(
        side.name,
        running_means(places[rows], below, len(budgets), count),
        running_means(places[first], hits.ranks[first], len(budgets), count),
    )
    return BudgetCurve(k, unit, budgets, means, _needed(side, k, unit))


def _needed(side: Side, k: int, unit: Unit) -> Needed | None:
    if side.collapsed is None:
        return None
    hits, depths = side.hits, side.hits.returned
    costs = np.maximum(side.collapsed.costs(unit), 1)
    some = np.flatnonzero(depths > 0)
    at = hits.run.bounds[hits.places[some]] + np.minimum(depths[some], k) - 1
    for_all = np.zeros(len(depths), np.int64)
    for_all[some] = costs[at]
    return Needed(np.where(depths >= k, for_all, 0), for_all, hits.scope.scored)


def _steps(a: Side, b: Side, measure: str, k: int, unit: Unit, budgets: IntArray) -> Steps:
    """Sum up per query what each document adds from its budget on, and note where signs change.

    For RR a first relevant document at rank r adds k + 1 − r, which orders ranks as RR does.
    """
    scored = np.flatnonzero(a.hits.scope.scored)
    events = [np.stack([scored, np.ones_like(scored), np.zeros_like(scored)])]
    for side, sign in ((a, -1), (b, 1)):
        rows = _counted(side, k) if measure == "recall" else _first_counted(side, k)
        weight = np.ones_like(rows) if measure == "recall" else k + 1 - side.hits.ranks[rows]
        events.append(np.stack([side.hits.codes[rows], side.costs(unit)[rows], sign * weight]))
    places, costs, weights = np.concatenate(events, axis=1)
    inside = costs <= budgets[-1]
    return where_signs_change(places[inside], costs[inside], weights[inside])
