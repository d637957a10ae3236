"""The benchmark's command: `python -m tests.benchmarks` in the root of the checkout."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import click

from tests.benchmarks import peers, plan, table
from tests.benchmarks.contest import Bench
from tests.benchmarks.measure import CommandFailedError
from tests.benchmarks.peer_tasks import TASKS
from tests.benchmarks.peers import Tool
from tests.benchmarks.readme import section

FC = TypeVar("FC", bound=Callable[..., object])
NAMES = (plan.IN_C, *TASKS)
NO_TREC_EVAL = (
    "for no package of PyPI holds its sources: build it with -O3 and name it with --trec-eval"
)


def cache() -> Path:
    """Where data, peers and outputs go unless told otherwise."""
    return Path(os.environ.get("XDG_CACHE_HOME") or tempfile.gettempdir()) / "ircompare-benchmarks"


def place(name: str, text: str) -> Callable[[FC], FC]:
    """An option for a file or folder to write."""
    kind = click.Path(path_type=Path, resolve_path=True)
    return click.option(name, type=kind, help=text)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@place("--folder", "Data, peers, outputs: 2 GB.  [default: in the cache folder]")
@click.option(
    "--trec-eval",
    type=click.Path(exists=True, dir_okay=False, resolve_path=True, path_type=Path),
    help="The program trec_eval, built with -O3; without it, it is not measured.",
)
@click.option(
    "--repeats",
    default=5,
    type=click.IntRange(1),
    show_default=True,
    help="Turns of each; slow tools take fewer on large data.",
)
@click.option(
    "--peer", "names", multiple=True, type=click.Choice(NAMES), help="Only this peer; repeatable."
)
@click.option("--small", is_flag=True, help="Values only: small data, one turn, no installing.")
@place("--output", "File for the whole report.  [default: printed]")
@place("--readme", "File for the README's section Speed.")
def main(
    folder: Path | None,
    trec_eval: Path | None,
    repeats: int,
    names: tuple[str, ...],
    small: bool,
    output: Path | None,
    readme: Path | None,
) -> None:
    """Measure ircompare and its peers on the same work, and hold their values together.

    Ends with 1 if a value differs from a peer's for no reason that was found.
    """
    if small and readme is not None:
        raise click.UsageError("--small measures values only: there is no section to write")
    home = folder or cache()
    load = os.getloadavg()[0]
    bench = Bench(home, 1 if small else repeats, lambda text: click.echo(text, err=True))
    tools, absent = _tools(home / "peers", trec_eval, names or NAMES, small=small)
    try:
        measured = plan.small(bench, tools) if small else plan.full(bench, tools)
    except CommandFailedError as failed:
        raise click.ClickException(str(failed)) from failed
    results = replace(measured, absent=absent, load=load)
    text = table.values(results) if small else table.report(results)
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, "utf-8")
    if readme is not None:
        readme.write_text(section(results), "utf-8")
    raise SystemExit(1 if results.unexplained() else 0)


def _tools(
    venv: Path, program: Path | None, names: Sequence[str], *, small: bool
) -> tuple[list[Tool], dict[str, str]]:
    """Ourselves first, then the peers of some names; and why a peer is absent."""
    found: list[Tool] = [peers.ours()]
    absent = {}
    if plan.IN_C in names and program:
        found.append(peers.trec_eval(program))
    elif plan.IN_C in names:
        absent[plan.IN_C] = NO_TREC_EVAL
    if small:
        return [*found, *peers.present()], absent
    installed, failed = peers.installed(venv, names)
    return [*found, *installed], absent | failed


if __name__ == "__main__":
    main()
