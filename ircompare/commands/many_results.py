"""From judged runs to results: one pass over them, each let go before the next is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from ircompare.commands.inputs import Options
from ircompare.commands.judged import nothing_to_budget
from ircompare.commands.many_plan import Plan
from ircompare.commands.options import warn
from ircompare.commands.output import emit
from ircompare.engines.kept import KeptRuns
from ircompare.engines.work import Task
from ircompare.errors import InputError, Problem
from ircompare.model.scope import Scope
from ircompare.report.limits_report import broken_lines
from ircompare.report.run_rows import run_rows
from ircompare.report.run_table import RunTable
from ircompare.report.table_files import growing_table
from ircompare.report.tables import about, table_of
from ircompare.scoring.chunked import ruled
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.judged_run import JudgedRun
from ircompare.scoring.limits import held_against

AtCutoffs = Sequence[Evaluation]
Sink = Callable[[AtCutoffs, AtCutoffs], None]


def write_results(plan: Plan, kept: KeptRuns, tasks: Sequence[Task], options: Options) -> bool:
    """Write all that was asked for, and say on stderr what is to be remarked of each run.

    Args:
        tasks: The runs that could be scored, in the order given.

    Returns:
        Whether a quality limit is broken.

    Raises:
        InputError: A file cannot be written, or a budget has no chunks to act on.
    """
    scope, table = _scope(plan, kept, tasks), RunTable(plan.paired)
    references: AtCutoffs = ()
    broken = False
    with ExitStack() as files:
        sinks: list[Sink] = []
        sinks.append(table.add if options["output"] is None else _rows(files, plan, options))
        if options["per_query"] is not None:
            sinks.append(_queries(files, plan, options))
        for evaluations in _evaluations(plan, kept, tasks, scope):
            for sink in sinks:
                sink(evaluations, references)
            broken |= _breaks_limits(plan, evaluations, references)
            if plan.paired and not references:
                references = evaluations
    if options["output"] is None:
        emit(options, table.text())
    return broken


def _scope(plan: Plan, kept: KeptRuns, tasks: Sequence[Task]) -> Scope:
    """The queries and judgements, with the chunk rule if a run was collapsed from chunks."""
    scope, chunk_map, budget = plan.ground.scope, plan.ground.chunk_map, plan.ground.budget
    if chunk_map is None:
        return scope
    reasons: dict[str, None] = {}
    for task in tasks:
        judged = _judged(kept, task)
        if judged.collapsed:
            return ruled(scope, chunk_map.rule(budget))
        reasons[judged.reason] = None
    if budget is not None:
        raise InputError(nothing_to_budget(reasons))
    return scope


def _evaluations(
    plan: Plan, kept: KeptRuns, tasks: Sequence[Task], scope: Scope
) -> Iterator[AtCutoffs]:
    """Each run at each cutoff, with its remarks; no remark is printed twice."""
    said: set[str | Problem] = set()
    for task in tasks:
        judged = _judged(kept, task)
        if judged.reason and judged.reason not in said:
            click.echo(f"note: {judged.reason}", err=True)
        warn(note for note in judged.notes if note not in said)
        said.update((judged.reason, *judged.notes))
        hits = judged.hits(scope)
        yield [Evaluation(hits, k) for k in plan.ks]


def _judged(kept: KeptRuns, task: Task) -> JudgedRun:
    judged = kept.get(task)
    if judged is None:
        raise InputError(
            Problem(
                "kept-run-gone",
                "what was found in this run is gone",
                task.source,
                mend="run the command again, and let no other use its folder meanwhile",
            )
        )
    return judged


def _rows(files: ExitStack, plan: Plan, options: Options) -> Sink:
    """What adds a run to the table with a row for each run, cutoff and measure."""
    writer = files.enter_context(growing_table(Path(options["output"])))
    asked = bool(options["fingerprint"])

    def add(evaluations: AtCutoffs, references: AtCutoffs) -> None:
        writer.write(run_rows(evaluations, references, paired=plan.paired, fingerprint=asked))

    return add


def _queries(files: ExitStack, plan: Plan, options: Options) -> Sink:
    """What adds a run to the table with a row for each query; of a reference it adds nothing."""
    path, told = Path(options["per_query"]), list[object]()
    writer = files.enter_context(growing_table(path, told))
    asked = bool(options["fingerprint"])

    def add(evaluations: AtCutoffs, references: AtCutoffs) -> None:
        results = _pairs(evaluations, references) if plan.paired else evaluations
        if results:
            writer.write(table_of(results, with_causes=False))
            told.extend(about(result, asked) for result in results)

    return add


def _breaks_limits(plan: Plan, evaluations: AtCutoffs, references: AtCutoffs) -> bool:
    if not plan.limits:
        return False
    lines = [
        line
        for pair in _pairs(evaluations, references)
        for line in broken_lines(pair, held_against(pair, plan.limits))
    ]
    click.echo("\n".join(lines), err=True, nl=bool(lines))
    return bool(lines)


def _pairs(evaluations: AtCutoffs, references: AtCutoffs) -> list[Comparison]:
    return [Comparison(a, b) for a, b in zip(references, evaluations, strict=False)]
