"""Companions on the Scorecard page: a line each, alerts in words, declarations kept."""

from __future__ import annotations

import json

import pytest

from ircompare.dashboard.files import library
from ircompare.dashboard.samples import SAMPLES
from ircompare.dashboard.scorecard import calls as card_calls
from ircompare.dashboard.scorecard.view import TABS
from ircompare.dashboard.text import plain
from ircompare.model.protocol import Protocol
from ircompare.readers.scorecard_line import as_text
from ircompare.report.replay import replay_jsonl
from tests.pages import dataset_of, opened, tutorial_set, words

SAMPLE = SAMPLES["helpcentre"]


@pytest.fixture(scope="module")
def full_set() -> str:
    return library().register(SAMPLE.given())


def page(digest: str, **address: str):
    return opened("scorecard", digest, **{"k": "5", "split": "test", **address})


def tables(at):
    """The tables whose first column names companions, by their other columns."""
    found = [item.value for item in at.dataframe if "Companion" in item.value]
    return [frame.set_index("Companion") for frame in found]


def test_every_companion_has_one_line_with_the_values_that_were_computed(full_set):
    at = page(full_set, card=as_text(SAMPLE.choices()))
    assert TABS[2] in [item.label for item in at.tabs]
    rows, findings = tables(at)
    inputs = card_calls.inputs(full_set, Protocol(k=5, split="test"), SAMPLE.choices())
    found = card_calls.beside(inputs)
    assert list(rows.index) == [row.dimension.title for row in found.rows]
    assert list(findings.index) == [one.title for one in found.findings]
    assert rows.loc["Fresh recall", "A"] == f"{float(found.rows[0].value_a):.3f}"
    assert rows.loc["Fresh recall", "What it is"] == "Fresh Recall@5 (half_life 4320 h)"
    assert rows.loc["p99 latency", "Beside it"] == "p95 latency 32.2 → 90.7"
    assert rows.loc["Tail-weighted mean", "n"] == 130
    assert "effective number of queries (Kish) 83.0" in rows.loc["Tail-weighted mean", "Beside it"]
    assert rows.loc["Queries per second", "State"].startswith("NOT_COMPUTABLE: needs: ")
    assert rows.loc["Queries per second", ""] == ""
    assert "account 0.521" in findings.loc["Rankings alike, by domain", "Values"]


def test_an_alert_has_its_word_and_its_sign(full_set):
    said = words(page(full_set, card=as_text(SAMPLE.choices())))
    fired = "▼ p95 latency worse by more than 15.0 %, from 72 observations: alert"
    assert f":orange[{plain(fired)}]" in said
    quiet = "= Recall@5 worse by more than 0.008, from 72 observations: no alert"
    assert f":blue[{plain(quiet)}]" in said


def test_too_few_observations_are_not_judged():
    said = words(page(tutorial_set(), k="2"))
    assert plain("72 observations: not judged, 3 observations, needs 72") in said


def test_declared_on_the_page_and_kept_in_the_address(full_set):
    at = page(full_set)
    assert tables(at)[0].loc["Fresh recall", "State"].startswith("NOT_COMPUTABLE")
    at.text_input(key="card_freshness").set_value("academic").run()
    at.text_input(key="card_reference_time").set_value("2026-08-01").run()
    at.text_input(key="card_intent_steps").set_value("0.4, 1/3").run()
    assert not at.exception
    assert tables(at)[0].loc["Fresh recall", "State"] == "COMPUTED"
    assert json.loads("".join(at.query_params["card"])) == {
        "freshness": "academic",
        "reference_time": "2026-08-01",
        "intent_steps": ["2/5", "1/3"],
    }
    assert at.text_input(key="card_intent_steps").value == "0.4, 1/3"
    (command,) = [item.value for item in at.code if "ircompare scorecard" in str(item.value)]
    told = "--freshness academic --reference-time 2026-08-01 --intent-step 2/5 --intent-step 1/3"
    assert told in command
    at.text_input(key="card_freshness").set_value("").run()
    assert "freshness" not in json.loads("".join(at.query_params["card"]))


@pytest.mark.parametrize(
    ("key", "text", "told"),
    [
        ("card_freshness", "tau=2h", "freshness must be one of news"),
        ("card_reference_time", "now", "reference_time must be a day or a time in ISO 8601"),
        ("card_intent_steps", "1, x", "steps of an intent path are numbers of at least 0"),
        ("card_intent_steps", "-1", "intent_steps must be numbers of at least 0"),
    ],
)
def test_what_cannot_be_declared_changes_nothing(full_set, key, text, told):
    at = page(full_set)
    at.text_input(key=key).set_value(text).run()
    assert not at.exception
    (toast,) = [str(item.value) for item in at.toast]
    assert toast.startswith(told)
    assert at.text_input(key=key).value == ""
    assert "card" not in at.query_params


def test_domains_from_files_are_in_a_table_and_never_in_markdown():
    evil = "![x](http://evil)"
    digest = dataset_of(
        qrels={"q1": {"d": 1}},
        runs={"a": {"q1": ["d"]}, "b": {"q1": []}},
        queries={"q1": {"text": "t", "domain": evil}},
        corpus={"d": "x"},
    )
    at = opened("scorecard", digest)
    assert evil in tables(at)[1].loc["Rankings alike, by domain", "Values"]
    assert evil not in words(at)


def test_the_worst_queries_of_either_run_can_be_saved(full_set):
    at = page(full_set, card=as_text(SAMPLE.choices()))
    labels = [item.proto.label for item in at.get("download_button")]
    assert [label for label in labels if "worst" in label] == [
        "Save the 100 worst of bm25",
        "Save the 100 worst of lsa",
    ]


def test_a_saved_file_holds_as_many_queries_as_are_asked_for(full_set):
    inputs = card_calls.inputs(full_set, Protocol(k=5, split="test"), SAMPLE.choices())
    assert replay_jsonl(inputs, 0, 0) == b""
    lines = [json.loads(line) for line in replay_jsonl(inputs, 1, 3).decode().splitlines()]
    assert [(line["run"], line["value"]) for line in lines] == [("lsa", "0")] * 3
    assert len(replay_jsonl(inputs, 0).splitlines()) == 100
