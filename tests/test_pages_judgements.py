"""The Judgements page: suspects, what-if judgements made, sheets, and how numbers go wrong."""

from __future__ import annotations

import json

import pytest

from ircompare.dashboard.files import from_upload, library, with_roles
from ircompare.dashboard.judgements import suspects as suspects_block
from ircompare.dashboard.judgements.marks import Mark, register
from ircompare.dashboard.text import plain
from tests.conftest import TUTORIAL
from tests.pages import dataset_of, given, opened, tutorial_set, words

SHEET_HEAD = "query_id,doc_id,relevance,rr_delta_if_relevant\n"
QRELS = {"q1": {"a": 1, "n": 0, "far": 1}, "q2": {"b": 1, "m": 0}}
RUNS = {
    "r": {"q1": ["x", "a", "n"], "q2": ["b", "m"]},
    "s": {"q1": ["a", "x"], "q2": ["y", "m", "b"]},
}


def pooled_page(*marks: Mark, k: str = "2"):
    return opened("judgements", register(pooled_set(), marks), judgements="pooled", k=k)


def pooled_set() -> str:
    return dataset_of(qrels=QRELS, runs=RUNS)


def table(at, column: str):
    """The table that has a column."""
    return next(item.value for item in at.dataframe if column in item.value.columns)


def pick(at, column: str, row: int) -> None:
    """Click a cell of the table that has a column, and run the page."""
    found = next(item for item in at.dataframe if column in item.value.columns)
    key = found.proto.id.split("-", 2)[2]
    at.session_state[key] = {"selection": {"rows": [], "columns": [], "cells": [(row, column)]}}
    at.run()


def with_open_fold(at):
    """The page with the fold of mistakes open."""
    at.session_state["pitfalls"] = True
    return at.run()


def page_query(at) -> str:
    held = at.query_params["q"]
    return held[0] if isinstance(held, list) else held


# Suspects


def test_each_suspect_stands_with_its_reason_and_ranks():
    at = pooled_page()
    assert plain(
        "2 judgements deserve a second look: 1 unjudged, and in the top 5 of both runs; 1 "
        "relevant, but returned by neither run."
    ) in words(at)
    found = table(at, "reason").to_dict("list")
    assert found["document"] == ["x", "far"]
    assert found["judged"] == ["unjudged", "grade 1"]
    assert (found["rank A"], found["rank B"]) == (["1", ""], ["2", ""])


def test_the_hit_rate_is_measured_on_the_judgements_given():
    """Judged in both top 5: a of q1; b and m of q2. Two of the three are relevant."""
    assert plain(
        "of 3 judged documents in the top 5 of both runs, 2 are relevant (66.7 %)."
    ) in words(pooled_page())


def test_a_second_judgement_is_counted_against_the_suspects():
    at = pooled_page(Mark("q1", "x", 1))
    assert plain(
        "1 of 1 suspect unjudged, and in the top 5 of both runs: judged again, 1 overturned"
    ) in words(at)
    assert table(at, "reason")["document"].tolist() == ["far"]


def test_a_suspect_opens_its_query_with_the_document_to_judge():
    at = pooled_page()
    pick(at, "reason", 0)
    at.switch_page("../../pages/query.py").run()
    assert page_query(at) == "q1"
    assert plain("x · unjudged, counts as not relevant · A rank 1 · B rank 2") in words(at)


def test_reasons_can_be_shown_one_by_one():
    at = pooled_page()
    at.selectbox(key="suspect_reason").select("never_returned").run()
    assert table(at, "reason")["document"].tolist() == ["far"]


def test_a_long_list_is_cut_and_its_count_said(monkeypatch):
    monkeypatch.setattr(suspects_block, "MOST", 1)
    at = pooled_page()
    assert len(table(at, "reason")) == 1
    assert "The first 1 of 2 are listed." in words(at)


def test_nothing_suspect_is_said():
    at = opened("judgements", tutorial_set(), k="2")
    assert "nothing here asks for a second look" in words(at)


def test_a_group_of_paraphrases_is_the_declared_one():
    digest = dataset_of(
        qrels={"q1": {"a": 1}, "q2": {"a": 0, "b": 1}},
        runs={"r": {"q1": ["a"], "q2": ["b"]}, "s": {"q1": ["a"], "q2": ["b"]}},
        queries={name: {"text": name, "intent": "same"} for name in ("q1", "q2")},
    )
    at = opened("judgements", digest, judgements="pooled", k="2", group_field="intent")
    assert "by intent" in words(at)
    assert set(table(at, "reason")["reason"]) == {"otherwise in its group"}
    alone = opened("judgements", digest, judgements="pooled", k="2")
    assert "nothing here asks for a second look" in words(alone)


# What-if judgements made so far


def test_without_marks_the_page_says_how_to_make_one():
    assert "mark it Relevant (Y) or Not relevant (N)" in words(pooled_page())


def test_marks_are_listed_with_what_they_replace_and_change():
    """x relevant too: RR of A in q1 becomes 1, so the mean delta turns."""
    at = pooled_page(Mark("q1", "x", 1), Mark("q3", "z", 1))
    found = table(at, "what if")
    assert found["query"].tolist() == ["q1", "q3"]
    assert found["your qrels"].tolist() == ["unjudged", "unjudged"]
    text = words(at)
    assert plain("The mean delta of MRR@2: −0.250 on 2 queries → −0.333 on 3 queries.") in text
    assert plain("1 query now scored: q3.") in text
    pick(at, "what if", 0)
    at.switch_page("../../pages/query.py").run()
    assert page_query(at) == "q1"


def test_the_query_page_tells_what_a_mark_does_where_it_is_made():
    digest = register(pooled_set(), [Mark("q1", "x", 1)])
    at = opened("query", digest, judgements="pooled", k="2", q="q1")
    at.session_state["chosen_document"] = ("q1", "x")
    at.run()
    assert plain("The mean delta of MRR@2: −0.250 → −0.500 on 2 queries.") in words(at)


def test_a_query_that_leaves_the_list_by_a_mark_keeps_its_neighbours():
    at = opened("query", pooled_set(), judgements="pooled", k="2", show="regressed", q="q2")
    assert "1 of 1 regressed" in words(at)
    digest = register(pooled_set(), [Mark("q2", "y", 1), Mark("q2", "b", 0)])
    at = opened("query", digest, judgements="pooled", k="2", show="regressed", q="q2")
    assert plain("1 of 1 regressed, largest loss first, as in your qrels") in words(at)


# The judging sheet


def upload(at, name: str, text: str):
    at.file_uploader[0].set_value((name, text.encode(), "text/csv")).run()
    assert not at.exception
    return at


@pytest.mark.parametrize("page", ["judgements", "data"])
def test_a_filled_sheet_becomes_what_if_judgements(page):
    at = opened(page, pooled_set(), judgements="pooled", k="2")
    upload(at, "sheet.csv", f"{SHEET_HEAD}q1,x,1,0.5\nq2,y,,1\n")
    told = "\n".join(str(item.value) for item in at.success)
    assert plain("sheet.csv: 1 judgement added as what if; 1 row left blank.") in told
    assert plain("1 what-if judgement, not in your qrels") in words(at)


@pytest.mark.parametrize("page", ["judgements", "data"])
def test_a_sheet_that_contradicts_the_qrels_is_refused(page):
    at = opened(page, pooled_set(), judgements="pooled", k="2")
    upload(at, "sheet.csv", f"{SHEET_HEAD}q1,n,1,0.5\n")
    assert 'document "n" is judged otherwise for query "q1"' in words(at)
    assert "what-if judgement" not in "".join(str(item.value) for item in at.markdown[:2])


def test_a_sheet_contradicts_marks_too():
    at = pooled_page(Mark("q1", "x", 0))
    upload(at, "sheet.csv", f"{SHEET_HEAD}q1,x,1,0.5\n")
    assert 'document "x" is judged otherwise for query "q1"' in words(at)


def test_a_sheet_without_qrels_is_refused_in_words():
    digest = library().register(with_roles([given("r", RUNS["r"], "run")]))
    at = opened("data", digest)
    upload(at, "sheet.csv", f"{SHEET_HEAD}q1,x,1,0.5\n")
    assert "a filled sheet extends qrels, and none are loaded" in words(at)


def test_qrels_dropped_on_the_data_page_are_qrels_as_ever():
    at = opened("data", pooled_set(), judgements="pooled", k="2")
    upload(at, "qrels.csv", "query_id,doc_id,relevance\nq1,a,1\n")
    assert "what-if judgement" not in words(at)


# How numbers go wrong


def test_mistakes_are_computed_only_where_they_are_opened():
    at = opened("judgements", tutorial_set(), k="2")
    assert "common mistakes" not in words(at)
    assert "common mistakes" in words(with_open_fold(at))


def test_the_page_holds_the_negative_controls_of_the_tutorial(expected):
    controls = expected["negative_controls"]
    found = table(with_open_fold(opened("judgements", tutorial_set(), k="2")), "wrong")
    rows = {(row["mistake"], row["run"]): row for row in found.to_dict("records")}
    dropped = rows["missing queries dropped from the mean", "A"]
    assert dropped["wrong"].split(" ")[0] == controls["dropping_missing_wrong"]
    assert dropped["right"].split(" ")[0] == controls["fixed_denominator_correct"]
    shown = rows["hit rate labelled as Recall", "A"]["shows most on"]
    wrong = controls["hit_rate_mislabeled_as_recall_wrong"]
    right = controls["q2_recall_correct"]
    assert shown.startswith(f"q2: {wrong} instead of {right} ")


def test_duplicates_are_counted_where_chunks_are_collapsed(expected):
    names = ("corpus.json", "queries.json", "qrels.json", "chunk_run.json", "chunk_to_doc.json")
    files = [from_upload(name, (TUTORIAL / name).read_bytes()) for name in names]
    at = opened("judgements", library().register(with_roles(files)), k="2")
    found = table(with_open_fold(at), "wrong")
    row = found[found["mistake"].str.startswith("chunks of one document")].iloc[0]
    wrong, _, right = row["shows most on"].partition(": ")[2].partition(" instead of ")
    controls = expected["negative_controls"]
    assert float(wrong) == controls["duplicate_counting_wrong"]
    assert right.split(" ")[0] == controls["q2_recall_correct"]


def test_a_mistake_opens_the_query_on_which_it_shows_most():
    at = with_open_fold(opened("judgements", tutorial_set(), k="2"))
    place = table(at, "wrong")["shows most on"].str.startswith("q2").tolist().index(True)
    pick(at, "wrong", place)
    at.switch_page("../../pages/query.py").run()
    assert page_query(at) == "q2"


def test_one_run_alone_has_mistakes_and_no_suspects():
    at = with_open_fold(opened("judgements", tutorial_set("run.fixture_B.json"), k="2"))
    assert "one is loaded" in words(at)
    assert len(table(at, "wrong")) == 3
    assert json.dumps(table(at, "wrong")["run"].tolist()) == '["", "", ""]'
