"""What is scored when runs are many, and against what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ircompare.commands.inputs import (
    Inputs,
    Options,
    budget_of,
    cutoffs,
    levels_of,
    limits_of,
    merged,
    protocol_of,
    read_inputs,
    require_inputs,
    run_names,
)
from ircompare.commands.options import warn
from ircompare.engines.work import Ground, Task, package_version
from ircompare.model.scope import Scope
from ircompare.readers.settings import Settings
from ircompare.scoring.limits import Limits


@dataclass(frozen=True, eq=False)
class Plan:
    """The runs, what they are scored against, and what is made of them.

    Attributes:
        tasks: The runs in the order given.
        ground: What all of them are scored against.
        ks: The cutoffs.
        limits: Quality limits, if there are any.
        paired: Whether every run is compared with the first.
        about: What the values of a run depend on, beside the run.
    """

    tasks: tuple[Task, ...]
    ground: Ground
    ks: tuple[int, ...]
    limits: Limits
    paired: bool
    about: Mapping[str, object]

    @property
    def least(self) -> int:
        """How many runs a result needs."""
        return 2 if self.paired else 1


def plan_of(options: Options, *, paired: bool) -> Plan:
    """Read everything but the runs.

    Raises:
        InputError: A file or the settings are faulty.
        click.UsageError: Too few files, or choices that do not go together.
    """
    said, limits = merged(options), limits_of(options)
    ks = cutoffs(options, said)
    protocol, budget = protocol_of(said, ks[0]), budget_of(said)
    require_inputs(said, 2 if paired else 1)
    tasks = _tasks(options, said)
    inputs = read_inputs(replace(said, runs=()), 0)
    ground = Ground(Scope.of(inputs.collection, protocol), inputs.chunk_map, budget)
    warn([*inputs.warnings, *ground.scope.notes])
    return Plan(tasks, ground, ks, limits, paired, _about(inputs, ground))


def _tasks(options: Options, said: Settings) -> tuple[Task, ...]:
    names = run_names(said.runs)
    levels = levels_of(options, said, names)
    return tuple(
        Task(str(Path(run.path).absolute()), name, run.path, level)
        for run, name, level in zip(said.runs, names, levels, strict=True)
    )


def _about(inputs: Inputs, ground: Ground) -> dict[str, object]:
    """All choices but the cutoff, which no judged run depends on, and the bytes of all files."""
    protocol = {name: value for name, value in vars(ground.scope.protocol).items() if name != "k"}
    return {
        "version": package_version(),
        "files": {loaded.slot: loaded.digest for loaded in inputs.loaded},
        "protocol": protocol,
        "budget": None if ground.budget is None else vars(ground.budget),
    }
