"""The full report of `compare`: as the result itself, or in a file beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ircompare.commands.inputs import Options
from ircompare.commands.judged import Judged
from ircompare.engines.without_pandas import let_pandas_in
from ircompare.errors import InputError, Problem, quote
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.limits import Finding

if TYPE_CHECKING:
    from ircompare.consistency.past import PastReport
    from ircompare.report.full.extras import Extras

HTML, MARKDOWN = (".html", ".htm"), (".md", ".markdown")


@dataclass(frozen=True)
class Asked:
    """What was asked for.

    Attributes:
        path: File of the report beside the result, None without one.
        printed: Whether the result itself is the report, as HTML.
        gate: What the consistency gate said before.
    """

    path: Path | None
    printed: bool
    gate: PastReport | None

    @property
    def html(self) -> bool:
        """Whether HTML, with charts, is written anywhere."""
        return self.printed or (self.path is not None and self.path.suffix.lower() in HTML)


def asked_report(options: Options) -> Asked | None:
    """The report that was asked for, refused before anything is scored if it cannot be written.

    Raises:
        InputError: The suffix names no form, Jinja2 is absent, or the gate's report is faulty.
        click.UsageError: Options that do not go together.
    """
    path = None if options["report"] is None else Path(options["report"])
    gate, printed = options["gate_report"], options["format"] == "html"
    if path is None and not printed:
        if gate is not None:
            raise click.UsageError("--gate-report goes with --report or --format html.")
        return None
    if path is not None:
        _require_suffix(path)
    asked = Asked(path, printed, None if gate is None else _past(gate))
    if asked.html:
        from ircompare.report.full.html import require_html

        require_html()
    let_pandas_in()  # charts and statistics stand on it
    return asked


def reported(
    asked: Asked,
    pairs: Sequence[Comparison],
    held: Sequence[Sequence[Finding]],
    at: Judged,
    fields: Sequence[str],
    options: Options,
) -> str | None:
    """Write the report beside the result, all of it or nothing; its HTML where that is the result.

    Args:
        pairs: Of each further run, one a cutoff.
        held: What the quality limits found in each.
        fields: Query fields by which slices are told.

    Raises:
        InputError: The queries lack a field that was named, or the file cannot be written.
    """
    from ircompare.report.atomic import write_atomic
    from ircompare.report.full.build import full_report
    from ircompare.report.full.html import html
    from ircompare.report.full.markdown import markdown

    made = full_report(pairs, _extras(asked, pairs, held, at, fields, options), datetime.now(UTC))
    if asked.path is not None:
        write = html if asked.path.suffix.lower() in HTML else markdown
        write_atomic(asked.path, write(made).encode())
    return html(made) if asked.printed else None


def _extras(
    asked: Asked,
    pairs: Sequence[Comparison],
    held: Sequence[Sequence[Finding]],
    at: Judged,
    fields: Sequence[str],
    options: Options,
) -> Extras:
    from ircompare.commands.conclusions import declared
    from ircompare.report.full.extras import Extras
    from ircompare.report.limits_report import limits_lines

    first, *others = at.sides
    each = len(pairs) // len(others)
    chunked = at.inputs.chunk_map is not None
    limits = [
        [line.strip() for line in limits_lines(pair, findings)] if findings else ()
        for pair, findings in zip(pairs, held, strict=True)
    ]
    return Extras(
        plan=declared(options).plan(at.scope),
        sides=[(first, side) for side in others for _ in range(each)] if chunked else (),
        unit="chunks" if at.budget is None else at.budget.unit,
        gate=asked.gate,
        fields=fields,
        limits=limits,
        further=at.further,
        warnings=at.inputs.warnings,
        fingerprint=bool(options["fingerprint"]),
        draw=asked.html,
    )


def _require_suffix(path: Path) -> None:
    if path.suffix.lower() not in HTML + MARKDOWN:
        raise InputError(
            Problem(
                "bad-suffix",
                f"report file {quote(path.name)} has no known suffix",
                expected=".html or .md",
                found=path.suffix or "no suffix",
                mend="give the file one of these suffixes",
            )
        )


def _past(path: str) -> PastReport:
    from ircompare.readers.gate_inputs import gate_report_at

    return gate_report_at(path)
