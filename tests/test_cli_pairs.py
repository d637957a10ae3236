"""Pairs of a run on the command line: from flags and settings, explained, refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ircompare.cli import main
from ircompare.readers.settings import load_settings, write_settings
from tests.cards import Out, card, queries, rows, table
from tests.conftest import HELPCENTRE as HELP


def judged(run: str) -> dict[str, list[tuple[Fraction, bool]]]:
    """Probability and outcome of every pair of an answered test question, by language."""
    relevant = json.loads((HELP / "relevant.json").read_text("utf-8"))
    asked, found = queries(), dict[str, list[tuple[Fraction, bool]]]()
    for row in table(f"pairs/{run}.csv"):
        query, right = asked[row["query_id"]], relevant[row["query_id"]]
        if query["split"] == "test" and right:
            outcome = Fraction(row["probability"]), row["document_id"] in right
            found.setdefault(query["language"], []).append(outcome)
    return found


def test_the_help_centre_equals_what_its_files_say(in_helpcentre: None, capsys: Out) -> None:
    row = rows(card(capsys))["group_calibration_error"]
    parts = {one["part"]: one for one in row["parts"]}
    least = []
    for side, run in (("a", "bm25"), ("b", "lsa")):
        found = judged(run)
        for language, told in found.items():
            gap = sum(p - y for p, y in told) / len(told)
            assert parts[f"citl:{language}"][side] == pytest.approx(float(gap))
            assert len(told) >= 200
        least.append(sum(map(len, found.values())))
    assert (row["state"], row["n_used"]) == ("COMPUTED", min(least))
    assert [row["counts"]["pairs of A"], row["counts"]["pairs of B"]] == least
    assert parts["citl:zh"]["a"] > 0.04 > parts["citl:zh"]["b"]


def test_similarities_equal_what_the_files_say(in_helpcentre: None, capsys: Out) -> None:
    findings = {one["finding"]: one for one in card(capsys)["companions"]["findings"]}
    values = findings["cross_modal_consistency"]["values"]
    asked = queries()
    for side, run in (("A", "bm25"), ("B", "lsa")):
        held = [
            Fraction(row["similarity"])
            for row in table(f"pairs/{run}.csv")
            if asked[row["query_id"]]["split"] == "test"
        ]
        assert values[f"mean {side}"] == pytest.approx(float(sum(held) / len(held)))
        assert values[f"least {side}"] == pytest.approx(float(min(held)))


def test_pairs_are_taken_from_flags(in_tutorial: None, tmp_path: Path, capsys: Out) -> None:
    told = []
    for run in ("A", "fixture_B"):
        place = tmp_path / run
        place.write_text("query_id,document_id,similarity\nq2,picture.png,0.5\n")
        told += ["--pairs", f"{run}={place}"]
    found: dict[str, Any] = card(capsys, *told)["companions"]
    values = {one["finding"]: one["values"] for one in found["findings"]}
    assert values["cross_modal_consistency"]["mean A"] == 0.5
    missing = rows(card(capsys, *told))["group_calibration_error"]["missing"]
    assert "`probability` of run A (scores are not probabilities)" in missing


def test_check_explains_pairs(in_helpcentre: None, capsys: Out) -> None:
    assert main(["check"]) == 0
    assert "pairs/lsa.csv: pairs, CSV\n  queries 187 · pairs 1,870 · " in capsys.readouterr().out


def test_check_reads_pairs_alone_and_names_both_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.csv").write_text("query_id,document_id,probability\nq1,d1,0.5\nq1,d1,0.5\n")
    assert main(["check", "--pairs", "A=p.csv"]) == 4
    told = capsys.readouterr().err
    assert 'p.csv:3: document "d1" twice for query "q1"' in told
    assert "also on line 2" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--pairs", "p.csv"], "'p.csv' is not written as A=FILE."),
        (["--pairs", "C=p.csv"], "--pairs names run 'C', which is not given."),
        (["--pairs", "A=qrels.json"], "cannot be read as pairs of a run"),
    ],
)
def test_pairs_that_cannot_be_used_end_with_4(
    in_tutorial: None, capsys: Out, words: list[str], told: str
) -> None:
    assert main(["scorecard", *words]) == 4
    assert told in capsys.readouterr().err


def test_settings_keep_the_pairs_of_each_run(tmp_path: Path) -> None:
    said = load_settings(HELP / "ircompare.toml")
    assert [Path(run.pairs or "").name for run in said.runs] == ["bm25.csv", "lsa.csv"]
    place = tmp_path / "ircompare.toml"
    place.write_text(write_settings(said))
    assert [run.pairs for run in load_settings(place).runs] == [run.pairs for run in said.runs]
    assert ("pairs", said.runs[1].pairs) in list(said.tables())
