"""Tables of runs given by flags, put beside the runs that they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase

import click

from ircompare.commands.inputs import Options, run_names
from ircompare.readers.settings import Settings
from ircompare.readers.settings_runs import RUN_TABLES, RunFile


def with_tables(said: Settings, options: Options) -> Settings:
    """The settings with every table and every repeated run given by a flag in its place.

    Raises:
        click.UsageError: One of a run that is not given, or a repeated run given twice.
    """
    runs, names = list(said.runs), run_names(said.runs)
    for slot in RUN_TABLES:
        for run, path in options.get(slot) or ():
            place = place_of(run, names, slot)
            runs[place] = replace(runs[place], **{slot: path})
    repeated: dict[int, list[str]] = {}
    for run, path in options.get("repeat") or ():
        repeated.setdefault(place_of(run, names, "repeat"), []).append(path)
    for place, paths in repeated.items():
        runs[place] = replace(runs[place], repeats=tuple(paths))
    for name, one in zip(names, runs, strict=True):
        _refuse_twice(name, one)
    return replace(said, runs=tuple(runs), variants=options.get("variants") or said.variants)


def _refuse_twice(name: str, run: RunFile) -> None:
    """Refuse a file that would be compared with itself.

    Raises:
        click.UsageError: A repeated run is the run itself, or stands twice.
    """
    seen = {Path(run.path).resolve()}
    for path in run.repeats:
        if Path(path).resolve() in seen:
            raise click.UsageError(f"Run {name!r} and its repeated runs name {path} twice.")
        seen.add(Path(path).resolve())


def place_of(run: str, names: Sequence[str], option: str) -> int:
    """Which run an option names, by its name or its letter.

    Raises:
        click.UsageError: No such run is given.
    """
    letter = ascii_uppercase.find(run) if len(run) == 1 else -1
    place = names.index(run) if run in names else letter
    if not 0 <= place < len(names):
        raise click.UsageError(f"--{option} names run {run!r}, which is not given.")
    return place
