"""The Slices page: its sentence, chart and table that say the same, the list, its states."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from ircompare.dashboard.text import plain
from ircompare.scoring.numbers import delta_text, value_text
from tests import oracle
from tests.brute_lists import in_slice
from tests.pages import (
    BOXES,
    PHONE,
    WIDE,
    button,
    click,
    dataset_of,
    helpcentre_set,
    opened,
    select_row,
    tutorial_set,
    widths,
    words,
)
from tests.plain_helpcentre import helpcentre

SLICES, QUERIES = 0, 1
HOSTILE = "<b>x</b> $5 *a* :red[x] ![](http://evil/x.png) | =1+1"


def help_page(**address: str):
    return opened("slices", helpcentre_set(), k="5", **address)


def rows(at, table: int = SLICES) -> dict[str, list]:
    return at.dataframe[table].value.to_dict("list")


def made_set(fields: Mapping[str, list], a: list[int], b: list[int]) -> str:
    """One relevant document a query, at the ranks given; 0 for nowhere."""
    names = [f"q{number:02}" for number in range(len(a))]
    runs = {
        name: {
            query: [*(f"x{at}" for at in range(1, rank)), "r"] if rank else ["x1"]
            for query, rank in zip(names, ranks, strict=True)
        }
        for name, ranks in (("one", a), ("two", b))
    }
    queries = {
        query: {"text": f"text {query}", **{name: fields[name][at] for name in fields}}
        for at, query in enumerate(names)
    }
    return dataset_of(qrels={query: {"r": 1} for query in names}, runs=runs, queries=queries)


@pytest.fixture
def losing() -> str:
    """Of fifty queries ten in Chinese fall from rank 1 to 2, and forty in English rise."""
    return made_set(
        {"language": ["zh"] * 10 + ["en"] * 40}, [1] * 10 + [0] * 40, [2] * 10 + [1] * 40
    )


def test_the_page_opens_with_the_sentence_and_the_field_of_the_slice_it_names():
    at = help_page()
    assert plain("MRR@5 rose, but fell in 4 of 27 slices looked at") in words(at)
    assert "Looked at" in words(at)
    assert at.selectbox(key="slices_field").value == "frequency"
    assert plain("By frequency MRR@5 rose in 2 of 4 slices and fell in 2.") in words(at)
    assert rows(at)["Slice"] == ["all queries", "2–5", "6–25", "26–86", "88–3200"]


def test_a_field_that_counts_says_what_it_counts():
    at = help_page(field="relevant documents", slice="1")
    told = words(at)
    assert plain("By number of relevant documents MRR@5 rose in") in told
    assert plain("MRR@5 by number of relevant documents, B − A") in told
    assert "Queries of number of relevant documents 1" in told
    menu = at.selectbox(key="slices_field")
    assert "number of relevant documents · 6 slices" in menu.options


def test_what_is_essential_comes_first_and_fits_the_page():
    found = widths(help_page().dataframe[SLICES])
    assert list(found)[:3] == ["Slice", "B − A", "95 % interval"]
    assert all(found.values())
    assert sum(found.values()) <= WIDE - BOXES
    assert found["Slice"] + found["B − A"] <= PHONE - BOXES


def test_the_sentence_follows_the_measure():
    at = help_page(measure="recall")
    assert plain("Recall@5 rose, but fell in 5 of 27 slices looked at") in words(at)
    assert plain("most in frequency 6–25, 0.536 → 0.482 (−0.054) on 28 queries; ") in words(at)


@pytest.mark.parametrize("measure", ["rr", "recall"])
@pytest.mark.parametrize("field", ["domain", "frequency", "relevant documents"])
def test_the_table_holds_what_each_query_adds_up_to(field, measure):
    at = help_page(field=field, measure=measure)
    found, world = rows(at), helpcentre().at_five
    for at_row, label in enumerate(found["Slice"]):
        own = [
            query
            for query in world.scored
            if label == "all queries" or in_slice(helpcentre(), world, query, field, label)
        ]
        deltas = [world.delta(measure, query) for query in own]
        assert found["Queries"][at_row] == len(own)
        assert found["B − A"][at_row] == delta_text(Fraction(sum(deltas), len(own)))
        for side in ("a", "b"):
            run = getattr(world, side)
            values = [
                oracle.value(measure, run.get(query, ()), world.judged(query), world.rules)
                for query in own
            ]
            assert found[side.upper()][at_row] == value_text(Fraction(sum(values), len(own)))
        signs = [(delta > 0) - (delta < 0) for delta in deltas]
        assert [found[sign][at_row] for sign in "▼═▲"] == [signs.count(s) for s in (-1, 0, 1)]
        small = len(own) < 10 or len(own) - signs.count(0) < 6
        assert found["95 % interval"][at_row].startswith("too small: ") is small


def test_small_slices_come_last_and_the_chart_says_the_same_as_the_table():
    at = help_page(field="domain")
    found = rows(at)
    small = [text.startswith("too small") for text in found["95 % interval"]]
    assert small == [False] * 3 + [True] * 9
    (alt,) = [chart.proto.alt for chart in at.get("vega_lite_chart")]
    told = alt.split(": ", 1)[1].rstrip(".").split("; ")
    assert len(told) == 12
    for text, name, is_small, count in zip(
        told, found["Slice"], small, found["Queries"], strict=True
    ):
        assert text.startswith(name)
        assert text.endswith(f"({count} queries)")
        assert ("too small" in text) is is_small


def listed(at) -> list[str]:
    return rows(at, QUERIES)["Id"]


def expected(field: str, label: str) -> list[str]:
    plain_help = helpcentre()
    order = plain_help.at_five.loss_order("rr", "recall")
    return [
        query for query in order if in_slice(plain_help, plain_help.at_five, query, field, label)
    ]


def test_a_click_in_the_chart_lists_the_queries_here_and_on_the_compare_page():
    at = help_page(field="language")
    assert len(at.dataframe) == 1
    at = click(at, "slices-rr", "group", slice="en")
    assert at.query_params["field"] == "language"
    assert at.query_params["slice"] == "en"
    assert at.selectbox(key="slices_slice").value == "en"
    assert listed(at) == expected("language", "en")[:50]
    assert "showing 64 of 130 queries" in words(at)
    button(at, "Open in Compare").click().run()
    assert not at.exception
    assert list(at.dataframe[0].value["Id"]) == expected("language", "en")[:50]
    assert at.button(key="chip-slice").label == "language en"


def test_a_row_of_the_table_and_the_menu_list_the_same_as_a_click():
    at = select_row(help_page(field="frequency"), 3)
    assert listed(at) == expected("frequency", "26–86")
    at.selectbox(key="slices_slice").set_value("6–25").run()
    assert listed(at) == expected("frequency", "6–25")
    at = select_row(at, 0)
    assert len(at.dataframe) == 1
    assert "slice" not in at.query_params


def test_a_row_of_the_list_opens_its_query():
    at = select_row(help_page(field="language", slice="zh"), 0, QUERIES)
    assert at.query_params["q"] == expected("language", "zh")[0]
    assert plain("1 of 66 language zh, largest loss first") in words(at)


def test_the_slice_of_the_sentence_is_one_click_away():
    at = help_page(field="domain")
    button(at, plain("See frequency 26–86")).click().run()
    assert at.selectbox(key="slices_field").value == "frequency"
    assert listed(at) == expected("frequency", "26–86")


def test_the_headline_of_the_compare_page_leads_to_the_slice():
    at = opened("compare", helpcentre_set(), k="5")
    assert plain("4 of 27 slices looked at") in words(at)
    button(at, plain("See frequency 26–86")).click().run()
    assert list(at.dataframe[0].value["Id"]) == expected("frequency", "26–86")


def test_another_field_lists_no_slice_and_keeps_the_measure():
    at = help_page(field="language", slice="zh", measure="recall")
    at.selectbox(key="slices_field").set_value("intent").run()
    assert at.query_params["field"] == "intent"
    assert "slice" not in at.query_params
    assert at.query_params["measure"] == "recall"
    assert len(at.dataframe) == 1


def test_the_menus_of_the_compare_page_filter_by_slice_too():
    at = opened("compare", helpcentre_set(), k="5")
    at.selectbox(key="filter-field").set_value("language").run()
    at.selectbox(key="filter-slice").set_value("zh").run()
    assert list(at.dataframe[0].value["Id"]) == expected("language", "zh")[:50]
    at.selectbox(key="filter-field").set_value("intent").run()
    assert "slice" not in at.query_params


@pytest.mark.parametrize(
    "address",
    [
        {"field": "no such"},
        {"field": "group"},
        {"slice": "zh"},
        {"field": "language", "slice": "fr"},
    ],
)
def test_an_address_that_names_no_slice_of_these_queries_lists_none(address):
    at = help_page(**address)
    assert len(at.dataframe) == 1
    assert at.selectbox(key="slices_slice").value == ""


def test_fields_that_do_not_divide_are_named_with_the_reason():
    told = words(help_page())
    assert plain("intent_path (82 values, more than 30)") in told
    assert plain("group (82 values, more than 30)") in told


def test_one_slice_loses_while_the_whole_gains(losing):
    at = opened("slices", losing, judgements="pooled")
    assert plain("MRR@10 rose, but fell in 1 of 2 slices looked at: language zh") in words(at)
    assert rows(at)["95 % interval"][1:] == ["none", "none"]


def test_without_a_rise_no_slice_loses_against_it(losing):
    at = opened("slices", losing, judgements="pooled")
    button(at, "Swap A and B").click().run()
    assert plain("MRR@10 fell on all queries together") in words(at)


def test_without_fields_the_page_says_how_to_give_some_and_slices_by_what_there_is():
    at = opened("slices", tutorial_set(), k="2")
    told = words(at)
    assert "The queries have no fields of their own to slice by" in told
    assert '"domain": "account"' in told
    assert at.selectbox(key="slices_field").value == "query length"
    assert "every slice is too small to tell" in told
    button(at, "Open the help centre sample").click().run()
    assert not at.exception
    assert plain("4 of 27 slices looked at") in words(at)


def test_where_nothing_divides_there_is_no_chart():
    digest = dataset_of(
        qrels={"q1": {"r": 1}, "q2": {"r": 1}},
        runs={"one": {"q1": ["r"], "q2": ["x"]}, "two": {"q1": ["r"], "q2": ["r"]}},
    )
    at = opened("slices", digest, judgements="pooled")
    assert "The queries have no fields of their own to slice by" in words(at)
    assert plain("relevant documents (the same for every query)") in words(at)
    assert not at.dataframe
    assert not at.get("vega_lite_chart")


def test_one_run_alone_is_not_sliced():
    at = opened("slices", tutorial_set("run.fixture_A.json"), k="2")
    assert "Slices compare two runs, and one is loaded." in words(at)


def test_nothing_scored_is_said_with_a_way_out():
    digest = dataset_of(qrels={"q1": {"d": 0}}, runs={"one": {"q1": ["d"]}, "two": {"q1": ["d"]}})
    at = opened("slices", digest, judgements="pooled")
    assert "No query is scored" in words(at)
    button(at, "Count queries with nothing relevant as 0").click().run()
    assert not at.exception


def test_without_data_the_page_offers_a_sample():
    assert "Open this sample" in [item.label for item in opened("slices", "").button]


def test_names_from_files_stand_literally():
    digest = made_set(
        {HOSTILE: [HOSTILE] * 10 + ["up"] * 40}, [1] * 10 + [0] * 40, [2] * 10 + [1] * 40
    )
    at = opened("slices", digest, judgements="pooled", field=HOSTILE, slice=HOSTILE)
    assert not at.exception
    for raw in ("<b>", "![](", ":red[", " $5", " *a*"):
        assert raw not in words(at)
        assert not any(raw in item.label for item in at.button)
    assert rows(at)["Slice"][1] == HOSTILE
    assert len(rows(at, QUERIES)["Id"]) == 10
