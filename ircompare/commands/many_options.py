"""Options for many runs at once, and when a command makes a table of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ircompare.commands.options import Option, Whole, together

TABLE = "table"
_ENGINE = ("jobs", "scheduler", "resume")

many_options = together(
    click.option(
        "--jobs",
        type=Whole(),
        metavar="N",
        help="Score runs in N processes of this machine. [default: one after the other, in this "
        "process]",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Score runs on the Dask cluster of this scheduler, such as tcp://host:8786. Its "
        "workers read the runs under the same paths; the README says how to start them.",
    ),
    click.option(
        "--resume",
        metavar="DIR",
        help="Keep what is found in each run in DIR, and take from there what was found before. "
        "[default: a folder beside the result, removed when it is complete]",
    ),
)


def form_or_table(*names: str) -> Option[Any]:
    """The option that chooses the form of the result; the first name is the usual one."""
    return click.option(
        "--format",
        type=click.Choice((*names, TABLE)),
        help="Form. table: runs are scored one by one, none is held, a bad file fails alone; a "
        "line for each run and cutoff. With --output FILE.parquet, .csv or .json: a row for each "
        f"run, cutoff and measure. [default: {names[0]}; {TABLE} if --run is a folder, or with "
        "--jobs, --scheduler or --resume]",
    )


def wants_table(options: Mapping[str, Any]) -> bool:
    """Whether a command makes a table of runs instead of holding them all.

    Raises:
        click.UsageError: Another form goes together with an option that only a table has.
    """
    asked = [name for name in _ENGINE if options[name] is not None]
    if options["format"] is None:
        return bool(asked) or _names_a_folder(options)
    if asked and options["format"] != TABLE:
        raise click.UsageError(f"--{asked[0]} goes with --format {TABLE}.")
    return bool(options["format"] == TABLE)


def _names_a_folder(options: Mapping[str, Any]) -> bool:
    from ircompare.commands.inputs import given

    return any(Path(run.path).is_dir() for run in given(options).runs)
