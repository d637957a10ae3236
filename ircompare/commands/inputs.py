"""What a command was given: files read, settings file and flags merged into protocols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import click

from ircompare.api import distinct_names
from ircompare.errors import InputError, Problem, Problems
from ircompare.model.chunks import ChunkMap
from ircompare.model.collection import Collection
from ircompare.model.levels import Level
from ircompare.model.protocol import Budget, Protocol
from ircompare.model.run import Run
from ircompare.readers import load
from ircompare.readers.folders import unfolded
from ircompare.readers.loaded import Loaded, Slot
from ircompare.readers.settings import (
    BUDGET_KEYS,
    FILES,
    PROTOCOL_KEYS,
    SETTINGS_NAME,
    Settings,
    load_settings,
)
from ircompare.readers.settings_runs import RunFile
from ircompare.scoring.limits import Limits

Options = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Inputs:
    """The files of one command, read.

    Attributes:
        loaded: Every file as understood: corpus, queries, qrels, chunk map, the runs, then tables.
        runs: The runs in the order given.
    """

    loaded: tuple[Loaded[Any], ...]
    runs: tuple[Run, ...]

    def value(self, slot: Slot) -> Any:
        """What was read for a slot, None where no file was given."""
        return next((loaded.value for loaded in self.loaded if loaded.slot == slot), None)

    @property
    def collection(self) -> Collection:
        """Qrels, and corpus and queries where they were given.

        Raises:
            click.UsageError: No qrels.
        """
        if self.value("qrels") is None:
            raise click.UsageError("Missing option '--qrels'.")
        return Collection(self.value("qrels"), self.value("corpus"), self.value("queries"))

    @property
    def chunk_map(self) -> ChunkMap | None:
        """The chunk map, None where none was given."""
        found: ChunkMap | None = self.value("chunk_map")
        return found

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Remarks of the readers, file by file."""
        return tuple(warning for loaded in self.loaded for warning in loaded.warnings)


def merged(options: Options) -> Settings:
    """What was given, with the files of a folder of runs in its place.

    Raises:
        InputError: The settings file is faulty, or a folder holds no run.
    """
    said = given(options)
    return replace(said, runs=unfolded(said.runs))


def given(options: Options) -> Settings:
    """The settings file, if there is one, with every flag that was given in its place.

    Raises:
        InputError: The settings file is faulty.
    """
    said = _settings(options.get("config"))
    flags = {slot: options.get(slot) for slot in FILES}
    runs = tuple(RunFile(path) for path in options.get("run") or ())
    flagged = {key: options.get(key) for key in PROTOCOL_KEYS if key != "k"}
    chosen = {key: value for key, value in flagged.items() if value is not None}
    budgeted = any(key in chosen for key in BUDGET_KEYS)
    kept = {
        key: value for key, value in said.protocol.items() if not (budgeted and key in BUDGET_KEYS)
    }
    return Settings(
        **{slot: path or getattr(said, slot) for slot, path in flags.items()},
        runs=runs or said.runs,
        protocol={**kept, **chosen},
        source=said.source,
        declared=said.declared,
        judge=options.get("judge") or said.judge,
        variants=said.variants,
        scorecard=said.scorecard,
    )


def _settings(config: str | None) -> Settings:
    if config is not None:
        return load_settings(config)
    return load_settings(SETTINGS_NAME) if Path(SETTINGS_NAME).is_file() else Settings()


def read_inputs(said: Settings, least_runs: int, beside: Sequence[tuple[Slot, str]] = ()) -> Inputs:
    """Read every file named; the problems of all of them come together.

    Args:
        beside: (slot, path) of tables that the command reads too.

    Raises:
        InputError: With the problems of all files.
        click.UsageError: Fewer runs than the command needs, or no qrels where it needs runs.
    """
    require_inputs(said, least_runs)
    tables = [(slot, path, None) for slot, path in beside]
    return _read_all([*said.files(), *tables], run_names(said.runs))


def require_inputs(said: Settings, least_runs: int) -> None:
    """Refuse too few files.

    Raises:
        click.UsageError: Fewer runs than the command needs, or no qrels where it needs runs.
    """
    if len(said.runs) < least_runs:
        wanted = "two runs or more" if least_runs > 1 else "a run"
        raise click.UsageError(f"Missing option '--run': {wanted} must be given.")
    if least_runs and said.qrels is None:
        raise click.UsageError("Missing option '--qrels'.")


def run_names(runs: Sequence[RunFile]) -> list[str]:
    """How each run is called: as the settings say, else after its file."""
    found = distinct_names([run.path for run in runs])
    return [run.name or name for run, name in zip(runs, found, strict=True)]


def _read_all(files: Sequence[tuple[Slot, str, str | None]], names: Sequence[str]) -> Inputs:
    problems = Problems("")
    loaded: list[Loaded[Any]] = []
    run_names = iter(names)
    for slot, path, judge in files:
        name = next(run_names) if slot == "run" else judge
        try:
            loaded.append(load(path, slot, name=name))
        except InputError as error:
            problems.extend(error.problems)
            problems.total += error.total - len(error.problems)
    problems.raise_any()
    return Inputs(tuple(loaded), tuple(one.value for one in loaded if one.slot == "run"))


def cutoffs(options: Options, said: Settings) -> tuple[int, ...]:
    """The cutoffs in the order given, each once.

    Raises:
        click.UsageError: None was given.
    """
    given = tuple(dict.fromkeys(options.get("k") or ()))
    settled = said.protocol.get("k")
    if not given and isinstance(settled, int):
        return (settled,)
    if not given:
        raise click.UsageError("Missing option '--k': the cutoff has no default here.")
    return given


def protocol_of(said: Settings, k: int) -> Protocol:
    """The protocol at one cutoff.

    Raises:
        click.UsageError: Choices that do not go together.
    """
    fields: dict[str, Any] = {
        key: value for key, value in {**said.protocol, "k": k}.items() if key not in BUDGET_KEYS
    }
    try:
        return Protocol(**fields)
    except ValueError as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error


def budget_of(said: Settings) -> Budget | None:
    """The chunk budget asked for, None for everything received.

    Raises:
        click.UsageError: Two budgets, or one without a chunk map.
    """
    chunks, tokens = (said.protocol.get(key) for key in BUDGET_KEYS)
    if chunks is not None and tokens is not None:
        raise click.UsageError("Give --budget or --token-budget, not both.")
    if chunks is None and tokens is None:
        return None
    if said.chunk_map is None:
        raise click.UsageError("A budget needs chunks: give --chunk-map.")
    if isinstance(chunks, int):
        return Budget("chunks", chunks)
    return Budget("tokens", tokens) if isinstance(tokens, int) else None


def levels_of(options: Options, said: Settings, names: Sequence[str]) -> list[Level | None]:
    """What each run is to be read as, None where its ids decide.

    A run is meant by its name, else by its letter: A is the first, Z the last that has one.

    Raises:
        click.UsageError: A run that is not there.
    """
    told: dict[str, Level] = dict(options.get("level") or ())
    if told and said.chunk_map is None:
        raise click.UsageError("--level needs --chunk-map.")
    letters = chain(ascii_uppercase, repeat(""))
    found: list[Level | None] = []
    meant = set()
    for run, name, letter in zip(said.runs, names, letters, strict=False):
        key, level = name if name in told else letter, run.level
        meant.add(key)
        found.append(told.get(key, level))
    unknown = [name for name in told if name not in meant]
    if unknown:
        raise click.UsageError(f"--level names run {unknown[0]!r}, which is not given.")
    return found


def limits_of(options: Options) -> Limits:
    """The quality limits asked for.

    Raises:
        click.UsageError: One holds for a cutoff that is not given.
    """
    drops = tuple(options.get("max_drop") or ())
    named = {drop.k for drop in drops if drop.k is not None}
    absent = named.difference(cutoffs(options, merged(options)) if named else ())
    if absent:
        raise click.UsageError(f"--max-drop names cutoff {min(absent)}, which --k does not give.")
    return Limits(options.get("max_regressed"), drops)
