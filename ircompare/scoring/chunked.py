"""Runs of chunks and of documents on one footing: judged once, evaluated under any budget."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ircompare.errors import Problem
from ircompare.model.chunks import ChunkMap
from ircompare.model.collapse import Collapsed, collapse
from ircompare.model.grouping import bounds_of
from ircompare.model.ids import BoolArray, IntArray
from ircompare.model.levels import Decision, Level, level_of
from ircompare.model.protocol import FIRST_OCCURRENCE, Budget, ChunkRule, Unit
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.judging import HitRanks, judge


@dataclass(frozen=True, eq=False)
class Side:
    """One run, judged on all the documents it returns or its chunks bring.

    Attributes:
        hits: Where judged documents stand in the whole ranking of documents.
        collapsed: Its chunks and what they brought; None for a run of documents.
        decision: What the run names, and why this was decided.
    """

    hits: HitRanks
    collapsed: Collapsed | None
    decision: Decision

    @property
    def name(self) -> str:
        """Run name."""
        return self.hits.run.name

    @property
    def notes(self) -> tuple[Problem, ...]:
        """Remarks on the chunks and on the documents, each once."""
        of_chunks = self.collapsed.notes if self.collapsed is not None else ()
        return tuple(dict.fromkeys((*of_chunks, *self.hits.notes)))

    def costs(self, unit: Unit) -> IntArray:
        """Smallest budget, at least 1, that brings each judged document found (shape: m).

        A run of documents has all of them under any budget.
        """
        if self.collapsed is None:
            return np.ones_like(self.hits.ranks)
        starts = self.hits.run.bounds[self.hits.places[self.hits.codes]]
        costs = self.collapsed.costs(unit)[starts + self.hits.ranks - 1]
        return np.asarray(np.maximum(costs, 1), np.int64)

    def evaluation(self, scope: Scope, k: int | None = None) -> Evaluation:
        """The values under the chunk rule of a scope.

        Args:
            scope: Made by `ruled` from the scope that the run was judged on.
            k: Cutoff >= 1; None for the protocol's own.

        Raises:
            InputError: The rule needs scores, or tokens, that are not there.
            ValueError: k < 1, or the rule was made for another chunk map.
        """
        return Evaluation(self._hits(scope), scope.protocol.k if k is None else k)

    def _hits(self, scope: Scope) -> HitRanks:
        rule = scope.protocol.chunks
        if self.collapsed is None or rule is None:
            return replace(self.hits, scope=scope)
        run = self.collapsed.under(rule)
        if rule.rule != FIRST_OCCURRENCE:
            return judge(run, scope)
        if rule.budget is None:
            return replace(self.hits, scope=scope)
        return self._cut(run, scope, self._within(rule.budget))

    def _within(self, budget: Budget) -> BoolArray:
        return np.asarray(self.costs(budget.unit) <= budget.n)

    def _cut(self, run: Run, scope: Scope, keep: BoolArray) -> HitRanks:
        """The hits that a budget leaves: ranks stay, as it leaves a beginning of each ranking."""
        hits = self.hits
        return replace(
            hits,
            scope=scope,
            run=run,
            bounds=bounds_of(hits.codes[keep], len(scope)),
            ranks=hits.ranks[keep],
            grades=hits.grades[keep],
            judgements=hits.judgements[keep],
            tie_first=hits.tie_first[keep],
            tie_last=hits.tie_last[keep],
        )


def prepare(run: Run, chunk_map: ChunkMap, scope: Scope, level: Level | None = None) -> Side:
    """Decide what a run names, check its whole input, collapse it if need be, and judge it.

    Args:
        level: What the user decided; None to decide by the ids.

    Raises:
        InputError: Whatever `level_of`, `collapse` and `judge` refuse.
    """
    decision = level_of(run, chunk_map, scope.collection, level)
    if decision.level == "document":
        return Side(judge(run, scope), None, decision)
    collapsed = collapse(run, chunk_map, scope)
    return Side(judge(collapsed.documents, scope), collapsed, decision)


def ruled(scope: Scope, rule: ChunkRule | None) -> Scope:
    """The same queries and judgements under another chunk rule; nothing is checked again."""
    return replace(scope, protocol=replace(scope.protocol, chunks=rule))
