"""`compare --format html` and `--report`: files whole or not at all, and the exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ircompare.cli import main
from tests.report.full.pages import images, parsed, section, table

HELP = Path(__file__).resolve().parents[1] / "data" / "helpcentre"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def words(tutorial: Path) -> list[str]:
    """The tutorial's comparison at k = 2 as options."""
    files = [("--" + slot, f"{slot}.json") for slot in ("corpus", "queries", "qrels")]
    files += [("--run", f"run.{name}.json") for name in ("fixture_A", "fixture_B")]
    given = [word for option, name in files for word in (option, str(tutorial / name))]
    return ["compare", *given, "--k", "2"]


def left() -> list[str]:
    """The files in the working folder, hidden ones too."""
    return sorted(path.name for path in Path().iterdir())


def test_html_is_written_to_the_file_asked_for(words: list[str]) -> None:
    assert main([*words, "--format", "html", "--output", "report.html"]) == 0
    page = parsed(Path("report.html").read_text("utf-8"))
    assert table(page, "Means over")[2][3] == "+1/3 (+0.333)"
    assert len(images(page)) == 18
    assert left() == ["report.html"]


def test_a_process_that_keeps_pandas_out_lets_it_in_for_charts(
    words: list[str], root: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ircompare", *words, "--format", "html"],
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    page = parsed(done.stdout.decode("utf-8"))
    assert len(images(page)) == 18
    assert "No significance test is reported" in page.text


def test_the_report_stands_beside_any_form(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--format", "json", "--report", "report.html"]) == 0
    assert json.loads(capsys.readouterr().out)["protocol"]["k"] == 2
    assert section(parsed(Path("report.html").read_text("utf-8")), "Regressions")
    assert left() == ["report.html"]


def test_a_report_in_markdown_has_no_charts_and_needs_none(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--report", "report.md"]) == 0
    text = Path("report.md").read_text("utf-8")
    assert text.startswith("# A fixture\\_A → B fixture\\_B\n")
    assert "| MRR@2 | 1/2 (0.500) | 5/6 (0.833) | +1/3 (+0.333) | 2 | 0 | 1 |" in text
    assert "one bar a query" not in text
    assert "No chart is drawn" not in text
    assert capsys.readouterr().out.startswith("A fixture_A → B fixture_B")


def test_markdown_as_a_form_stays_a_summary(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--format", "markdown"]) == 0
    assert len(capsys.readouterr().out.splitlines()) < 20


def test_a_broken_limit_ends_with_2_and_stands_in_the_report(words: list[str]) -> None:
    assert main([*words, "--max-regressed", "0", "--report", "r.md", "--output", "out.txt"]) == 2
    text = Path("r.md").read_text("utf-8")
    assert "## Quality limits" in text
    assert "- quality limits: broken, 1 of 1" in text


def test_cutoffs_and_further_runs_become_parts(words: list[str], tutorial: Path) -> None:
    more = ["--run", str(tutorial / "run.all_empty.json"), "--k", "1", "--report", "r.html"]
    assert main([*words, *more]) == 0
    page = parsed(Path("r.html").read_text("utf-8"))
    parts = [one.text for one in page.all("h2")][1:]
    assert parts == [
        "A fixture_A → B fixture_B, k = 2",
        "A fixture_A → B fixture_B, k = 1",
        "A fixture_A → B all_empty, k = 2",
        "A fixture_A → B all_empty, k = 1",
    ]


def test_chunks_and_the_gate_stand_in_the_report() -> None:
    gate = ["--library", str(HELP / "corpus.jsonl"), "--engine-version", "2"]
    bm25, lsa = (str(HELP / "runs" / f"{name}.run") for name in ("bm25", "lsa"))
    record = ["baseline", "--run", bm25, "--baseline-version", "1", "--output", "base", *gate]
    assert main(record) == 0
    with Path("gate.json").open("w", encoding="utf-8") as file:
        told = subprocess.run(
            [
                *(sys.executable, "-m", "ircompare", "gate", "--baseline", "base", *gate),
                *("--run", lsa, "--format", "json"),
            ],
            stdout=file,
            env={**os.environ, "PYTHONPATH": str(HELP.parents[1])},
            check=False,
        )
    assert told.returncode == 2
    runs = [str(HELP / "runs" / f"{name}_chunks.run") for name in ("bm25", "lsa")]
    asked = [
        "compare",
        "--config",
        str(HELP / "ircompare.toml"),
        "--run",
        runs[0],
        "--run",
        runs[1],
    ]
    files = [
        *("--corpus", str(HELP / "corpus.jsonl"), "--queries", str(HELP / "queries.jsonl")),
        *("--qrels", str(HELP / "qrels.txt"), "--chunk-map", str(HELP / "chunk_map.tsv")),
    ]
    more = ["--k", "5", "--budget", "2", "--report", "r.md", "--gate-report", "gate.json"]
    assert main([*asked, *files, *more]) == 0
    text = Path("r.md").read_text("utf-8")
    assert "The numbers of this report: chunks: first 2 chunks, then collapse." in text
    assert "## Consistency gate" in text
    assert "**GATE\\_FAIL**" in text


@pytest.mark.parametrize(
    ("more", "message"),
    [
        pytest.param(["--report", "r.pdf"], 'report file "r.pdf" has no known suffix', id="suffix"),
        pytest.param(["--report", "report"], "found:    no suffix", id="no suffix"),
        pytest.param(
            ["--report", "absent/r.html"], 'file "absent/r.html" cannot be written', id="no folder"
        ),
        pytest.param(
            ["--format", "html", "--output", "absent/r.html"],
            'file "absent/r.html" cannot be written',
            id="no folder for the output",
        ),
        pytest.param(
            ["--gate-report", "g.json"],
            "--gate-report goes with --report or --format html.",
            id="a gate without a report",
        ),
        pytest.param(
            ["--report", "r.md", "--gate-report", "g.json"], "g.json: no such file", id="no gate"
        ),
        pytest.param(
            ["--report", "r.md", "--format", "table"],
            "--report does not go with --format table.",
            id="a table",
        ),
        pytest.param(["--report"], "requires an argument", id="no file"),
        pytest.param(
            ["--report", "r.html", "--slice", "colour"],
            'the queries have no field "colour"',
            id="no such field",
        ),
    ],
)
def test_what_cannot_be_written_ends_with_4_and_leaves_nothing(
    words: list[str], capsys: pytest.CaptureFixture[str], more: list[str], message: str
) -> None:
    assert main([*words, *more]) == 4
    assert message in capsys.readouterr().err
    assert left() == []


def test_a_gate_report_that_is_none_is_refused_before_anything_is_scored(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("g.json").write_text('{"k": 1}', "utf-8")
    assert main([*words, "--report", "r.md", "--gate-report", "g.json"]) == 4
    assert "file is no report of the consistency gate" in capsys.readouterr().err
    assert left() == ["g.json"]


def test_an_older_report_is_replaced_as_a_whole(words: list[str]) -> None:
    Path("r.md").write_text("old " * 100_000, "utf-8")
    assert main([*words, "--report", "r.md"]) == 0
    assert "old old" not in Path("r.md").read_text("utf-8")
    assert left() == ["r.md"]


def test_a_report_that_cannot_take_its_place_leaves_the_old_one(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("r.md").mkdir()
    assert main([*words, "--report", "r.md"]) == 4
    assert 'file "r.md" cannot be written' in capsys.readouterr().err
    assert left() == ["r.md"]
