"""`evaluate`, `compare`, `sweep` and `check`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ircompare.commands.checked_fields import fields_found
from ircompare.commands.chunks import sweep_budgets
from ircompare.commands.conclusion_options import CONCLUDING, wants_conclusions
from ircompare.commands.full_report import asked_report, reported
from ircompare.commands.inputs import (
    Inputs,
    Options,
    budget_of,
    cutoffs,
    limits_of,
    merged,
    protocol_of,
    read_inputs,
    require_inputs,
    run_names,
)
from ircompare.commands.judged import Judged, judged
from ircompare.commands.many_options import TABLE, wants_table
from ircompare.commands.options import warn
from ircompare.commands.output import emit, one_or_all
from ircompare.commands.pitfalls import pitfalls_json, pitfalls_text, require_form
from ircompare.commands.replays import replays_asked, write_replays
from ircompare.commands.report_options import REPORTING
from ircompare.commands.scorecard_options import tables_of
from ircompare.commands.slices import slice_fields
from ircompare.errors import InputError, Problem
from ircompare.model.collapse import Collapsed
from ircompare.readers.settings import Settings
from ircompare.report import json_report as as_json
from ircompare.report import text as as_text
from ircompare.report.headline import nothing_scored
from ircompare.report.limits_report import broken_lines, limits_json, limits_lines
from ircompare.report.markdown import escaped, summary
from ircompare.report.slice_tables import slices_csv, slices_json, slices_markdown, slices_text
from ircompare.report.tables import (
    csv_bytes,
    require_table_suffix,
    write_per_query,
)
from ircompare.scoring.chunked import Side
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.limits import Finding, held_against
from ircompare.scoring.sweep import curve, sweep

if TYPE_CHECKING:
    from ircompare.commands.conclusions import Concluded

BROKEN_LIMIT = 2
Chunks = tuple[Collapsed | None, Collapsed | None]


def run_evaluate(options: Options) -> int:
    """Score each run at each cutoff, many of them into a table; the exit code."""
    if wants_table(options):
        from ircompare.commands.many import run_many

        _not_in_a_table(options, "pitfalls", "judged", "what_if", "replay", "replay_by")
        return run_many(options, paired=False)
    replays = _replays(options)
    found, at = _judged(options, 1)
    inputs, listed = at.inputs, [at_k for run in found for at_k in run]
    write_replays(replays, found, options)
    runs = list(zip(listed, _chunks(at.sides, found), strict=True))
    _save_queries(options, listed)
    warn(at.remarks)
    asked = bool(options["fingerprint"])
    if options["format"] == "json":
        objects = [
            {
                **as_json.evaluation_json(run[0], warnings=inputs.warnings, fingerprint=asked),
                **pitfalls_json(options, run),
            }
            for run in runs
        ]
        emit(options, as_json.json_text(one_or_all(objects)))
    else:
        texts = [
            as_text.evaluation_text(run[0], fingerprint=asked) + pitfalls_text(options, run)
            for run in runs
        ]
        emit(options, "\n".join(texts))
    return 0


def _replays(options: Options) -> list[tuple[int, Path]]:
    """The replay files asked for, refused before anything is read."""
    if not (options["replay"] or options["replay_by"]):
        return []
    said = merged(options)
    require_inputs(said, 1)
    return replays_asked(options, run_names(said.runs), cutoffs(options, said))


def run_compare(options: Options) -> int:
    """Compare every further run with the first, at each cutoff; 2 where a limit is broken."""
    if wants_table(options):
        from ircompare.commands.many import run_many

        _not_in_a_table(options, "slice", "pitfalls", "judged", "what_if", *CONCLUDING, *REPORTING)
        return run_many(options, paired=True)
    require_form(options)
    asked, limits = asked_report(options), limits_of(options)
    found, at = _judged(options, 2)
    reference, *candidates = found
    pairs = [
        compare(a, b) for candidate in candidates for a, b in zip(reference, candidate, strict=True)
    ]
    fields = slice_fields(options, at.scope)
    _save_queries(options, pairs)
    warn(at.remarks)
    further = _further(options, pairs)
    held = [held_against(pair, limits) if limits else () for pair in pairs]
    first = at.sides[0].collapsed
    chunks = [(first, own) for own in _chunks(at.sides[1:], candidates)]
    report = asked and reported(asked, pairs, held, at, fields, options)
    emit(options, report or _compared(pairs, held, chunks, fields, at.inputs, options, further))
    broken = [
        line
        for pair, findings in zip(pairs, held, strict=True)
        for line in broken_lines(pair, findings)
    ]
    click.echo("\n".join(broken), err=True, nl=bool(broken))
    return BROKEN_LIMIT if broken else 0


def _not_in_a_table(options: Options, *names: str) -> None:
    """Refuse options that a table of runs has no place for.

    Raises:
        click.UsageError: One of them is given.
    """
    for name in names:
        if options[name]:
            flag = name.replace("_", "-")
            raise click.UsageError(f"--{flag} does not go with --format {TABLE}.")


def _compared(
    pairs: Sequence[Comparison],
    held: Sequence[Sequence[Finding]],
    chunks: Sequence[Chunks],
    fields: Sequence[str],
    inputs: Inputs,
    options: Options,
    further: Concluded | None,
) -> str | bytes:
    """The result in the form asked for; quality limits stand in it, but not in a table."""
    asked, form = bool(options["fingerprint"]), options["format"]
    if form == "csv":
        return slices_csv(pairs, fields) if fields else csv_bytes(pairs)
    if form == "json":
        return as_json.json_text(
            one_or_all(_objects(pairs, held, chunks, fields, inputs, options, further))
        )
    markdown = form == "markdown"
    write, write_slices = (
        (summary, slices_markdown) if markdown else (as_text.comparison_text, slices_text)
    )
    texts = []
    for pair, findings, (of_a, of_b) in zip(pairs, held, chunks, strict=True):
        told = "\n".join(limits_lines(pair, findings)) if findings else ""
        parts = (write_slices(pair, fields), escaped(told) if markdown else told)
        more = "".join(f"\n{part}\n" for part in parts if part)
        more += pitfalls_text(options, (pair.a, of_a), (pair.b, of_b))
        more += further.text(pair, markdown) if further else ""
        texts.append(write(pair, fingerprint=asked) + more)
    return "\n".join(texts)


def _objects(
    pairs: Sequence[Comparison],
    held: Sequence[Sequence[Finding]],
    chunks: Sequence[Chunks],
    fields: Sequence[str],
    inputs: Inputs,
    options: Options,
    further: Concluded | None,
) -> list[dict[str, object]]:
    asked = bool(options["fingerprint"])
    return [
        {
            **as_json.comparison_json(pair, warnings=inputs.warnings, fingerprint=asked),
            **({"slices": slices_json(pair, fields)} if fields else {}),
            **({"quality_limits": limits_json(pair, findings)} if findings else {}),
            **pitfalls_json(options, (pair.a, of_a), (pair.b, of_b)),
            **(further.json(pair) if further else {}),
        }
        for pair, findings, (of_a, of_b) in zip(pairs, held, chunks, strict=True)
    ]


def _further(options: Options, pairs: Sequence[Comparison]) -> Concluded | None:
    """Conclusions and bounds, loaded only where something of them is asked for."""
    if not wants_conclusions(options):
        return None
    from ircompare.commands.conclusions import asked_for

    return asked_for(options, pairs)


def _chunks(sides: Sequence[Side], found: Sequence[Sequence[Evaluation]]) -> list[Collapsed | None]:
    """The chunks behind each evaluation, in the order of runs and then of cutoffs."""
    return [side.collapsed for side, run in zip(sides, found, strict=True) for _ in run]


def run_sweep(options: Options) -> None:
    """Every cutoff, for one run or for each further run against the first."""
    said = merged(options)
    k = _swept_at(options, said)
    at = judged(read_inputs(said, 1), said, options, k)
    at.say()
    warn(at.remarks)
    if not at.scope.scored.any():
        raise InputError(Problem("no-scored-query", nothing_scored(at.scope).rstrip(".")))
    if said.chunk_map is not None:
        sweep_budgets(options, at, k)
        return
    found = [run for (run,) in at.evaluations([1])]
    depth = max(1, *(one.hits.run.depth for one in found))
    json_form = options["format"] == "json"
    if len(found) == 1:
        single = curve(found[0], depth)
        alone = as_json.json_text(as_json.curve_json(single)) if json_form else None
        emit(options, alone or as_text.curve_text(single))
        return
    sweeps = [sweep(compare(found[0], other), depth) for other in found[1:]]
    if json_form:
        objects = [as_json.sweep_json(one) for one in sweeps]
        emit(options, as_json.json_text(one_or_all(objects)))
    else:
        emit(options, "\n".join(as_text.sweep_text(one) for one in sweeps))


def _swept_at(options: Options, said: Settings) -> int:
    """The cutoff at which budgets are swept; without a chunk map every cutoff is.

    Raises:
        click.UsageError: Budgets without a cutoff, cutoffs with one, or more than one.
    """
    if said.chunk_map is None:
        if options["k"]:
            raise click.UsageError("--k goes with --chunk-map: without one every cutoff is swept.")
        return 1
    if budget_of(said) is not None:
        raise click.UsageError("Every budget is swept: leave --budget and --token-budget out.")
    ks = cutoffs(options, said)
    if len(ks) > 1:
        raise click.UsageError("Budgets are swept at one cutoff: give --k once.")
    return ks[0]


def run_check(options: Options) -> None:
    """Read and validate whatever is given, say what it was understood as, score nothing."""
    said = merged(options)
    beside = tables_of(said, options)
    if not list(said.files()) and not beside:
        raise click.UsageError("Nothing to check: give at least one file.")
    inputs = read_inputs(said, 0, beside)
    fields, unread = fields_found(inputs, dict(said.scorecard.fields))
    text = as_text.check_text(inputs.loaded) + fields
    remarks = [*inputs.warnings, *unread]
    if inputs.value("qrels") is not None:
        at = judged(inputs, said, options, 1)
        at.say()
        remarks = [*at.remarks, *unread]
        text += as_text.scope_text(at.scope)
    warn(remarks)
    emit(options, text)


def _judged(options: Options, least: int) -> tuple[list[list[Evaluation]], Judged]:
    """For each run its evaluation at each cutoff; one pass over each run."""
    if options["per_query"] is not None:
        require_table_suffix(Path(options["per_query"]))
    said = merged(options)
    ks = cutoffs(options, said)
    protocol_of(said, ks[0])
    at = judged(read_inputs(said, least), said, options, ks[0])
    at.say()
    return at.evaluations(ks), at


def _save_queries(options: Options, results: Sequence[Evaluation | Comparison]) -> None:
    if options["per_query"] is not None:
        asked = bool(options["fingerprint"])
        write_per_query(results, Path(options["per_query"]), fingerprint=asked)
