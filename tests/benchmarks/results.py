"""Everything that one call of the command measured."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass, field
from datetime import date

from tests.benchmarks.changes import Change
from tests.benchmarks.contest import Line
from tests.benchmarks.differences import Row
from tests.benchmarks.measure import Usage
from tests.benchmarks.shapes import Shape

OURS = "ircompare"


@dataclass(frozen=True)
class Contest:
    """Tools on one data set, ourselves first."""

    shape: Shape
    lines: list[Line]

    @property
    def ours(self) -> Usage:
        usage = self.lines[0].usage
        assert usage is not None, "a failure of our own ends the command"
        return usage

    @property
    def run_lines(self) -> int:
        """Lines of one run."""
        return self.shape.queries * self.shape.depth

    def ratio(self, *names: str) -> float | None:
        """CPU seconds of the fastest of some peers ÷ ours; None if none was measured."""
        found = [line.usage.cpu for line in self.lines if line.tool.name in names and line.usage]
        return min(found) / self.ours.cpu if found else None


@dataclass(frozen=True)
class Results:
    """What was measured.

    Attributes:
        contests: By name of the data set.
        awkward: The same for the awkward formats.
        runs: Number of runs on M to what they took.
        core, page: A change of k.
        cases: Where tools differ.
        absent: Peers that were not measured, and why.
        load: Load average of the machine at the start.
    """

    contests: dict[str, Contest] = field(default_factory=dict)
    awkward: list[Contest] = field(default_factory=list)
    runs: dict[int, Usage] = field(default_factory=dict)
    core: Change | None = None
    page: Change | None = None
    cases: list[Row] = field(default_factory=list)
    absent: dict[str, str] = field(default_factory=dict)
    load: float = 0.0

    def unexplained(self) -> int:
        """Values and means that differ from a peer's for no reason that was found."""
        lines = (line for contest in self.everything for line in contest.lines)
        return sum(line.agreement.unexplained for line in lines if line.agreement)

    @property
    def everything(self) -> list[Contest]:
        return [*self.contests.values(), *self.awkward]

    def line_seconds(self) -> float:
        """CPU seconds that one more line costs, from a tenth of the queries of M to all."""
        few, many = self.contests["tenth-queries"], self.contests["M"]
        return (many.ours.cpu - few.ours.cpu) / (2 * (many.run_lines - few.run_lines))

    def another_run(self) -> float:
        """Wall seconds that one more M run costs."""
        return (self.runs[4].wall - self.runs[2].wall) / 2


def today() -> str:
    return date.today().isoformat()


def machine() -> str:
    """In neutral words, such as `2 cores, Linux, Python 3.11`."""
    python = ".".join(platform.python_version_tuple()[:2])
    return f"{os.cpu_count()} cores, {platform.system()}, Python {python}"
