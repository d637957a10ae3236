"""What each command does with its inputs; the command line itself is in `cli.py`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ircompare.errors import InputError, Problem
from ircompare.inputs import (
    Inputs,
    Options,
    cutoffs,
    limits_of,
    merged,
    protocol_of,
    read_inputs,
)
from ircompare.model.scope import Scope
from ircompare.options import warn
from ircompare.report import json_report as as_json
from ircompare.report import text as as_text
from ircompare.report.headline import nothing_scored
from ircompare.report.limits_report import broken_lines, limits_json, limits_lines
from ircompare.report.markdown import escaped, summary
from ircompare.report.tables import (
    csv_bytes,
    require_table_suffix,
    write_atomic,
    write_per_query,
)
from ircompare.scoring.comparison import Comparison, compare
from ircompare.scoring.evaluation import Evaluation, evaluate
from ircompare.scoring.judging import judge
from ircompare.scoring.limits import Finding, held_against
from ircompare.scoring.sweep import curve, sweep

BROKEN_LIMIT = 2


def run_evaluate(options: Options) -> None:
    """Score each run at each cutoff."""
    found, inputs = _evaluations(options, 1)
    listed = [at_k for run in found for at_k in run]
    _save_queries(options, listed)
    warn(_remarks(inputs, listed))
    asked = bool(options["fingerprint"])
    if options["format"] == "json":
        objects = [
            as_json.evaluation_json(one, warnings=inputs.warnings, fingerprint=asked)
            for one in listed
        ]
        _emit(options, as_json.json_text(_one_or_all(objects)))
    else:
        texts = [as_text.evaluation_text(one, fingerprint=asked) for one in listed]
        _emit(options, "\n".join(texts))


def run_compare(options: Options) -> int:
    """Compare every further run with the first, at each cutoff; 2 where a limit is broken."""
    limits = limits_of(options)
    found, inputs = _evaluations(options, 2)
    reference, *candidates = found
    pairs = [
        compare(a, b) for candidate in candidates for a, b in zip(reference, candidate, strict=True)
    ]
    _save_queries(options, pairs)
    warn(_remarks(inputs, [at_k for run in found for at_k in run]))
    judged = [held_against(pair, limits) if limits else () for pair in pairs]
    _emit(options, _compared(pairs, judged, inputs, options))
    broken = [
        line
        for pair, findings in zip(pairs, judged, strict=True)
        for line in broken_lines(pair, findings)
    ]
    click.echo("\n".join(broken), err=True, nl=bool(broken))
    return BROKEN_LIMIT if broken else 0


def _compared(
    pairs: Sequence[Comparison],
    judged: Sequence[Sequence[Finding]],
    inputs: Inputs,
    options: Options,
) -> str | bytes:
    """The result in the form asked for; quality limits stand in it, but not in a table."""
    asked, form = bool(options["fingerprint"]), options["format"]
    if form == "csv":
        return csv_bytes(pairs)
    if form == "json":
        return as_json.json_text(_one_or_all(_objects(pairs, judged, inputs, asked)))
    write = summary if form == "markdown" else as_text.comparison_text
    texts = []
    for pair, findings in zip(pairs, judged, strict=True):
        told = "\n".join(limits_lines(pair, findings)) if findings else ""
        if form == "markdown":
            told = escaped(told)
        texts.append(write(pair, fingerprint=asked) + (f"\n{told}\n" if told else ""))
    return "\n".join(texts)


def _objects(
    pairs: Sequence[Comparison],
    judged: Sequence[Sequence[Finding]],
    inputs: Inputs,
    asked: bool,
) -> list[dict[str, object]]:
    return [
        {
            **as_json.comparison_json(pair, warnings=inputs.warnings, fingerprint=asked),
            **({"quality_limits": limits_json(pair, findings)} if findings else {}),
        }
        for pair, findings in zip(pairs, judged, strict=True)
    ]


def run_sweep(options: Options) -> None:
    """Every cutoff, for one run or for each further run against the first."""
    said = merged(options)
    inputs = read_inputs(said, 1)
    scope = Scope.of(inputs.collection, protocol_of(said, 1))
    found = [evaluate(run, scope) for run in inputs.runs]
    warn(_remarks(inputs, found))
    if not scope.scored.any():
        raise InputError(Problem("no-scored-query", nothing_scored(scope).rstrip(".")))
    depth = max(1, *(run.depth for run in inputs.runs))
    json_form = options["format"] == "json"
    if len(found) == 1:
        single = curve(found[0], depth)
        alone = as_json.json_text(as_json.curve_json(single)) if json_form else None
        _emit(options, alone or as_text.curve_text(single))
        return
    sweeps = [sweep(compare(found[0], other), depth) for other in found[1:]]
    if json_form:
        objects = [as_json.sweep_json(one) for one in sweeps]
        _emit(options, as_json.json_text(_one_or_all(objects)))
    else:
        _emit(options, "\n".join(as_text.sweep_text(one) for one in sweeps))


def run_check(options: Options) -> None:
    """Read and validate whatever is given, say what it was understood as, score nothing."""
    said = merged(options)
    if not list(said.files()):
        raise click.UsageError("Nothing to check: give at least one file.")
    inputs = read_inputs(said, 0)
    text = as_text.check_text(inputs.loaded)
    remarks = list(inputs.warnings)
    if inputs.value("qrels") is not None:
        scope = Scope.of(inputs.collection, protocol_of(said, 1))
        remarks += scope.notes
        for run in inputs.runs:
            remarks += judge(run, scope).notes
        text += as_text.scope_text(scope)
    warn(remarks)
    _emit(options, text)


def problems_json(error: InputError) -> str:
    """The problems of an input as JSON, with the tutorial's reasons where they have one."""
    problems = [problem.as_dict() for problem in error.problems]
    return as_json.json_text({"problems": problems, "total": error.total})


def _evaluations(options: Options, least: int) -> tuple[list[list[Evaluation]], Inputs]:
    """For each run its evaluation at each cutoff; one pass over each run."""
    if options["per_query"] is not None:
        require_table_suffix(Path(options["per_query"]))
    said = merged(options)
    ks = cutoffs(options, said)
    first = protocol_of(said, ks[0])
    inputs = read_inputs(said, least)
    scope = Scope.of(inputs.collection, first)
    found = []
    for run in inputs.runs:
        evaluation = evaluate(run, scope)
        found.append([evaluation.at(k) for k in ks])
    return found, inputs


def _remarks(inputs: Inputs, evaluations: Sequence[Evaluation]) -> list[Problem]:
    remarks = [*inputs.warnings, *evaluations[0].scope.notes]
    return [*remarks, *(note for one in evaluations for note in one.hits.notes)]


def _save_queries(options: Options, results: Sequence[Evaluation | Comparison]) -> None:
    if options["per_query"] is not None:
        asked = bool(options["fingerprint"])
        write_per_query(results, Path(options["per_query"]), fingerprint=asked)


def _one_or_all(objects: list[dict[str, object]]) -> object:
    return objects[0] if len(objects) == 1 else objects


def _emit(options: Options, result: str | bytes) -> None:
    """Write a result to the file asked for, else to the standard output."""
    data = result if isinstance(result, bytes) else result.encode("utf-8")
    if options.get("output") is not None:
        write_atomic(Path(options["output"]), data)
    elif isinstance(result, bytes) and hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        sys.stdout.buffer.write(result)
        sys.stdout.buffer.flush()
    else:
        sys.stdout.write(data.decode("utf-8"))
        sys.stdout.flush()
