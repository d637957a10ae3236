"""Measures one command: CPU seconds, wall seconds and peak memory of it and its children.

Linux counts the peak memory of the process that starts a child in that of the child, so a small
process of its own starts it: `start.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

STARTER = Path(__file__).with_name("start.py")


@dataclass(frozen=True)
class Usage:
    """What one command took.

    Attributes:
        cpu: User and system seconds, children included.
        wall: Seconds from start to end.
        peak: Bytes of the largest process; never less than the starter's few MiB.
        status: Exit code, negative for a signal.
    """

    cpu: float
    wall: float
    peak: int
    status: int

    def text(self) -> str:
        """In words, for progress."""
        return f"{self.cpu:.2f} s CPU, {self.wall:.2f} s wall, {self.peak / (1 << 20):.0f} MiB"


class CommandFailedError(Exception):
    """A command that had to succeed did not; says what it printed last."""


def measured(command: Sequence[str], stdout: Path) -> Usage:
    """Run a command in the folder of its output, in a small process of its own.

    Args:
        command: Program and arguments.
        stdout: File for what it prints; stderr goes beside it, with the suffix `.err`.
    """
    starter = [sys.executable, "-I", "-S", str(STARTER), str(stdout), *command]
    ended = subprocess.run(starter, cwd=stdout.parent, check=True, stdout=subprocess.PIPE)
    return Usage(**json.loads(ended.stdout))


def succeeded(command: Sequence[str], stdout: Path) -> Usage:
    """The same of a command that has to end with 0.

    Raises:
        CommandFailedError: It ended otherwise.
    """
    usage = measured(command, stdout)
    if usage.status:
        said = errors_of(stdout).read_text("utf-8", "replace")[-2_000:]
        raise CommandFailedError(f"{' '.join(command)} ended with {usage.status}:\n{said}")
    return usage


def errors_of(stdout: Path) -> Path:
    return stdout.with_name(f"{stdout.name}.err")


def middle(usages: Sequence[Usage]) -> Usage:
    """The median of each figure."""
    return Usage(
        median(usage.cpu for usage in usages),
        median(usage.wall for usage in usages),
        round(median(usage.peak for usage in usages)),
        usages[-1].status,
    )
