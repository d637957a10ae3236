"""The tools that are measured: how each is started, and where it writes what it found."""

from __future__ import annotations

import subprocess
import sys
import venv
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from tests.benchmarks import peer_tasks
from tests.benchmarks.shapes import Files
from tests.benchmarks.sheets import Sheet, read_ours, read_paired, read_trec_eval

MOST = {"ir-measures": 3, "ir-measures, RR clipped": 3, "ranx": 3, "trectools": 1}
TASKS_FILE = Path(peer_tasks.__file__)
TREC_EVAL = '"$0" -q $5 "$1" "$2" > "$4.a" && "$0" -q $5 "$1" "$3" > "$4.b"'
# Without -c, version 10 ends with an error where a run lacks a query.
TREC_EVAL_OPTIONS = "-c -m recall.10,100 -m recip_rank"


@dataclass(frozen=True)
class Tool(ABC):
    """One tool that does the task.

    Attributes:
        name: As the tables call it.
        version: As installed.
        most: Runs on a large data set, fewer for slow tools.
        digits: Within which its values are compared with exact ones.
    """

    name: str
    version: str
    most: int = 5
    digits: float = 1e-9

    @abstractmethod
    def command(self, files: Files, out: Path) -> list[str]:
        """Program and arguments that write what the tool finds to `out` or beside it."""

    @abstractmethod
    def sheet(self, out: Path) -> Sheet:
        """What it found."""


@dataclass(frozen=True)
class Ours(Tool):
    """This package."""

    options: tuple[str, ...] = ()

    def command(self, files: Files, out: Path) -> list[str]:
        return [*compare_command(files.qrels, files.runs, out), *self.options]

    def sheet(self, out: Path) -> Sheet:
        """Needs `--format json` among the options: values come from the file, means from here."""
        return read_ours(per_query_of(out), out)


def compare_command(qrels: Path, runs: Sequence[Path], out: Path) -> list[str]:
    """The command that is measured, of this package."""
    named = [word for run in runs for word in ("--run", str(run))]
    start = [sys.executable, "-m", "ircompare", "compare", "--judgements", "pooled"]
    cutoffs = ["--k", "10", "--k", "100"]
    return [*start, "--qrels", str(qrels), *named, *cutoffs, "--per-query", str(per_query_of(out))]


def per_query_of(out: Path) -> Path:
    return out.with_name(f"{out.name}.csv")


@dataclass(frozen=True)
class Peer(Tool):
    """A Python package, in the peers' environment."""

    python: str = ""
    options: tuple[str, ...] = ()

    def command(self, files: Files, out: Path) -> list[str]:
        words = (files.qrels, *files.runs, per_query_of(out))
        return [self.python, str(TASKS_FILE), self.name, *map(str, words), *self.options]

    def sheet(self, out: Path) -> Sheet:
        return read_paired(per_query_of(out))


@dataclass(frozen=True)
class TrecEval(Tool):
    """trec_eval in C: two processes one after the other; their join is not counted."""

    program: str = ""
    clip: bool = True

    def command(self, files: Files, out: Path) -> list[str]:
        words = (self.program, files.qrels, *files.runs, out)
        return ["/bin/sh", "-c", TREC_EVAL, *map(str, words), TREC_EVAL_OPTIONS]

    def sheet(self, out: Path) -> Sheet:
        printed = [out.with_name(f"{out.name}.{run}") for run in "ab"]
        return read_trec_eval(printed[0], printed[1], clip=self.clip)


def ours(*options: str) -> Ours:
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "pyarrow"))
    return Ours("ircompare", f"{version('ircompare')} ({libraries})", options=options)


def trec_eval(program: Path) -> TrecEval:
    """A trec_eval that somebody built."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    words = (said.stdout + said.stderr).split()
    return TrecEval(
        "trec_eval C", words[-1] if words else "unknown", digits=6e-5, program=str(program)
    )


def installed(folder: Path, names: Iterable[str]) -> tuple[list[Peer], dict[str, str]]:
    """Some Python peers in an environment of their own, made unless it is there.

    Returns:
        Those that could be installed, and for each other package why not.
    """
    python, failed = folder / "bin" / "python", {}
    wanted = [name for name in peer_tasks.TASKS if name in set(names)]
    if wanted and not python.exists():
        venv.create(folder, with_pip=True)
    for package in dict.fromkeys(_package(name) for name in wanted):
        if not _version(python, package):
            words = [str(python), "-m", "pip", "install", "-q", package]
            ended = subprocess.run(words, capture_output=True, text=True, check=False)
            if ended.returncode:
                failed[package] = ended.stderr.strip().splitlines()[-1]
    return [peer for name in wanted for peer in _peer(python, name)], failed


def present() -> list[Peer]:
    """The peer that this very environment has: the tests need it."""
    return _peer(Path(sys.executable), "pytrec-eval-terrier")


def _peer(python: Path, name: str) -> list[Peer]:
    found = _version(python, _package(name))
    return [Peer(name, found, MOST.get(name, 5), python=str(python))] if found else []


def _package(name: str) -> str:
    """The package of a task: what stands behind a comma says how it is used.

    >>> _package("ir-measures, RR clipped")
    'ir-measures'
    """
    return name.split(",")[0]


def _version(python: Path, package: str) -> str:
    """Version of a package as installed, empty if it is not."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    ended = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    return ended.stdout.strip()
