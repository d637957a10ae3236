"""The commands `baseline` and `gate`, the exit codes of the README, and quality limits."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ircompare.cli import main

HELP = Path(__file__).resolve().parents[1] / "data" / "helpcentre"
BM25, LSA = str(HELP / "runs" / "bm25.run"), str(HELP / "runs" / "lsa.run")
CORPUS = str(HELP / "corpus.jsonl")
VERSIONS = ["--baseline-version", "1", "--engine-version", "bm25s 0.3.16"]
NOW = ["--engine-version", "2.0"]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command starts in a folder without settings and without a library."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WIKI_ROOT", raising=False)


@pytest.fixture
def wiki(tmp_path: Path) -> Path:
    """A folder of three pages, and a run on it in `run.json`."""
    folder = tmp_path / "wiki"
    (folder / "sub").mkdir(parents=True)
    for name, text in (("a.md", "alpha"), ("b.md", "beta"), ("sub/c.md", "gamma")):
        (folder / name).write_text(text, "utf-8")
    (tmp_path / "run.json").write_text('{"q1": ["a.md", "b.md"], "q2": ["sub/c.md"]}', "utf-8")
    return folder


@pytest.fixture
def recorded(wiki: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The options of a gate on that folder and its baseline."""
    words = ["baseline", "--run", "run.json", "--library", "wiki", *VERSIONS, "--output", "base"]
    assert main(words) == 0
    capsys.readouterr()
    return ["gate", "--baseline", "base", "--library", "wiki", *NOW]


def write_run(name: str, text: str) -> list[str]:
    Path(name).write_text(text, "utf-8")
    return ["--run", name]


def test_every_exit_code_of_the_readme_is_given_by_its_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = ["baseline", "--run", BM25, "--library", CORPUS, *VERSIONS, "--output", "baseline"]
    judge = ["gate", "--baseline", "baseline", "--library", CORPUS, *NOW]
    assert main([*judge, "--run", BM25]) == 3
    assert main(record) == 0
    assert main([*judge, "--run", BM25]) == 0
    assert main([*judge, "--run", LSA]) == 2
    assert main([*judge, "--run", BM25, "--run", LSA]) == 5
    assert main(["gate", "--baseline", "baseline", "--run", BM25, *NOW]) == 0
    assert main(["gate", "--baseline", "baseline", "--run", BM25, *NOW, "--require"]) == 4
    said = capsys.readouterr()
    starts = [
        line.split(":")[0] for line in said.out.splitlines() if line.partition(":")[0].isupper()
    ]
    assert starts == ["BASELINE_STALE", "PASS", "GATE_FAIL", "UNSTABLE", "SKIPPED"]


def test_a_baseline_says_what_it_recorded(wiki: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["baseline", "--run", "run.json", "--library", "wiki", *VERSIONS, "--output", "base"]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "recorded baseline 1 in base",
        "engine bm25s 0.3.16 · 2 queries · 3 slots · library of 3 pages",
    ]
    assert json.loads(Path("base/baseline.json").read_text("utf-8")) == {
        "q1": ["a.md", "b.md"],
        "q2": ["sub/c.md"],
    }
    meta = json.loads(Path("base/baseline.meta.json").read_text("utf-8"))
    assert meta["created"].endswith("+00:00")
    assert meta["library"]["pattern"] == "**/*.md"


def test_a_baseline_is_never_written_over_without_replace(
    recorded: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["baseline", "--run", "run.json", "--library", "wiki", "--engine-version", "2"]
    words += ["--output", "base", "--baseline-version", "2"]
    before = Path("base/baseline.meta.json").read_bytes()
    assert main(words) == 4
    assert "folder already holds a baseline" in capsys.readouterr().err
    assert Path("base/baseline.meta.json").read_bytes() == before
    assert main([*words, "--replace"]) == 0
    assert "the earlier baseline is kept in base/history/1" in capsys.readouterr().out
    assert Path("base/history/1/baseline.meta.json").read_bytes() == before


def test_the_gate_never_records(recorded: list[str]) -> None:
    before = sorted(path.read_bytes() for path in Path("base").iterdir())
    Path("wiki/new.md").write_text("new", "utf-8")
    assert main([*recorded, "--run", "run.json"]) == 3
    assert main([*recorded[:1], "--baseline", "none", *recorded[3:], "--run", "run.json"]) == 3
    assert sorted(path.read_bytes() for path in Path("base").iterdir()) == before
    assert not Path("none").exists()


def test_pages_and_suffix_are_those_of_the_baseline_unless_given(wiki: Path) -> None:
    Path("wiki/x.txt").write_text("x", "utf-8")
    run = write_run("bare.json", '{"q": ["x"]}')
    words = ["baseline", *run, "--library", "wiki", *VERSIONS, "--output", "base"]
    assert main([*words, "--pages", "*.txt", "--strip-suffix"]) == 0
    judge = ["gate", "--baseline", "base", *run, "--library", "wiki", *NOW]
    assert main(judge) == 0
    assert main([*judge, "--keep-suffix"]) == 4
    assert main([*judge, "--pages", "**/*.md"]) == 4


def test_the_library_may_come_from_the_environment(
    recorded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [*recorded[:3], "--run", "run.json", *NOW]
    monkeypatch.setenv("WIKI_ROOT", "wiki")
    assert main(words) == 0
    monkeypatch.setenv("WIKI_ROOT", "nowhere")
    assert main(words) == 4
    monkeypatch.setenv("WIKI_ROOT", "")
    assert main([*words, "--require"]) == 4


def test_skipped_is_said_aloud_and_reads_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["gate", "--baseline", "none", "--run", "none", "--junit", "gate.xml"]
    assert main([*words, "--format", "json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["gate"] == "SKIPPED"
    assert err.startswith("warning: SKIPPED. No library was given, so nothing was checked")
    assert "Give --library or set WIKI_ROOT" in err
    assert ElementTree.parse("gate.xml").find("testsuite/testcase/skipped") is not None
    assert main([*words, "--library", ""]) == 0


def test_an_engine_version_is_needed_once_there_is_a_library(
    recorded: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*recorded[:5], "--run", "run.json"]) == 4
    assert "Missing option '--engine-version'" in capsys.readouterr().err
    assert main([*recorded[:5], "--engine-version", " ", "--run", "run.json"]) == 4


def test_json_has_the_keys_of_the_contract_in_order(
    recorded: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*recorded, "--run", "run.json", "--format", "json"]) == 0
    keys = (
        "gate reason engineVersion baselineVersion queries slots recallAt5 missingFromLibrary "
        "recallMisses top1Matches top1Queries top5Jaccard change misses fingerprint"
    )
    assert list(json.loads(capsys.readouterr().out))[:15] == keys.split()


def test_a_miss_is_listed_with_both_lists_and_in_the_junit_file(
    recorded: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    run = write_run("now.json", '{"q1": ["a.md", "sub/c.md"], "q2": ["sub/c.md"]}')
    assert main([*recorded, *run, "--junit", "gate.xml"]) == 2
    out = capsys.readouterr().out
    assert "b.md (rank 2 in the baseline): sub/c.md stands there now, it is not among" in out
    assert "  2     − b.md      + sub/c.md" in out
    root = ElementTree.parse("gate.xml").getroot()
    assert (root.get("tests"), root.get("failures")) == ("2", "1")


def test_a_previous_report_of_another_baseline_is_an_error(
    recorded: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    judge = [*recorded, "--run", "run.json", "--format", "json"]
    assert main(judge) == 0
    report = json.loads(capsys.readouterr().out)
    Path("old.json").write_text(json.dumps(report), "utf-8")
    assert main([*judge, "--previous", "old.json"]) == 0
    assert json.loads(capsys.readouterr().out)["change"] == {"top1": "0", "top5Jaccard": "0"}
    Path("old.json").write_text(json.dumps({**report, "baselineVersion": "7"}), "utf-8")
    assert main([*judge, "--previous", "old.json"]) == 4
    out, err = capsys.readouterr()
    assert "previous report belongs to another baseline version" in err
    assert json.loads(out)["problems"][0]["code"] == "other-baseline"


def test_faults_of_all_inputs_come_together(
    recorded: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("base/baseline.json").write_text('{"q1": null}', "utf-8")
    assert main([*recorded, "--run", "none.json"]) == 4
    err = capsys.readouterr().err
    assert "none.json: no such file" in err
    assert 'base/baseline.json:1: top 5 of query "q1" is null' in err


COMMANDS = {
    "baseline": ["--run", "run.json", "--library", "wiki", *VERSIONS, "--output", "base"],
    "gate": ["--baseline", "base", "--run", "run.json", "--library", "wiki", *NOW],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_wrong_usage_ends_with_4(
    wiki: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    right = COMMANDS[command]
    assert main([command, *right, "--no-such-option"]) == 4
    assert "No such option" in capsys.readouterr().err
    assert main([command, *right, "--format", "yaml"]) == 4
    assert "'yaml' is not one of 'text', 'json'" in capsys.readouterr().err
    absent = ["none" if word == "run.json" else word for word in right]
    assert main([command, *absent]) == 4
    assert "none: no such file" in capsys.readouterr().err
    absent = ["none" if word == "wiki" else word for word in right]
    assert main([command, *absent]) == 4
    assert "none: folder cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_command_cannot_do_without(
    wiki: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    right = COMMANDS[command]
    optional = {"--library"} if command == "gate" else set()
    for at in range(0, len(right), 2):
        code = main([command, *right[:at], *right[at + 2 :]])
        assert code == (0 if right[at] in optional else 4), right[at]
        assert right[at] in optional or f"Missing option '{right[at]}'" in capsys.readouterr().err


@pytest.fixture
def fall(tutorial: Path) -> list[str]:
    """Fixture B against A: recall and MRR fall by 1/3, q4 and q3 regress in RR, q4 in recall."""
    files = [f"--{slot}={tutorial / f'{slot}.json'}" for slot in ("corpus", "queries", "qrels")]
    runs = [f"--run={tutorial / f'run.fixture_{name}.json'}" for name in "BA"]
    return ["compare", *files, *runs, "--k", "2"]


@pytest.mark.parametrize(
    ("limit", "code"),
    [
        pytest.param("--max-regressed=2", 0, id="as many as allowed"),
        pytest.param("--max-regressed=1", 2, id="one more than allowed"),
        pytest.param("--max-drop=MRR=1/3", 0, id="exactly the limit"),
        pytest.param("--max-drop=rr=0.34", 0, id="below the limit"),
        pytest.param("--max-drop=Recall@2=0.3333333333333333333", 2, id="a hair above the limit"),
        pytest.param("--max-drop=recall=0", 2, id="no fall is allowed"),
        pytest.param("--max-drop=nDCG=0.5", 0, id="a measure that is not exact"),
        pytest.param("--max-drop=precision=.1", 2, id="a decimal without a leading zero"),
    ],
)
def test_a_quality_limit_decides_exactly(fall: list[str], limit: str, code: int) -> None:
    assert main([*fall, limit]) == code


def test_a_broken_limit_names_its_queries_and_not_the_gate(
    fall: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*fall, "--max-regressed", "0", "--max-drop", "recall=1/3"]) == 2
    out, err = capsys.readouterr()
    assert out.split("\n\n")[-1].splitlines() == [
        "quality limits: broken, 1 of 2",
        "  broken: at most 0 queries may regress in Recall@2 or RR@2; 2 did",
        "  kept: Recall@2 may fall by at most 1/3 (0.333); it changed by −1/3 (−0.333)",
    ]
    assert err.splitlines() == [
        "quality limit broken, fixture_B → fixture_A: at most 0 queries may regress in "
        "Recall@2 or RR@2; 2 did",
        "  q4 (rank 1 → none)",
        "  q3 (rank 1 → 2)",
    ]
    assert "gate" not in (out + err).casefold()


def test_json_carries_the_verdict(fall: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    words = [*fall, "--format", "json", "--max-drop", "MRR@2=0.25"]
    assert main(words) == 2
    found = json.loads(capsys.readouterr().out)
    assert list(found)[-1] == "quality_limits"
    assert found["quality_limits"] == {
        "verdict": "broken",
        "limits": [
            {
                "limit": "max_drop",
                "measure": "rr",
                "allowed": "1/4",
                "found": "1/3",
                "verdict": "broken",
                "regressed": ["q4", "q3"],
            }
        ],
    }
    assert main([*fall, "--format", "json"]) == 0
    assert "quality_limits" not in json.loads(capsys.readouterr().out)


def test_a_limit_holds_for_every_pair_and_cutoff_it_does_not_name(fall: list[str]) -> None:
    assert main([*fall, "--k", "1", "--max-drop", "MRR@2=1/3"]) == 0
    assert main([*fall, "--k", "1", "--max-drop", "recall=0.4"]) == 2
    more = [*fall[:4], fall[4], fall[4], fall[5], *fall[6:]]
    assert main([*more, "--max-regressed", "0"]) == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--max-drop", "MRR"], "is not MEASURE=X"),
        (["--max-drop", "MRR=-0.1"], "is not MEASURE=X"),
        (["--max-drop", "MRR=1e-3"], "is not MEASURE=X"),
        (["--max-drop", "MRR=nan"], "is not MEASURE=X"),
        (["--max-drop", "MRR=1/0"], "is not MEASURE=X"),
        (["--max-drop", "MRR=2"], "a mean lies between 0 and 1"),
        (["--max-drop", "MAP=0.1"], "'MAP' is no measure: choose one of Recall, MRR,"),
        (["--max-drop", "MRR@3=0.1"], "--max-drop names cutoff 3, which --k does not give."),
        (["--max-regressed", "-1"], "is not a whole number of at least 0"),
        (["--max-regressed", "10%"], "is not a whole number of at least 0"),
    ],
)
def test_a_limit_that_means_nothing_is_wrong_usage(
    fall: list[str], capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert main([*fall, *words]) == 4
    assert message in " ".join(capsys.readouterr().err.split())


def test_mean_up_and_a_query_down_breaks_the_limit_on_queries_alone() -> None:
    """T76: the mean RR rises by 11/60 while one query falls from 1 to 1/2."""
    Path("qrels.txt").write_text("a 0 x 1\nb 0 x 1\nc 0 x 1\n", "utf-8")
    first = {"a": 1, "b": 5, "c": 4}
    second = {"a": 2, "b": 1, "c": 2}
    words = ["compare", "--qrels", "qrels.txt", "--judgements", "pooled", "--k", "5"]
    for name, ranks in (("one", first), ("two", second)):
        lists = {q: [*[f"n{at}" for at in range(1, rank)], "x"] for q, rank in ranks.items()}
        words += write_run(f"{name}.json", json.dumps(lists))
    assert main([*words, "--max-drop", "MRR=0"]) == 0
    assert main([*words, "--max-regressed", "0"]) == 2


def test_nothing_scored_cannot_keep_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    Path("qrels.txt").write_text("a 0 x 0\n", "utf-8")
    run = write_run("run.json", '{"a": ["x"]}')
    words = ["compare", "--qrels", "qrels.txt", "--judgements", "pooled", "--k", "1", *run, *run]
    assert main([*words, "--max-regressed", "0"]) == 4
    assert "no query is scored, so no quality limit can be judged" in capsys.readouterr().err


def test_the_commands_of_the_readme_end_with_the_codes_it_gives(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = root / "README.md"
    text = readme.read_text("utf-8").replace("\\\n", " ") if readme.exists() else ""
    found = re.findall(r"^ircompare (.+?) +# exit (\d+)", text, re.MULTILINE)
    if not found:
        pytest.skip("README.md shows no exit codes yet")
    Path("data").symlink_to(root / "data")
    assert [(words, main(shlex.split(words))) for words, _ in found] == [
        (words, int(code)) for words, code in found
    ]
    assert {code for _, code in found} == {"0", "2", "3", "4", "5"}
