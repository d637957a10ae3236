"""The Scorecard page: what is declared on it, and the points of recall against precision."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ircompare.dashboard.files import from_upload, library
from ircompare.dashboard.text import plain
from ircompare.scoring.numbers import decimal
from tests.cards import recalls as recalls_of
from tests.pages import card_page, dataset_of, opened, tutorial_set, words


@pytest.mark.parametrize(
    ("key", "value", "declared", "told"),
    [
        ("card_calibration_k", 3, {"calibration_k": 3}, "probabilities are of the top 3"),
        ("card_bins", 5, {"bins": 5}, "5 bins"),
        ("card_start", 7, {"start": 7}, "draws start at 7"),
        ("card_intent_level", 2, {"intent_level": 2}, "intents up to step 2"),
    ],
)
def test_whole_numbers_are_declared_and_taken_back(full_set, key, value, declared, told):
    at = card_page(full_set)
    at.number_input(key=key).set_value(value).run()
    assert not at.exception
    assert json.loads("".join(at.query_params["card"])) == declared
    assert plain(told) in words(at)
    at.number_input(key=key).set_value(None).run()
    assert "card" not in at.query_params


def test_variants_are_adversarial_only_where_that_is_declared(full_set):
    at = card_page(full_set)
    assert plain("variants searched to hurt") not in words(at)
    at.checkbox(key="card_adversarial").check().run()
    assert json.loads("".join(at.query_params["card"])) == {"adversarial": True}
    assert plain("variants searched to hurt") in words(at)


def test_intents_that_count_are_chosen_from_those_that_occur(full_set):
    at = card_page(full_set)
    options = at.multiselect(key="card_intents").options
    assert len(options) > 1
    at.multiselect(key="card_intents").set_value(options[:2]).run()
    assert json.loads("".join(at.query_params["card"])) == {"intent_labels": options[:2]}


def test_shares_take_the_place_of_frequencies(full_set):
    at = card_page(full_set)
    at.text_input(key="card_frequency_shares").set_value("0.01, 1/10").run()
    assert json.loads("".join(at.query_params["card"])) == {"frequency_shares": ["1/100", "1/10"]}
    said = words(at)
    assert plain("frequent the top 1.0 %, rare the last 10.0 %") in said
    assert f"**{plain('Long-tail decay')}** needs" not in said
    assert at.text_input(key="card_frequency_shares").value == "0.01, 0.1"
    at.text_input(key="card_frequency_shares").set_value("").run()
    assert "card" not in at.query_params


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0.1", "shares of the queries are two numbers"),
        ("0.1, x", "shares of the queries are two numbers"),
        ("0.1, 1e999999999", "shares of the queries are two numbers"),
        ("0.1, 1", "frequency_shares must be two shares between 0 and 1"),
    ],
)
def test_shares_that_are_none_change_nothing(full_set, text, told):
    at = card_page(full_set)
    at.text_input(key="card_frequency_shares").set_value(text).run()
    (toast,) = [str(item.value) for item in at.toast]
    assert toast.startswith(told)
    assert "card" not in at.query_params


def test_score_thresholds_are_points_where_both_runs_have_scores(full_set):
    at = card_page(full_set)
    (choice,) = [item for item in at.button_group if item.key == "card_points"]
    choice.set_value("threshold").run()
    assert not at.exception
    said = words(at)
    assert plain("50 thresholds on its front.") in said
    assert plain("Precision ÷ documents at or above the threshold") in said
    (table,) = [item.value for item in at.dataframe if "Threshold" in item.value]
    assert table["Threshold"].str.startswith("score ≥ ").all()


def test_runs_without_scores_have_no_thresholds():
    at = card_page(tutorial_set(), k="2")
    (choice,) = [item for item in at.button_group if item.key == "card_points"]
    assert choice.options == ["Cutoffs", "Configurations"]
    said = words(at)
    assert (
        plain("fixture_A and fixture_B have no scores, so there are no score thresholds.") in said
    )
    assert plain("below 10 an interval would say nothing, so there are no whiskers.") in said


def page_links(at) -> str:
    return "\n".join(link.proto.label for link in at.get("page_link"))


def configurations(digest: str):
    """The page with every run as a point, and the table of the points."""
    at = card_page(digest)
    (choice,) = [item for item in at.button_group if item.key == "card_points"]
    choice.set_value("configuration").run()
    assert not at.exception
    (table,) = [item.value for item in at.dataframe if "Configuration" in item.value]
    return at, table


def test_every_loaded_run_is_a_point_at_the_declared_cutoff(full_set):
    """The help centre's repeated runs given as runs of their own, one under A's name."""
    given = list(library().files(full_set))
    repeats = [item for item in given if item.slot == "repeat"]
    assert len(repeats) == 3
    further = [replace(item, slot="run", role="", of="", name=None) for item in repeats]
    further[0] = replace(further[0], name="bm25")
    at, table = configurations(library().register([*given, *further]))
    names = [replace(one, name=None).source.removesuffix(".run") for one in repeats]
    assert list(table["Run"]) == ["A", "B", "", "", ""]
    assert list(table["Configuration"]) == ["bm25", "lsa", *names]
    recalls = [sum(found.values()) / len(found) for found in map(recalls_of, ["bm25", "lsa"])]
    assert list(table["Recall"][:2]) == [decimal(mean) for mean in recalls]
    own = recalls_of(f"repeats/{names[1]}")
    assert table["Recall"][3] == decimal(sum(own.values()) / len(own))
    assert plain(f"of {len(table)} configurations on the front.") in words(at)
    assert "Drop the runs of further configurations" not in page_links(at)


def test_two_runs_alone_are_two_points_and_the_page_says_how_to_add_more():
    at, table = configurations(tutorial_set())
    assert list(table["Configuration"]) == ["fixture_A", "fixture_B"]
    assert list(table["Precision"]) == ["0.200", "0.267"]
    assert list(table["Front"]) == ["behind", "on it"]
    assert "Drop the runs of further configurations" in page_links(at)


def test_a_further_run_that_cannot_be_scored_is_told_and_left_out():
    chunks = from_upload("chunks.json", b'{"q2": ["d3#1", "d3#2"]}')
    given = [*library().files(tutorial_set()), replace(chunks, slot="run", role="")]
    at, table = configurations(library().register(given))
    assert list(table["Configuration"]) == ["fixture_A", "fixture_B"]
    assert "Runs that cannot be scored are left out" in [str(item.value) for item in at.warning]
    assert "chunks" in "".join(str(item.value) for item in at.code)


def test_few_queries_have_whiskers_and_the_page_says_which():
    names = [f"q{at}" for at in range(12)]
    ranked = {q: ["d", "x"] if at % 2 else ["x", "d"] for at, q in enumerate(names)}
    digest = dataset_of(
        qrels={q: {"d": 1, "x": 0} for q in names},
        runs={"a": ranked, "b": ranked},
    )
    at = opened("scorecard", digest, judgements="pooled")
    said = words(at)
    assert plain("95 % intervals of each mean by Student's t") in said
    (table,) = [item.value for item in at.dataframe if "Recall, 95 %" in item.value]
    assert list(table["Recall, 95 %"])[:2] == ["0.168 to 0.832", "none"]
