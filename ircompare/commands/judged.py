"""The runs of one command, judged once: chunks collapsed where a chunk map is given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import click

from ircompare.commands.further import with_further
from ircompare.commands.inputs import Inputs, Options, budget_of, levels_of, protocol_of
from ircompare.errors import InputError, Problem
from ircompare.model.protocol import Budget
from ircompare.model.scope import Scope
from ircompare.readers.settings import Settings
from ircompare.scoring.chunked import Side, ruled
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.sides import rule_for, side_with_hint


@dataclass(frozen=True, eq=False)
class Judged:
    """Every run of a command under one protocol.

    Attributes:
        inputs: What was read.
        scope: Queries and judgements, with the chunk rule that was asked for.
        sides: Each run, in the order given.
        budget: The chunk budget asked for, None for everything received.
        further: What judgements beside the qrels brought, a sentence a file.
    """

    inputs: Inputs
    scope: Scope
    sides: tuple[Side, ...]
    budget: Budget | None
    further: tuple[str, ...] = ()

    def evaluations(self, ks: Sequence[int]) -> list[list[Evaluation]]:
        """Each run at each cutoff; one pass over each run."""
        found = [side.evaluation(self.scope) for side in self.sides]
        return [[evaluation.at(k) for k in ks] for evaluation in found]

    @property
    def remarks(self) -> list[Problem]:
        """What readers, scope, chunks and documents gave cause to remark."""
        own = (note for side in self.sides for note in side.notes)
        return [*self.inputs.warnings, *self.scope.notes, *own]

    @property
    def decisions(self) -> tuple[str, ...]:
        """What each run names, and why this was decided; empty without a chunk map."""
        reasons = (side.decision.reason for side in self.sides)
        return tuple(dict.fromkeys(reason for reason in reasons if reason))

    def say(self) -> None:
        """Print on stderr what was judged beside the qrels, and what was decided."""
        for reason in (*self.further, *self.decisions):
            click.echo(f"note: {reason}", err=True)


def judged(inputs: Inputs, said: Settings, options: Options, k: int) -> Judged:
    """Judge every run.

    Raises:
        InputError: A run or the chunk map does not fit, or a run names chunks without a map.
        click.UsageError: A budget or a level that has nothing to act on.
    """
    budget = budget_of(said)
    levels = levels_of(options, said, [run.name for run in inputs.runs])
    collection, further = with_further(inputs.collection, options)
    scope = Scope.of(collection, protocol_of(said, k))
    sides = tuple(
        side_with_hint(run, scope, inputs.chunk_map, level)
        for run, level in zip(inputs.runs, levels, strict=True)
    )
    rule = rule_for(sides, inputs.chunk_map, budget)
    if budget is not None and rule is None and sides:
        raise InputError(nothing_to_budget(side.decision.reason for side in sides))
    return Judged(inputs, ruled(scope, rule), sides, budget, further)


def nothing_to_budget(reasons: Iterable[str]) -> Problem:
    """That no run has chunks for a budget to act on, and why each was taken for what it is."""
    return Problem(
        "nothing-to-budget",
        "a chunk budget was asked for, but no run is collapsed from chunks",
        expected="a run of chunks, and qrels that judge documents",
        found="; ".join(dict.fromkeys(reasons)),
        mend="leave the budget out",
    )
