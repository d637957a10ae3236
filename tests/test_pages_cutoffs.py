"""The Cutoffs page: means at every k, whose verdict turns, and the cutoff it sets everywhere."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest

from ircompare.dashboard.cutoffs.tables import means_csv, span_words
from ircompare.dashboard.text import plain
from ircompare.scoring.sweep import Curve
from tests.pages import button, click_cell, dataset_of, opened, tutorial_set, words

# The tutorial has three scored queries. q2: A d3 d1 d4, B d1 d3 d4, relevant d3 and d4.
# q3: A d2 d5, B d5 d2, relevant d5. q4: A missing, B d6, relevant d6.
MEANS = {
    "Recall@k A": ["1/6 (0.167)", "1/2 (0.500)", "2/3 (0.667)"],
    "Recall@k B": ["2/3 (0.667)", "5/6 (0.833)", "1"],
    "Recall@k B − A": ["+1/2 (+0.500)", "+1/3 (+0.333)", "+1/3 (+0.333)"],
    "MRR@k A": ["1/3 (0.333)", "1/2 (0.500)", "1/2 (0.500)"],
    "MRR@k B": ["2/3 (0.667)", "5/6 (0.833)", "5/6 (0.833)"],
    "MRR@k B − A": ["+1/3 (+0.333)", "+1/3 (+0.333)", "+1/3 (+0.333)"],
}


@pytest.fixture
def turning():
    """One query that A wins at k = 1 and B from k = 3 on, and one that does not change."""
    return dataset_of(
        qrels={"q1": {"x": 1, "y": 1, "n": 0}, "q2": {"x": 1}},
        queries={"q1": {"text": "a *bold* query"}, "q2": {"text": "the same"}},
        runs={
            "one": {"q1": ["x", "n", "o", "p", "q"], "q2": ["x"]},
            "two": {"q1": ["n", "x", "y"], "q2": ["x"]},
        },
    )


def test_means_of_every_cutoff_are_those_computed_by_hand():
    at = opened("cutoffs", tutorial_set(), k="2")
    assert plain("fixture_B is above fixture_A at every k from 1 to 3.") in words(at)
    assert plain("At k = 2: A 0.500, B 0.833, B − A +0.333 on 3 queries: 1") in words(at)
    found = at.dataframe[0].value.to_dict("list")
    assert found.pop("k") == [1, 2, 3]
    assert found == MEANS


def test_both_charts_are_drawn_and_described():
    at = opened("cutoffs", tutorial_set(), k="2")
    described = [chart.proto.alt for chart in at.get("vega_lite_chart")]
    assert len(described) == 2
    assert all("k = 1 to 3" in text for text in described)


def test_the_measure_switch_is_that_of_the_list():
    at = opened("cutoffs", tutorial_set(), k="2", measure="recall")
    assert plain("In Recall@k") in words(at)
    assert "No query is better at one k and worse at another, from 1 to 3." in words(at)


def test_the_cutoff_field_sets_k_everywhere():
    at = opened("cutoffs", tutorial_set(), k="2")
    at.number_input(key="cutoffs_k").set_value(3).run()
    assert not at.exception
    assert at.number_input(key="k").value == 3
    assert plain("At k = 3:") in words(at)
    at.number_input(key="k").set_value(1).run()
    assert at.number_input(key="cutoffs_k").value == 1


def test_the_largest_cutoff_that_both_runs_support_is_one_click(turning):
    at = opened("cutoffs", turning, judgements="pooled", k="2")
    button(at, "k = 3, the largest both runs support").click().run()
    assert at.number_input(key="k").value == 3
    assert plain("Shaded: two returns at most 3 documents a query") in words(at)


def test_a_cutoff_beyond_those_drawn_is_said():
    at = opened("cutoffs", tutorial_set(), k="50")
    assert "The cutoff in force, k = 50, lies beyond the 3 drawn here." in words(at)


def test_queries_whose_verdict_turns_are_listed_and_lead_to_the_query(turning):
    at = opened("cutoffs", turning, judgements="pooled", k="2", measure="recall")
    assert "1 query of 2, most turns first" in words(at)
    assert at.dataframe[0].value.to_dict("list") == {
        "Query": ["a *bold* query"],
        "B in Recall@k": ["worse up to k = 1, tied at k = 2, better from 3"],
        "Turns": [1],
        "Id": ["q1"],
    }
    click_cell(at, 0, 0, "Query")
    assert not at.exception
    assert at.subheader[0].value == plain("a *bold* query")


def test_in_rr_no_verdict_turns_and_the_page_says_why(turning):
    at = opened("cutoffs", turning, judgements="pooled", k="2")
    assert "In RR a verdict never turns" in words(at)


def test_one_run_alone_has_its_curves():
    at = opened("cutoffs", tutorial_set("run.fixture_A.json"), k="2")
    assert plain("Recall@2 5/6 (0.833)") in words(at)
    assert at.dataframe[0].value["MRR@k A"].tolist() == MEANS["MRR@k B"]


def test_nothing_scored_is_said_with_a_way_out():
    digest = dataset_of(qrels={"q1": {"d": 0}}, runs={"one": {"q1": ["d"]}, "two": {"q1": ["d"]}})
    at = opened("cutoffs", digest, judgements="pooled")
    assert "No query is scored" in words(at)
    button(at, "Count queries with nothing relevant as 0").click().run()
    assert not at.exception


def test_without_data_the_page_offers_a_sample():
    assert "Open this sample" in [item.label for item in opened("cutoffs", "").button]


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        pytest.param([(1, 1, 4), (-1, 5, 9)], "better up to k = 4, worse from 5", id="one turn"),
        pytest.param(
            [(0, 1, 2), (1, 3, 3), (-1, 4, 9)], "better at k = 3, worse from 4", id="tied first"
        ),
        pytest.param([(-1, 1, 9)], "worse up to k = 9", id="one verdict"),
    ],
)
def test_spans_in_words(spans, expected):
    assert span_words(spans) == expected


def test_the_file_of_means_is_exact():
    half, whole = Fraction(1, 2), Fraction(1)
    data = means_csv({"A": Curve("one", (half, whole), (half, half))})
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    assert rows[0][:4] == ["k", "recall_a_numerator", "recall_a_denominator", "recall_a_value"]
    assert rows[1] == ["1", "1", "2", "0.5", "1", "2", "0.5"]
    assert rows[2] == ["2", "1", "1", "1.0", "1", "2", "0.5"]
