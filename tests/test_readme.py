"""What the README says is run: its Python, its example, its commands, its tables."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ircompare.cli import cli
from ircompare.scoring.measures import MEASURES

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(kind, text) for kind, text in FENCE.findall(README)]


def blocks(kind: str) -> list[str]:
    return [text for found, text in BLOCKS if found == kind]


def test_python_code_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert blocks("python")
    for code in blocks("python"):
        exec(compile(code, "README.md", "exec"), {})


def test_the_example_prints_what_it_shows() -> None:
    command = next(text for text in blocks("sh") if "data/tutorial" in text)
    shown = BLOCKS[BLOCKS.index(("sh", command)) + 1][1]
    folder, line = command.strip().split(" && ")
    words = shlex.split(line)
    assert words[0] == "python"
    ended = subprocess.run(
        [sys.executable, *words[1:]],
        cwd=ROOT / folder.removeprefix("cd "),
        env={"PYTHONPATH": str(ROOT), "PATH": "", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == shown


def test_ci_runs_the_test_command_as_it_stands() -> None:
    command = next(text for text in blocks("sh") if text.rstrip().endswith("pytest"))
    assert command in (ROOT / ".ci" / "run").read_text("utf-8")


@pytest.mark.parametrize("kind", ["sh", "bat"])
def test_both_first_commands_are_given_for_both_shells(kind: str) -> None:
    texts = "".join(blocks(kind))
    assert "ircompare dashboard" in texts
    assert "-m pytest" in texts


def test_every_command_is_documented() -> None:
    for name in cli.commands:
        assert f"`{name}`" in README, name


def test_every_measure_is_documented() -> None:
    for measure in MEASURES.values():
        assert f"| {measure.label.format(k='k')} |" in README


def test_the_picture_is_there() -> None:
    for path in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README):
        assert (ROOT / path).is_file(), path


def test_the_tree_names_what_is_there() -> None:
    tree = next(text for text in blocks("text") if text.startswith("app.py"))
    for line in tree.splitlines():
        name = line.strip().split(" ")[0].rstrip("/")
        folder = ROOT / "ircompare" if line.startswith("  ") else ROOT
        assert (folder / name).exists(), name
