"""Companions on the Scorecard page: a line each, alerts in words, declarations kept."""

from __future__ import annotations

import json

import pytest

from ircompare.dashboard.files import from_upload
from ircompare.dashboard.samples import SAMPLES
from ircompare.dashboard.scorecard import calls as card_calls
from ircompare.dashboard.scorecard.view import TABS
from ircompare.dashboard.text import plain, with_code
from ircompare.model.protocol import Protocol
from ircompare.readers.scorecard_line import as_text
from ircompare.readers.scorecard_settings import NOTHING_CHOSEN
from ircompare.report.replay import replay_jsonl
from ircompare.report.scorecard_templates import template, wanted
from tests.pages import button, card_page, dataset_of, opened, tutorial_set, words

SAMPLE = SAMPLES["helpcentre"]


RULE = '[[rules]]\ndimension = "{}"\nkind = "absolute"\nworse_by = {}\nleast_n = 3\n'


def below(at, title: str, count: int = 3) -> list[str]:
    """What stands right below the name of a row: its change, its values, its state."""
    said = [str(item.value) for item in at.main if item.type in ("markdown", "caption")]
    return said[said.index(f"**{plain(title)}**") + 1 :][:count]


def grey(at, title: str) -> str:
    """What a grey row says that it needs."""
    start = f"**{plain(title)}** needs"
    (found,) = [str(item.value) for item in at.caption if str(item.value).startswith(start)]
    return found


def test_every_companion_has_a_row_with_the_values_that_were_computed(full_set):
    at = card_page(full_set, card=as_text(SAMPLE.choices()))
    assert TABS[2] in [item.label for item in at.tabs]
    said = words(at)
    found = card_calls.beside(
        card_calls.inputs(full_set, Protocol(k=5, split="test"), SAMPLE.choices())
    )
    titles = [row.dimension.title for row in found.rows] + [one.title for one in found.findings]
    assert all(f"**{plain(title)}**" in said for title in titles)
    fresh = found.rows[0]
    change, values, state = below(at, "Fresh recall")
    assert plain(f"{float(fresh.delta):+.3f} ▲ better") in change
    assert values.startswith(f"A {plain(f'{float(fresh.value_a):.3f}')}")
    assert state == "COMPUTED"
    (shown,) = [item for item in at.markdown if item.value == f"**{plain('Fresh recall')}**"]
    assert plain("Fresh Recall@5 (half-life of 180 days)") in shown.help
    assert plain("p95 latency 32.2 → 90.7") in below(at, "p99 latency")[2]
    assert plain("effective number of queries (Kish) 83.0") in below(at, "Tail-weighted mean")[2]
    values, state = below(at, "Rankings alike, by domain", 2)
    assert values.startswith(f"account\N{NO-BREAK SPACE}{plain('0.521')} ")
    assert len(values.split(" :gray[·] ")) == len(found.findings[2].values)
    assert state.startswith("COMPUTED · n 141 · ")
    assert "None" not in said


def test_grey_rows_say_what_to_supply_and_offer_the_tables():
    at = card_page(tutorial_set(), k="2")
    needs = with_code("needs: query field `frequency`")
    assert grey(at, "Tail-weighted mean") == f"**{plain('Tail-weighted mean')}** {needs}"
    assert "`queries_per_second` of both runs" in grey(at, "Queries per second")
    assert "`domain`" in grey(at, "Rankings alike, by domain")
    keys = [item.proto.id for item in at.get("download_button")]
    for name in ("rows-queries", "rows-measurements", "findings-queries", "findings-pairs"):
        assert any(key.endswith(f"template-{name}") for key in keys), name


def test_every_template_of_a_companion_is_read_back_as_its_table():
    inputs = card_calls.inputs(tutorial_set(), Protocol(k=2), NOTHING_CHOSEN)
    found = card_calls.beside(inputs)
    for kind, columns in wanted((*found.rows, *found.findings), inputs).items():
        given = from_upload(f"{kind}-template.csv", template(kind, columns, inputs))
        assert given.slot == kind, (kind, columns)


def test_an_alert_has_sign_word_threshold_and_the_numbers_it_rests_on(full_set):
    at = card_page(full_set, card=as_text(SAMPLE.choices()))
    said = [str(item.value) for item in at.main if item.type in ("markdown", "caption")]
    start = said.index(f":orange[**▼ Alert**] **{plain('p95 latency')}**")
    assert said[start + 1] == f":orange[**▼ {plain('worse by 181.7 %')}**]"
    assert said[start + 2].startswith(plain("A 32.2 ms"))
    limit = "fires where worse by more than 15.0 %, from 72 observations"
    assert said[start + 3] == plain(limit)
    start = said.index(f":gray[**✓ No alert**] **{plain('Recall@5')}**")
    assert said[start + 1] == f":gray[**{plain('better by 0.0081')}**]"


def uploader_of_rules(at):
    return next(
        item for item in at.get("file_uploader") if str(item.key).startswith("card_rules_upload")
    )


def test_rules_of_ones_own_take_the_place_of_the_packages_until_the_way_back(full_set):
    at = card_page(full_set, card=as_text(SAMPLE.choices()))
    rules = RULE.format("ndcg_at_10", "0.001") + RULE.format("tokens_per_answer", "1")
    uploader_of_rules(at).set_value(("mine.toml", rules.encode(), "application/toml")).run()
    assert not at.exception
    said = words(at)
    assert plain("2 rules from mine.toml") in said
    assert f":gray[**✓ No alert**] **{plain('nDCG@10')}**" in said
    assert f":orange[**▼ Alert**] **{plain('Tokens per answer ↓')}**" in said
    assert f"**{plain('p95 latency')}** worse" not in said
    assert "--alert-rules mine.toml" in said
    button(at, "Back to the package's rules").click().run()
    said = words(at)
    assert "2 rules of the package" in said
    assert f":orange[**▼ Alert**] **{plain('p95 latency')}**" in said
    assert "--alert-rules" not in said


def test_faulty_rules_are_told_and_those_in_force_stay(full_set):
    at = card_page(full_set, card=as_text(SAMPLE.choices()))
    bad = RULE.format("mood", "-1").encode()
    uploader_of_rules(at).set_value(("bad.toml", bad, "application/toml")).run()
    assert not at.exception
    assert [item.value for item in at.error] == ["These alert rules cannot be used"]
    said = words(at)
    assert "rule 1 has the dimension 'mood'" in said
    assert "rule 1 has the worse_by -1" in said
    assert "The rules in force are still those of the package." in said
    good = RULE.format("recall_at_5", "0.5").encode()
    uploader_of_rules(at).set_value(("good.toml", good, "application/toml")).run()
    assert not at.error
    assert plain("1 rule from good.toml") in words(at)


def test_the_rules_of_the_package_can_be_copied(full_set):
    at = card_page(full_set)
    labels = [item.proto.label for item in at.get("download_button")]
    assert "Copy the package's rules" in labels


def test_too_few_observations_are_not_judged():
    said = words(card_page(tutorial_set(), k="2"))
    assert f":gray[**? Not judged**] **{plain('Recall@5')}**" in said
    assert plain("from 72 observations · 3 observations, needs 72") in said


def test_declared_on_the_page_and_kept_in_the_address(full_set):
    at = card_page(full_set)
    assert "declared `freshness`" in grey(at, "Fresh recall")
    at.text_input(key="card_freshness").set_value("academic").run()
    at.text_input(key="card_reference_time").set_value("2026-08-01").run()
    at.text_input(key="card_intent_steps").set_value("0.4, 1/3").run()
    assert not at.exception
    assert below(at, "Fresh recall")[2] == "COMPUTED"
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
    at = card_page(full_set)
    at.text_input(key=key).set_value(text).run()
    assert not at.exception
    (toast,) = [str(item.value) for item in at.toast]
    assert toast.startswith(told)
    assert at.text_input(key=key).value == ""
    assert "card" not in at.query_params


def test_domains_from_files_are_shown_literally():
    evil = "![x](http://evil)"
    digest = dataset_of(
        qrels={"q1": {"d": 1}},
        runs={"a": {"q1": ["d"]}, "b": {"q1": []}},
        queries={"q1": {"text": "t", "domain": evil}},
        corpus={"d": "x"},
    )
    at = opened("scorecard", digest)
    assert plain(evil) in below(at, "Rankings alike, by domain", 1)[0]
    assert evil not in words(at)


def test_the_worst_queries_of_either_run_can_be_saved(full_set):
    at = card_page(full_set, card=as_text(SAMPLE.choices()))
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
