"""Options of `compare` for conclusions: declarations, bounds and the judging sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from ircompare.commands.options import Whole, together

CONCLUDING = (
    *("conclude", "margin", "group_field", "hand_picked", "start"),
    *("bounds", "judging_sheet"),
)
_FLAGS = ("conclude", "hand_picked")
_GIVEN = ("group_field", "start")


def concludes(options: Mapping[str, Any]) -> bool:
    """Whether conclusions about other queries are asked for, by a declaration or without."""
    given = any(options[name] is not None for name in _GIVEN)
    return given or bool(options["margin"]) or any(options[name] for name in _FLAGS)


def wants_conclusions(options: Mapping[str, Any]) -> bool:
    """Whether conclusions, bounds or a judging sheet are asked for."""
    return concludes(options) or options["bounds"] or options["judging_sheet"] is not None


class Margin(click.ParamType):  # type: ignore[type-arg]
    """A margin, written as `MRR=0.02`."""

    name = "MEASURE=X"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The key of the measure and the margin, or a usage error that says what was expected."""
        from ircompare.inference.declared import parse_margin

        try:
            return parse_margin(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


conclusion_options = together(
    click.option(
        "--conclude",
        is_flag=True,
        help="Also say what may be concluded about other queries: tests of both means, corrected "
        "over all candidates, with intervals and what these queries can detect. Needs SciPy and "
        "statsmodels.",
    ),
    click.option(
        "--margin",
        type=Margin(),
        multiple=True,
        metavar="MEASURE=X",
        help="Declared before looking: the largest change of a mean that does not matter, such as "
        "MRR=0.02; repeatable. Concludes.",
    ),
    click.option(
        "--group-field",
        metavar="NAME",
        help='Query field that names groups of paraphrases, which are the unit then; "" for none. '
        "Concludes. [default: group, where the queries have such a field]",
    ),
    click.option(
        "--hand-picked",
        is_flag=True,
        help="The queries were picked by hand and are no sample: conclusions read as description. "
        "Concludes.",
    ),
    click.option(
        "--start",
        type=Whole(least=0),
        metavar="N",
        help="Start of the random signs of simulated p-values. Concludes. [default: 1]",
    ),
    click.option(
        "--bounds",
        is_flag=True,
        help="Also say what complete judgements could change: exact bounds of both means and of "
        "their delta, and how few documents would decide.",
    ),
    click.option(
        "--judging-sheet",
        metavar="FILE.csv",
        help="Write the unjudged documents that could move a delta, those that could move one "
        "most first. Filled in, it reads as qrels.",
    ),
)
