"""The Compare page: its numbers against values found another way, its filters, its states."""

from __future__ import annotations

import csv
import io

import pytest

from ircompare.dashboard import calls
from ircompare.dashboard.compare import queries as compare_list
from ircompare.dashboard.files import from_upload, library, with_roles
from ircompare.dashboard.text import plain
from ircompare.model.protocol import Protocol
from ircompare.report.tables import csv_bytes
from ircompare.scoring.numbers import decimal, delta_decimal, short_delta, short_text
from tests import brute_lists
from tests.pages import (
    BOXES,
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

HOSTILE = "<b>x</b> $5 and $6 *a* :red[x] ![](http://evil/x.png) | ="
INTERPRETED = ("<b>", "![](", ":red[", " $5", " *a*")


def two_runs(a, b, qrels=None, **more) -> str:
    judged = qrels or {query: {"d1": 1, "d2": 0, "d3": 0} for query in a}
    return dataset_of(qrels=judged, runs={"first": a, "second": b}, **more)


def table(at):
    return at.dataframe[0].value


def ids(at) -> list[str]:
    return list(table(at)["Id"])


def choose(at, name: str, option: object):
    return at.selectbox(key=f"filter-{name}").set_value(option).run()


def charts(at) -> str:
    return "\n".join(str(chart.proto.alt) for chart in at.get("vega_lite_chart"))


def test_all_before_the_id_is_in_sight_on_a_page_of_1280():
    found = widths(opened("compare", tutorial_set(), k="2").dataframe[0])
    names = list(found)
    before = names[: names.index("Id")]
    assert (before[:2], before[-1]) == (["Verdict", "Query"], "Flags")
    assert all(found.values())
    assert sum(found[name] for name in before) <= WIDE - BOXES


# Numbers of the tutorial, by hand: q3 RR 1/2 → 1, q2 RR 1 → 1/2, q4 0 → 1 (missing in A).


def test_the_tutorial_says_what_was_computed_by_hand():
    at = opened("compare", tutorial_set(), k="2", show="all")
    text = words(at)
    assert plain("Recall@2 1/2 → 5/6 and MRR@2 1/2 → 5/6 on 3 queries.") in text
    assert plain("All of the rise comes from q4, which fixture_A did not answer.") in text
    assert plain("q2 regressed: its first relevant document fell from rank 1 to 2.") in text
    assert plain("1/2 → 5/6, B − A = +1/3") in text
    assert plain("2 answered by both: 0.000 · 1 missing in A: +0.333") in text
    assert plain("3 of 4 eligible · missing A 1, B 0 · nothing relevant 1") in text
    rows = table(at).to_dict("list")
    assert rows["Id"] == ["q2", "q3", "q4"]
    assert rows["Verdict"] == ["▼ regressed", "▲ improved", "▲ improved"]
    assert rows["First rank"] == ["1 → 2", "2 → 1", "none → 1"]
    assert rows["ΔRR"] == ["−1/2", "+1/2", "+1"]
    assert rows["ΔRecall"] == ["0", "0", "+1"]
    assert rows["Cause"] == ["moved in the top k", "moved in the top k", "missing in one run"]
    assert rows["Flags"] == ["", "", "missing A"]


def test_every_number_of_the_help_centre_equals_the_oracle():
    plainly, world = helpcentre(), helpcentre().at_five
    at = opened("compare", helpcentre_set(), k="5", show="all")
    text, drawn = words(at), charts(at)
    for measure in ("recall", "rr"):
        improved, tied, regressed = world.counts(measure)
        said = f"{improved} improved, {tied} tied, {regressed} regressed"
        assert f"Of 130 queries {said}." in drawn
        delta = world.mean_delta(measure)
        assert plain(f"{delta_decimal(delta)}") in text
        assert plain(f"B − A = {short_delta(delta)}") in text
        parts = world.split(measure)
        _, count = parts[True, True]
        assert count == 128
        assert plain("128 answered by both: ") in text
        assert sum(part for part, _ in parts.values()) == delta
        for run in (world.a, world.b):
            mean = brute_lists.oracle.mean(measure, run, plainly.qrels, world.queries, world.rules)
            assert plain(decimal(mean)) in text
    matrix = {(recall, rr): n for (recall, rr), n in world.matrix().items() if n}
    names = {1: "improved", 0: "tied", -1: "regressed"}
    for (recall, rr), n in matrix.items():
        assert f"Recall {names[recall]}, RR {names[rr]}: {n}" in drawn
    order = world.loss_order("rr", "recall")
    assert ids(at) == order[: compare_list.ROWS]
    for row in table(at).to_dict("records"):
        query = row["Id"]
        assert row["ΔRR"] == short_delta(world.delta("rr", query))
        assert row["ΔRecall"] == short_delta(world.delta("recall", query))
        assert row["RR A"] == short_text(
            brute_lists.oracle.rr(world.a.get(query, ()), world.judged(query), world.rules)
        )
        assert row["Query"].startswith(plainly.texts[query][:40])
    at.session_state["list_page"] = 2
    assert ids(at.run()) == order[compare_list.ROWS : 2 * compare_list.ROWS]


@pytest.fixture(scope="module")
def help_page():
    return opened("compare", helpcentre_set(), k="5")


@pytest.mark.parametrize(
    ("name", "option", "filters"),
    [
        ("show", "differs", {"show": "differs"}),
        ("show", "unscored", {"show": "unscored"}),
        ("recall", "regressed", {"recall": "regressed"}),
        ("rr", "improved", {"rr": "improved"}),
        ("cause", "across_k", {"cause": "across_k"}),
        ("flag", "missing_a", {"flag": "missing_a"}),
        ("rank_a", "none", {"rank_a": "none"}),
        ("rank_b", "4–5", {"rank_b": "4–5"}),
        ("value_b", "0.2–0.3", {"value_b": "0.2–0.3"}),
        ("delta", ("-0.5", "-0.4"), {"low": "-0.5", "high": "-0.4"}),
        ("sort", "id", {"show": "regressed", "sort": "id"}),
    ],
    ids=str,
)
def test_each_menu_filters_the_table(help_page, name, option, filters):
    at = choose(help_page, name, option)
    expected = brute_lists.listed(helpcentre(), helpcentre().at_five, **{"show": "all", **filters})
    assert ids(at) == expected[: compare_list.ROWS]
    assert f"showing {len(expected)} of" in words(at)
    resets = [item for item in at.button if str(item.key).startswith("clear-")]
    if resets:
        resets[0].click().run()
    choose(at, "show", "")
    choose(at, "sort", "loss")
    at.session_state["list_filters"] = type(at.session_state["list_filters"])()
    at.run()


def test_find_looks_into_text_and_id(help_page):
    at = help_page.text_input(key="filter-find").set_value("PASSWORD").run()
    expected = brute_lists.listed(helpcentre(), helpcentre().at_five, show="all", find="PASSWORD")
    assert ids(at) == expected
    assert plain('contains "PASSWORD"') in [item.label for item in at.button]
    at.button(key="chip-find").click().run()
    assert len(ids(at)) == 21


def test_a_segment_of_a_strip_filters():
    at = click(opened("compare", helpcentre_set(), k="5"), "strip-rr", "group", verdict="regressed")
    world = helpcentre().at_five
    assert set(ids(at)) == {query for query in world.scored if world.verdict("rr", query) < 0}
    at = click(at, "matrix", "group", recall="tied", rr="improved")
    assert set(ids(at)) == {
        query
        for query in world.scored
        if (world.verdict("recall", query), world.verdict("rr", query)) == (0, 1)
    }
    at = click(at, "pairs-rr", "group", rank_a="1", rank_b="none")
    assert all(rank == "1 → none" for rank in table(at)["First rank"])
    assert plain("first relevant rank 1 → none") in [item.label for item in at.button]
    at = click(at, "causes-rr", "group", cause="moved", verdict="regressed")
    assert set(table(at)["Cause"]) == {"moved in the top k"}
    assert set(table(at)["Verdict"]) == {"▼ regressed"}


@pytest.fixture(scope="module")
def many() -> str:
    """420 queries, of which 70 lose one of two relevant documents and 60 gain one."""
    names = [f"q{number:03d}" for number in range(420)]
    both, one = ["d1", "d2", "d3"], ["d1", "d3"]
    a = {name: one if at < 60 else both for at, name in enumerate(names)}
    b = {name: one if at >= 350 else both for at, name in enumerate(names)}
    return two_runs(a, b, {name: {"d1": 1, "d2": 1, "d3": 0} for name in names})


def test_a_cell_of_values_lists_its_queries(many):
    at = opened("compare", many, judgements="pooled", k="2", measure="recall")
    at = click(at, "pairs-recall", "group", value_a="0.9–1", value_b="0.4–0.5")
    assert plain("value 0.9–1 → 0.4–0.5") in [item.label for item in at.button]
    assert "showing 70 of 420 queries" in words(at)


def test_of_many_queries_why_the_mean_changed_is_told_once_asked(many):
    at = opened("compare", many, judgements="pooled", k="2", measure="recall")
    assert "How few queries carry it" not in words(at)
    at.session_state["why"] = True
    assert "How few queries carry it" in words(at.run())
    assert not at.exception
    at.number_input(key="k").set_value(3).run()
    assert "How few queries carry it" in words(at)


def test_the_pages_of_the_list_turn_start_anew_and_survive_other_pages(many, caplog):
    at = opened("compare", many, judgements="pooled", k="2", show="all", sort="id")
    names, rows = [f"q{number:03d}" for number in range(420)], compare_list.ROWS
    assert ids(at) == names[:rows]
    at.session_state["list_page"] = 3
    assert ids(at.run()) == names[2 * rows : 3 * rows]
    at.switch_page("../../pages/cutoffs.py").run()
    at.switch_page("../../pages/compare.py").run()
    assert ids(at) == names[2 * rows : 3 * rows]
    choose(at, "recall", "regressed")
    assert ids(at) == names[350 : 350 + rows]
    assert "its value set via the Session State" not in caplog.text


def test_a_mark_that_is_one_query_opens_it():
    at = opened("compare", tutorial_set(), k="2")
    click(at, "deltas-rr", "pick", query_id="q4")
    assert at.subheader[0].value.startswith("怎样切换到深色主题")


def test_a_selected_row_opens_its_query_once_and_the_way_back_stays_on_the_list():
    at = select_row(opened("compare", tutorial_set(), k="2", show="all"), 1)
    assert at.subheader[0].value.startswith("关闭自动同步后")
    at.switch_page("../../pages/compare.py").run()
    assert ids(at) == ["q2", "q3", "q4"]
    assert "Why MRR@2 changed" in words(at).replace("\\", "")


def test_the_five_worst_regressions_open_their_query():
    at = opened("compare", helpcentre_set(), k="5", rr="improved")
    world = helpcentre().at_five
    worst = [
        q
        for q in world.loss_order("rr", "recall")
        if -1 in (world.verdict("rr", q), world.verdict("recall", q))
    ][:5]
    labels = [item.label for item in at.button if str(item.key).startswith("worst-")]
    assert len(labels) == 6
    for query, label in zip(worst, labels[1:], strict=True):
        assert plain(helpcentre().texts[query]) in label
    at.button(key="worst-1").click().run()
    assert not at.exception
    assert at.subheader[0].value == helpcentre().texts[worst[1]]
    assert "2 of 21 regressed" in words(at)


def test_a_worst_regression_says_in_which_measure_it_regressed():
    """Query 1 falls from rank 1 to 2; query 2 keeps rank 1 and loses its second hit."""
    qrels = {name: {"r": 1, "s": 1} for name in ("1", "2", "3")}
    a = {"1": ["r", "s"], "2": ["r", "s"], "3": ["x", "y"]}
    b = {"1": ["x", "r", "s"], "2": ["r", "x", "y"], "3": ["r", "s"]}
    at = opened("compare", two_runs(a, b, qrels), judgements="pooled", k="3")
    assert "**Worst regressions** :gray[in RR@3, then Recall@3]" in words(at)
    labels = [item.label for item in at.button if str(item.key).startswith("worst-")]
    assert [label.split("] ")[1] for label in labels] == [
        plain("1 → 2") + " · 1",
        plain("Recall 2 → 1 of 2") + " · 2",
    ]


def test_two_runs_of_one_name_are_told_apart_by_their_files():
    files = [
        from_upload("qrels.txt", b"q1 0 d1 1\n"),
        from_upload("bm25.run", b"q1 Q0 d2 1 1.0 t\n"),
        from_upload("bm25.trec", b"q1 Q0 d1 1 1.0 t\n"),
    ]
    at = opened("compare", library().register(with_roles(files)), judgements="pooled", k="1")
    assert "**A** bm25\\.run → **B** bm25\\.trec" in words(at)


def test_a_query_without_text_stands_in_the_table_by_its_id():
    a, b = {"1": ["d1"], "2": ["d1"]}, {"1": ["d2"], "2": ["d1"]}
    at = opened("compare", two_runs(a, b), judgements="pooled", k="1")
    assert table(at)["Query"].tolist() == ["1"]


def test_the_link_of_the_headline_lists_what_it_counts():
    at = opened("compare", helpcentre_set(), k="5")
    button(at, "See the 18").click().run()
    assert len(ids(at)) == 18
    button(at, "List those missing in A").click().run()
    assert all("missing A" in flags for flags in table(at)["Flags"])


def test_swapping_turns_every_delta_round():
    at = opened("compare", tutorial_set(), k="2", show="all")
    button(at, "Swap A and B").click().run()
    assert plain("Recall@2 5/6 → 1/2 and MRR@2 5/6 → 1/2 on 3 queries.") in words(at)
    assert dict(zip(table(at)["Id"], table(at)["ΔRR"], strict=True)) == {
        "q4": "−1",
        "q3": "−1/2",
        "q2": "+1/2",
    }


def test_without_data_the_samples_are_offered():
    at = opened("compare", "")
    offered = [item.key for item in at.button if item.label == "Open this sample"]
    assert offered[:2] == ["sample-tutorial", "sample-helpcentre"]


def test_a_stale_address_names_its_fingerprint():
    at = opened("compare", "0123456789abcdef")
    assert "This data set is no longer loaded; its fingerprint was 0123456789abcdef" in words(at)


def test_one_run_alone_is_evaluated_and_the_other_asked_for():
    at = opened("compare", tutorial_set("run.fixture_B.json"), k="2")
    assert plain("fixture_A reaches Recall@2 1/2 and MRR@2 1/2 on 3 queries.") in words(at)
    assert "Add run B to compare." in words(at)
    assert not at.exception


def test_where_nothing_can_be_scored_the_reason_and_the_way_out_are_given():
    qrels = {"q1": {"d1": 0}, "q2": {"d1": 0}}
    runs = {"q1": ["d1"], "q2": ["d1"]}
    at = opened("compare", two_runs(runs, runs, qrels), judgements="pooled")
    assert "No query can be scored" in words(at)
    button(at, "Count queries with nothing relevant as 0").click().run()
    assert not at.exception
    assert "Both runs return the same rankings" in words(at)


def test_a_grade_that_nothing_reaches_is_mended_by_one_click():
    qrels = {"q1": {"d1": 1, "d2": 0}}
    digest = two_runs({"q1": ["d2", "d1"]}, {"q1": ["d1"]}, qrels)
    at = opened("compare", digest, judgements="pooled", min_relevance="3")
    assert "relevant document of grade 3 or more" in words(at)
    button(at, "Count documents relevant from grade 1").click().run()
    assert "No query can be scored" not in words(at)


def test_without_a_regression_that_is_said_and_the_gains_are_listed():
    a = {f"q{n}": ["d2", "d1"] for n in range(12)}
    b = {f"q{n}": ["d1"] if n < 3 else ["d2", "d1"] for n in range(12)}
    at = opened("compare", two_runs(a, b), judgements="pooled")
    assert "No query regressed in either measure" in words(at)
    assert sorted(ids(at)) == ["q0", "q1", "q2"]


def test_equal_rankings_are_said_to_be_equal():
    a = {f"q{n}": ["d2", "d1"] for n in range(12)}
    at = opened("compare", two_runs(a, a), judgements="pooled")
    assert "Both runs return the same rankings." in words(at).replace("\\", "")
    assert "every value is the same in both runs" in words(at)


def test_a_cutoff_beyond_the_depth_is_said_with_the_largest_that_both_support():
    at = opened("compare", tutorial_set(), k="10")
    assert "the largest k both support is" in words(at).replace("\\", "")


def test_incomplete_judgements_are_a_choice_with_its_consequence():
    corpus = {"d1": "one", "d2": "two", "d3": "three"}
    queries = {"q1": {"text": "a", "split": "test"}}
    digest = two_runs(
        {"q1": ["d2", "d1"]}, {"q1": ["d1"]}, {"q1": {"d1": 1}}, queries=queries, corpus=corpus
    )
    at = opened("compare", digest)
    text = words(at)
    assert "Are the judgements complete?" in text
    assert "2 of 3 pairs are not judged: coverage 33 %" in text
    button(at, "Use pooled").click().run()
    assert plain("MRR@10 1/2 → 1 on 1 query.") in words(at)
    assert at.query_params["judgements"] == "pooled"


def test_a_third_run_is_loaded_and_not_compared():
    runs = {name: {"q1": ["d1"]} for name in ("x", "y", "z")}
    at = opened("compare", dataset_of(qrels={"q1": {"d1": 1}}, runs=runs), judgements="pooled")
    assert plain("**A** x → **B** y") in words(at).replace("**A**", plain("**A**")).replace(
        "**B**", plain("**B**")
    )


@pytest.mark.parametrize("k", ["0", "-1", "1.5", "999999999999", "x", "１"])
def test_a_cutoff_that_cannot_be_meant_is_left_out(k):
    at = opened("compare", tutorial_set(), k=k)
    assert at.number_input(key="k").value == 10


def hostile_set() -> str:
    ids_ = [f"{sign}q {HOSTILE}" for sign in "=+-@"]
    qrels = {query: {HOSTILE: 1, "d2": 0} for query in ids_}
    queries = {query: {"text": f"{HOSTILE} {n}", "split": "test"} for n, query in enumerate(ids_)}
    runs = {
        f"{HOSTILE.replace('/', '')} A": {query: [HOSTILE, "d2"] for query in ids_},
        f"{HOSTILE.replace('/', '')} B": {query: ["d2", HOSTILE] for query in ids_},
    }
    return dataset_of(
        qrels=qrels, runs=runs, queries=queries, corpus={HOSTILE: HOSTILE, "d2": "plain"}
    )


def interpreted(at) -> list[str]:
    """Every text on the page that Streamlit reads as Markdown."""
    kinds = (at.markdown, at.caption, at.subheader, at.warning, at.info, at.error, at.success)
    found = [str(element.value) for kind in kinds for element in kind]
    labelled = (*at.button, *at.selectbox, *at.multiselect, *at.text_input, *at.number_input)
    for element in (*labelled, *at.expander):
        found += [element.label, str(getattr(element, "help", ""))]
    return found


@pytest.mark.parametrize("page", ["data", "compare"])
def test_what_comes_from_files_is_shown_as_it_stands(page):
    at = opened(page, hostile_set())
    read = interpreted(at)
    assert any(plain("<b>x") in text for text in read)
    for text in read:
        for mark in INTERPRETED:
            assert mark not in text.replace(f"\\{mark}", ""), text


def test_the_table_holds_texts_and_ids_literally():
    at = opened("compare", hostile_set(), show="all")
    assert all(text.startswith(HOSTILE) for text in table(at)["Query"])
    assert ids(at) == sorted(f"{sign}q {HOSTILE}" for sign in "=+-@")


def test_no_cell_of_the_saved_csv_is_a_formula():
    digest = hostile_set()
    saved = csv_bytes([calls.comparison(digest, Protocol(k=10))])
    cells = [cell for row in csv.reader(io.StringIO(saved.decode("utf-8-sig"))) for cell in row]
    risky = [cell for cell in cells if cell.startswith(("=", "@", "+q", "-q"))]
    assert risky == []
    assert sum("<b>x</b> $5" in cell for cell in cells) >= 4


def test_the_summary_is_made_when_its_box_is_open():
    at = opened("compare", tutorial_set(), k="2")
    assert not at.code or all("| " not in item.value for item in at.code)
    at.session_state["summary"] = True
    at.run()
    assert any("Recall@2" in item.value and "fixture" in item.value for item in at.code)


def test_the_address_carries_filters_and_settings():
    at = opened("compare", tutorial_set(), k="2")
    choose(at, "rr", "improved")
    assert at.query_params["rr"] == "improved"
    assert at.query_params["k"] == "2"
    again = opened("compare", tutorial_set(), k="2", rr="improved")
    assert ids(again) == ids(at) == ["q3", "q4"]


def test_a_filter_that_nothing_passes_says_so_and_is_cleared():
    at = opened("compare", tutorial_set(), k="2", find="no such text")
    assert "No query passes these filters." in words(at)
    at.button(key="clear-empty").click().run()
    assert ids(at) == ["q2"]
