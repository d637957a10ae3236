"""What `--pitfalls` adds to each form of a result."""

from __future__ import annotations

import click

from ircompare.commands.inputs import Options
from ircompare.model.collapse import Collapsed
from ircompare.report.pitfall_tables import mistakes, mistakes_json, mistakes_text
from ircompare.scoring.evaluation import Evaluation

FORMS = (None, "text", "json")
Run = tuple[Evaluation, Collapsed | None]


def require_form(options: Options) -> None:
    """Refuse mistakes in a form that has no place for them.

    Raises:
        click.UsageError: A form other than text and JSON.
    """
    if options["pitfalls"] and options["format"] not in FORMS:
        raise click.UsageError(f"--pitfalls does not go with --format {options['format']}.")


def pitfalls_text(options: Options, *runs: Run) -> str:
    """The table of mistakes, below an empty line; "" where it was not asked for."""
    return f"\n{mistakes_text(mistakes(runs))}\n" if options["pitfalls"] else ""


def pitfalls_json(options: Options, *runs: Run) -> dict[str, object]:
    """The key `pitfalls`: a list for one run, by role for two; nothing where not asked for."""
    if not options["pitfalls"]:
        return {}
    found = [mistakes_json(*run) for run in runs]
    return {"pitfalls": found[0] if len(found) == 1 else dict(zip("ab", found, strict=True))}
