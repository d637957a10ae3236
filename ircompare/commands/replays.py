"""`evaluate --replay`: the worst queries of a run, by a measure that is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ircompare.commands.inputs import Options
from ircompare.commands.run_tables import place_of

if TYPE_CHECKING:
    from ircompare.scoring.evaluation import Evaluation


def replays_asked(
    options: Options, names: Sequence[str], ks: Sequence[int]
) -> list[tuple[int, Path]]:
    """Which run's worst queries go to which file.

    Args:
        names: Of the runs, in the order given.

    Raises:
        click.UsageError: It is not said whose, a run that is not given, several cutoffs, or a
            measure without a file.
    """
    asked = options["replay"]
    if options["replay_by"] and not asked:
        raise click.UsageError("--replay-by goes with --replay.")
    if asked and len(ks) > 1:
        raise click.UsageError("--replay is of one cutoff: give --k once.")
    return [_asked(text, names) for text in asked]


def _asked(text: str, names: Sequence[str]) -> tuple[int, Path]:
    run, equals, path = text.partition("=")
    if not equals and len(names) == 1:
        return 0, Path(text)
    if not (equals and run and path):
        raise click.UsageError(
            f"--replay of several runs is written as A=FILE, not {text!r}."
            if len(names) > 1
            else f"--replay is written as FILE or A=FILE, not {text!r}."
        )
    return place_of(run, names, "replay"), Path(path)


def write_replays(
    wanted: Sequence[tuple[int, Path]], runs: Sequence[Sequence[Evaluation]], options: Options
) -> None:
    """Write each file, all or nothing.

    Args:
        runs: For each run its evaluation at each cutoff.

    Raises:
        InputError: A file cannot be written.
    """
    if not wanted:
        return
    from ircompare.report.atomic import write_atomic
    from ircompare.report.replay import replay_lines

    for place, path in wanted:
        write_atomic(path, replay_lines(runs[place][0], options["replay_by"] or "recall"))
