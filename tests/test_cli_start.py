"""What a command loads before it works: nothing that it does not use."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

DASHBOARD = {"pandas", "scipy", "altair", "streamlit"}
OTHER_FORMATS = {"pyarrow.parquet", "pyarrow.csv", "yaml", "tomllib", "xml.sax.saxutils"}
UNUSED = {*DASHBOARD, *OTHER_FORMATS, "importlib.metadata", "ssl", "tempfile"}
THREADS = "OPENBLAS_NUM_THREADS"


def end_of(root: Path, told: str, *words: str, **environment: str) -> str:
    """What a Python expression is worth at the end of a command, in a process of its own."""
    code = (
        "import os, sys\n"
        "from ircompare.cli import main\n"
        "assert main() == 0\n"
        f"print({told}, file=sys.stderr)"
    )
    kept = {name: value for name, value in os.environ.items() if name != THREADS}
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        env={**kept, "PYTHONPATH": str(root), **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return done.stderr.splitlines()[-1]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Small qrels and two small runs as options, in a folder without settings."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels").write_text("q1 0 d1 1\nq2 0 d2 1\n")
    (tmp_path / "a").write_text("q1 Q0 d1 1 2.5 a\nq2 Q0 d3 1 1.5 a\nq2 Q0 d2 2 0.5 a\n")
    (tmp_path / "b").write_text("q1 Q0 d3 1 2.5 b\nq1 Q0 d1 2 1.5 b\nq2 Q0 d2 1 2.5 b\n")
    return ["--judgements", "pooled", "--qrels", "qrels", "--run", "a", "--run", "b", "--k", "2"]


@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown"])
def test_a_small_comparison_loads_only_what_it_uses(
    root: Path, files: list[str], form: str
) -> None:
    told = f"sorted({UNUSED} & set(sys.modules))"
    assert end_of(root, told, "compare", *files, "--format", form) == "[]"


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_small_evaluation_loads_only_what_it_uses(
    root: Path, files: list[str], form: str
) -> None:
    told = f"sorted({UNUSED} & set(sys.modules))"
    assert end_of(root, told, "evaluate", *files, "--format", form) == "[]"


def test_what_is_used_is_loaded(root: Path, files: list[str]) -> None:
    told = f"sorted({UNUSED} & set(sys.modules))"
    found = end_of(root, told, "compare", *files, "--per-query", "rows.parquet")
    assert "pyarrow.parquet" in found
    assert not any(name in found for name in DASHBOARD)


def test_numpy_is_kept_from_starting_threads(root: Path, files: list[str]) -> None:
    assert end_of(root, f"os.environ['{THREADS}']", "compare", *files) == "1"


def test_a_number_of_threads_chosen_outside_holds(root: Path, files: list[str]) -> None:
    told = f"os.environ['{THREADS}']"
    assert end_of(root, told, "compare", *files, **{THREADS: "2"}) == "2"


def test_a_command_called_from_python_leaves_the_environment_alone(
    files: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from ircompare.cli import main

    monkeypatch.delenv(THREADS, raising=False)
    assert main(["compare", *files]) == 0
    assert THREADS not in os.environ
