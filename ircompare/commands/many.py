"""`evaluate` and `compare` over any number of runs, scored one by one or many at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from ircompare.commands.inputs import Options
from ircompare.commands.many_plan import Plan, plan_of
from ircompare.commands.many_results import write_results
from ircompare.engines.kept import KeptRuns
from ircompare.engines.work import Engine, Refusal, Task, in_process, score_one
from ircompare.errors import InputError, Problem, quote
from ircompare.report.table_files import require_suffix
from ircompare.scoring.numbers import counted

BROKEN_LIMIT, UNUSABLE = 2, 4


def run_many(options: Options, *, paired: bool) -> int:
    """Score every run into a table and list those that could not be scored.

    Args:
        paired: Whether every run is compared with the first.

    Returns:
        4 where a run could not be scored, else 2 where a quality limit is broken, else 0.

    Raises:
        InputError: The other inputs, or the run that all are compared with, are faulty.
        click.UsageError: Options that do not go together.
    """
    for target in filter(None, (options["output"], options["per_query"])):
        require_suffix(Path(target))
    engine, plan = _engine(options), plan_of(options, paired=paired)
    broken = False
    with _folder(options) as folder:
        kept = KeptRuns(folder, plan.about)
        refused = _score(plan, kept, engine, options)
        scored = [task for task in plan.tasks if task not in refused]
        if len(scored) >= plan.least:
            broken = write_results(plan, kept, scored, options)
        if options["resume"] is None and not refused:
            kept.clear(plan.tasks)
    _list(refused, plan)
    if refused:
        return UNUSABLE
    return BROKEN_LIMIT if broken else 0


def _engine(options: Options) -> Engine:
    jobs, address = options["jobs"], options["scheduler"]
    if jobs is not None and address is not None:
        raise click.UsageError("Give --jobs or --scheduler, not both.")
    if address is not None:
        from ircompare.engines.cluster import on_cluster

        return partial(on_cluster, address=address)
    if jobs is not None and jobs > 1:
        from ircompare.engines.processes import in_processes

        return partial(in_processes, jobs=jobs)
    return in_process


@contextmanager
def _folder(options: Options) -> Iterator[Path]:
    """Where judged runs are kept until the result is complete."""
    if not _keeps(options):
        with TemporaryDirectory(prefix="ircompare-") as name:
            yield Path(name)
        return
    folder = Path(options["resume"] or f"{options['output'] or options['per_query']}.parts")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            Problem(
                "cannot-write",
                f"folder {quote(str(folder))} cannot be made",
                expected="a place for what is found in each run",
                found=error.strerror or str(error),
                mend="choose another place with --resume",
            )
        ) from error
    yield folder


def _keeps(options: Options) -> bool:
    """Whether an interrupted command can be resumed: there is a place beside which to keep runs."""
    return any(options[name] is not None for name in ("resume", "output", "per_query"))


def _score(plan: Plan, kept: KeptRuns, engine: Engine, options: Options) -> dict[Task, Refusal]:
    """Have every run scored that was not before; those that could not be, and why."""
    waiting = [task for task in plan.tasks if task not in kept]
    total = counted(len(plan.tasks), "run")
    before = len(plan.tasks) - len(waiting)
    if before:
        click.echo(f"note: {before} of {total} scored before", err=True)
    refused: dict[Task, Refusal] = {}
    stored: list[Task] = []
    if not waiting:
        return refused
    ground = plan.ground.without_texts()
    try:
        with _progress(len(waiting)) as tick, closing(engine(score_one, ground, waiting)) as done:
            for task, outcome in done:
                if not isinstance(outcome, Refusal):
                    stored.append(task)
                    kept.put(task, outcome)
                elif plan.paired and task == plan.tasks[0]:
                    raise InputError(outcome.problems, outcome.total)
                else:
                    refused[task] = outcome
                tick()
    except (KeyboardInterrupt, InputError) as cause:
        mend = "kept: the same command goes on from there" if _keeps(options) else "lost"
        cut_short = bool(stored) and stored[-1] not in kept
        finished = before + len(stored) - cut_short
        if stored or isinstance(cause, KeyboardInterrupt):
            click.echo(f"interrupted: {finished} of {total} scored, {mend}", err=True)
        raise
    return refused


@contextmanager
def _progress(count: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with click.progressbar(length=count, label="scoring", show_pos=True, file=sys.stderr) as bar:
        yield lambda: bar.update(1)


def _list(refused: Mapping[Task, Refusal], plan: Plan) -> None:
    """Every run that could not be scored, in the order given, with its first problem."""
    if refused:
        total = counted(len(plan.tasks), "run")
        click.echo(f"{len(refused)} of {total} could not be scored:", err=True)
    for task in plan.tasks:
        if task in refused:
            click.echo(str(refused[task]), err=True)
