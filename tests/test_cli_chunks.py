"""Chunk runs on the command line: the golden file, both protocols, every budget, and map files."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from ircompare.cli import main
from ircompare.readers import read_chunk_map
from ircompare.report.budget_report import map_bytes
from tests.conftest import ROOT, SHARED, TUTORIAL

HELP = ROOT / "data" / "helpcentre"
GOLDEN = json.loads((ROOT / "tests" / "golden" / "expected-chunk.json").read_text("utf-8"))
MAP = ["--chunk-map", str(TUTORIAL / "chunk_to_doc.json")]
RUN = ["--run", str(TUTORIAL / "chunk_run.json")]
FIXTURE = ["--run", str(TUTORIAL / "run.fixture_B.json")]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command starts in a folder without settings."""
    monkeypatch.chdir(tmp_path)


def collection(folder: Path, *names: str) -> list[str]:
    slots = ("corpus", "queries", "qrels")
    return [
        w
        for slot, name in zip(slots, names, strict=True)
        for w in (f"--{slot}", str(folder / name))
    ]


GIVEN = collection(TUTORIAL, "corpus.json", "queries.json", "qrels.json")
HELPED = collection(HELP, "corpus.jsonl", "queries.jsonl", "qrels.txt")
HELP_MAP = ["--chunk-map", str(HELP / "chunk_map.tsv")]
HELP_RUNS = [w for n in ("bm25", "lsa") for w in ("--run", str(HELP / "runs" / f"{n}_chunks.run"))]


def ask(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> tuple[str, str]:
    assert main(list(words)) == code
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_the_command_reproduces_the_golden_file(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = ask(capsys, "chunks", *GIVEN, *MAP, *RUN, "--k", "2", "--budget", "2")
    found = json.loads(out)
    two = found.pop("budget_then_collapse")
    assert two.pop("budget") == {"unit": "chunks", "n": 2}
    assert two == GOLDEN["two_chunk_budget_then_collapse"]
    assert len(found.pop("adapter_sha256")) == 64
    for key in ("document_runs", "provenance", "collapse_then_document_cutoff"):
        assert json.dumps(found.pop(key)) == json.dumps(GOLDEN[key])
    assert not found
    assert err == 'note: run "chunk_run" is read as chunks: all 6 ids are chunks of the map\n'


def test_without_a_budget_there_is_no_budget_key(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = ask(capsys, "chunks", *GIVEN, *MAP, *RUN, "--k", "2")
    assert "budget_then_collapse" not in json.loads(out)


def test_several_cutoffs_print_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = ask(capsys, "chunks", *GIVEN, *MAP, *RUN, "--k", "2", "--k", "1")
    assert [next(iter(one["collapse_then_document_cutoff"])) for one in json.loads(out)] == [
        "recall_at_2",
        "recall_at_1",
    ]


def test_chunks_as_text_names_both_protocols(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--k", "2", "--budget", "2", "--format", "text"]
    out, _ = ask(capsys, "chunks", *GIVEN, *MAP, *RUN, *words)
    assert "all chunks, then cut            2/3 (0.667)  1/2 (0.500)" in out
    assert "first 2 chunks, then collapsed  1/6 (0.167)  1/3 (0.333)" in out
    assert "does not show that the chunk holds the answer" in out


@pytest.mark.parametrize(
    ("budget", "recall", "rr", "rule"),
    [
        ([], "2/3", "1/2", "chunks: collapse all, then cut"),
        (["--budget", "2"], "1/6", "1/3", "chunks: first 2 chunks, then collapse"),
        (["--budget", "3"], "2/3", "1/2", "chunks: first 3 chunks, then collapse"),
    ],
)
def test_evaluate_under_both_protocols(
    capsys: pytest.CaptureFixture[str], budget: list[str], recall: str, rr: str, rule: str
) -> None:
    words = ["evaluate", *GIVEN, *MAP, *RUN, "--k", "2", *budget]
    text, _ = ask(capsys, *words)
    assert f"Recall@2     {recall}" in text
    assert f"MRR@2        {rr}" in text
    assert rule in " ".join(text.split())
    out, _ = ask(capsys, *words, "--format", "json")
    found = json.loads(out)
    assert (found["recall_at_k"], found["mrr_at_k"]) == (recall, rr)
    held = found["chunks"]["budget"]
    assert held == ({"unit": "chunks", "n": int(budget[1])} if budget else None)


def test_a_chunk_run_is_compared_with_a_document_run(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", *GIVEN, *MAP, *RUN, *FIXTURE, "--k", "2"]
    out, err = ask(capsys, *words, "--format", "json")
    found = json.loads(out)
    assert (found["measures"]["recall"]["a"], found["measures"]["recall"]["b"]) == ("2/3", "5/6")
    assert 'run "chunk_run" is read as chunks' in err
    assert 'run "fixture_B" is read as documents' in err
    markdown, _ = ask(capsys, *words, "--format", "markdown")
    assert "collapse all, then cut" in markdown.replace("\\", "")


def test_sweep_takes_every_budget(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sweep", *HELPED, *HELP_MAP, *HELP_RUNS, "--k", "5"]
    out, _ = ask(capsys, *words, "--format", "json")
    found = json.loads(out)
    assert [row["budget"] for row in found["budgets"]] == list(range(1, 61))
    assert (found["opening"], found["agree"]) == (2, 8)
    for budget in (1, 2, 7, 60):
        one, _ = ask(
            capsys,
            *["compare", *HELPED, *HELP_MAP, *HELP_RUNS, "--k", "5"],
            *["--budget", str(budget), "--format", "json"],
        )
        alone, row = json.loads(one), found["budgets"][budget - 1]
        assert row["recall"]["a"] == alone["measures"]["recall"]["a"]
        assert row["rr"]["b"] == alone["measures"]["rr"]["b"]
    text, _ = ask(capsys, *words)
    assert "From 8 chunks on, both protocols agree on every query." in text
    assert "1       2621/7800 (0.336)  1081/3900 (0.277)" in text


def test_sweep_of_one_chunk_run(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = ask(capsys, "sweep", *GIVEN, *MAP, *RUN, "--k", "2", "--format", "json")
    found = json.loads(out)
    assert [row["recall_at_2"] for row in found["budgets"]] == ["1/6", "1/6", "2/3"]
    assert [row["mrr_at_2"] for row in found["budgets"]] == ["1/3", "1/3", "1/2"]
    assert found["needed"]["agree"] == 3
    text, _ = ask(capsys, "sweep", *GIVEN, *MAP, *RUN, "--k", "2")
    assert "chunk_run needs 3 chunks in the median and at most 3 for 2 documents" in text


def test_token_budgets_need_and_use_token_counts(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--k", "5", "--token-budget", "40"]
    out, _ = ask(capsys, "evaluate", *HELPED, *HELP_MAP, *HELP_RUNS[:2], *words)
    assert "chunks: first 40 tokens, then collapse" in " ".join(out.split())
    swept, _ = ask(
        capsys,
        *["sweep", *HELPED, *HELP_MAP, *HELP_RUNS, "--k", "5", "--unit", "tokens"],
        *["--format", "json"],
    )
    assert json.loads(swept)["unit"] == "tokens"
    _, err = ask(capsys, "evaluate", *GIVEN, *MAP, *RUN, "--k", "2", "--token-budget", "9", code=4)
    assert "a token budget needs token counts" in err


def test_a_chunk_run_without_a_map_is_named_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    for judgements in ("exhaustive", "pooled"):
        words = ["--k", "5", "--judgements", judgements]
        _, err = ask(capsys, "evaluate", *HELPED, *HELP_RUNS[:2], *words, code=4)
        assert 'run "bm25_chunks" seems to name chunks, and the qrels name documents' in err
        assert err.count("\n") == 4


def test_check_says_what_a_run_is_read_as(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = ask(capsys, "check", *GIVEN, *MAP, *RUN)
    assert "chunk_to_doc.json: chunk_map, JSON chunk → document\n  chunks 7 · documents 5" in out
    assert "all 6 ids are chunks of the map" in err


def test_level_decides_where_ids_are_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    qrels, run, held = (tmp_path / name for name in ("q.json", "both.json", "map.json"))
    qrels.write_text('{"q": {"d1": 1, "d2": 0}}', "utf-8")
    run.write_text('{"q": ["d2", "d1"]}', "utf-8")
    held.write_text('{"d1": "d2", "d2": "d1"}', "utf-8")
    words = ["evaluate", "--qrels", str(qrels), "--run", str(run), "--chunk-map", str(held)]
    words += ["--judgements", "pooled", "--k", "1"]
    _, err = ask(capsys, *words, code=4)
    assert "say which is meant: --level both=chunk or --level both=document" in err
    for level, value in (("chunk", "1"), ("document", "0")):
        for name in ("A", "both"):
            out, _ = ask(capsys, *words, "--level", f"{name}={level}", "--format", "json")
            assert json.loads(out)["recall_at_k"] == value
    _, err = ask(capsys, *words, "--level", "C=chunk", code=4)
    assert "--level names run 'C', which is not given." in err


def test_settings_know_map_budget_and_level(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ircompare.toml").write_text(
        f'corpus = "{TUTORIAL}/corpus.json"\nqueries = "{TUTORIAL}/queries.json"\n'
        f'qrels = "{TUTORIAL}/qrels.json"\nchunk_map = "{TUTORIAL}/chunk_to_doc.json"\n'
        f'[[runs]]\npath = "{TUTORIAL}/chunk_run.json"\nlevel = "chunk"\n'
        "[protocol]\nk = 2\nbudget = 2\n",
        "utf-8",
    )
    out, err = ask(capsys, "evaluate", "--format", "json")
    assert json.loads(out)["recall_at_k"] == "1/6"
    assert "is read as chunks, as was asked" in err
    out, _ = ask(capsys, "evaluate", "--format", "json", "--budget", "3")
    assert json.loads(out)["recall_at_k"] == "2/3"


def test_chunk_map_makes_a_map_that_resolves_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / "map.tsv"
    corpus = ["--corpus", str(HELP / "corpus.jsonl"), "--delimiter", "#"]
    _, err = ask(capsys, "chunk-map", *HELP_RUNS, *corpus, "--output", str(made))
    assert err == "note: 350 of 350 chunk ids resolve to a document\n"
    held = read_chunk_map((HELP / "chunk_map.tsv").read_bytes(), "held").value
    found = read_chunk_map(made.read_bytes(), "made").value
    assert found.adapter_sha256 == held.adapter_sha256
    words = ["evaluate", *HELPED, *HELP_RUNS[:2], "--k", "5", "--format", "json"]
    ours, theirs = (ask(capsys, *words, *m)[0] for m in (["--chunk-map", str(made)], HELP_MAP))
    assert json.loads(ours)["rows"] == json.loads(theirs)["rows"]


def test_chunk_map_lists_what_does_not_resolve(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ids.txt").write_text("d1-0\nd-2-0\nd3-0\n", "utf-8")
    (tmp_path / "corpus.json").write_text('{"d1": "a", "d-2": "b"}', "utf-8")
    words = ["chunk-map", "--chunks", "ids.txt", "--corpus", "corpus.json"]
    out, err = ask(capsys, *words, "--delimiter", "-", "--format", "json")
    assert json.loads(out) == {"d1-0": "d1", "d-2-0": "d-2"}
    assert "2 of 3 chunk ids resolve" in err
    assert "does not resolve: d3-0" in err
    _, err = ask(capsys, *words, "--delimiter", "#", code=4)
    assert 'no chunk id has a document of the corpus before "#"' in err


@pytest.mark.parametrize("as_json", [True, False])
def test_a_map_file_is_read_back_whatever_its_ids(as_json: bool) -> None:
    ids = {'"q"': "d", "a b": '"', "'#=1": "=d", "中,文;#": "x,y", "\\n": "\\"}
    chunk_map = read_chunk_map(json.dumps(ids).encode(), "m").value
    again = read_chunk_map(map_bytes(chunk_map, as_json=as_json), "again").value
    assert again.adapter_sha256 == chunk_map.adapter_sha256


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chunks", *GIVEN, *RUN, "--k", "2"], "Missing option '--chunk-map'"),
        (["chunks", *GIVEN, *MAP, *RUN], "Missing option '--k'"),
        (["chunks", *GIVEN, *MAP, "--k", "2"], "Missing option '--run'"),
        (["chunks", *GIVEN, *MAP, *FIXTURE, "--k", "2"], "names no chunks to collapse"),
        (["evaluate", *GIVEN, *RUN, "--k", "2", "--budget", "2"], "give --chunk-map"),
        (["evaluate", *GIVEN, *RUN, "--k", "2", "--level", "A=chunk"], "--level needs --chunk-map"),
        (
            ["evaluate", *GIVEN, *MAP, *FIXTURE, "--k", "2", "--budget", "2"],
            "no run is collapsed from chunks",
        ),
        (
            ["evaluate", *GIVEN, *MAP, *RUN, "--k", "2", "--budget", "1", "--token-budget", "1"],
            "Give --budget or --token-budget, not both.",
        ),
        (["sweep", *GIVEN, *MAP, *RUN], "Missing option '--k'"),
        (["sweep", *GIVEN, *FIXTURE, "--k", "2"], "--k goes with --chunk-map"),
        (["sweep", *GIVEN, *MAP, *RUN, "--k", "2", "--budget", "2"], "Every budget is swept"),
        (["sweep", *GIVEN, *MAP, *RUN, "--k", "2", "--k", "3"], "give --k once"),
        (["sweep", *GIVEN, *MAP, *FIXTURE, "--k", "2"], "names no chunks to collapse"),
        (
            ["chunk-map", "--corpus", "c", "--delimiter", "#"],
            "Missing option '--run' or '--chunks'",
        ),
        (["chunk-map", *RUN, "--corpus", "c", "--delimiter", ""], "at least one character"),
        (["evaluate", *GIVEN, *MAP, *RUN, "--k", "2", "--level", "A"], "A=chunk or A=document"),
    ],
)
def test_wrong_usage_ends_with_4_and_says_why(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert said in ask(capsys, *words, code=4)[1]


@pytest.mark.parametrize(
    "command", ["chunks", "chunk-map", "sweep", "evaluate", "compare", "check"]
)
def test_every_command_ends_with_4_on_an_unknown_option_a_missing_file_and_a_bad_choice(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    runs = [*RUN, *FIXTURE]
    good = [*GIVEN, *MAP, *runs, *([] if command == "check" else ["--k", "2"])]
    lost, bad = ["--chunk-map", "nowhere"], ["--budget", "0"]
    if command == "chunk-map":
        good = [*RUN, "--corpus", str(TUTORIAL / "corpus.json"), "--delimiter", "a"]
        lost, bad = ["--run", "nowhere"], ["--format", "xml"]
    for more in (["--nonsense"], lost, bad):
        ask(capsys, command, *good, *more, code=4)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["bm25s_chunks60", "lsa_chunks60"])
def test_cranfields_chunked_runs_equal_their_collapsed_reference(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    folder = SHARED / "coll_cranfield"
    held = (folder / "reference" / f"{name}.run.collapsed@qrels.json").read_text("utf-8")
    reference, derived = json.loads(held), folder / "derived"
    out, _ = ask(
        capsys,
        *["evaluate", "--qrels", str(derived / "qrels.txt")],
        *["--chunk-map", str(derived / "chunk_to_doc.tsv")],
        *["--run", str(derived / "runs" / f"{name}.run.gz")],
        *["--judgements", "pooled", "--k", "10", "--format", "json"],
    )
    found = json.loads(out)
    means = reference["by_order_means_all_qrels_queries"]["score_desc_docid_desc(trec_eval)"]
    assert round(float(Fraction(found["recall_at_k"])), 6) == means["R@10"]
    assert round(float(Fraction(found["mrr_at_k"])), 6) == means["RR@10"]
    columns = reference["per_query_columns"]
    rows = {row["query"]: row for row in found["rows"]}
    for query, values in reference["per_query"].items():
        wanted = values[columns.index("R@10")]
        assert float(Fraction(rows[query]["recall"])) == pytest.approx(wanted, abs=1e-4)
