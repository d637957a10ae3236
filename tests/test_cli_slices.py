"""`compare --slice`: every number against one from the rows, in every form; and its refusals."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ircompare.cli import main
from tests.brute_lists import in_slice
from tests.plain_helpcentre import FOLDER, helpcentre

FILES = [
    f"--{slot}={FOLDER / name}"
    for slot, name in (
        ("corpus", "corpus.jsonl"),
        ("queries", "queries.jsonl"),
        ("qrels", "qrels.txt"),
    )
]
RUNS = [f"--run={FOLDER / 'runs' / name}" for name in ("bm25.run", "lsa.run")]
HELP = ["compare", *FILES, *RUNS, "--k", "5"]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command starts in a folder without settings."""
    monkeypatch.chdir(tmp_path)


def result(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*HELP, *words, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("field", ["language", "domain", "frequency", "relevant documents"])
def test_slices_are_what_their_rows_add_up_to(capsys, field):
    found = result(capsys, "--slice", field)
    rows = {row["query"]: row for row in found["rows"] if row["scored"]}
    (divided,) = found["slices"]
    assert sum(one["queries"] for one in divided["slices"]) == len(rows) == 130
    plain = helpcentre()
    for one in divided["slices"]:
        own = [
            row
            for query, row in rows.items()
            if in_slice(plain, plain.at_five, query, field, one["slice"])
        ]
        assert one["queries"] == len(own)
        for measure in ("recall", "rr"):
            values = one[measure]
            for side in ("a", "b", "delta"):
                total = sum(Fraction(row[measure][side]) for row in own)
                assert Fraction(values[side]) == total / len(own)
            verdicts = [row[measure]["verdict"] for row in own]
            for verdict in ("improved", "tied", "regressed"):
                assert values[verdict] == verdicts.count(verdict)
            differing = len(own) - verdicts.count("tied")
            assert values["too_small"] is (len(own) < 10 or differing < 6)


def test_the_losing_slice_stands_in_the_headline_of_every_form(capsys):
    sentence = (
        "MRR@5 rose, but fell in 4 of 27 slices looked at: most in frequency 26–86, "
        "0.821 → 0.767 (−0.055) on 32 queries; 14 of the 27 are too small to count "
        "(fewer than 10 queries, or fewer than 6 that differ)."
    )
    found = result(capsys)
    assert found["headline"][-1] == sentence
    assert list(found)[-1] == "losing_slices"
    assert found["losing_slices"]["fields"] == [
        "frequency",
        "intent",
        "predicted_intent",
        "domain",
        "language",
    ]
    assert found["losing_slices"]["looked_at"] == 27
    assert found["losing_slices"]["rr"]["slice"] == "26–86"
    assert found["losing_slices"]["recall"]["slice"] == "6–25"
    for form in ("text", "markdown"):
        assert main([*HELP, "--format", form]) == 0
        assert sentence in " ".join(capsys.readouterr().out.split())


def test_a_table_for_each_field_in_the_order_given_each_once(capsys):
    words = ["--slice", "language", "--slice", "query length", "--slice", "language"]
    assert main([*HELP, *words]) == 0
    out = capsys.readouterr().out
    fields = ("language,", "query length,")
    heads = [line.split("  ")[0] for line in out.splitlines() if line.startswith(fields)]
    assert heads == [
        "language, Recall@5",
        "language, MRR@5",
        "query length, Recall@5",
        "query length, MRR@5",
    ]
    assert "too small: fewer than 10 queries" in out


def test_json_lists_fields_after_the_other_keys(capsys):
    found = result(capsys, "--slice", "language", "--max-regressed", "99")
    assert list(found)[-3:] == ["losing_slices", "slices", "quality_limits"]
    assert [one["field"] for one in found["slices"]] == ["language"]


def test_csv_has_a_row_for_each_slice_and_cutoff(capfdbinary):
    assert main([*HELP, "--k", "1", "--slice", "language", "--format", "csv"]) == 0
    text = capfdbinary.readouterr().out.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [(row["k"], row["slice"]) for row in rows] == [
        ("5", "zh"),
        ("5", "en"),
        ("1", "zh"),
        ("1", "en"),
    ]


def test_unknown_fields_are_all_named_with_those_that_there_are(capsys):
    assert main([*HELP, "--slice", "lang", "--slice", "x"]) == 4
    message = capsys.readouterr().err
    assert 'the queries have no field "lang"' in message
    assert 'the queries have no field "x"' in message
    assert '"noise", "modality", "query length", "relevant documents"' in message


def test_slices_do_not_go_with_a_table_of_runs(capsys):
    assert main([*HELP, "--slice", "language", "--format", "table"]) == 4
    assert "--slice does not go with --format table." in capsys.readouterr().err


def test_without_a_scored_query_there_is_no_slice(capsys, tmp_path):
    (tmp_path / "qrels").write_text("q1 0 d1 0\n")
    (tmp_path / "run").write_text("q1 Q0 d1 1 1.0 t\n")
    words = ["compare", "--qrels=qrels", "--run=run", "--run=run", "--k=1", "--judgements=pooled"]
    assert main([*words, "--slice", "relevant documents"]) == 0
    assert "relevant documents, MRR@1" in capsys.readouterr().out
