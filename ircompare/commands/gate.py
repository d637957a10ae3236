"""The commands of the consistency gate: `baseline` records, `gate` judges; neither does both."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ircompare.commands.options import form, perform, together, warn

if TYPE_CHECKING:
    from ircompare.consistency.result import GateReport
    from ircompare.readers.gate_inputs import GateInputs

Options = Mapping[str, Any]
_EXIT_CODES = (
    "0: PASS, or SKIPPED because no library is given. 2: GATE_FAIL, a page of the baseline is no "
    "longer in the top 5. 3: BASELINE_STALE, the library changed or there is no baseline. "
    "4: unusable input or wrong usage. 5: UNSTABLE, several runs of the engine differ."
)
_GIVE_ONE = "Give --library or set WIKI_ROOT; --require ends with 4 instead."
_pages = click.option(
    "--pages", metavar="PATTERN", help="Which files of a folder are pages. [default: **/*.md]"
)
_engine = click.option("--engine-version", metavar="VERSION", help="Version of the engine.")


def _library(needed: str) -> Any:
    return click.option(
        "--library",
        metavar="DIR|CORPUS",
        envvar="WIKI_ROOT",
        help="The pages that the engine searches: a folder, or a corpus file. "
        f"[environment variable: WIKI_ROOT] {needed}",
    )


@click.command(short_help="Record the top 5 of a run as a baseline.")
@together(
    click.option("--run", required=True, metavar="FILE", help="The run whose top 5 is recorded."),
    _library(""),
    _pages,
    click.option("--strip-suffix", is_flag=True, help="Pages are named without their extension."),
    click.option(
        "--baseline-version", required=True, metavar="VERSION", help="Name of the baseline."
    ),
    click.option(
        "--engine-version", required=True, metavar="VERSION", help="Version of the engine."
    ),
    click.option("--output", required=True, metavar="DIR", help="Folder of the baseline."),
    click.option(
        "--replace",
        is_flag=True,
        help="Move a baseline that stands there to history/ and record this one.",
    ),
    form("text", "json"),
)
def baseline(**options: Any) -> None:
    """Record what an engine returns on a library: the top 5 of every query.

    Nothing is written over: without --replace a baseline that stands there is refused.
    """
    perform(_record, options)


@click.command(
    short_help="Does an engine still return what the baseline returned?", epilog=_EXIT_CODES
)
@together(
    click.option("--baseline", required=True, metavar="DIR", help="Folder of the baseline."),
    click.option(
        "--run",
        required=True,
        multiple=True,
        metavar="FILE",
        help="The current run; several runs of one engine must agree.",
    ),
    _engine,
    _library("Without one the gate is SKIPPED."),
    _pages,
    click.option(
        "--strip-suffix/--keep-suffix",
        default=None,
        help="Whether pages are named without their extension. [default: as in the baseline]",
    ),
    click.option("--previous", metavar="REPORT", help="An earlier report (JSON), to show changes."),
    click.option("--require", is_flag=True, help="End with 4 instead of SKIPPED."),
    click.option("--junit", metavar="FILE", help="Write a report that CI systems show."),
    form("text", "json"),
)
def gate(**options: Any) -> int | None:
    """Judge whether an engine still returns what the baseline engine returned on this library.

    This measures consistency, not quality. The gate never records a baseline by itself.
    """
    return perform(_judge, options)


def _record(options: Options) -> None:
    from datetime import UTC, datetime

    from ircompare.consistency.baseline import make_baseline, meta_json
    from ircompare.readers.files import load
    from ircompare.readers.library import PAGES, read_library
    from ircompare.report.baseline_files import recorded_text, write_baseline

    if not options["library"]:
        raise click.UsageError("Missing option '--library' (or the variable WIKI_ROOT).")
    run = load(options["run"], "run")
    library = read_library(
        options["library"], pages=options["pages"] or PAGES, strip_suffix=options["strip_suffix"]
    )
    recorded = make_baseline(
        run.value.whole(),
        library,
        version=options["baseline_version"],
        engine_version=options["engine_version"],
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    kept = write_baseline(recorded, Path(options["output"]), replace=options["replace"])
    warn([*run.warnings, *library.remarks()])
    json_form = options["format"] == "json"
    told = meta_json(recorded) if json_form else recorded_text(recorded, options["output"], kept)
    click.echo(told, nl=False)


def _judge(options: Options) -> int:
    from ircompare.consistency.gate import gate as judged
    from ircompare.readers.gate_inputs import read_gate_inputs
    from ircompare.report.gate_report import gate_json_text, gate_text

    library = options["library"] or None
    if library is not None and options["engine_version"] is None:
        raise click.UsageError("Missing option '--engine-version'.")
    inputs = read_gate_inputs(
        library,
        options["baseline"],
        options["run"],
        options["previous"],
        pages=options["pages"],
        strip_suffix=options["strip_suffix"],
    )
    report = judged(
        inputs.baseline,
        [loaded.value for loaded in inputs.runs],
        inputs.library,
        options["engine_version"],
        previous=inputs.previous,
        require=options["require"],
    )
    _say(report, inputs, options)
    json_form = options["format"] == "json"
    click.echo(gate_json_text(report) if json_form else gate_text(report), nl=False)
    return report.exit_code


def _say(report: GateReport, inputs: GateInputs, options: Options) -> None:
    """Warnings on stderr, a skipped gate among them, and the report for CI systems."""
    from ircompare.report.atomic import write_atomic
    from ircompare.report.gate_junit import gate_junit

    if report.status == "SKIPPED":
        click.echo(f"warning: SKIPPED. {report.message} {_GIVE_ONE}", err=True)
    warn([warning for run in inputs.runs for warning in run.warnings])
    if inputs.library is not None:
        warn(inputs.library.remarks())
    if options["junit"] is not None:
        write_atomic(Path(options["junit"]), gate_junit(report).encode())
