"""Conclusions, bounds and the judging sheet on the command line: only on request."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ircompare.cli import main
from tests.inference import brute
from tests.inference.made import ranked
from tests.test_cli_start import end_of

F = Fraction
IF = "If these queries are a random sample of the queries you care about"
A = [2] * 14 + [1] * 6
B = [1] * 9 + [3] * 2 + [2] * 4 + [1] * 5
C = [1] * 5 + [4] * 4 + [2] * 6 + [1] * 5
DECLARED = ["--margin", "MRR=0.05", "--hand-picked", "--start", "3"]


def trec(ranks: list[int], name: str) -> str:
    rows = [
        f"q{at} Q0 {doc} {place} {100 - place} {name}\n"
        for at, rank in enumerate(ranks)
        for place, doc in enumerate(ranked(rank), 1)
    ]
    return "".join(rows)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Judgements and three runs of 20 queries; commands start in their folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels").write_text("".join(f"q{at} 0 r 1\n" for at in range(20)))
    for name, ranks in {"a": A, "b": B, "c": C}.items():
        (tmp_path / name).write_text(trec(ranks, name))
    groups = ["q0\ttext\tg0", *(f"q{at}\ttext\tg{at // 2}" for at in range(1, 20))]
    (tmp_path / "queries.tsv").write_text("\n".join(["query_id\ttext\tintent", *groups]) + "\n")
    return tmp_path


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `compare` on the files and gives exit code, output and messages."""

    def start(*words: str, runs: str = "ab", k: str = "5") -> tuple[int, str, str]:
        files = ["--qrels", "qrels", "--judgements", "pooled", "--k", k]
        code = main(["compare", *files, *(f"--run={name}" for name in runs), *words])
        told = capsys.readouterr()
        return code, told.out, told.err

    return start


def inference(run: Run, *words: str, runs: str = "ab") -> Any:
    code, out, _ = run("--format", "json", *words, runs=runs)
    assert code == 0
    return json.loads(out)


def deltas(after: list[int]) -> list[Fraction]:
    return [F(1, new) - F(1, old) for old, new in zip(A, after, strict=True)]


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_conclusions_stand_below_what_is_printed_without_them(run, form):
    _, plain, _ = run("--format", form)
    _, told, _ = run("--format", form, "--conclude")
    assert told.startswith(plain)
    assert IF in told.replace("\n", " ")
    assert IF not in plain.replace("\n", " ")
    assert "Would complete judgements agree?" not in told


def test_json_keys_follow_the_others(run):
    plain = inference(run)
    told = inference(run, "--conclude", "--bounds")
    assert [*told] == [*plain, "inference", "bounds", "ties"]
    assert {key: told[key] for key in plain} == plain


def test_json_holds_the_test_spelled_out(run):
    found = inference(run, "--conclude")["inference"]
    rr, d = found["measures"]["rr"], deltas(B)
    low, high, _ = brute.interval(d, 0.95)
    assert rr["interval95"] == pytest.approx([low, high])
    assert rr["delta"] == str(sum(d) / 20)
    assert rr["differing"] == sum(map(bool, d)) == 12
    assert rr["p"]["engine"] == "enumeration"
    assert rr["p"]["value"] == pytest.approx(float(brute.counted_p(d)))
    assert (found["tests"], found["declared"]["correction"]) == (2, "holm")
    recall, verdict = brute.verdicts([[F(0)] * 20, d], [None, None])
    assert [found["measures"][key]["verdict"] for key in ("recall", "rr")] == [recall, verdict]


def test_several_candidates_are_one_family(run):
    found = inference(run, "--conclude", runs="abc")
    assert [one["inference"]["tests"] for one in found] == [4, 4]
    p = [one["inference"]["measures"][key]["p"] for one in found for key in ("recall", "rr")]
    values = [1.0 if one is None else one["value"] for one in p]
    corrected = brute.holm(values)
    shown = [
        one["inference"]["measures"][key]["p_corrected"]
        for one in found
        for key in ("recall", "rr")
    ]
    for value, expected in zip(shown, corrected, strict=True):
        assert value is None or value == pytest.approx(expected)
    assert shown[1] == pytest.approx(corrected[1])
    assert values[3] == pytest.approx(float(brute.counted_p(deltas(C))))


@pytest.mark.parametrize(
    "words",
    [["--margin", "MRR=0.05"], ["--hand-picked"], ["--start", "0"], ["--group-field", ""]],
    ids=["margin", "hand-picked", "start", "group field"],
)
def test_a_declaration_alone_concludes(run, words):
    assert "inference" in inference(run, *words)


def test_declarations_are_in_force_and_said(run):
    _, told, _ = run(*DECLARED)
    told = " ".join(told.split())
    assert (
        "Declared: margin ±0.050 in MRR@5 · each query by itself · picked by hand · random start 3."
        in told
    )
    assert "they are not a sample; read as description." in told
    found = inference(run, *DECLARED)["inference"]
    assert found["declared"]["margins"] == {"rr": "1/20"}
    assert found["measures"]["rr"]["margin"] == "1/20"
    assert found["measures"]["recall"]["margin"] is None
    assert found["declared"]["start"] == 3


def test_the_settings_file_declares_and_flags_win(run, folder):
    (folder / "ircompare.toml").write_text(
        '[declared]\nmargins = { MRR = 0.02, Recall = "1/10" }\nhand_picked = true\nstart = 9\n'
    )
    assert "inference" not in inference(run)
    found = inference(run, "--margin", "MRR=0.05", "--start", "2")["inference"]["declared"]
    assert found["margins"] == {"rr": "1/20", "recall": "1/10"}
    assert (found["hand_picked"], found["start"]) == (True, 2)


def test_groups_are_the_unit(run):
    found = inference(run, "--queries", "queries.tsv", "--group-field", "intent")["inference"]
    d = deltas(B)
    sums = [d[at] + d[at + 1] for at in range(0, 20, 2)]
    low, high, _ = brute.interval(sums, 0.95, [2] * 10)
    rr = found["measures"]["rr"]
    assert (rr["unit"], rr["units"], found["groups"]) == ("group", 10, 10)
    assert rr["interval95"] == pytest.approx([low, high])


def test_a_field_that_the_queries_lack_is_named(run):
    code, _, told = run("--queries", "queries.tsv", "--group-field", "domain")
    assert code == 4
    assert 'queries have no field "domain" to group them by' in told
    assert '"intent"' in told


@pytest.mark.parametrize(
    ("words", "k", "message"),
    [
        (["--conclude", "--k", "3"], "5", "Conclusions are drawn at one cutoff: give --k once."),
        (["--conclude", "--format", "csv"], "5", "do not go with --format csv"),
        (["--bounds", "--format", "table"], "5", "--bounds does not go with --format table."),
        (["--hand-picked", "--format", "table"], "5", "--hand-picked does not go with"),
        (["--margin", "MRR=0"], "5", "'MRR=0': a margin lies above 0."),
        (["--margin", "nDCG=0.1"], "5", "only Recall and MRR are tested"),
        (["--margin", "MRR@5=0.1"], "5", "a margin holds at the one cutoff, so leave @5 out"),
        (["--margin", "MRR=2"], "5", "a mean lies between 0 and 1"),
        (["--start", "-1"], "5", "not a whole number of at least 0"),
    ],
)
def test_wrong_usage_is_said_and_ends_with_4(run, words, k, message):
    code, out, told = run(*words, k=k)
    assert (code, out) == (4, "")
    assert message in told


def test_several_candidates_have_no_one_sheet(run):
    code, _, told = run("--judging-sheet", "s.csv", runs="abc")
    assert code == 4
    assert "A judging sheet is for two runs at one cutoff." in told


def test_the_sheet_lists_what_could_move_a_delta_and_says_how_much(run, folder):
    code, out, told = run("--judging-sheet", "sheet.csv")
    assert code == 0
    assert out == run()[1]
    text = (folder / "sheet.csv").read_text("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert f"note: {len(rows)} documents to judge in sheet.csv" in told
    assert rows
    assert {row["doc_id"] for row in rows} <= {"x1", "x2", "x3"}
    assert {row["relevance"] for row in rows} == {""}
    code, _, told = run("--judging-sheet", "sheet.txt")
    assert code == 4
    assert "has no known suffix" in told


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_bounds_stand_below_with_ties_in_a_block_of_their_own(run, form):
    _, told, _ = run("--bounds", "--format", form)
    assert told.startswith(run("--format", form)[1])
    titles = ["Would complete judgements agree?", "What ties could change"]
    assert [told.index(title) for title in titles] == sorted(map(told.index, titles))
    assert "Would other queries agree?" not in told


def test_under_exhaustive_judgements_nothing_is_open(run, tutorial, monkeypatch, capsys):
    monkeypatch.chdir(tutorial)
    names = ["corpus", "queries", "qrels"]
    files = [word for name in names for word in (f"--{name}", f"{name}.json")]
    runs = ["--run", "run.fixture_A.json", "--run", "run.fixture_B.json", "--k", "2"]
    assert main(["compare", *files, *runs, "--bounds", "--conclude"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Every pair of a query and a document is judged, so no judgement is open." in told
    assert (
        "with 1 and 3 non-tied queries the smallest possible two-sided p-values are 1 and" in told
    )


def test_without_the_packages_one_line_says_what_to_install(run, monkeypatch):
    for name in ("scipy", "statsmodels"):
        monkeypatch.setitem(sys.modules, name, None)
    code, told, _ = run("--conclude", "--bounds")
    assert code == 0
    lines = [line for line in told.splitlines() if "not installed" in line]
    assert lines == [
        "no conclusions: SciPy and statsmodels are not installed, so nothing can be tested; "
        'install with pip install -e ".[inference]"'
    ]
    assert told.startswith(run()[1])
    assert "Would complete judgements agree?" in told
    found = inference(run, "--conclude")["inference"]
    assert found["problem"]["code"] == "no-statistics"


@pytest.mark.parametrize(
    ("words", "loaded"),
    [([], "[]"), (["--bounds"], "[]"), (["--conclude"], "['scipy', 'statsmodels']")],
    ids=["nothing asked", "bounds", "conclusions"],
)
def test_statistics_are_loaded_for_conclusions_alone(root, words, loaded):
    files = ["--qrels", "qrels", "--judgements", "pooled", "--run", "a", "--run", "b", "--k", "5"]
    told = "sorted({'scipy', 'statsmodels'} & set(sys.modules))"
    assert end_of(root, told, "compare", *files, *words) == loaded


def test_the_dashboard_opens_with_what_the_settings_file_declares(folder, monkeypatch):
    from ircompare.commands.launch import command
    from ircompare.dashboard import opening

    (folder / "ircompare.toml").write_text(
        'qrels = "qrels"\n[declared]\nmargins = { MRR = 0.02 }\ngroup_field = ""\n'
        "hand_picked = true\nstart = 9\n"
    )
    words = command({})
    passed = words[words.index("--") + 1 :]
    assert passed[-6:] == ["rr=1/50", "--group-field", "", "--hand-picked", "--start", "9"]
    monkeypatch.setattr(sys, "argv", ["app.py", *passed])
    opening.arguments.cache_clear()
    options = opening.arguments()
    opening.arguments.cache_clear()
    told = [options[name] for name in ("margins", "group_field", "hand_picked", "start")]
    assert told == [("rr=1/50",), "", True, 9]
