"""What the commands' options share: number types, groups of options, and how a command ends."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from ircompare.errors import InputError, Problem

Command = TypeVar("Command", bound=Callable[..., Any])
Option = Callable[[Command], Command]


class Whole(click.ParamType):  # type: ignore[type-arg]
    """A whole number of at least 1, or of at least 0, written in plain digits."""

    name = "n"

    def __init__(self, least: int = 1) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or a usage error that says what was expected."""
        if not re.fullmatch(r"[0-9]{1,18}", str(value)) or int(value) < self.least:
            self.fail(f"{value!r} is not a whole number of at least {self.least}.", param, ctx)
        return int(value)


class MaxDrop(click.ParamType):  # type: ignore[type-arg]
    """A quality limit on a mean, written as `MRR=0.02`."""

    name = "MEASURE=X"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The limit, or a usage error that says what was expected."""
        from ircompare.scoring.limits import parse_drop

        try:
            return parse_drop(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


class RunLevel(click.ParamType):  # type: ignore[type-arg]
    """What one run names, written as `A=chunk`."""

    name = "RUN=LEVEL"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The run's name or letter and its level, or a usage error."""
        name, equals, level = str(value).rpartition("=")
        if not (name and equals) or level not in ("chunk", "document"):
            self.fail(f"{value!r} is not written as A=chunk or A=document.", param, ctx)
        return name, level


def together(*options: Option[Any]) -> Option[Any]:
    """Several options as one decorator, shown in the order given."""

    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def form(*names: str) -> Option[Any]:
    """The option that chooses the form of the result; the first name is the default."""
    return click.option(
        "--format", type=click.Choice(names), default=names[0], show_default=True, help="Form."
    )


def perform(command: Callable[[dict[str, Any]], int | None], options: dict[str, Any]) -> int | None:
    """Run a command; under `--format json` the problems of an input are printed as JSON too."""
    try:
        return command(options)
    except InputError as error:
        if options.get("format") == "json":
            from ircompare.commands.output import problems_json

            click.echo(problems_json(error), nl=False)
        raise


def warn(remarks: Iterable[Problem]) -> None:
    """Print remarks on stderr, each once."""
    for remark in dict.fromkeys(remarks):
        print(f"warning: {remark}", file=sys.stderr)
