"""What a command was given: files read, settings file and flags merged into protocols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ircompare.api import distinct_names
from ircompare.errors import InputError, Problem, Problems
from ircompare.model.collection import Collection
from ircompare.model.protocol import Protocol
from ircompare.model.run import Run
from ircompare.readers import load
from ircompare.readers.loaded import Loaded, Slot
from ircompare.readers.settings import (
    FILES,
    PROTOCOL_KEYS,
    SETTINGS_NAME,
    RunFile,
    Settings,
    load_settings,
)
from ircompare.scoring.limits import Limits

Options = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Inputs:
    """The files of one command, read.

    Attributes:
        loaded: Every file as understood: corpus, queries, qrels, then the runs.
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
    def warnings(self) -> tuple[Problem, ...]:
        """Remarks of the readers, file by file."""
        return tuple(warning for loaded in self.loaded for warning in loaded.warnings)


def merged(options: Options) -> Settings:
    """The settings file, if there is one, with every flag that was given in its place.

    Raises:
        InputError: The settings file is faulty.
    """
    said = _settings(options.get("config"))
    flags = {slot: options.get(slot) for slot in FILES}
    runs = tuple(RunFile(path) for path in options.get("run") or ())
    chosen = {key: options.get(key) for key in PROTOCOL_KEYS if key != "k"}
    return Settings(
        flags["corpus"] or said.corpus,
        flags["queries"] or said.queries,
        flags["qrels"] or said.qrels,
        runs or said.runs,
        {**said.protocol, **{key: value for key, value in chosen.items() if value is not None}},
        said.source,
    )


def _settings(config: str | None) -> Settings:
    if config is not None:
        return load_settings(config)
    return load_settings(SETTINGS_NAME) if Path(SETTINGS_NAME).is_file() else Settings()


def read_inputs(said: Settings, least_runs: int) -> Inputs:
    """Read every file named; the problems of all of them come together.

    Raises:
        InputError: With the problems of all files.
        click.UsageError: Fewer runs than the command needs, or no qrels where it needs runs.
    """
    if len(said.runs) < least_runs:
        wanted = "two runs or more" if least_runs > 1 else "a run"
        raise click.UsageError(f"Missing option '--run': {wanted} must be given.")
    if least_runs and said.qrels is None:
        raise click.UsageError("Missing option '--qrels'.")
    return _read_all([*said.files()], _names(said.runs))


def _names(runs: Sequence[RunFile]) -> list[str]:
    found = distinct_names([run.path for run in runs])
    return [run.name or name for run, name in zip(runs, found, strict=True)]


def _read_all(files: Sequence[tuple[Slot, str, str | None]], names: Sequence[str]) -> Inputs:
    problems = Problems("")
    loaded: list[Loaded[Any]] = []
    run_names = iter(names)
    for slot, path, _ in files:
        name = next(run_names) if slot == "run" else None
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
    fields: dict[str, Any] = {**said.protocol, "k": k}
    try:
        return Protocol(**fields)
    except ValueError as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error


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
