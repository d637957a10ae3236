"""Runs tools in alternation on one data set and holds their values against ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks import measure
from tests.benchmarks.agreement import Agreement, held_against
from tests.benchmarks.data import made
from tests.benchmarks.measure import CommandFailedError, Usage
from tests.benchmarks.peers import Ours, Tool, compare_command, ours
from tests.benchmarks.shapes import Files, Shape
from tests.benchmarks.sheets import Sheet

LARGE = 50_000_000  # bytes of run files from which slow tools take fewer turns
Say = Callable[[str], None]


@dataclass(frozen=True)
class Line:
    """One tool on one data set.

    Attributes:
        tool: Which.
        turns: How often it ran.
        usage: Medians; None if it failed.
        agreement: With us; None for ourselves and for a tool that failed.
        failure: What it said last.
    """

    tool: Tool
    turns: int
    usage: Usage | None
    agreement: Agreement | None = None
    failure: str = ""


@dataclass(frozen=True)
class Bench:
    """Where data and outputs go, how often each tool runs, and who is told of progress."""

    home: Path
    repeats: int
    say: Say

    @property
    def data(self) -> Path:
        return self.home / "data"

    def made(self, shape: Shape) -> Files:
        """A data set, its files read once so that they are in memory."""
        self.say(f"data set {shape.name}")
        files = made(shape, self.data)
        for path in (files.qrels, *files.runs):
            with path.open("rb") as file:
                while file.read(1 << 22):
                    pass
        return files

    def out(self, *words: str) -> Path:
        """A file for the output of one tool on one data set."""
        outputs = self.home / "outputs"
        outputs.mkdir(parents=True, exist_ok=True)
        return outputs / "-".join(words).replace(" ", "-").replace(",", "")


@dataclass
class Turns:
    """What one tool took in its turns so far, until it fails; a failure of ours ends it all."""

    tool: Tool
    out: Path
    usages: list[Usage] = field(default_factory=list)
    failure: str = ""

    def take(self, files: Files) -> None:
        try:
            self.usages.append(measure.succeeded(self.tool.command(files, self.out), self.out))
        except CommandFailedError as failed:
            if isinstance(self.tool, Ours):
                raise
            self.failure = str(failed).strip().splitlines()[-1]

    def said(self) -> str:
        """The last turn in words."""
        return self.failure or self.usages[-1].text()

    def line(self, sheet: Sheet, files: Files) -> Line:
        if self.failure:
            return Line(self.tool, len(self.usages), None, failure=self.failure)
        held = None
        if not isinstance(self.tool, Ours):
            held = held_against(sheet, self.tool.sheet(self.out), files, self.tool.digits)
        return Line(self.tool, len(self.usages), measure.middle(self.usages), held)


def contest(bench: Bench, shape: Shape, tools: Sequence[Tool]) -> list[Line]:
    """Everyone on the same work, one after the other, again and again."""
    files = bench.made(shape)
    everyone = [Turns(tool, bench.out(shape.name, tool.name)) for tool in tools]
    for turn in range(bench.repeats):
        for turns in everyone:
            few = files.size() > LARGE and turn >= turns.tool.most
            if not (few or turns.failure):
                turns.take(files)
                bench.say(f"{shape.name}: {turns.tool.name}, turn {turn + 1}: {turns.said()}")
    bench.say(f"{shape.name}: values")
    sheet = our_sheet(bench, shape, files)
    return [turns.line(sheet, files) for turns in everyone]


def our_sheet(bench: Bench, shape: Shape, files: Files) -> Sheet:
    """Our values and exact means, from a turn that is not counted."""
    told = ours("--format", "json")
    out = bench.out(shape.name, told.name, "json")
    measure.succeeded(told.command(files, out), out)
    return told.sheet(out)


def ours_alone(bench: Bench, name: str, files: Files, runs: Sequence[Path]) -> Usage:
    """This package on any number of runs."""
    out = bench.out(name, f"{len(runs)} runs")
    usages = []
    for turn in range(bench.repeats):
        usages.append(measure.succeeded(compare_command(files.qrels, runs, out), out))
        bench.say(f"{name}: {len(runs)} runs, turn {turn + 1}: {usages[-1].text()}")
    return measure.middle(usages)
