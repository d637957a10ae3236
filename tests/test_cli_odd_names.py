"""Files whose names are not UTF-8, as any name on Linux may be: read, and shown escaped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest

from ircompare import read_run
from ircompare.api import distinct_names
from ircompare.cli import main
from ircompare.commands.launch import command
from ircompare.errors import InputError, Problem, printable
from ircompare.readers.stored import STORED_FROM

A, B, BAD = (os.fsdecode(name) for name in (b"a-\xff.run", b"b-\xfe.run", b"bad-\xff.run"))
NAMES = ["a-\\udcff", "b-\\udcfe"]
PROTOCOL = ["--judgements", "pooled", "--qrels", "qrels"]
PAIR = ["--run", A, "--run", B]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Small qrels and two small runs in the working folder, which has no settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WIKI_ROOT", raising=False)
    try:
        Path(A).write_text("q1 Q0 d1 1 2.5 t\nq2 Q0 d3 1 1.5 t\nq2 Q0 d2 2 0.5 t\n")
    except OSError:
        pytest.skip("this file system holds no such names")
    Path(B).write_text("q1 Q0 d3 1 2.5 t\nq1 Q0 d1 2 1.5 t\nq2 Q0 d2 1 2.5 t\n")
    Path("qrels").write_text("q1 0 d1 1\nq2 0 d2 1\n")
    return tmp_path


def printed(capfdbinary: pytest.CaptureFixture[bytes], *words: str, code: int = 0) -> str:
    """What a command prints, which is UTF-8 throughout."""
    capfdbinary.readouterr()
    assert main(words) == code
    return capfdbinary.readouterr().out.decode()


def test_a_name_is_escaped_where_it_is_not_utf_8() -> None:
    assert printable(A) == "a-\\udcff.run"
    assert [printable("\ud800"), printable("导出")] == ["\\ud800", "导出"]


def test_names_that_are_escaped_alike_are_told_apart() -> None:
    assert distinct_names([A, "a-\\udcff.run", f"{B}/x.run", "c/x.run"]) == [
        "a-\\udcff",
        "a-\\udcff (2)",
        "b-\\udcfe.run/x",
        "c/x",
    ]


def test_a_problem_is_placed_by_the_escaped_name() -> None:
    problem = Problem("bad", "bad", A, 3)
    assert problem.place == "a-\\udcff.run:3"
    assert problem.as_dict()["source"] == "a-\\udcff.run"


def test_from_python_the_run_has_the_escaped_name() -> None:
    run = read_run(A)
    assert (run.name, run.source) == ("a-\\udcff", "a-\\udcff.run")


@pytest.mark.parametrize("form", ["text", "json"])
def test_evaluate_shows_it(form: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    words = ["evaluate", *PROTOCOL, "--run", A, "--k", "1", "--format", form]
    out = printed(capfdbinary, *words)
    if form == "json":
        assert json.loads(out)["run"] == NAMES[0]
        assert json.loads(out)["source"] == "a-\\udcff.run"
    else:
        assert out.startswith("a-\\udcff reaches Recall@1 1/2")


@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown", "html"])
def test_compare_shows_it(form: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    words = ["compare", *PROTOCOL, *PAIR, "--k", "1", "--format", form]
    out = printed(capfdbinary, *words)
    held = json.loads(out) if form == "json" else {}
    # Markdown and JSON write a backslash as two.
    name = "a-\\\\udcff" if form in ("json", "markdown") else "a-\\udcff"
    assert name in out
    assert not held or [held[side]["run"] for side in "ab"] == NAMES


@pytest.mark.parametrize("name", ["rows.csv", "rows.parquet", "rows-\udcff.parquet"], ids=ascii)
def test_the_table_of_each_query_has_it(name: str) -> None:
    assert main(["compare", *PROTOCOL, *PAIR, "--k", "1", "--per-query", name]) == 0
    with Path(name).open("rb") as file:
        rows = pa_csv.read_csv(file) if name.endswith("csv") else pq.read_table(file)
    assert [set(rows[column].to_pylist()) for column in ("run_a", "run_b")] == [
        {NAMES[0]},
        {NAMES[1]},
    ]


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]], ids=["here", "in processes"])
def test_a_folder_of_runs_gives_its_table_and_tells_the_faulty_one(
    jobs: list[str], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    runs = Path(os.fsdecode(b"runs-\xff"))
    runs.mkdir()
    for name in (A, B):
        Path(name).rename(runs / name)
    (runs / BAD).write_text("q1 Q0 d1 1 2.5\n")
    words = ["compare", *PROTOCOL, "--run", str(runs), "--k", "1", *jobs]
    capfdbinary.readouterr()
    assert main(words) == 4
    out, err = (text.decode() for text in capfdbinary.readouterr())
    assert [line.split()[0] for line in out.splitlines()[1:3]] == NAMES
    assert "runs-\\udcff/bad-\\udcff.run:1: 5 columns instead of 6" in err


def test_check_shows_it(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert "a-\\udcff.run: run, TREC run" in printed(capfdbinary, "check", *PROTOCOL, "--run", A)


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_the_scorecard_shows_it(form: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    out = printed(capfdbinary, "scorecard", *PROTOCOL, *PAIR, "--format", form)
    held = json.loads(out) if form == "json" else {}
    assert ("a-\\\\udcff" if held else "a-\\udcff") in out
    assert not held or [held["a"], held["b"]] == NAMES


@pytest.mark.parametrize(
    "words", [["check"], ["evaluate", "--k", "1", "--format", "json"]], ids=lambda words: words[0]
)
@pytest.mark.parametrize(
    ("name", "fault"),
    [(BAD, "5 columns instead of 6"), (f"no-{A}", "no such file")],
    ids=["faulty", "absent"],
)
def test_a_faulty_or_absent_file_is_an_input_error(
    words: list[str], name: str, fault: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    Path(BAD).write_text("q1 Q0 d1 1 2.5\n")
    assert main([*words, *PROTOCOL, "--run", name]) == 4
    out, err = (text.decode() for text in capfdbinary.readouterr())
    assert printable(name) in err
    assert fault in err
    if out:
        assert json.loads(out)["problems"][0]["source"] == printable(name)


def test_baseline_and_gate_read_it(capfdbinary: pytest.CaptureFixture[bytes], folder: Path) -> None:
    wiki, base, run, other = (os.fsdecode(x) for x in (b"w\xff", b"b\xff", b"r\xff", b"s\xff"))
    Path(wiki).mkdir()
    for name in ("a.md", "b.md"):
        (Path(wiki) / name).write_text(name)
    Path(run).write_text('{"q1": ["a.md", "b.md"]}')
    Path(other).write_text('{"q1": ["b.md", "a.md"]}')
    at = ["--library", wiki, "--engine-version", "1"]
    recorded = ["--baseline-version", "1", "--output", base]
    assert "in b\\udcff" in printed(capfdbinary, "baseline", "--run", run, *at, *recorded)
    judge = ["gate", "--baseline", base, "--format", "json", *at]
    assert json.loads(printed(capfdbinary, *judge, "--run", run))["gate"] == "PASS"
    both = ["--run", run, "--run", other]
    assert json.loads(printed(capfdbinary, *judge, *both, code=5))["gate"] == "UNSTABLE"
    printed(capfdbinary, *judge, "--run", f"no-{run}", code=4)


@pytest.mark.parametrize("slot", ["run", "corpus"])
def test_a_large_parquet_file_is_read_although_arrow_opens_no_such_path(
    slot: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr("ircompare.readers.large_corpus.load.LARGE", STORED_FROM)
    count = STORED_FROM // 8
    ids = np.char.add("d", np.arange(count).astype(str))
    columns = {"query_id": ["q1"] * count, "doc_id": ids, "score": np.arange(count) / 3}
    table = pa.table(columns if slot == "run" else {"id": ids, "text": ids})
    name = os.fsdecode(b"large-\xff.parquet")
    with Path(name).open("wb") as file:
        pq.write_table(table, file, compression="none", use_dictionary=False)
    assert Path(name).stat().st_size > STORED_FROM
    out = printed(capfdbinary, "check", *PROTOCOL, f"--{slot}", name)
    assert f"large-\\udcff.parquet: {slot}, Parquet" in out
    assert f"{count:,}" in out


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b'qrels = "q\xff"\n', "settings are not UTF-8"),
        (b'qrels = "q\\udcff"\n', "settings are not TOML"),
    ],
    ids=["byte", "escape"],
)
def test_a_settings_file_cannot_name_it_and_says_so(
    text: bytes, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("ircompare.toml").write_bytes(text)
    assert main(["check"]) == 4
    assert fault in capsys.readouterr().err


def not_started(**options: object) -> str:
    """Why the dashboard is not started."""
    with pytest.raises(InputError) as caught:
        command(options)
    return str(caught.value)


def test_the_dashboard_is_not_started_with_it(folder: Path) -> None:
    assert not_started(run=(A,)) == (
        f"{folder}/a-\\udcff.run: path is not UTF-8, so the dashboard cannot show it\n"
        "  expected: names of file and folders in UTF-8\n"
        "  mend:     rename it; the commands that score and check read it as it is"
    )


def test_the_dashboard_is_not_started_in_such_a_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = folder / os.fsdecode(b"odd-\xff")
    odd.mkdir()
    monkeypatch.chdir(odd)
    assert "odd-\\udcff: path is not UTF-8" in not_started(sample="tutorial")


def test_a_process_ends_well_whatever_the_locale(root: Path) -> None:
    words = ["compare", *PROTOCOL, *PAIR, "--k", "1", "--format", "json"]
    done = subprocess.run(
        [sys.executable, "-m", "ircompare", *words],
        env={**os.environ, "PYTHONPATH": str(root), "LC_ALL": "C"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    held = json.loads(done.stdout.decode())
    assert [held[side]["run"] for side in "ab"] == NAMES


def test_an_unreadable_path_from_python_is_an_input_error() -> None:
    with pytest.raises(InputError) as caught:
        read_run("\ud800.run")
    assert str(caught.value).startswith("\\ud800.run: file cannot be read")
