"""The command line: options, help and exit codes; nothing heavy is imported before it is needed.

Exit codes: 0 done · 2 GATE_FAIL, or a broken quality limit · 3 BASELINE_STALE · 4 unusable input
or wrong usage · 5 UNSTABLE · 130 interrupted · 141 broken pipe · 1 only for a bug of ours.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import click

from ircompare.commands.chunks import chunk_map, chunk_options, swept_unit
from ircompare.commands.conclusion_options import conclusion_options
from ircompare.commands.definitions import Measured, Scored
from ircompare.commands.gate import baseline, gate
from ircompare.commands.many_options import form_or_table, many_options
from ircompare.commands.options import Whole, form, perform, together
from ircompare.commands.replay_options import run_replay_options
from ircompare.commands.report_options import report_options
from ircompare.commands.scorecard_options import (
    declared_options,
    pareto_options,
    profile_options,
    replay_option,
    rules_option,
    table_options,
)
from ircompare.commands.shared_options import (
    cutoff_option,
    file_options,
    further_options,
    limit_options,
    output_option,
    pitfalls_option,
    protocol_options,
    scored_options,
    slices_option,
)
from ircompare.engines.without_pandas import keep_pandas_out
from ircompare.errors import InputError

DONE, BUG, UNUSABLE, INTERRUPTED, BROKEN_PIPE = 0, 1, 4, 130, 141


def _version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        from ircompare.report.version import own_version

        click.echo(own_version())
        ctx.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Exact, paired comparison of retrieval runs."""


@cli.command(cls=Measured, short_help="Score one run or more.")
@together(file_options, further_options, protocol_options, cutoff_option, chunk_options)
@together(
    form_or_table("text", "json"), pitfalls_option, scored_options, run_replay_options, many_options
)
def evaluate(**options: Any) -> int | None:
    """Score one run or more: exact means, and a row for each query.

    One run and one cutoff print one JSON object, several print a list in the order given. A
    folder as --run stands for all runs in it, which become one table.
    """
    from ircompare.commands.scoring import run_evaluate

    return perform(run_evaluate, options)


@cli.command(cls=Measured, short_help="Compare runs with the first, query by query.")
@together(file_options, further_options, protocol_options, cutoff_option, chunk_options)
@together(form_or_table("text", "json", "csv", "markdown", "html"), slices_option, pitfalls_option)
@together(scored_options, report_options, limit_options, conclusion_options, many_options)
def compare(**options: Any) -> int | None:
    """Compare runs, query by query: the first run is the reference.

    Deltas are B − A. What rose and fell comes first, then which queries regressed. With a quality
    limit, which is not the consistency gate, the exit code is 2 where it is broken. A folder as
    --run stands for all runs in it, which become one table; name the reference first.
    """
    from ircompare.commands.scoring import run_compare

    return perform(run_compare, options)


@cli.command(cls=Measured, short_help="Every cutoff, or every chunk budget, at once.")
@together(
    file_options,
    further_options,
    protocol_options,
    cutoff_option,
    chunk_options,
    swept_unit,
    form("text", "json"),
    output_option,
)
def sweep(**options: Any) -> None:
    """Every cutoff up to the deepest ranking, for one run or for each against the first.

    With a chunk map and --k: every chunk budget at that cutoff.
    """
    from ircompare.commands.scoring import run_sweep

    perform(run_sweep, options)


@cli.command(cls=Scored, short_help="Twelve dimensions of two runs.")
@together(file_options, further_options, protocol_options, chunk_options, table_options)
@together(declared_options, profile_options, rules_option, pareto_options, replay_option)
@together(form("text", "json", "csv"), output_option)
def scorecard(**options: Any) -> int | None:
    """Twelve dimensions in four quadrants, each with its inputs or with what it needs.

    Run B against run A. Every table is optional; a row without its inputs says which to supply.
    There is no single score unless a profile is chosen. A field with a value that cannot be read
    leaves out the rows that rest on it; all others are printed, and the exit code is 4.
    """
    from ircompare.commands.scorecard import run_scorecard

    return perform(run_scorecard, options)


@cli.command(short_help="A chunk run as documents, and both protocols.")
@together(
    file_options,
    protocol_options,
    cutoff_option,
    chunk_options,
    form("json", "text"),
    output_option,
)
def chunks(**options: Any) -> None:
    """Collapse chunk runs to documents, with the chunks that brought each as evidence.

    Scores everything received, cut at k (collapse, then cut), and with a budget what the first
    chunks alone bring (budget, then collapse).
    """
    from ircompare.commands.chunks import run_chunks

    perform(run_chunks, options)


@cli.command(short_help="Read and validate files, score nothing.")
@together(file_options, further_options, protocol_options, chunk_options, table_options)
def check(**options: Any) -> None:
    """Read and validate any of the inputs and print what they were understood as."""
    from ircompare.commands.scoring import run_check

    perform(run_check, options)


@cli.command(short_help="Open the dashboard.")
@together(
    file_options, protocol_options, click.option("--k", type=Whole(), help="Cutoff."), chunk_options
)
@table_options
@click.option("--sample", metavar="NAME", help="Open a sample collection: tutorial, helpcentre.")
def dashboard(**options: Any) -> int:
    """Open the dashboard in a browser, on this machine only, with these files or a sample."""
    from ircompare.commands.launch import launch

    return launch(options)


for _command in (baseline, gate, chunk_map):
    cli.add_command(_command)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    Args:
        argv: Arguments after the program's name; None for those of this process.
    """
    if argv is None:
        sys.excepthook = _report_bug
        keep_pandas_out()
        _without_busy_threads()
    _speak_utf8()
    arguments = None if argv is None else list(argv)
    try:
        code = cli.main(arguments, prog_name="ircompare", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except click.ClickException as error:
        error.show()
        return UNUSABLE
    except InputError as error:
        click.echo(str(error), err=True)
        return UNUSABLE
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        return _pipe_closed()
    except SystemExit as error:
        if error.code == 1:  # click's answer to a closed pipe, the only one it ends with here
            return _pipe_closed()
        raise


def _without_busy_threads() -> None:
    """Keep numpy from starting threads that wait for matrices to multiply, and burn 0.1 s doing so.

    No command multiplies any; a choice made outside holds.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _pipe_closed() -> int:
    """Nobody reads any more: keep the interpreter from complaining about it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    return BROKEN_PIPE


def _speak_utf8() -> None:
    """Arrows and Chinese text on every terminal and pipe, whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def _report_bug(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """One line for what no input can be blamed for; the whole trace on request. Exit code 1."""
    if os.environ.get("IRCOMPARE_TRACEBACK"):
        sys.__excepthook__(kind, error, trace)
        return
    print(f"ircompare failed, a bug of ours: {kind.__name__}: {error}", file=sys.stderr)
    print("set IRCOMPARE_TRACEBACK=1 to see where", file=sys.stderr)
