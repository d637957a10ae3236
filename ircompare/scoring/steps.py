"""Verdicts that change with a budget, kept as the few steps at which they do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ircompare.model.ids import BoolArray, IntArray
from ircompare.scoring.comparison import Counts


@dataclass(frozen=True, eq=False)
class Steps:
    """The verdict of each scored query as the budget grows; every step changes it.

    Steps stand in ascending order of query, then budget; each scored query begins with one at
    budget 1.

    Attributes:
        places: Query position (shape: s).
        budgets: Budget from which the verdict holds (shape: s).
        signs: 1 improved, 0 tied, −1 regressed (shape: s).
    """

    places: IntArray
    budgets: IntArray
    signs: IntArray

    @property
    def _first(self) -> BoolArray:
        return np.append(True, self.places[1:] != self.places[:-1])[: len(self.places)]

    @property
    def opening(self) -> int | None:
        """Smallest budget at which a verdict differs from the one a budget less gives."""
        later = self.budgets[~self._first]
        return int(later.min()) if len(later) else None

    @property
    def depending(self) -> IntArray:
        """Positions of the queries whose verdict depends on the budget."""
        return np.unique(self.places[~self._first])

    def flips(self) -> dict[int, int]:
        """How often verdicts turn between better and worse, by query position, where they do."""
        told = self.signs != 0
        places, signs = self.places[told], self.signs[told]
        turned = places[1:][(places[1:] == places[:-1]) & (signs[1:] != signs[:-1])]
        found, times = np.unique(turned, return_counts=True)
        return dict(zip(found.tolist(), times.tolist(), strict=True))

    def spans(self, place: int, last: int) -> list[tuple[int, int, int]]:
        """Verdict of one scored query as (verdict, first budget, last budget), in order."""
        mine = self.places == place
        begins: list[int] = self.budgets[mine].tolist()
        ends = [*(begin - 1 for begin in begins[1:]), last]
        return list(zip(self.signs[mine].tolist(), begins, ends, strict=True))

    def at(self, budget: int) -> dict[int, int]:
        """Verdict of every scored query under one budget >= 1, by query position."""
        inside = self.budgets <= budget
        return dict(zip(self.places[inside].tolist(), self.signs[inside].tolist(), strict=True))

    def counts(self, budgets: IntArray) -> tuple[Counts, ...]:
        """Scored queries by verdict under each budget, ascending, that holds every step."""
        at, first = np.searchsorted(budgets, self.budgets), self._first
        change = np.zeros((3, len(budgets)), np.int64)
        np.add.at(change, (self.signs + 1, at), 1)
        left = np.flatnonzero(~first)
        np.add.at(change, (self.signs[left - 1] + 1, at[left]), -1)
        return tuple(
            Counts(up, tied, down) for down, tied, up in np.cumsum(change, axis=1).T.tolist()
        )


def where_signs_change(places: IntArray, budgets: IntArray, weights: IntArray) -> Steps:
    """Steps of a running sum's sign.

    Args:
        places, budgets, weights: What is added to the sum of a query from a budget on, in any
            order; every query has one entry at the smallest budget.
    """
    order = np.lexsort((budgets, places))
    places, budgets, weights = places[order], budgets[order], weights[order]
    running = np.cumsum(weights)
    fresh = np.append(True, places[1:] != places[:-1])
    start = np.maximum.accumulate(np.where(fresh, np.arange(len(places)), 0))
    settled = np.append((places[1:] != places[:-1]) | (budgets[1:] != budgets[:-1]), True)
    signs = np.sign(running - (running - weights)[start])[settled]
    places, budgets = places[settled], budgets[settled]
    keep = np.append(True, (places[1:] != places[:-1]) | (signs[1:] != signs[:-1]))
    return Steps(places[keep], budgets[keep], signs[keep])
