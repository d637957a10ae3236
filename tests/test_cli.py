"""The command line: results on stdout, messages on stderr, and the exit codes of the contract."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ircompare import MEASURES
from ircompare.cli import main

COMMANDS = ["evaluate", "compare", "sweep", "check", "dashboard"]
CONTRACT = {
    "duplicate": "duplicate document ID; deduplicate upstream explicitly",
    "unknown_doc": "unknown document ID",
    "wrong_split": "unknown or wrong-split query",
    "unjudged": "unjudged or unknown documents: exhaustive qrels required",
}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command starts in a folder without settings."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def given(tutorial: Path) -> list[str]:
    """The tutorial's collection as options."""
    return [
        word
        for slot in ("corpus", "queries", "qrels")
        for word in (f"--{slot}", str(tutorial / f"{slot}.json"))
    ]


@pytest.fixture
def runs(tutorial: Path) -> list[str]:
    return [
        word
        for name in ("fixture_A", "fixture_B")
        for word in ("--run", str(tutorial / f"run.{name}.json"))
    ]


def process(root: Path, *words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(root), **more.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "ircompare", *words],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        **more,
    )


def first_keys(found: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    start = dict(list(found.items())[: len(wanted)])
    width = len(wanted["rows"][0])
    start["rows"] = [dict(list(row.items())[:width]) for row in found["rows"]]
    return start


@pytest.mark.parametrize("name", ["fixture_A", "fixture_B", "all_empty"])
def test_evaluate_begins_with_the_golden_keys_and_values(
    given: list[str],
    tutorial: Path,
    expected: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    run = str(tutorial / f"run.{name}.json")
    assert main(["evaluate", *given, "--run", run, "--k", "2", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    wanted = expected["results"][name]
    assert json.dumps(first_keys(json.loads(out), wanted)) == json.dumps(wanted)
    assert err == ""


def test_compare_says_what_the_issue_asks(
    given: list[str], runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *given, *runs, "--k", "2"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Recall@2 1/2 → 5/6 and MRR@2 1/2 → 5/6 on 3 queries." in text
    assert "All of the rise comes from q4, which fixture_A did not answer." in text
    assert "q2 regressed: its first relevant document fell from rank 1 to 2." in text
    assert "regressed in RR@2: q2 (rank 1 → 2)" in text
    assert "nothing relevant: q5" in text


def test_compare_in_every_form(
    given: list[str], runs: list[str], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    starts = {"json": b'{\n  "a"', "csv": b"\xef\xbb\xbfrun_a,", "markdown": b"**fixture"}
    for form, start in starts.items():
        assert main(["compare", *given, *runs, "--k", "2", "--format", form]) == 0
        assert capfdbinary.readouterr().out.startswith(start)


def test_several_runs_and_cutoffs_print_a_list_in_the_order_given(
    given: list[str], runs: list[str], tutorial: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = [*given, *runs, "--run", str(tutorial / "run.all_empty.json"), "--format", "json"]
    assert main(["evaluate", *more, "--k", "2", "--k", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(one["run"], one["k"]) for one in found] == [
        ("fixture_A", 2),
        ("fixture_A", 1),
        ("fixture_B", 2),
        ("fixture_B", 1),
        ("all_empty", 2),
        ("all_empty", 1),
    ]
    assert main(["compare", *more, "--k", "2"]) == 0
    pairs = json.loads(capsys.readouterr().out)
    assert [(one["a"]["run"], one["b"]["run"]) for one in pairs] == [
        ("fixture_A", "fixture_B"),
        ("fixture_A", "all_empty"),
    ]


def test_sweep(given: list[str], runs: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", *given, *runs, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [cutoff["recall"]["b"] for cutoff in found["cutoffs"]] == ["2/3", "5/6", "1"]
    assert main(["sweep", *given, *runs[:2], "--format", "json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert [cutoff["mrr_at_k"] for cutoff in alone["cutoffs"]] == ["1/3", "1/2", "1/2"]
    assert main(["sweep", *given, *runs]) == 0
    assert "+1/2 (+0.500)  2 0 1" in capsys.readouterr().out


def test_check_says_what_it_understood(
    given: list[str], runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *given, *runs]) == 0
    out = capsys.readouterr().out
    assert "corpus.json: corpus, JSON id → text" in out
    assert (
        'split "test": 3 of 4 eligible · nothing relevant 1 · unjudged queries 0 · '
        "24 of 24 pairs judged (100.0 %)"
    ) in out


def test_files_are_written_whole(given: list[str], runs: list[str], tmp_path: Path) -> None:
    words = ["compare", *given, *runs, "--k", "2", "--k", "1"]
    assert main([*words, "--per-query", "q.csv", "--output", "r.txt"]) == 0
    assert main([*words, "--per-query", "q.parquet", "--output", "r.txt"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"q.csv", "q.parquet", "r.txt"}
    assert (tmp_path / "q.csv").read_text("utf-8-sig").count("\n") == 9


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(["--no-such-option"], "No such option", id="unknown option"),
        pytest.param(["--qrels", "absent.txt", "--run", "absent.run"], "no such file", id="file"),
        pytest.param(["--judgements", "some"], "is not one of", id="bad choice"),
        pytest.param(["--config", "absent.toml"], "settings cannot be read", id="settings"),
    ],
)
def test_wrong_usage_ends_with_4(
    command: str, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    twice = ["--run", "absent.run"] if command == "compare" and "--run" in words else []
    cutoff = ["--k", "2"] if command in ("evaluate", "compare") else []
    assert main([command, *words, *twice, *cutoff]) == 4
    out, err = capsys.readouterr()
    assert message in err
    assert out == ""


@pytest.mark.parametrize("k", ["0", "-1", "1.5", "two", "", "١"])
def test_a_cutoff_that_is_no_rank_is_refused(
    given: list[str], runs: list[str], capsys: pytest.CaptureFixture[str], k: str
) -> None:
    assert main(["evaluate", *given, *runs, "--k", k]) == 4
    assert f"{k!r} is not a whole number of at least 1." in capsys.readouterr().err


@pytest.mark.parametrize("command", ["evaluate", "compare"])
def test_the_cutoff_has_no_default(
    given: list[str], runs: list[str], capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert main([command, *given, *runs]) == 4
    assert "Missing option '--k'" in capsys.readouterr().err


def test_too_few_runs_and_no_qrels(
    given: list[str], runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *given, *runs[:2], "--k", "2"]) == 4
    assert "two runs or more must be given" in capsys.readouterr().err
    assert main(["evaluate", *runs, "--k", "2"]) == 4
    assert "Missing option '--qrels'" in capsys.readouterr().err
    assert main(["check"]) == 4
    assert "give at least one file" in capsys.readouterr().err


def test_a_table_with_another_suffix_is_refused_before_the_work(
    given: list[str], runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", *given, *runs, "--k", "2", "--per-query", "q.xlsx"]) == 4
    assert 'table file "q.xlsx" has no known suffix' in capsys.readouterr().err


def changed(tutorial: Path, tmp_path: Path, name: str, change: Callable[[Any], Any]) -> str:
    """A file of the tutorial with one thing changed."""
    value = json.loads((tutorial / name).read_text("utf-8"))
    path = tmp_path / name
    path.write_text(json.dumps(change(value)), "utf-8")
    return str(path)


def with_ranking(ranking: Any, query: str = "q2") -> Callable[[Any], Any]:
    return lambda run: {**run, query: ranking}


def with_grade(grade: Any) -> Callable[[Any], Any]:
    return lambda qrels: {**qrels, "q2": {**qrels["q2"], "d1": grade}}


def without_pair(qrels: Any) -> Any:
    del qrels["q2"]["d1"]
    return qrels


BAD = [
    ("run.fixture_A.json", with_ranking(["d3", "d3"]), 'document "d3" twice', "duplicate"),
    ("run.fixture_A.json", with_ranking(["d3", "d9"]), 'document "d9"', "unknown_doc"),
    ("run.fixture_A.json", with_ranking(["d1"], "q1"), 'query "q1" is not in split', "wrong_split"),
    ("qrels.json", without_pair, "pairs are not judged", "unjudged"),
    ("qrels.json", with_grade(False), "false", None),
    ("run.fixture_A.json", with_ranking("d3"), "q2", None),
    ("run.fixture_A.json", with_ranking([3]), "3", None),
]


@pytest.mark.parametrize(
    ("name", "change", "message", "reason"),
    BAD,
    ids=["duplicate", "unknown", "split", "unjudged", "false", "string", "number"],
)
def test_contract_rejections(
    tutorial: Path,
    tmp_path: Path,
    given: list[str],
    runs: list[str],
    capsys: pytest.CaptureFixture[str],
    name: str,
    change: Callable[[Any], Any],
    message: str,
    reason: str | None,
) -> None:
    bad = changed(tutorial, tmp_path, name, change)
    words = [bad if word.endswith(f"/{name}") else word for word in [*given, *runs[:2]]]
    assert main(["evaluate", *words, "--k", "2", "--format", "json"]) == 4
    out, err = capsys.readouterr()
    assert message in err
    assert name in err
    assert "Traceback" not in err
    found = json.loads(out)
    reasons = {problem.get("contract_reason") for problem in found["problems"]}
    assert (CONTRACT[reason] if reason else None) in reasons
    assert all(text not in err for text in CONTRACT.values())


def test_the_problems_of_all_files_come_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "--qrels", "x", "--run", "y", "--k", "1"]) == 4
    err = capsys.readouterr().err
    assert "x: no such file" in err
    assert "y: no such file" in err


def test_settings_serve_every_command_and_flags_win(
    tutorial: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tutorial.as_posix()
    (tmp_path / "ircompare.toml").write_text(
        f'corpus = "{folder}/corpus.json"\nqueries = "{folder}/queries.json"\n'
        f'qrels = "{folder}/qrels.json"\n'
        f'[[runs]]\npath = "{folder}/run.fixture_A.json"\nname = "old"\n'
        f'[[runs]]\npath = "{folder}/run.fixture_B.json"\n'
        "[protocol]\nk = 2\n",
        "utf-8",
    )
    assert main(["compare", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["a"]["run"], found["b"]["run"]) == ("old", "fixture_B")
    assert found["protocol"]["k"] == 2
    assert main(["compare", "--format", "json", "--k", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["protocol"]["k"] == 1
    assert main(["check"]) == 0
    assert main(["sweep"]) == 0


def test_choices_that_do_not_go_together(
    given: list[str], runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", *given, *runs, "--k", "2", "--min-relevance", "2"]) == 4
    assert "min_relevance other than 1 needs judgements 'pooled'" in capsys.readouterr().err.lower()


def test_warnings_go_to_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\nq2 0 b 1\n")
    (tmp_path / "x.run").write_text("q1 Q0 a 1 2.0 t\nq9 Q0 a 1 2.0 t\n")
    words = ["--qrels", "qrels.txt", "--run", "x.run", "--k", "1", "--judgements", "pooled"]
    assert main(["evaluate", *words, "--format", "json"]) == 0
    out, err = capsys.readouterr()
    assert err.startswith("warning: x.run: 1 quer")
    assert json.loads(out)["warnings"][0]["code"] == "extra-query"


def test_nothing_heavy_is_imported_for_help(root: Path) -> None:
    code = (
        "import sys; from ircompare.cli import main; main(['--help']);"
        "print([m for m in ('numpy', 'pyarrow', 'pandas') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_scoring_imports_nothing_of_the_dashboard(
    root: Path, given: list[str], runs: list[str]
) -> None:
    start = [sys.executable, "-X", "importtime", "-m", "ircompare", "compare"]
    done = subprocess.run(
        [*start, *given, *runs, "--k", "2", "--format", "json"],
        cwd=root,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    loaded = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    for module in ("pandas.core", "scipy", "altair", "streamlit"):
        assert module not in loaded


def test_a_closed_pipe_ends_with_141(root: Path, given: list[str], runs: list[str]) -> None:
    words = [sys.executable, "-m", "ircompare", "compare", *given, *runs, "--k", "2"]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(words, cwd=root, stdout=closed, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 141
    assert done.stderr == b""


def test_an_interrupt_ends_with_130(
    given: list[str], runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ircompare.commands.scoring.run_compare", interrupted)
    assert main(["compare", *given, *runs, "--k", "2"]) == 130


def test_a_bug_ends_with_1_and_one_line(root: Path) -> None:
    code = (
        "import sys, ircompare.commands.scoring as c; from ircompare.cli import main\n"
        "def broken(options): return 1 / 0\n"
        "c.run_check = broken\n"
        "sys.argv = ['ircompare', 'check']\n"
        "sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "ircompare failed, a bug of ours: ZeroDivisionError: division by zero",
        "set IRCOMPARE_TRACEBACK=1 to see where",
    ]


def test_output_is_utf8_whatever_the_locale_says(
    root: Path, given: list[str], runs: list[str]
) -> None:
    done = process(
        root, "compare", *given, *runs, "--k", "2", env={"LC_ALL": "C", "PYTHONUTF8": "0"}
    )
    assert done.returncode == 0
    assert "1/2 → 5/6" in done.stdout


def test_help_defines_every_measure(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("evaluate", "compare", "sweep"):
        assert main([command, "--help"]) == 0
        text = " ".join(capsys.readouterr().out.split())
        for measure in MEASURES.values():
            assert f"{measure.label.format(k='k')} {measure.definition}" in text


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("ircompare")


def test_dashboard_starts_streamlit_on_this_machine_only(
    given: list[str], runs: list[str], root: Path, tmp_path: Path
) -> None:
    pytest.importorskip("streamlit")
    from ircompare.commands.launch import command

    paths = dict(zip(("corpus", "queries", "qrels"), given[1::2], strict=True))
    words = command({**paths, "run": runs[1::2], "k": 2, "judgements": "pooled"})
    assert words[1:5] == ["-m", "streamlit", "run", str(root / "app.py")]
    assert words[5:7] == ["--server.address", "localhost"]
    passed = words[words.index("--") + 1 :]
    assert passed[:2] == ["--data-dir", str(tmp_path)]
    assert passed[-4:] == ["--judgements", "pooled", "--k", "2"]
    assert passed.count("--run") == 2


def test_dashboard_passes_the_run_names_of_a_settings_file(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("streamlit")
    from ircompare.commands.launch import command

    monkeypatch.chdir(root / "data" / "tutorial")
    words = command({"run": (), "config": None})
    named = [words[at + 1] for at, word in enumerate(words) if word == "--run-name"]
    assert named == ["fixture_A", "fixture_B"]


def test_dashboard_refuses_an_unknown_sample(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dashboard", "--sample", "nowhere"]) == 4
    assert "choose one of helpcentre, helpcentre-chunks, tutorial" in capsys.readouterr().err


def test_dashboard_without_app_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ircompare.commands.launch.CHECKOUT", tmp_path)
    assert main(["dashboard"]) == 4
    assert "app.py is not beside the package" in capsys.readouterr().err
