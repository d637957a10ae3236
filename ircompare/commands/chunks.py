"""Chunk runs on the command line: their options, `chunks`, `chunk-map`, and budgets swept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ircompare.commands.options import RunLevel, Whole, form, perform, together, warn
from ircompare.errors import InputError, Problem, some

if TYPE_CHECKING:
    from ircompare.commands.judged import Judged
    from ircompare.model.ids import Strings

Options = Mapping[str, Any]
chunk_options = together(
    click.option(
        "--chunk-map",
        metavar="FILE",
        help="The document of each chunk: runs that name its chunks are collapsed to documents.",
    ),
    click.option(
        "--budget",
        type=Whole(),
        help="Take the first n chunks, then collapse. [default: collapse all, then cut at k]",
    ),
    click.option(
        "--token-budget",
        type=Whole(),
        help="Take chunks up to n tokens, then collapse; stops at the first that overflows.",
    ),
    click.option(
        "--level",
        type=RunLevel(),
        multiple=True,
        metavar="A=chunk|document",
        help="What a run names, by name or letter, where its ids do not tell; repeatable.",
    ),
)
swept_unit = click.option(
    "--unit",
    type=click.Choice(("chunks", "tokens")),
    default="chunks",
    show_default=True,
    help="What budgets count, with a chunk map.",
)


def run_chunks(options: Options) -> None:
    """Each chunk run at each cutoff: documents, evidence and both protocols."""
    from ircompare.commands.inputs import cutoffs, merged, read_inputs
    from ircompare.commands.judged import judged
    from ircompare.commands.output import emit, one_or_all
    from ircompare.report.budget_report import chunk_text
    from ircompare.report.chunk_report import chunk_json
    from ircompare.report.json_report import json_text

    said = merged(options)
    ks = cutoffs(options, said)
    if said.chunk_map is None:
        raise click.UsageError("Missing option '--chunk-map'.")
    found = judged(read_inputs(said, 1), said, options, ks[0])
    found.say()
    for side in found.sides:
        if side.collapsed is None:
            raise InputError(_not_chunks(side.name, side.decision.reason))
    warn(found.remarks)
    pairs = [(side, k) for side in found.sides for k in ks]
    if options["format"] == "json":
        objects = [chunk_json(side, k, found.budget) for side, k in pairs]
        emit(options, json_text(one_or_all(objects)))
    else:
        emit(options, "\n".join(chunk_text(side, k, found.budget) for side, k in pairs))


def _not_chunks(name: str, reason: str) -> Problem:
    return Problem(
        "no-chunks",
        f'run "{name}" names no chunks to collapse',
        expected="a run whose ids are chunks of the chunk map, and qrels that judge documents",
        found=reason,
        mend="give the chunk run, or say what it names: --level A=chunk",
    )


def sweep_budgets(options: Options, found: Judged, k: int) -> None:
    """Every budget, for one run or for each further run against the first."""
    from ircompare.commands.output import emit, one_or_all
    from ircompare.report import budget_report as report
    from ircompare.report.json_report import json_text
    from ircompare.scoring.budgets import budget_curve, budget_sweep

    unit, json_form = options["unit"], options["format"] == "json"
    if all(side.collapsed is None for side in found.sides):
        raise InputError(_not_chunks(found.sides[0].name, found.decisions[0]))
    first, *others = found.sides
    if not others:
        curve = budget_curve(first, k, unit=unit)
        text = json_text(report.curve_json(curve)) if json_form else report.curve_text(curve)
        emit(options, text)
        return
    scope = found.scope
    swept = [budget_sweep(first, other, k, unit=unit) for other in others]
    if json_form:
        emit(options, json_text(one_or_all([report.sweep_json(one, scope) for one in swept])))
    else:
        emit(options, "\n".join(report.sweep_text(one, scope) for one in swept))


@click.command(short_help="Make a chunk map from chunk ids.")
@together(
    click.option("--run", multiple=True, metavar="FILE", help="A chunk run; repeatable."),
    click.option(
        "--chunks",
        metavar="FILE",
        help="Chunks as a list of ids, one a line, or in any format of a corpus.",
    ),
    click.option("--corpus", required=True, metavar="FILE", help="The documents."),
    click.option(
        "--delimiter",
        required=True,
        metavar="TEXT",
        help="What stands between document and chunk in an id, such as '#'.",
    ),
    click.option(
        "--output", metavar="FILE", help="Write the map there, as TSV or, named .json, as JSON."
    ),
    form("text", "json"),
)
def chunk_map(**options: Any) -> None:
    """Give each chunk id the document that stands before a delimiter in it.

    Only documents of the corpus count; ids that do not resolve are listed and left out. No other
    command ever looks into an id. Of several delimiters in an id the last one counts after which
    a document is left.
    """
    perform(_make_map, options)


def _make_map(options: Options) -> None:
    from ircompare.commands.output import emit
    from ircompare.model.map_ids import build_map
    from ircompare.readers import load
    from ircompare.report.budget_report import map_bytes

    if not options["delimiter"]:
        raise click.UsageError("--delimiter must have at least one character.")
    if not options["run"] and options["chunks"] is None:
        raise click.UsageError("Missing option '--run' or '--chunks'.")
    corpus = load(options["corpus"], "corpus").value
    made, lost = build_map(_chunk_ids(options), options["delimiter"], corpus)
    if not len(made):
        raise InputError(_nothing_resolves(lost, options["delimiter"]))
    _say(len(made), lost)
    name = str(options["output"] or "")
    as_json = Path(name).suffix.lower() == ".json" or (not name and options["format"] == "json")
    emit(options, map_bytes(made, as_json=as_json).decode("utf-8"))


def _chunk_ids(options: Options) -> Strings:
    """The chunk ids of every file given, each once."""
    import pyarrow as pa

    from ircompare.readers import load

    parts = [load(path, "run").value.whole().documents for path in options["run"]]
    if options["chunks"] is not None:
        parts.append(load(options["chunks"], "corpus").value.ids)
    return pa.concat_arrays(parts).unique()


def _say(count: int, lost: Iterable[str]) -> None:
    """How many ids resolve, and every one that does not."""
    unresolved = list(lost)
    total = count + len(unresolved)
    click.echo(f"note: {count:,} of {total:,} chunk ids resolve to a document", err=True)
    for name in unresolved:
        click.echo(f"does not resolve: {name}", err=True)


def _nothing_resolves(lost: tuple[str, ...], delimiter: str) -> Problem:
    return Problem(
        "unresolved-chunks",
        f'no chunk id has a document of the corpus before "{delimiter}"',
        expected="ids such as document, delimiter, number",
        found=some(lost[:3], len(lost)),
        mend="choose another delimiter, or write the map by hand",
    )
