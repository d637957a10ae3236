"""The Scorecard page: twelve rows with all inputs, grey ones with their reasons without."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from ircompare.dashboard import calls
from ircompare.dashboard.files import from_upload, library, with_roles
from ircompare.dashboard.samples import SAMPLES
from ircompare.dashboard.scorecard import calls as card_calls
from ircompare.dashboard.scorecard.rows import hover
from ircompare.dashboard.scorecard.tables import PER_RUN, files, kept
from ircompare.dashboard.scorecard.view import UNREAD, sentence
from ircompare.dashboard.text import plain, with_code
from ircompare.model.protocol import Protocol
from ircompare.readers.scorecard_line import as_text, from_text
from ircompare.readers.scorecard_settings import NOTHING_CHOSEN, Choices
from ircompare.readers.settings import Settings as SettingsFile
from ircompare.readers.settings import load_settings
from ircompare.report.json_report import json_text
from ircompare.report.scorecard_tables import scorecard_csv, scorecard_json
from ircompare.report.scorecard_templates import template, wanted
from ircompare.scorecard.dimensions import DIMENSIONS
from ircompare.scorecard.refusals import REFUSALS
from ircompare.scorecard.settings import Settings
from tests.conftest import DATA
from tests.pages import button, card_page, dataset_of, helpcentre_set, opened, tutorial_set, words

SAMPLE = SAMPLES["helpcentre"]
PROTOCOL = Protocol(k=5, split="test")


@pytest.fixture(scope="module")
def full(full_set):
    return card_calls.inputs(full_set, PROTOCOL, SAMPLE.choices())


def test_the_sample_has_a_value_in_every_row(full_set):
    at = card_page(full_set, card=as_text(SAMPLE.choices()))
    said = words(at)
    assert plain("12 of 12 dimensions have values.") in said
    for dimension in DIMENSIONS.values():
        assert f"**{plain(dimension.title)}**" in said
    assert plain("needs:") not in said
    labels = [item.proto.label for item in at.get("download_button")]
    assert not [label for label in labels if label.startswith("Template")]


def test_the_tutorial_says_of_every_grey_row_what_it_needs():
    at = card_page(tutorial_set(), k="2")
    said = words(at)
    assert plain("2 of 12 dimensions have values. 2 better in B, 0 the same and 0 worse.") in said
    for title, why in (
        ("Answer Completeness", "needs: answer labels of both runs"),
        ("Long-tail decay", "needs: query field `frequency`, declared threshold `head_min`"),
        ("Perturbation sensitivity", "needs: table of variants"),
        ("Out-of-domain gap", "needs: query field `domain`, declared `training_domains`"),
        ("Demographic parity difference", "needs: document field `group`"),
        ("p95 latency", "needs: `latency_ms` of both runs"),
    ):
        assert f"**{plain(title)}** {with_code(why)}" in said
    assert "document coverage" in said
    labels = [item.proto.label for item in at.get("download_button")]
    assert [label for label in labels if label.startswith("Template")][:8] == [
        f"Template: {kind}"
        for kind in (
            *("queries", "answers"),
            *("queries", "variants"),
            *("corpus", "queries", "pairs"),
            "measurements",
        )
    ]


@pytest.mark.parametrize("start", [f":{colour}[**" for colour in ("blue", "orange", "gray")])
def test_a_colour_never_stands_without_sign_and_word(full_set, start):
    at = card_page(full_set, card=as_text(SAMPLE.choices()))
    found = [item.value for item in at.markdown if str(item.value).startswith(start)]
    words = {":blue[**": ("▲ better",), ":orange[**": ("▼ worse", "▼ Alert")}.get(start, ("",))
    assert found
    assert all(any(word in text for word in words) for text in found)


def test_fewer_milliseconds_are_better_and_more_are_worse(full_set, full):
    row = next(r for r in card_calls.rows(full) if r.dimension.key == "p95_latency")
    assert row.delta > 0
    shown = words(card_page(full_set, card=as_text(SAMPLE.choices())))
    assert f":orange[**{plain(f'+{float(row.delta):.1f} ms ▼ worse')}**]" in shown


def test_what_rests_on_too_few_has_no_colour():
    without = library().register([item for item in SAMPLE.given() if item.slot != "pairs"])
    at = card_page(without, card=as_text(SAMPLE.choices()))
    values = [str(item.value) for item in at.markdown]
    after = values[values.index(f"**{plain('Query-group calibration error')}**") + 1]
    assert after.startswith(":gray[**")
    assert plain("LOW_N: fewer than 200 queries") in words(at)


def test_the_hover_holds_every_input_the_direction_and_the_exact_value(full):
    for row in card_calls.rows(full):
        told = hover(row)
        assert all(with_code(f"{one.name}: {one.value}") in told for one in row.inputs)
        assert "better" in told
    recall = card_calls.rows(full)[0]
    assert plain(str(recall.value_a)) in hover(recall)


def test_the_sentence_counts_what_the_rows_say(full):
    rows = card_calls.rows(full)
    signs = [row.verdict for row in rows if row.state == "COMPUTED"]
    assert sentence(rows) == (
        f"12 of 12 dimensions have values. {signs.count(1)} better in B, {signs.count(0)} the "
        f"same, {signs.count(-1)} worse and {signs.count(None)} across the target."
    )


def test_nothing_declared_leaves_what_has_no_default_grey(full_set):
    said = words(card_page(full_set))
    assert (
        f"**{plain('Long-tail decay')}** {with_code('needs: declared threshold `head_min`')}"
        in said
    )
    assert with_code("needs: declared `training_domains`") in said


def test_a_threshold_that_is_declared_lights_its_row_and_stands_in_the_address(full_set):
    at = card_page(full_set)
    at.number_input(key="card_head").set_value(100).run()
    assert not at.exception
    assert f"**{plain('Long-tail decay')}** needs" not in words(at)
    assert json.loads("".join(at.query_params["card"])) == {"head_min": 100}


def test_a_threshold_that_contradicts_another_changes_nothing(full_set):
    at = card_page(full_set, card='{"head_min":100}')
    at.number_input(key="card_tail").set_value(100).run()
    assert at.number_input(key="card_tail").value == 5
    assert [item.value for item in at.toast] == [
        "head_min must be above tail_max, not 100 with 100"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "3",
        "{",
        '{"k":0}',
        '{"k":"5"}',
        '{"no_such":1}',
        '{"head_min":3,"tail_max":3}',
        '{"frequency_shares":["1/0","1/2"]}',
        '{"fields":{"text":"x"}}',
        '{"profile":"/etc/passwd"}',
        '{"profile":"/etc/x.toml"}',
    ],
)
def test_an_address_without_meaning_changes_nothing(text):
    assert from_text(text) is None


@pytest.mark.parametrize(
    "held",
    [
        NOTHING_CHOSEN,
        SAMPLE.choices(),
        Choices(Settings(frequency_shares=(Fraction(1, 100), Fraction(1, 10)))),
        Choices(Settings(gain="exponential", k=3), (("intent", "intent_path"),), "academic"),
    ],
)
def test_declarations_come_back_from_the_address(held):
    assert from_text(as_text(held)) == held


def test_the_path_of_a_profile_never_stands_in_the_address():
    assert as_text(Choices(profile="/home/x/own.toml")) == "{}"


def test_a_field_that_these_files_lack_is_not_asked_for():
    at = card_page(tutorial_set(), k="2", card='{"fields":{"query_group":"language"}}')
    assert with_code("query field `group`") in words(at)


def test_a_field_that_cannot_be_what_it_was_declared_to_be_is_told_with_the_way_out(full_set):
    at = card_page(full_set, card='{"fields":{"frequency":"language"}}')
    assert not at.error
    assert [item.value for item in at.warning] == [UNREAD]
    said = words(at)
    assert 'language of query "q001" is not a whole number of at least 0' in said
    assert "more values of language cannot be read" in said
    assert plain("that can be read (language of query") in said
    button(at, "Take every field by its own name").click().run()
    assert plain("10 of 12 dimensions have values.") in words(at)
    assert "card" not in at.query_params


def test_without_a_profile_there_is_no_composite(full_set):
    at = card_page(full_set)
    assert at.selectbox(key="card_profile").value is None
    assert "composite of declared weights" not in words(at)


def test_a_profile_gives_a_composite_with_all_components(full_set):
    card = as_text(replace(SAMPLE.choices(), profile="customer-service"))
    at = card_page(full_set, card=card)
    assert plain("composite of declared weights, not validated") in words(at)
    said = [str(item.value) for item in at.caption]
    assert sum("1 the best end" in text and text.startswith("COMPUTED") for text in said) == 7
    told = re.findall(r"weight ([\d.]+) %", words(at).replace("\\", ""))
    assert sum(map(Fraction, told)) == 100


def test_a_missing_component_leaves_no_composite():
    at = card_page(tutorial_set(), k="2", card='{"profile":"customer-service"}')
    assert plain("No composite: Answer Completeness") in words(at)


def test_weights_of_the_users_own_are_taken(full_set):
    text = '[[components]]\ndimension = "recall_at_5"\nweight = 2\nlow = 0\nhigh = 1\n'
    at = card_page(full_set)
    at.file_uploader(key="card_profile_upload").set_value(
        ("mine.toml", text.encode(), "application/toml")
    ).run()
    assert not at.exception
    assert plain("A 0.475 → B 0.483") in words(at)
    assert json.loads("".join(at.query_params["card"])) == {"profile": ":own"}


def test_a_faulty_profile_is_told(full_set):
    at = card_page(full_set)
    at.file_uploader(key="card_profile_upload").set_value(
        ("mine.toml", b"title = 3 4", "application/toml")
    ).run()
    assert not at.exception
    assert [item.value for item in at.error] == ["This profile cannot be used"]


def test_service_levels_are_exact_and_none_kept_is_an_answer(full_set):
    at = card_page(full_set)
    at.text_input(key="card_level_recall").set_value("97/200")
    at.text_input(key="card_level_precision").set_value("31/195").run()
    assert not at.exception
    told = "bm25: 23 of 50 cutoffs on its front; of these k = 6 keeps the service level."
    assert plain(told) in words(at)
    at.text_input(key="card_level_precision").set_value("0.01").run()
    assert plain("lsa: 33 of 50 cutoffs on its front; of these 28 from k = 6") in words(at)
    at.text_input(key="card_level_recall").set_value("0.99").run()
    assert plain("none of them keeps the service level.") in words(at)
    at.text_input(key="card_level_recall").set_value("two").run()
    assert [item.value for item in at.warning] == ["A service level is two numbers from 0 to 1."]


def test_every_refusal_stands_on_the_page(full_set):
    said = words(card_page(full_set))
    assert all(plain(one.what) in said and plain(one.why) in said for one in REFUSALS)


def test_one_run_alone_has_no_scorecard():
    at = card_page(tutorial_set("run.fixture_B.json"), k="2")
    assert "The scorecard compares two runs, and one is loaded." in words(at)


def test_names_from_files_are_shown_literally():
    evil = "![x](http://evil)"
    queries = {"q1": {"text": "t", "frequency": 9, "domain": evil}}
    digest = dataset_of(
        qrels={"q1": {"d": 1}},
        runs={"a": {"q1": ["d"]}, "b": {"q1": []}},
        queries=queries,
        corpus={"d": "x"},
    )
    at = opened("scorecard", digest, card=json.dumps({"training_domains": [evil]}))
    assert plain(evil) in words(at)
    assert not [item for item in (*at.markdown, *at.caption) if evil in str(item.value)]


def test_the_copied_command_names_tables_and_declarations(full_set):
    at = card_page(full_set, card=as_text(SAMPLE.choices()))
    (command,) = [item.value for item in at.code if "ircompare scorecard" in str(item.value)]
    assert "--variants" in command
    for role, name in (("A", "bm25"), ("B", "lsa")):
        assert f"--measurements {role}=" in command
        assert f"answers/{name}.csv" in command
    assert "--head-min 100 " in command
    assert "--field query_group=language" in command
    assert "--k " not in command


def test_exports_hold_every_row_part_and_input(full):
    rows = card_calls.rows(full)
    told = json.loads(json_text(scorecard_json(rows, full)))
    assert [row["dimension"] for row in told["rows"]] == list(DIMENSIONS)
    assert told["rows"][0]["a"] == str(rows[0].value_a)
    assert told["rows"][0]["inputs"]["run A"] == "bm25"
    assert told["composite"] is None
    text = scorecard_csv(rows, full).decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert len(lines) == len(rows) + sum(len(row.parts) for row in rows)
    first = lines[0]
    assert Fraction(int(first["a_numerator"]), int(first["a_denominator"])) == rows[0].value_a
    assert (first["state"], first["better"]) == ("COMPUTED", "better")


def test_templates_hold_the_ids_and_are_read_back_as_their_tables():
    inputs = card_calls.inputs(tutorial_set(), Protocol(k=2), NOTHING_CHOSEN)
    found = wanted(card_calls.rows(inputs), inputs)
    assert found["queries"] == ("intent", "predicted_intent", "frequency", "domain", "group")
    assert "tokenizer" in found["measurements"]
    for kind, columns in found.items():
        given = from_upload(f"{kind}-template.csv", template(kind, columns, inputs))
        assert given.slot == kind
    lines = template("queries", found["queries"], inputs).decode("utf-8-sig").splitlines()
    assert lines[0] == "query_id,text,split,intent,predicted_intent,frequency,domain,group"
    assert len(lines) == 1 + len(inputs.scope.collection.queries.ids)


def test_a_table_goes_to_the_run_that_it_is_named_after():
    measured = b"query_id,latency_ms\nq1,3\n"
    names = ("lsa.measured.csv", "bm25.measured.csv")
    runs = [
        from_upload(f"{name}.run", f"q1 Q0 d1 1 1.0 {name}\n".encode()) for name in ("bm25", "lsa")
    ]
    tables = [from_upload(name, measured) for name in names]
    settled = with_roles([*tables, *runs])
    assert [item.role for item in settled] == ["B", "A", "A", "B"]


def test_settings_hold_the_tables_and_the_declarations(full_set):
    said = load_settings(DATA / "helpcentre" / "ircompare.toml")
    roles = [(slot, role) for slot, _, _, role, _ in files(said) if slot in PER_RUN]
    assert roles == [
        ("measurements", "A"),
        ("answers", "A"),
        ("pairs", "A"),
        ("measurements", "B"),
        ("answers", "B"),
        ("pairs", "B"),
    ]
    given = sorted(calls.known(full_set).files, key=lambda item: item.given.role or "~")
    named = [(item.given.slot, item.given.path, item.given.name) for item in given]
    again = kept(SettingsFile.of(named, PROTOCOL), [item.given for item in given])
    assert [(run.measurements, run.answers, run.pairs) for run in again.runs] == [
        (run.measurements, run.answers, run.pairs) for run in said.runs
    ]
    assert again.variants == said.variants


def test_the_plain_help_centre_lacks_only_what_is_in_tables():
    said = words(card_page(helpcentre_set(), card=as_text(SAMPLE.choices())))
    assert plain("7 of 12 dimensions have values.") in said
