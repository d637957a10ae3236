"""Options of `compare` for the full report."""

from __future__ import annotations

import click

from ircompare.commands.options import together

REPORTING = ("report", "gate_report")

report_options = together(
    click.option(
        "--report",
        metavar="FILE",
        help="Also write the full report, as .html with charts, or as .md: regressions with both "
        "rankings, causes, cutoffs, what may be concluded, provenance.",
    ),
    click.option(
        "--gate-report",
        metavar="REPORT",
        help="A report of the consistency gate (JSON) that the full report tells of.",
    ),
)
