"""Companions from further columns on the Scorecard page: X-Score, modalities, noise, repeats."""

from __future__ import annotations

import json

from ircompare.dashboard.samples import SAMPLES
from ircompare.dashboard.scorecard import calls as card_calls
from ircompare.dashboard.text import plain
from ircompare.model.protocol import Protocol
from ircompare.readers.scorecard_line import as_text
from tests.pages import card_page, dataset_of, opened, tutorial_set, words

SAMPLE = SAMPLES["helpcentre"]


def test_the_x_score_says_that_it_is_not_validated_and_shows_its_components(full_set):
    said = words(card_page(full_set, card=as_text(SAMPLE.choices())))
    assert f"**{plain('X-Score (not validated)')}**" in said
    inputs = card_calls.inputs(full_set, Protocol(k=5, split="test"), SAMPLE.choices())
    (row,) = [row for row in card_calls.beside(inputs).rows if row.dimension.key == "x_score"]
    assert len(row.parts) == 3
    assert all(plain(part.label) in said for part in row.parts)


def test_each_pair_of_modalities_has_a_row(full_set):
    said = words(card_page(full_set, card=as_text(SAMPLE.choices())))
    for kind in ("image", "text", "video"):
        assert f"**{plain(f'MRR@5 text → {kind}')}**" in said
    assert plain("MRR@5 by modality pair") not in said


def test_what_is_described_of_queries_has_its_values(full_set):
    said = words(card_page(full_set, card=as_text(SAMPLE.choices())))
    for title in ("Intent drift of repeated queries", "Noise-query share"):
        assert f"**{plain(title)}**" in said
    assert "of them answered by A" in said.replace("\N{NO-BREAK SPACE}", " ")


def test_without_them_each_says_what_it_needs():
    said = words(card_page(tutorial_set(), k="2"))
    for told in (
        "`bert_f1_rescaled` of both runs",
        "query field `modality`",
        "query field `noise`",
        "query field `user`",
    ):
        assert told in said


def test_the_field_of_the_same_query_is_declared_on_the_page_and_kept(full_set):
    at = card_page(full_set)
    at.selectbox(key="card_field_same_query").set_value("group").run()
    assert not at.exception
    assert json.loads("".join(at.query_params["card"])) == {"fields": {"same_query": "group"}}


def test_a_modality_from_a_file_never_becomes_markdown():
    evil = "![x](http://evil)"
    digest = dataset_of(
        qrels={"q1": {"d": 1}},
        runs={"a": {"q1": ["d"]}, "b": {"q1": []}},
        queries={"q1": {"text": "t", "modality": evil}},
        corpus={"d": {"text": "x", "modality": "text"}},
    )
    said = words(opened("scorecard", digest))
    assert evil not in said
    assert plain(f"{evil} → text") in said
