"""The Gate page: every status with its word, what decided, every miss, and nothing by itself."""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from ircompare.consistency.baseline import make_baseline
from ircompare.consistency.conditions import EXIT_CODES
from ircompare.consistency.library import Library
from ircompare.dashboard import opening
from ircompare.dashboard.files import from_upload, library, with_roles
from ircompare.dashboard.gate import files as gate_files
from ircompare.dashboard.gate import folders as gate_folders
from ircompare.dashboard.gate import history as gate_history
from ircompare.dashboard.gate.badge import SHOWN
from ircompare.dashboard.gate.calls import NOT_RUN, UNUSABLE
from ircompare.dashboard.text import plain
from ircompare.errors import InputError
from ircompare.model.run import Run
from tests.pages import button, dataset_of, opened, words

CORPUS = {name: f"text of {name}" for name in "abcdefg"}
THEN = {"q1": list("abcde"), "q2": list("fg")}
NOW = {"q1": list("abcfe"), "q2": list("fg")}
QRELS = {"q1": {"a": 1}, "q2": {"f": 1}}
SOURCE = {"then": "then.json", "now": "now.json"}


def world(**runs: Mapping[str, list[str]]) -> str:
    queries = {"q1": {"text": "the *first* query"}, "q2": {"text": "the second"}}
    given = runs or {"then": THEN, "now": NOW}
    return dataset_of(qrels=QRELS, corpus=CORPUS, queries=queries, runs=given)


def recorded(corpus: Mapping[str, str] = CORPUS, version: str = "v1") -> str:
    """Hold a baseline of THEN and return its digest."""
    baseline = make_baseline(
        Run.from_rankings("then", THEN),
        Library.from_pages(corpus),
        version=version,
        engine_version="1.0",
    )
    return gate_files.held(gate_files.parts_of(baseline))


def at_gate(**address: str):
    settings = {"gate": recorded(), "engine": "2.0", "judgements": "pooled", **address}
    return opened("gate", address.pop("ds", None) or world(), **settings)


def badges(at) -> list[str]:
    return [str(mark.value) for mark in at.markdown if "-badge[" in str(mark.value)]


def test_every_status_has_a_word_a_colour_and_an_icon_and_skipped_is_not_green():
    assert set(SHOWN) == {*EXIT_CODES, UNUSABLE, NOT_RUN}
    assert [status for status, (colour, _) in SHOWN.items() if colour == "green"] == ["PASS"]
    assert not {colour for colour, _ in SHOWN.values()} & {"blue", "gray", "grey", "orange"}


def test_without_a_baseline_the_page_explains_and_offers_a_demonstration():
    at = opened("gate", world())
    assert "Does this engine return what the baseline engine returned" in words(at)
    assert "This measures consistency, not quality" in words(at)
    assert "Do not tune an engine on these numbers" in words(at)
    assert badges(at) == []
    button(at, "Hold LSA against BM25").click().run()
    assert not at.exception
    assert ":red-badge[:material/cancel: Gate: GATE\\_FAIL]" in badges(at)[0]
    assert plain("243 of 606 baseline slots not recalled.") in words(at)
    assert plain("was lost on 107 and the first page is another one on 61.") in words(at)
    assert at.query_params["judged"] == "lsa.run"


def test_a_failed_gate_explains_its_miss_and_what_decided():
    at = at_gate()
    text = words(at)
    assert plain("1 of 7 baseline slots not recalled.") in text
    assert "This failed and decided: GATE\\_FAIL.**" in text
    assert plain("d (rank 4 in the baseline): f stands there now, it is not among") in text
    assert "The page is still in the library." in text
    assert plain("the *first* query") in text
    assert "### 6 of 7" in text
    assert len(badges(at)) == 2


def marks(at) -> list[tuple[str, str]]:
    """Icon and last word of each condition, in order."""
    listed = next(item.value for item in at.markdown if " 0. The gate is used" in item.value)
    line = re.compile(r":material/(\w+):.*?(\w+)(?: and decided: .*)?\W*$")
    return [line.search(text).groups() for text in listed.splitlines()]


@pytest.mark.parametrize(
    ("now", "last"),
    [
        pytest.param(NOW, [("close", "failed"), ("more_horiz", "reached")], id="a page is lost"),
        pytest.param(THEN, [("check", "passed")] * 2, id="nothing is lost"),
    ],
)
def test_a_failed_condition_has_a_cross_and_a_passed_one_a_check_each_with_its_word(now, last):
    at = at_gate(ds=world(then=THEN, now=now))
    assert marks(at) == [("check", "passed")] * 5 + [("remove", "checked"), *last]


def test_the_badge_is_in_the_sidebar_of_every_page_and_on_the_compare_line():
    asked = {"gate": recorded(), "engine": "2.0", "judgements": "pooled"}
    for page, count in (("data", 1), ("compare", 2), ("query", 1), ("cutoffs", 1)):
        at = opened(page, world(), **asked)
        assert badges(at) == [":red-badge[:material/cancel: Gate: GATE\\_FAIL]"] * count


def test_a_gate_that_passes_says_so_and_lists_the_changed():
    at = at_gate(ds=world(then=THEN, now={"q1": list("bacde"), "q2": list("fg")}))
    assert ":green-badge[:material/check_circle: Gate: PASS]" in badges(at)[0]
    assert plain(
        "The top 5 changed on 1 of 2 queries and the first page is another one on 1."
    ) in words(at)
    assert "First page changed on 1 query; this decides nothing" in words(at)
    assert list(at.dataframe[0].value["Old first page now"]) == ["rank 2"]


def test_a_changed_library_is_stale_and_says_which_page():
    at = at_gate(gate=recorded({**CORPUS, "a": "text of a, edited"}))
    assert "Gate: BASELINE\\_STALE" in badges(at)[0]
    assert '1 page changed: "a".' in words(at)
    assert "Recall@5, decides" not in words(at)


def test_runs_that_differ_are_unstable():
    at = at_gate(judged="then.json,now.json")
    assert "Gate: UNSTABLE" in badges(at)[0]
    assert "the noise floor of this engine" in words(at)
    assert "They differ on: q1" in words(at)


def test_without_a_library_the_gate_is_skipped_aloud():
    data = dataset_of(qrels=QRELS, runs={"then": THEN, "now": NOW})
    at = at_gate(ds=data)
    assert badges(at)[0].startswith(":violet-badge[")
    assert "Gate: SKIPPED" in badges(at)[0]
    assert plain("No library was given, so nothing was checked: 0 queries.") in words(at)


def test_without_an_engine_version_no_indicator_is_shown():
    at = at_gate(engine="")
    assert "Gate: NOT RUN" in badges(at)[0]
    assert plain("Still needed. Engine version is missing: give an engine version") in words(at)
    assert "This failed and decided: NOT RUN.**" in words(at)
    assert "Recall@5, decides" not in words(at)
    at.text_input(key="gate_engine").set_value("2.0").run()
    assert "### 6 of 7" in words(at)
    assert at.query_params["judged"] == "now.json"


def test_a_run_that_names_an_unknown_page_is_an_input_error():
    at = at_gate(ds=world(then=THEN, now={"q1": ["a", "zz"]}))
    assert "Gate: INPUT ERROR" in badges(at)[0]
    assert 'page "zz" of query "q1" is not in the library' in words(at)


def test_recording_takes_a_click_and_changes_what_is_judged():
    at = opened("gate", world(), judgements="pooled")
    assert button(at, "Record").disabled
    at.selectbox(key="record_run").set_value("now.json")
    at.text_input(key="record_version").set_value("v2")
    at.text_input(key="record_engine").set_value("1.5").run()
    assert badges(at) == []
    button(at, "Record").click().run()
    at.text_input(key="gate_engine").set_value("2.0").run()
    assert "Gate: PASS" in badges(at)[0]
    assert "baseline v2" in words(at)
    button(at, "Let go").click().run()
    assert badges(at) == []


def test_a_version_that_names_no_folder_is_refused():
    at = opened("gate", world(), judgements="pooled")
    at.text_input(key="record_version").set_value("../v2")
    at.text_input(key="record_engine").set_value("1.5").run()
    button(at, "Record").click().run()
    assert "fit to name a folder" in words(at)
    assert badges(at) == []


def test_the_menu_and_a_clicked_bar_choose_the_queries():
    at = at_gate()
    listed = "showing 1 of 2 queries"
    assert listed in words(at)
    at.selectbox(key="gate_show").set_value("all").run()
    assert "showing 2 of 2 queries" in words(at)
    at.session_state["gate_bin"] = ("Jaccard", "1")
    at.run()
    assert listed in words(at)
    assert any("Jaccard 1" in badge for badge in badges(at))
    button(at, "Clear").click().run()
    assert "showing 2 of 2 queries" in words(at)


def test_a_miss_leads_to_its_query():
    at = at_gate()
    at.button(key="gate-open-q1").click().run()
    assert not at.exception
    assert at.query_params["q"] == "q1"
    assert plain("the *first* query") in "\n".join(str(head.value) for head in at.subheader)


def test_page_names_and_queries_are_literal():
    odd = "<b>x</b> $5 *a* :red[x] ![](http://evil/x.png) |"
    corpus = {**CORPUS, odd: "text"}
    then = {"q1": [odd, "b"]}
    baseline = make_baseline(
        Run.from_rankings("then", then),
        Library.from_pages(corpus),
        version=odd.replace("<", "")
        .replace(">", "")
        .replace("*", "")
        .replace("/", "")
        .replace("|", "")
        .replace(":", ""),
        engine_version=odd,
    )
    digest = gate_files.held(gate_files.parts_of(baseline))
    data = dataset_of(qrels=QRELS, corpus=corpus, runs={"then": then, "now": {"q1": ["b"]}})
    at = at_gate(ds=data, gate=digest, engine=odd)
    text = "\n".join(str(mark.value) for mark in (*at.markdown, *at.caption))
    assert "Gate: GATE\\_FAIL" in badges(at)[0]
    assert plain(odd)[:20] in text
    for live in ("![](", "<b>", ":red[x]", "*a*"):
        assert live not in text
    assert re.search(r"(?<!\\)\$", text) is None


def test_a_baseline_that_the_server_lost_is_left_out():
    at = opened("gate", world(), gate="0" * 32, engine="2")
    assert badges(at) == []


REPORT = {
    "gate": "PASS",
    "engineVersion": "1.9",
    "baselineVersion": "v1",
    "recallAt5": "1",
    "top1Matches": 2,
    "top1Queries": 2,
    "top5Jaccard": "1",
}


def test_reports_of_another_version_are_refused_and_equal_ones_join_once():
    good = json.dumps(REPORT).encode()
    other = json.dumps({**REPORT, "baselineVersion": "v2"}).encode()
    files = {"a.json": good, "b.json": other, "c.json": b"{}"}
    kept, error = gate_history.joined(files, "v1", ())
    assert [report.source for report in kept] == ["a.json"]
    assert error is not None
    assert [problem.code for problem in error.problems] == ["other-baseline", "no-gate-report"]
    again, none = gate_history.joined({"a.json": good}, "v1", kept)
    assert (again, none) == (kept, None)


def test_history_shows_the_trend_and_the_change():
    at = at_gate()
    kept, _ = gate_history.joined({"a.json": json.dumps(REPORT).encode()}, "v1", ())
    at.session_state["gate_reports"] = kept
    at.run()
    assert plain("0 since the previous report") in words(at)
    table = at.dataframe[-1].value
    assert list(table["Gate"]) == ["PASS", "GATE_FAIL"]
    assert list(table["Recall@5"]) == ["1", "6/7 (0.857)"]
    assert len(at.get("vega_lite_chart")) == 3
    button(at, "Let go").click().run()
    assert at.session_state["gate_reports"] == ()


def test_an_upload_is_two_files_or_their_archive():
    parts = gate_files.parts_of(gate_files.baseline(recorded()))
    packed = gate_files.zipped(parts)
    assert gate_files.zipped(parts) == packed
    assert gate_files.given_parts({"x.zip": packed}) == parts
    assert gate_files.given_parts(dict(parts)) == parts
    with pytest.raises(InputError, match="no file of a baseline was given"):
        gate_files.given_parts({"run.json": b"{}"})
    with pytest.raises(InputError, match="baseline cannot be opened"):
        gate_files.given_parts({"x.zip": packed[:40]})


def test_an_archive_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr(gate_files, "LIMIT", 10)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("in/baseline.json", "{" + " " * 100 + "}")
    with pytest.raises(InputError, match="baseline cannot be opened"):
        gate_files.unzipped(packed.getvalue(), "x.zip")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a library and a baseline on it."""
    wiki = tmp_path / "data" / "wiki"
    wiki.mkdir(parents=True)
    for name in CORPUS:
        (wiki / f"{name}.md").write_text(name, "utf-8")
    (tmp_path / "data" / ".hidden").mkdir()
    (tmp_path / "outside").mkdir()
    monkeypatch.setattr(sys, "argv", ["app.py", "--data-dir", str(tmp_path / "data")])
    opening.arguments.cache_clear()
    yield tmp_path / "data"
    opening.arguments.cache_clear()


def test_folders_are_those_below_the_data_folder(folder: Path):
    assert gate_folders.folders() == ["wiki"]
    assert gate_folders.baseline_folders() == []
    for name in ("../outside", "/etc", "wiki/../../outside"):
        with pytest.raises(InputError, match="not below the folder of the dashboard"):
            gate_folders.below(name)


def test_a_folder_is_the_library_and_a_baseline_is_written_only_by_a_click(folder: Path):
    run = {query: [f"{name}.md" for name in names] for query, names in THEN.items()}
    files = [from_upload("qrels.json", b'{"q1": {"a.md": 1}}')]
    files += [
        replace(from_upload(f"{name}.json", json.dumps(run).encode()), slot="run")
        for name in ("then", "now")
    ]
    data = library().register(with_roles(files))
    at = opened("gate", data, judgements="pooled")
    at.text_input(key="record_version").set_value("v1")
    at.text_input(key="record_engine").set_value("1.0").run()
    button(at, "Record").click().run()
    at.text_input(key="gate_engine").set_value("2.0").run()
    assert "Gate: PASS" in badges(at)[0]
    assert at.query_params["pages"] == "wiki"
    assert sorted(path.name for path in folder.iterdir()) == [".hidden", "wiki"]
    at.text_input(key="gate_write_folder").set_value("kept").run()
    at.button(key="gate-write").click().run()
    assert {path.name for path in (folder / "kept").iterdir()} == {
        "baseline.json",
        "baseline.meta.json",
    }
    at.button(key="gate-write").click().run()
    assert "folder already holds a baseline" in words(at)
    (folder / "wiki" / "a.md").write_text("edited", "utf-8")
    button(at, "Read the folder again").click().run()
    assert "Gate: BASELINE\\_STALE" in badges(at)[0]
    at.button(key="gate-open-baseline").click().run()
    assert not at.exception
