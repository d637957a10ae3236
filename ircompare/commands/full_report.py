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
from ircompare.commands.many_options import TABLE
from ircompare.errors import InputError, Problem, quote
from ircompare.scoring.comparison import Comparison

if TYPE_CHECKING:
    from ircompare.consistency.past import PastReport
    from ircompare.report.full.blocks import FullReport

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
        _prepare_html()
    return asked


def refuse_report(options: Options) -> None:
    """Refuse a report of a table of runs.

    Raises:
        click.UsageError: One was asked for.
    """
    for name in ("report", "gate_report"):
        if options[name] is not None:
            option = name.replace("_", "-")
            raise click.UsageError(f"--{option} does not go with --format {TABLE}.")


def made_report(
    asked: Asked,
    pairs: Sequence[Comparison],
    at: Judged,
    fields: Sequence[str],
    limits: Sequence[Sequence[str]],
    fingerprint: bool,
) -> FullReport:
    """The report of all comparisons, of which every further run has as many as there are cutoffs."""
    from ircompare.report.full.build import full_report
    from ircompare.report.full.extras import Extras

    first, *others = at.sides
    each = len(pairs) // len(others)
    chunked = at.inputs.chunk_map is not None
    extras = Extras(
        sides=[(first, side) for side in others for _ in range(each)] if chunked else (),
        unit="chunks" if at.budget is None else at.budget.unit,
        gate=asked.gate,
        fields=fields,
        limits=limits,
        warnings=at.inputs.warnings,
        fingerprint=fingerprint,
        draw=asked.html,
    )
    return full_report(pairs, extras, datetime.now(UTC))


def made_html(report: FullReport) -> str:
    """The report as HTML."""
    from ircompare.report.full.html import html

    return html(report)


def save_report(asked: Asked, report: FullReport) -> None:
    """Write the report beside the result, all of it or nothing.

    Raises:
        InputError: The folder is absent or cannot be written.
    """
    if asked.path is None:
        return
    from ircompare.report.atomic import write_atomic
    from ircompare.report.full.html import html
    from ircompare.report.full.markdown import markdown

    write = html if asked.path.suffix.lower() in HTML else markdown
    write_atomic(asked.path, write(report).encode())


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


def _prepare_html() -> None:
    """Charts need pandas, which every other command does without."""
    from ircompare.engines.without_pandas import let_pandas_in
    from ircompare.report.full.html import require_html

    require_html()
    let_pandas_in()
