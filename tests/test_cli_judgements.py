"""`--pitfalls`, `--judged` and `--what-if`: values by hand, equal files, and refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ircompare.cli import main
from ircompare.model.collection import Qrels
from tests.conftest import TUTORIAL

BASE = [
    f"--corpus={TUTORIAL / 'corpus.json'}",
    f"--queries={TUTORIAL / 'queries.json'}",
]
QRELS = f"--qrels={TUTORIAL / 'qrels.json'}"
A, B = (f"--run={TUTORIAL / f'run.fixture_{name}.json'}" for name in "AB")
POOLED = {"q1": {"a": 1, "n": 0}, "q2": {"b": 1}}
RUNS = {"a": {"q1": ["a", "x"], "q2": ["b"]}, "b": {"q1": ["x", "a"], "q2": ["y", "b"]}}
PATCH = {"q1": {"n": 1, "a": 0}, "q3": {"z": 1}}
SHEET_HEAD = "query_id,doc_id,relevance,rr_delta_if_relevant\n"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command starts in a folder without settings."""
    monkeypatch.chdir(tmp_path)


def result(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def pooled_files() -> list[str]:
    """Small qrels and two runs in the working folder, as options."""
    Path("qrels.json").write_text(json.dumps(POOLED))
    for name, run in RUNS.items():
        Path(f"{name}.json").write_text(json.dumps(run))
    runs = ["--run", "a.json", "--run", "b.json"]
    return ["compare", *runs, "--k", "1", "--judgements", "pooled"]


# How numbers go wrong


def test_the_negative_controls_of_the_tutorial(capsys, expected):
    controls = expected["negative_controls"]
    found = result(capsys, "evaluate", *BASE, QRELS, A, "--k", "2", "--pitfalls")
    told = {one["mistake"]: one for one in found["pitfalls"]}
    assert len(told) == 6
    dropped, hit = told["missing_dropped"], told["hit_rate_as_recall"]
    assert dropped["wrong"] == controls["dropping_missing_wrong"]
    assert dropped["right"] == controls["fixed_denominator_correct"]
    assert hit["shows_most"] == {
        "query_id": "q2",
        "wrong": controls["hit_rate_mislabeled_as_recall_wrong"],
        "right": controls["q2_recall_correct"],
    }


def test_counting_duplicates_where_chunks_are_collapsed(capsys, expected):
    controls = expected["negative_controls"]
    chunks = [f"--run={TUTORIAL / 'chunk_run.json'}"]
    chunks.append(f"--chunk-map={TUTORIAL / 'chunk_to_doc.json'}")
    found = result(capsys, "evaluate", *BASE, QRELS, *chunks, "--k", "2", "--pitfalls")
    told = {one["mistake"]: one for one in found["pitfalls"]}["duplicates_counted"]
    assert told["shows_most"]["query_id"] == "q2"
    assert float(told["shows_most"]["wrong"]) == controls["duplicate_counting_wrong"]
    assert told["shows_most"]["right"] == controls["q2_recall_correct"]


def test_both_runs_stand_by_their_role_at_every_cutoff(capsys):
    found = result(capsys, "compare", *BASE, QRELS, A, B, "--k", "1", "--k", "2", "--pitfalls")
    shown = [one["pitfalls"] for one in found]
    assert [list(one) for one in shown] == [["a", "b"], ["a", "b"]]
    wrong = [{role: one[role][0]["wrong"] for role in "ab"} for one in shown]
    assert wrong == [{"a": "1/4", "b": "2/3"}, {"a": "3/4", "b": "5/6"}]


def test_the_text_tells_wrong_beside_right_and_what_the_delta_becomes(capsys):
    assert main(["compare", *BASE, QRELS, A, B, "--k", "2", "--pitfalls"]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("Four of six common mistakes would change a number here.")
    rows = [line.split("  ") for line in lines[at + 2 : at + 15]]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert cells[0][1:5] == ["run", "of", "wrong", "right"]
    assert cells[1][1:] == ["A", "Recall@2", "3/4 (0.750)", "1/2 (0.500)"]
    assert cells[3][1:] == ["B − A", "Recall@2", "+1/12 (+0.083)", "+1/3 (+0.333)"]
    assert lines[-1].startswith("Without effect here: chunks of one document")


def test_a_mistake_that_turns_the_delta_is_named(capsys):
    """A misses q2 and is ahead on q1: without q2 it leads, with it B does."""
    words = pooled_files()
    Path("a.json").write_text(json.dumps({"q1": ["a"]}))
    Path("b.json").write_text(json.dumps({"q1": ["x"], "q2": ["b"]}))
    qrels = {"q1": {"a": 1}, "q2": {"b": 1}, "q3": {"c": 1}}
    Path("qrels.json").write_text(json.dumps(qrels))
    assert main([*words, "--qrels", "qrels.json", "--pitfalls"]) == 0
    assert (
        "the sign of a mean delta would be another with missing queries dropped from the mean."
        in capsys.readouterr().out
    )


@pytest.mark.parametrize("form", ["csv", "markdown", "table"])
def test_other_forms_have_no_place_for_mistakes(capsys, form):
    words = ["compare", *BASE, QRELS, A, B, "--k", "2", "--pitfalls", "--format", form]
    assert main(words) == 4
    assert f"--pitfalls does not go with --format {form}." in capsys.readouterr().err


# Judgements beside the qrels


def test_a_filled_sheet_adds_its_judgements_and_counts_its_blanks(capsys):
    words = pooled_files()
    Path("sheet.csv").write_text(f"{SHEET_HEAD}q1,x,1,0.5\nq2,y,,1\n")
    merged = {"q1": {**POOLED["q1"], "x": 1}, "q2": POOLED["q2"]}
    Path("merged.json").write_text(json.dumps(merged))
    assert main([*words, "--qrels", "qrels.json", "--judged", "sheet.csv", "--format", "json"]) == 0
    told = capsys.readouterr()
    assert "sheet.csv: 1 judgement, judged in addition; 1 row left blank" in told.err
    full = result(capsys, *words, "--qrels", "merged.json")
    assert json.loads(told.out) == full


def test_a_sheet_that_contradicts_the_qrels_is_refused_in_words(capsys):
    words = pooled_files()
    Path("sheet.csv").write_text(f"{SHEET_HEAD}q1,n,1,0.5\nq1,a,1,0\n")
    assert main([*words, "--qrels", "qrels.json", "--judged", "sheet.csv"]) == 4
    assert capsys.readouterr().err == (
        'sheet.csv:2: document "n" is judged otherwise for query "q1"\n'
        "  expected: grade 0, as in qrels.json, or no grade\n"
        "  found:    grade 1\n"
        "  mend:     leave the grade blank, or change it in one of the two files\n"
    )


def test_a_patch_takes_the_place_of_judgements(capsys):
    words = pooled_files()
    Path("patch.qrels").write_text("q1\t0\tn\t1\nq1\t0\ta\t0\nq3\t0\tz\t1\n")
    merged = {"q1": {"a": 0, "n": 1}, "q2": {"b": 1}, "q3": {"z": 1}}
    Path("merged.json").write_text(json.dumps(merged))
    found = result(capsys, *words, "--qrels", "qrels.json", "--what-if", "patch.qrels")
    told = found["protocol"].pop("what_if")
    assert found == result(capsys, *words, "--qrels", "merged.json")
    assert told == {"judgements": 3, "sha256": Qrels.from_dict(PATCH).sha256}


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_every_result_tells_of_what_if_judgements(capsys, form):
    words = [*pooled_files(), "--qrels", "qrels.json", "--format", form]
    Path("patch.qrels").write_text("q1\t0\tn\t1\nq1\t0\ta\t1\n")
    assert main([*words, "--what-if", "patch.qrels"]) == 0
    assert "1 what-if judgement, not in the qrels (" in " ".join(capsys.readouterr().out.split())
    assert main(words) == 0
    assert "what-if" not in capsys.readouterr().out


@pytest.mark.parametrize("option", ["judged", "what-if"])
def test_a_table_of_runs_takes_no_further_judgements(capsys, option):
    words = pooled_files()
    Path("more.qrels").write_text("q1 0 x 1\n")
    words += ["--qrels", "qrels.json", f"--{option}", "more.qrels", "--format", "table"]
    assert main(words) == 4
    assert f"--{option} does not go with --format table." in capsys.readouterr().err


# Several judges


def test_whose_grades_count_is_declared(capsys):
    words = pooled_files()
    rows = "query_id,doc_id,judge,relevance\nq1,a,ann,1\nq1,a,bob,0\nq2,b,ann,1\nq2,b,bob,1\n"
    Path("judged.csv").write_text(rows)
    Path("bob.json").write_text(json.dumps({"q1": {"a": 0}, "q2": {"b": 1}}))
    judged = [*words, "--qrels", "judged.csv"]
    assert main(judged) == 4
    assert "it is not declared whose grade counts" in capsys.readouterr().err
    found = result(capsys, *judged, "--judge", "bob")
    assert found == result(capsys, *words, "--qrels", "bob.json")
