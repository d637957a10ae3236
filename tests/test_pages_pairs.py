"""Pairs in the dashboard: on the Data page, beside other tables, on the Scorecard page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ircompare.dashboard.files import add, from_upload, library, with_roles
from ircompare.dashboard.samples import SAMPLES
from ircompare.dashboard.scorecard import calls as card_calls
from ircompare.dashboard.text import plain
from ircompare.model.protocol import Protocol
from ircompare.readers.scorecard_line import as_text
from ircompare.readers.scorecard_settings import NOTHING_CHOSEN
from ircompare.report.scorecard_templates import template
from tests.pages import card_page, opened, tutorial_set, words

SAMPLE = SAMPLES["helpcentre"]
PAIRS = b"query_id,document_id,probability\nq001,en-account-001,0.9\n"


def test_the_sample_has_calibration_and_similarities():
    digest = library().register(SAMPLE.given())
    inputs = card_calls.inputs(digest, Protocol(k=5, split="test"), SAMPLE.choices())
    rows = {row.dimension.key: row for row in card_calls.rows(inputs)}
    calibration = rows["group_calibration_error"]
    assert (calibration.state, calibration.counts["groups"]) == ("COMPUTED", 2)
    assert "pairs of one query are not independent" in calibration.label
    at = card_page(digest, card=as_text(SAMPLE.choices()))
    assert f"**{plain(calibration.dimension.title)}**" in words(at)
    findings = {one.key: one for one in card_calls.beside(inputs).findings}
    assert findings["cross_modal_consistency"].state == "COMPUTED"
    assert "--pairs A=" in "".join(str(item.value) for item in at.code)


def test_the_data_page_names_the_pairs_of_each_run(full_set):
    at = opened("data", full_set, k="5", split="test")
    shown = [item.format_func(item.value) for item in at.selectbox if item.label.startswith("Slot")]
    assert {"Pairs of A", "Pairs of B"} <= set(shown)
    assert plain("1,870 pairs") in words(at)


def test_pairs_go_to_the_run_that_they_are_named_after():
    runs = [
        from_upload(f"{name}.run", f"q1 Q0 d1 1 1.0 {name}\n".encode()) for name in ("bm25", "lsa")
    ]
    tables = [from_upload(f"{name}-pairs.csv", PAIRS) for name in ("lsa", "bm25")]
    settled = with_roles([*tables, *runs])
    assert [(item.slot, item.role) for item in settled[:2]] == [("pairs", "B"), ("pairs", "A")]


def test_pairs_do_not_take_the_place_of_measurements_of_the_same_name():
    measured = from_upload("bm25.csv", b"query_id,latency_ms\nq1,3\n")
    answers = from_upload("bm25.csv", b"query_id,nugget_id,vital,supported\nq1,n,yes,no\n")
    held = add(add(add((), [measured]), [answers]), [from_upload("bm25.csv", PAIRS)])
    assert [item.slot for item in held] == ["measurements", "answers", "pairs"]
    again = add(held, [from_upload("bm25.csv", PAIRS + b"q001,en-account-002,0.1\n")])
    assert [item.slot for item in again] == ["measurements", "answers", "pairs"]
    assert again[2].digest != held[2].digest


@pytest.mark.parametrize(("name", "slot"), [("sims.csv", "run"), ("pairs.csv", "pairs")])
def test_similarities_alone_are_a_run_unless_the_file_is_called_pairs(name, slot):
    given = from_upload(name, b"query_id,document_id,similarity\nq1,d1,0.5\n")
    assert given.slot == slot


def test_a_pair_that_stands_twice_is_told_with_both_lines():
    twice = replace(from_upload("bm25-pairs.csv", PAIRS + PAIRS.split(b"\n")[1]), role="A")
    kept = [item for item in SAMPLE.given() if item.slot != "pairs"]
    at = opened("data", library().register([*kept, twice]), k="5", split="test")
    told = words(at)
    assert 'bm25-pairs.csv:3: document "en-account-001" twice for query "q001"' in told
    assert "also on line 2" in told


def test_the_template_lists_the_first_documents_of_both_runs():
    inputs = card_calls.inputs(tutorial_set(), Protocol(k=2), NOTHING_CHOSEN)
    lines = template("pairs", ("probability",), inputs).decode("utf-8-sig").splitlines()
    assert lines[0] == "query_id,document_id,probability"
    runs = [side.hits.run for side in (inputs.comparison.a, inputs.comparison.b)]
    assert lines[1:] == [
        f"{query},{document},"
        for query in inputs.scored_ids()
        for document in dict.fromkeys(one for run in runs for one in run.ranking(query, 10))
    ]
