"""The gate's report: the contract's JSON keys, the text word for word, JUnit XML read back."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ircompare.consistency.baseline import Baseline, make_baseline
from ircompare.consistency.gate import gate
from ircompare.consistency.library import Library
from ircompare.consistency.words import NOT_QUALITY, QUESTION
from ircompare.model.run import Run
from ircompare.readers.baseline import read_baseline
from ircompare.readers.library import read_library
from ircompare.report.baseline_files import write_baseline
from ircompare.report.gate_junit import gate_junit
from ircompare.report.gate_report import gate_json, gate_json_text, gate_text
from tests.consistency.worlds import LIBRARY, baseline_of, run_of

BASELINE = baseline_of({"q1": "abcde", "q2": "fg", "q3": ""})
PASSED = gate(BASELINE, [run_of({"q1": "bacde", "q2": "fg"})], LIBRARY, "2.0")
FAILED = gate(BASELINE, [run_of({"q1": "axcdijb", "q3": "", "z": "a"})], LIBRARY, "2.0")
STALE = gate(
    BASELINE,
    [run_of({"q1": "abcde"})],
    Library.from_pages({**LIBRARY.pages, "n.md": ""}),
    "2.0",
)
UNSTABLE = gate(BASELINE, [run_of({"q1": "ab"}), run_of({"q1": "ba"})], LIBRARY, "2.0")
SKIPPED = gate(BASELINE, [], None, None)
ABSENT = gate(None, [run_of({"q1": "a"})], LIBRARY, "2.0")
ALL = [PASSED, FAILED, STALE, UNSTABLE, SKIPPED, ABSENT]
KEYS = [
    *("gate", "reason", "engineVersion", "baselineVersion", "queries", "slots", "recallAt5"),
    *("missingFromLibrary", "recallMisses", "top1Matches", "top1Queries", "top5Jaccard"),
    *("change", "misses", "fingerprint"),
]


@pytest.mark.parametrize("report", ALL, ids=lambda report: report.reason)
def test_the_keys_of_the_contract_come_first_and_in_order(report):
    read = json.loads(gate_json_text(report))
    assert list(read)[: len(KEYS)] == KEYS
    assert read["exitCode"] == report.exit_code


def test_the_values_of_a_pass():
    found = gate_json(PASSED)
    assert {key: found[key] for key in KEYS} == {
        "gate": "PASS",
        "reason": "all_slots_recalled",
        "engineVersion": "2.0",
        "baselineVersion": "v1",
        "queries": 3,
        "slots": 7,
        "recallAt5": "1",
        "missingFromLibrary": 0,
        "recallMisses": 0,
        "top1Matches": 1,
        "top1Queries": 2,
        "top5Jaccard": "1",
        "change": None,
        "misses": [],
        "fingerprint": "v2",
    }
    assert found["averageOverlapCounts"] == {"4/5": 1, "1": 2}
    assert found["top1Changes"] == ["q1"]


def test_the_values_of_a_failure():
    found = gate_json(FAILED)
    assert (found["recallAt5"], found["recallMisses"], found["top5Jaccard"]) == ("3/7", 4, "10/21")
    assert found["misses"][0] == {  # type: ignore[index]
        "query": "q1",
        "page": "b.md",
        "baselineRank": 2,
        "instead": "x.md",
        "currentRank": 7,
        "returned": 7,
        "queryMissing": False,
        "inLibrary": True,
    }
    assert (found["missingQueries"], found["extraQueries"]) == (["q2"], ["z"])


@pytest.mark.parametrize("report", [STALE, UNSTABLE, SKIPPED, ABSENT], ids=lambda r: r.reason)
def test_indicators_are_null_where_they_were_not_computed(report):
    found = gate_json(report)
    assert {found[key] for key in KEYS[6:13]} == {None}
    assert found["misses"] is None
    assert "recall@5" not in gate_text(report)


def test_the_text_of_a_failure():
    assert (
        gate_text(FAILED)
        == f"""\
GATE_FAIL: 4 of 7 baseline slots not recalled.
engine 2.0 · baseline v1 · 3 queries · 7 slots · fingerprint v2

recall@5: 3 of 7 slots, 3/7 (0.429)
top-1: 1 of 2 queries
top-5 Jaccard: 10/21 (0.476)
average overlap: 511/900 (0.568)
queries that the run lacks: q2
queries that the baseline lacks, ignored: z

q1: 2 of 5 pages not recalled
  rank    baseline    now
  1       a.md        a.md
  2     − b.md      + x.md
  3       c.md        c.md
  4       d.md        d.md
  5     − e.md      + i.md
  b.md (rank 2 in the baseline): x.md stands there now, it went to rank 7.
  e.md (rank 5 in the baseline): i.md stands there now, it is not among the 7 pages returned.

q2: 2 of 2 pages not recalled
  rank    baseline    now
  1     − f.md
  2     − g.md
  f.md (rank 1 in the baseline): the run does not list this query.
  g.md (rank 2 in the baseline): the run does not list this query.

first page changed, which decides nothing:
  q2: f.md → (nothing)

{QUESTION}
{NOT_QUALITY}
"""
    )


def test_a_skipped_gate_says_aloud_that_nothing_was_checked():
    assert gate_text(SKIPPED).startswith(
        "SKIPPED: No library was given, so nothing was checked: 0 queries.\n0 queries checked\n"
    )


def test_a_stale_gate_names_the_command_and_the_pages():
    text = gate_text(STALE)
    assert "Record a new baseline first: ircompare baseline --run RUN" in text
    assert "--replace" in text
    assert '1 page added: "n.md".' in text
    assert "Record one with: ircompare baseline" in gate_text(ABSENT)


def test_an_unstable_gate_prints_the_self_overlap():
    assert "self-overlap: 5/6 (0.833)" in gate_text(UNSTABLE)
    assert "queries that differ: q1" in gate_text(UNSTABLE)


def test_wide_characters_stay_in_their_columns():
    library = Library.from_pages({"页.md": "", "世界.md": "", "b.md": ""})
    run = Run.from_rankings("e", {"q": ["世界.md", "b.md"]})
    baseline = Baseline({"q": ("页.md", "b.md")}, None)
    recorded = _with_meta(baseline, library)
    text = gate_text(gate(recorded, [run], library, "2"))
    assert "  1     − 页.md     + 世界.md\n  2       b.md        b.md\n" in text


def _with_meta(baseline: Baseline, library: Library) -> Baseline:
    run = Run.from_rankings("e", baseline.rankings or {})
    return make_baseline(run, library, version="v1", engine_version="1")


def _suite(report):
    root = ElementTree.fromstring(gate_junit(report))
    suite = root.find("testsuite")
    assert suite is not None
    return suite


def test_junit_of_a_pass_has_a_passing_case_for_every_query():
    suite = _suite(PASSED)
    assert [case.get("name") for case in suite.iter("testcase")] == ["q1", "q2", "q3"]
    assert not [child for case in suite.iter("testcase") for child in case]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "0", "0")


def test_junit_of_a_failure_explains_every_miss():
    suite = _suite(FAILED)
    failures = {case.get("name"): case.find("failure") for case in suite.iter("testcase")}
    assert suite.get("failures") == "2"
    assert failures["q3"] is None
    assert failures["q1"] is not None
    assert failures["q1"].get("message") == "2 of 5 pages not recalled"
    assert failures["q1"].get("type") == "GATE_FAIL"
    assert "x.md stands there now, it went to rank 7" in (failures["q1"].text or "")


@pytest.mark.parametrize(
    ("report", "kind"),
    [(STALE, "error"), (UNSTABLE, "error"), (ABSENT, "error"), (SKIPPED, "skipped")],
    ids=lambda value: getattr(value, "reason", value),
)
def test_junit_of_a_gate_that_judged_nothing_is_one_case(report, kind):
    suite = _suite(report)
    (case,) = suite.iter("testcase")
    found = case.find(kind)
    assert found is not None
    assert found.get("message") == report.message
    counts = [suite.get(name) for name in ("tests", "failures", "errors", "skipped")]
    assert counts == ["1", "0", "1" if kind == "error" else "0", "0" if kind == "error" else "1"]


def test_junit_survives_ids_that_xml_cannot_hold():
    library = Library.from_pages({"<a>&\uffff.md": ""})
    run = Run.from_rankings("e", {'"q" <\ufffe>': ["<a>&\uffff.md"]})
    recorded = _with_meta(Baseline({'"q" <\ufffe>': ("<a>&\uffff.md",)}, None), library)
    lost = Run.from_rankings("e", {'"q" <\ufffe>': []})
    for found in (run, lost):
        suite = _suite(gate(recorded, [found], library, "2"))
        (case,) = suite.iter("testcase")
        assert case.get("name") == '"q" <\\ufffe>'


def _content(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("edit", [None, "same length", "new page", "no library"])
def test_nothing_the_gate_does_changes_a_file(tmp_path, edit):
    wiki, base = tmp_path / "wiki", tmp_path / "base"
    wiki.mkdir()
    for name, body in LIBRARY.pages.items():
        (wiki / name).write_bytes(body)
    library = read_library(wiki)
    write_baseline(_with_meta(Baseline({"q1": ("a.md", "b.md")}, None), library), base)
    if edit == "same length":
        (wiki / "a.md").write_bytes(b"PAGE a.md")
    elif edit == "new page":
        (wiki / "n.md").write_bytes(b"")
    before = _content(tmp_path)
    now = None if edit == "no library" else read_library(wiki)
    report = gate(read_baseline(base), [run_of({"q1": "az"})], now, "2.0")
    gate_text(report), gate_json_text(report), gate_junit(report)
    assert _content(tmp_path) == before
