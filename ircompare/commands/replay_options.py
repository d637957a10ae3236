"""Options of `evaluate` for the worst queries of a run, and the measure they are chosen by."""

from __future__ import annotations

from typing import Any

import click

from ircompare.commands.options import together


class MeasureKey(click.ParamType):  # type: ignore[type-arg]
    """A measure, by its key or its name."""

    name = "MEASURE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The key, or a usage error that says which measures there are."""
        from ircompare.scoring.measures import measure_named

        try:
            return measure_named(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


run_replay_options = together(
    click.option(
        "--replay",
        multiple=True,
        metavar="[RUN=]FILE",
        help="Write the 100 worst queries of a run, as lines of JSON that --queries reads; of "
        "several runs say whose, by name or letter as in A=FILE; repeatable. Goes with one --k.",
    ),
    click.option(
        "--replay-by",
        type=MeasureKey(),
        metavar="MEASURE",
        help="Measure by which --replay takes queries for the worst. [default: Recall]",
    ),
)
