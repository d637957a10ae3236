"""Many runs on the command line: one table, whatever scores them, and nothing lost on the way."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from ircompare.cli import main
from ircompare.commands import many
from ircompare.engines.kept import KeptRuns
from ircompare.errors import InputError, Problem
from tests.conftest import PATIENCE
from tests.engines import made

POOLED = ["--qrels", "qrels.txt", "--judgements", "pooled", "--k", "3", "--k", "1"]
TABLES = ["--output", "rows.csv", "--per-query", "queries.csv"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with judgements and good runs only; commands start in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text(made.qrels_text(), "utf-8")
    for path in made.write_runs(tmp_path / "runs"):
        if path.name in ("bad.run", "empty.run"):
            path.unlink()
    return tmp_path


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the runs that were scored in this process, in order."""
    names: list[str] = []

    def score(task: Any, ground: Any) -> Any:
        names.append(task.name)
        return made.score_one(task, ground)

    monkeypatch.setattr(many, "score_one", score)
    return names


def names_of_runs() -> list[str]:
    return [path.name for path in sorted(Path("runs").iterdir())]


def rows_of(path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(Path(path).read_text("utf-8-sig"))))


def listed() -> list[str]:
    return [word for name in names_of_runs() for word in ("--run", f"runs/{name}")]


def without(columns: tuple[str, ...], rows: list[dict[str, str]]) -> list[dict[str, str]]:
    return [{key: row[key] for key in row if not key.endswith(columns)} for row in rows]


def test_a_folder_becomes_one_table_with_the_values_of_each_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["evaluate", *POOLED, "--run", "runs", "--output", "rows.json"]) == 0
    assert capsys.readouterr().out == ""
    rows = json.loads(Path("rows.json").read_text("utf-8"))
    assert main(["evaluate", *POOLED, *listed(), "--format", "json"]) == 0
    objects = json.loads(capsys.readouterr().out)
    assert [row["run"] for row in rows[::5]] == [one["run"] for one in objects]
    for row in rows:
        one = next(o for o in objects if (o["run"], o["k"]) == (row["run"], row["k"]))
        key = {"rr": "mrr"}.get(row["measure"], row["measure"])
        told = one[f"{key}_at_k"]
        if row["measure"] == "ndcg":
            assert row["mean"] == told
        else:
            top, below = row["mean_numerator"], row["mean_denominator"]
            assert told == (top if below == "1" else f"{top}/{below}")
            assert row["mean"] == int(top) / int(below)
        assert row["missing"] == len(one["missing_queries"])
        for name in ("source", "run_sha256", "settings_sha256", "qrels_sha256"):
            assert row[name] == one[name]


def test_a_row_for_each_query_as_of_a_few_runs() -> None:
    assert main(["evaluate", *POOLED, *listed(), "--per-query", "few.csv"]) == 0
    assert main(["evaluate", *POOLED, "--run", "runs", "--per-query", "many.csv"]) == 0
    assert Path("many.csv").read_bytes() == Path("few.csv").read_bytes()
    assert main(["compare", *POOLED, *listed(), "--per-query", "few.csv"]) == 0
    assert main(["compare", *POOLED, "--run", "runs", "--per-query", "many.csv"]) == 0
    assert rows_of("many.csv") == without(("_cause",), rows_of("few.csv"))


def test_parquet_csv_and_json_hold_the_same_rows() -> None:
    for kind in ("parquet", "csv", "json"):
        words = ["--output", f"rows.{kind}", "--per-query", f"queries.{kind}"]
        assert main(["compare", *POOLED, "--run", "runs", *words]) == 0
    for name in ("rows", "queries"):
        table = pq.read_table(f"{name}.parquet")
        assert json.loads(Path(f"{name}.json").read_text("utf-8")) == table.to_pylist()
        assert len(rows_of(f"{name}.csv")) == len(table)
    about = json.loads(pq.read_table("queries.parquet").schema.metadata[b"ircompare"])
    assert [one["protocol"]["k"] for one in about] == [3, 1] * (len(names_of_runs()) - 1)
    assert about[0]["runs"] == ["lists", "packed"]


def test_comparison_with_the_first_run(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--run", "runs/trec3.run", "--run", "runs"]
    assert main(["compare", *POOLED, *words, "--output", "rows.json"]) == 0
    rows = json.loads(Path("rows.json").read_text("utf-8"))
    runs = list(dict.fromkeys(row["run"] for row in rows))
    assert runs == ["trec3", "lists", "packed", "trec0", "trec1", "trec2", "trec4", "trec5"]
    assert {row["reference"] for row in rows if row["run"] != "trec3"} == {"trec3"}
    assert {row["reference"] for row in rows if row["run"] == "trec3"} == {None}
    pair = ["--run", "runs/trec3.run", "--run", "runs/trec0.run", "--k", "3", "--format", "json"]
    assert main(["compare", *POOLED[:4], *pair]) == 0
    measures = json.loads(capsys.readouterr().out)["measures"]
    for row in rows:
        if (row["run"], row["k"]) == ("trec0", 3) and row["measure"] != "ndcg":
            told = measures[row["measure"]]
            top, below = row["delta_numerator"], row["delta_denominator"]
            assert told["delta"] == (top if below == "1" else f"{top}/{below}")
            for name in ("improved", "tied", "regressed"):
                assert row[name] == told[name]


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    from tests.engines.conftest import cluster

    with cluster(2) as started:
        yield started.scheduler_address


@pytest.mark.xdist_group("cluster")
@pytest.mark.parametrize("command", ["evaluate", "compare"])
def test_the_tables_are_the_same_whatever_scores_the_runs(command: str, scheduler: str) -> None:
    words = [command, *POOLED, "--run", "runs", *TABLES]
    found = []
    for engine in ([], ["--jobs", "2"], ["--scheduler", scheduler]):
        assert main([*words, *engine]) == 0
        found.append([Path(name).read_bytes() for name in ("rows.csv", "queries.csv")])
    assert found[0] == found[1] == found[2]


def test_a_bad_file_fails_alone_and_is_listed_at_the_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["evaluate", *POOLED, "--run", "runs", "--output", "rows.csv"]
    assert main(words) == 0
    good = Path("rows.csv").read_bytes()
    capsys.readouterr()
    Path("runs/bad.run").write_text(made.BAD + "q1 Q0 d2 x 1.0 t\n")
    Path("runs/zero.run").touch()
    assert main(words) == 4
    assert Path("rows.csv").read_bytes() == good
    lines = capsys.readouterr().err.splitlines()
    start = lines.index("2 of 10 runs could not be scored:")
    assert [line for line in lines[start + 1 :] if not line.startswith("  ")] == [
        'runs/bad.run:2: document "d1" twice for query "q1"',
        "… and 1 more problems",
        "runs/zero.run: file is empty (0 bytes)",
    ]
    assert lines[start + 2] == "  expected: each document at most once a query"


def test_no_comparison_without_a_reference(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.run").write_text(made.BAD)
    words = ["--run", "bad.run", "--run", "runs", "--output", "rows.csv"]
    assert main(["compare", *POOLED, *words]) == 4
    assert 'bad.run:2: document "d1" twice' in capsys.readouterr().err
    assert not Path("rows.csv").exists()


def test_where_every_run_is_bad_there_is_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.run").write_text(made.BAD)
    words = ["--run", "bad.run", "--format", "table", "--output", "rows.csv"]
    assert main(["evaluate", *POOLED, *words]) == 4
    assert "1 of 1 run could not be scored:" in capsys.readouterr().err
    assert not Path("rows.csv").exists()


def test_only_what_is_new_is_scored_again(
    scored: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["evaluate", *POOLED, "--run", "runs", "--output", "rows.csv", "--resume", "kept"]
    assert main(words) == 0
    assert len(scored) == 8
    first = Path("rows.csv").read_bytes()
    scored.clear()
    assert main(words) == 0
    assert scored == []
    assert Path("rows.csv").read_bytes() == first
    assert "note: 8 of 8 runs scored before" in capsys.readouterr().err
    Path("runs/trec1.run").write_text("q0 Q0 d1 1 2.0 t\n")
    Path("runs/new.run").write_text("q0 Q0 d2 1 2.0 t\n")
    assert main([*words, "--k", "2"]) == 0
    assert scored == ["new", "trec1"]
    for change in (["--min-relevance", "2"], ["--no-relevant", "zero"], ["--order", "listed"]):
        scored.clear()
        assert main([*words, *change]) in (0, 4)
        assert len(scored) == 9
    Path("qrels.txt").write_text(made.qrels_text() + "q0 0 unseen 1\n", "utf-8")
    scored.clear()
    assert main(words) == 0
    assert len(scored) == 9


def test_what_was_found_is_removed_once_all_of_it_is_in_the_result(
    scored: list[str], folder: Path
) -> None:
    words = ["evaluate", *POOLED, "--run", "runs", "--output", "rows.csv"]
    Path("runs/bad.run").write_text(made.BAD)
    assert main(words) == 4
    assert len(list(Path("rows.csv.parts").iterdir())) == 8
    Path("runs/bad.run").write_text("q0 Q0 d1 1 2.0 t\n")
    scored.clear()
    assert main(words) == 0
    assert scored == ["bad"]
    assert sorted(path.name for path in folder.iterdir()) == ["qrels.txt", "rows.csv", "runs"]


@pytest.fixture
def hears_interrupts() -> Iterator[None]:
    """What starts in the background is born deaf to interrupts, and so are its children."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def once_read(pipe: Path, command: subprocess.Popen[str]) -> int:
    """The end for writing of a named pipe, once the command reads it."""
    while True:
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            assert command.poll() is None
            time.sleep(0.05)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.usefixtures("hears_interrupts")
@pytest.mark.parametrize("engine", [[], ["--jobs", "2"]], ids=["here", "processes"])
def test_an_interrupt_keeps_what_is_finished(
    root: Path, scored: list[str], engine: list[str]
) -> None:
    os.mkfifo("waits.run")  # reading it does not end before all have closed it for writing
    words = ["evaluate", *POOLED, "--run", "runs", "--run", "waits.run", "--output", "rows.csv"]
    command = subprocess.Popen(
        [sys.executable, "-m", "ircompare", *words, *engine],
        env={**os.environ, "PYTHONPATH": str(root)},
        stderr=subprocess.PIPE,
        text=True,
    )
    writing = once_read(Path("waits.run"), command)
    while len(list(Path().glob("rows.csv.parts/*.npz"))) < 8:
        assert command.poll() is None
        time.sleep(0.05)
    command.send_signal(signal.SIGINT)
    os.close(writing)  # wakes it, should it have gone to wait just as the signal came
    _, err = command.communicate(timeout=PATIENCE)
    assert command.returncode == 130
    said = "interrupted: 8 of 9 runs scored, kept: the same command goes on from there"
    assert err.splitlines() == [said, ""]
    assert not Path("rows.csv").exists()
    Path("waits.run").unlink()
    Path("waits.run").write_text("q0 Q0 d1 1 2.0 t\n")
    assert main(words) == 0
    assert scored == ["waits"]


@pytest.mark.parametrize("ends", [False, True], ids=["before it is kept", "once it is kept"])
def test_an_interrupt_while_a_run_is_kept_is_counted_as_it_came(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ends: bool
) -> None:
    put = KeptRuns.put

    def interrupted(kept: KeptRuns, task: Any, judged: Any) -> None:
        if task.name != "trec1" or ends:
            put(kept, task, judged)
        if task.name == "trec1":
            raise KeyboardInterrupt

    monkeypatch.setattr(KeptRuns, "put", interrupted)
    assert main(["evaluate", *POOLED, "--run", "runs", "--output", "rows.csv"]) == 130
    found = len(list(Path("rows.csv.parts").iterdir()))
    assert found == 3 + ends
    assert f"interrupted: {found} of 8 runs scored, kept" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("before", "place", "said"),
    [
        (
            3,
            "rows.csv",
            "interrupted: 3 of 8 runs scored, kept: the same command goes on from there",
        ),
        (3, None, "interrupted: 3 of 8 runs scored, lost"),
        (0, "rows.csv", None),
    ],
    ids=["kept", "lost", "none"],
)
def test_an_engine_that_gives_up_says_what_it_leaves(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    scored: list[str],
    before: int,
    place: str | None,
    said: str | None,
) -> None:
    whole = many.in_process

    def gives_up(score: Any, ground: Any, tasks: Any) -> Iterator[Any]:
        yield from whole(score, ground, tasks[:before])
        raise InputError(Problem("no-worker", "nobody is there"))

    words = ["evaluate", *POOLED, "--run", "runs", *(["--output", place] if place else [])]
    with monkeypatch.context() as patched:
        patched.setattr(many, "in_process", gives_up)
        assert main(words) == 4
    assert capsys.readouterr().err.splitlines() == [*([said] if said else []), "nobody is there"]
    if place:
        assert main(words) == 0
        assert len(scored) == len(set(scored)) == 8


def test_chunk_maps_levels_and_budgets_work_as_with_a_few_runs(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = root / "data" / "helpcentre"
    words = ["--qrels", str(data / "qrels.txt"), "--corpus", str(data / "corpus.jsonl")]
    words += ["--judgements", "pooled", "--chunk-map", str(data / "chunk_map.tsv"), "--k", "5"]
    for budget in ([], ["--budget", "3"], ["--token-budget", "300"]):
        runs = ["--run", str(data / "runs"), *budget]
        assert main(["evaluate", *words, *runs, "--output", "rows.json", "--jobs", "2"]) == 0
        said = capsys.readouterr().err
        assert 'note: run "bm25_chunks" is read as chunks' in said
        rows = json.loads(Path("rows.json").read_text("utf-8"))
        assert main(["evaluate", *words, *runs, "--format", "json"]) == 0
        for one in json.loads(capsys.readouterr().out):
            row = next(r for r in rows if (r["run"], r["measure"]) == (one["run"], "recall"))
            assert one["recall_at_k"] == f"{row['mean_numerator']}/{row['mean_denominator']}"
            assert (one["run_sha256"], one["settings_sha256"]) == (
                row["run_sha256"],
                row["settings_sha256"],
            )
    documents = ["--run", str(data / "runs" / "lsa.run"), "--format", "table", "--budget", "3"]
    assert main(["evaluate", *words, *documents]) == 4
    assert "a chunk budget was asked for, but no run is collapsed" in capsys.readouterr().err
    level = ["--run", str(data / "runs"), "--level", "lsa_chunks=document"]
    assert main(["evaluate", *words, *level]) == 4
    assert "1 of 4 runs could not be scored:" in capsys.readouterr().err
    assert main(["evaluate", *words, "--run", str(data / "runs"), "--level", "x=chunk"]) == 4
    assert "--level names run 'x', which is not given." in capsys.readouterr().err


def test_quality_limits_hold_for_every_run(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", *POOLED, "--run", "runs", "--output", "rows.csv"]
    assert main([*words, "--max-regressed", "0"]) == 2
    err = capsys.readouterr().err
    assert "quality limit broken, lists → packed: at most 0 queries may regress" in err
    assert main([*words, "--max-regressed", "12"]) == 0


def test_what_goes_together(capsys: pytest.CaptureFixture[str]) -> None:
    for words, message in [
        (["--jobs", "2", "--format", "json"], "--jobs goes with --format table."),
        (["--scheduler", "x:1", "--format", "text"], "--scheduler goes with --format table."),
        (["--resume", "kept", "--format", "json"], "--resume goes with --format table."),
        (["--jobs", "2", "--scheduler", "x:1"], "Give --jobs or --scheduler, not both."),
        (["--jobs", "0"], "'0' is not a whole number of at least 1."),
        (["--output", "rows.txt"], 'table file "rows.txt" has no known suffix'),
        (["--per-query", "q.xlsx"], 'table file "q.xlsx" has no known suffix'),
        (["--output", "rows.csv", "--resume", "qrels.txt"], 'folder "qrels.txt" cannot be made'),
        (["--budget", "2"], "A budget needs chunks: give --chunk-map."),
    ]:
        assert main(["evaluate", *POOLED, "--run", "runs", *words]) == 4
        assert message in capsys.readouterr().err
    assert main(["compare", *POOLED, "--run", "runs/trec0.run", "--jobs", "2"]) == 4
    assert "two runs or more must be given" in capsys.readouterr().err


def test_without_a_place_for_them_interrupted_runs_are_lost_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(task: object, ground: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(many, "score_one", interrupted)
    assert main(["evaluate", *POOLED, "--run", "runs"]) == 130
    assert capsys.readouterr().err == "interrupted: 0 of 8 runs scored, lost\n\n"


def test_the_form_decides_what_a_folder_becomes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", *POOLED, "--run", "runs"]) == 0
    assert capsys.readouterr().out.startswith("run     k  Recall ")
    assert main(["evaluate", *POOLED, "--run", "runs", "--format", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 16
    assert main(["evaluate", *POOLED, *listed()[:4], "--format", "table"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 11
    assert main(["check", "--run", "runs"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 16


def test_a_folder_may_stand_in_the_settings(capsys: pytest.CaptureFixture[str]) -> None:
    Path("ircompare.toml").write_text(
        'qrels = "qrels.txt"\n[[runs]]\npath = "runs"\n[protocol]\nk = 3\njudgements = "pooled"\n'
    )
    assert main(["compare"]) == 0
    assert capsys.readouterr().out.startswith("run     k  Recall ")


def test_a_bar_on_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", *POOLED, "--run", "runs"]) == 0
    assert "8/8" not in capsys.readouterr().err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["evaluate", *POOLED, "--run", "runs"]) == 0
    assert "8/8" in capsys.readouterr().err


def test_help_says_when_a_table_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("evaluate", "compare"):
        assert main([command, "--help"]) == 0
        text = " ".join(capsys.readouterr().out.split())
        assert "table if --run is a folder, or with --jobs, --scheduler or --resume" in text
