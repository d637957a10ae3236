"""What `compare` concludes on request: about other queries, and about complete judgements.

Statistics load SciPy, which takes seconds: nothing of this is imported unless it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from ircompare.commands.conclusion_options import concludes
from ircompare.commands.inputs import Options, merged
from ircompare.engines.without_pandas import let_pandas_in
from ircompare.errors import InputError, Problem, quote
from ircompare.inference.conclusion import Significance
from ircompare.inference.declared import Declared
from ircompare.inference.significance import significance
from ircompare.inference.ties import tie_sensitivity
from ircompare.report.atomic import write_atomic
from ircompare.report.bounds_sentences import Completion, completion
from ircompare.report.bounds_tables import completion_json, sheet_csv
from ircompare.report.conclusion_tables import significance_json
from ircompare.report.conclusion_text import (
    bounds_markdown,
    bounds_text,
    conclusion_markdown,
    conclusion_text,
)
from ircompare.report.tie_sentences import ties_json
from ircompare.scoring.comparison import Comparison

ABSENT = "no-statistics"
Json = dict[str, object]


@dataclass(frozen=True, eq=False)
class Concluded:
    """What was asked for beside the comparison.

    Attributes:
        found: The family of all candidates; a Problem where the packages are absent; None where
            no conclusion was asked for.
        open: What judgements leave open, by comparison; None where no bounds were asked for.
    """

    found: Significance | Problem | None
    open: Mapping[Comparison, Completion | None] | None

    def text(self, comparison: Comparison, markdown: bool) -> str:
        """Further blocks below one comparison, "" for none."""
        told = []
        if isinstance(self.found, Problem):
            told.append(f"no conclusions: {self.found.what}; install with {self.found.mend}")
        elif self.found is not None:
            write = conclusion_markdown if markdown else conclusion_text
            told.append(write(self.found, comparison))
        if self.open is not None:
            write_open = bounds_markdown if markdown else bounds_text
            told.append(write_open(self.open[comparison], tie_sensitivity(comparison)))
        return "".join(f"\n{block}\n" for block in told)

    def json(self, comparison: Comparison) -> Json:
        """Further keys of one comparison."""
        held: Json = {}
        if isinstance(self.found, Problem):
            held["inference"] = {"problem": self.found.as_dict()}
        elif self.found is not None:
            held["inference"] = significance_json(self.found, self.found.of(comparison))
        if self.open is not None:
            held["bounds"] = completion_json(self.open[comparison])
            held["ties"] = ties_json(tie_sensitivity(comparison))
        return held


def asked_for(options: Options, pairs: Sequence[Comparison]) -> Concluded:
    """Draw conclusions and bounds, and write the judging sheet, as far as they are asked for.

    Raises:
        InputError: A field for groups that the queries lack, no query is scored, or the sheet
            cannot be written.
        click.UsageError: Options that do not go together.
    """
    concluding = concludes(options)
    sheet = options["judging_sheet"]
    if concluding and len({pair.k for pair in pairs}) > 1:
        raise click.UsageError("Conclusions are drawn at one cutoff: give --k once.")
    if sheet is not None and len(pairs) > 1:
        raise click.UsageError("A judging sheet is for two runs at one cutoff.")
    if options["format"] == "csv" and (concluding or options["bounds"]):
        raise click.UsageError("Conclusions and bounds do not go with --format csv.")
    found = _significance(declared(options), pairs) if concluding else None
    wanted = options["bounds"] or sheet is not None
    held = {pair: completion(pair) for pair in pairs} if wanted else {}
    if sheet is not None:
        _write_sheet(Path(sheet), pairs[0], held[pairs[0]])
    return Concluded(found, held if options["bounds"] else None)


def declared(options: Options) -> Declared:
    """What the settings file declares, with every option in its place."""
    said = merged(options).declared
    changes: dict[str, object] = {
        name: options[name] for name in ("group_field", "start") if options[name] is not None
    }
    if options["margin"]:
        changes["margins"] = tuple(dict([*said.margins, *options["margin"]]).items())
    if options["hand_picked"]:
        changes["hand_picked"] = True
    return replace(said, **changes)  # type: ignore[arg-type]


def _significance(declared: Declared, pairs: Sequence[Comparison]) -> Significance | Problem:
    let_pandas_in()  # statsmodels stands on it
    try:
        return significance(pairs, declared.plan(pairs[0].a.scope))
    except InputError as error:
        (problem, *_) = error.problems
        if problem.code != ABSENT:
            raise
        return problem


def _write_sheet(path: Path, comparison: Comparison, found: Completion | None) -> None:
    if path.suffix.lower() != ".csv":
        raise InputError(
            Problem(
                "bad-suffix",
                f"judging sheet {quote(path.name)} has no known suffix",
                expected=".csv",
                found=path.suffix or "no suffix",
                mend="give the file the suffix .csv",
            )
        )
    rows = () if found is None else found.sheet
    write_atomic(path, sheet_csv(rows, comparison.a.scope.collection))
    click.echo(f"note: {len(rows):,} documents to judge in {path}", err=True)
