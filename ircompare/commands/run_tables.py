"""Tables of runs given by flags, put beside the runs that they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase

import click

from ircompare.commands.inputs import Options, run_names
from ircompare.readers.settings import Settings
from ircompare.readers.settings_runs import RUN_TABLES


def with_tables(said: Settings, options: Options) -> Settings:
    """The settings with every table that was given by a flag in its place.

    Raises:
        click.UsageError: A table of a run that is not given.
    """
    runs, names = list(said.runs), run_names(said.runs)
    for slot in RUN_TABLES:
        for run, path in options.get(slot) or ():
            place = place_of(run, names, slot)
            runs[place] = replace(runs[place], **{slot: path})
    return replace(said, runs=tuple(runs), variants=options.get("variants") or said.variants)


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
