"""The Query page: values, rankings, the way through the list, and every state it can be in."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction

import pytest

from ircompare.dashboard.files import from_path, library, with_roles
from ircompare.dashboard.query.walk import nearest
from ircompare.dashboard.text import plain
from ircompare.report.rankings import first_line
from tests.pages import PHONE, button, click_cell, dataset_of, opened, tutorial_set, widths, words

HOSTILE = "<b>x</b> $5 and $6 *a* :red[x] ![](http://evil/x.png)"
# The words of the line, and the pixels that they take when drawn.
CUT, DRAWN = "cut at k = 2", 85


def frames(at):
    return [table.value.to_dict("list") for table in at.dataframe]


def where(at):
    """The query named in the address."""
    return (
        at.query_params["q"][0] if isinstance(at.query_params["q"], list) else at.query_params["q"]
    )


# q2 of the tutorial: d3 and d4 are relevant; A returns d3 d1 d4, B returns d1 d3 d4.


def test_values_and_both_rankings_of_a_query_as_computed_by_hand():
    at = opened("query", tutorial_set(), k="2", q="q2")
    assert at.subheader[0].value == "有哪些导出格式，分别怎样导出？"
    text = words(at)
    assert plain("RR@2 1 → 1/2") in text
    assert plain("Recall@2 1/2 → 1/2") in text
    assert plain("d3 fell from rank 1 to 2: d1 (from rank 2, judged not relevant)") in text
    assert "q2 · split test" in text
    relevant, a, b = frames(at)
    assert relevant["Id"] == ["d3", "d4"]
    assert relevant["Rank"] == ["1 → 2", "3 → 3"]
    assert a["Id"] == ["d3", "d1", CUT, "d4"]
    assert a["Mark"] == ["●", "○", "", "●"]
    assert a["Move"] == ["▼1", "▲1", "", "═"]
    assert b["Id"] == ["d1", "d3", CUT, "d4"]
    assert b["Rank"] == ["1", "2", "", "3"]
    assert b["Document"][2] == ""


@pytest.mark.parametrize("length", [1, 60])
@pytest.mark.parametrize("texts", [True, False])
def test_the_cut_is_in_sight_however_long_the_ids_are(length, texts):
    ids = [f"{n}".rjust(length, "x") for n in range(3)]
    digest = dataset_of(
        qrels={"q": {ids[0]: 1, ids[1]: -1}},
        runs={"one": {"q": ids}, "two": {"q": ids[::-1]}},
        corpus=dict.fromkeys(ids, "text") if texts else None,
    )
    at = opened("query", digest, judgements="pooled", k="2", q="q")
    for table in at.dataframe[1:]:
        assert table.value["Id"][2] == CUT
        found = widths(table)
        assert found["Rank"] + found["Mark"] + found["Move"] + DRAWN <= PHONE
        assert (found["Id"] or DRAWN) >= DRAWN
    click_cell(at, 1, 1, "Id")
    assert "not relevant\\, grade −1" in words(at)


def test_without_a_query_in_the_address_the_first_of_the_list_is_open():
    at = opened("query", tutorial_set(), k="2")
    assert at.subheader[0].value == "有哪些导出格式，分别怎样导出？"
    assert "1 of 1 regressed" in words(at)


def test_previous_and_next_walk_the_list_in_its_order():
    at = opened("query", tutorial_set(), k="2", show="all")
    assert "1 of 3 scored" in words(at)
    assert button(at, "Previous").disabled
    seen = []
    while not button(at, "Next").disabled:
        button(at, "Next").click().run()
        seen.append(where(at))
    assert seen == ["q3", "q4"]
    button(at, "Previous").click().run()
    assert where(at) == "q3"


@pytest.mark.parametrize(
    ("address", "order"),
    [
        pytest.param({"show": "all", "sort": "gain"}, ["q4", "q3", "q2"], id="largest gain first"),
        pytest.param({"show": "differs"}, ["q2", "q3", "q4"], id="those that differ"),
        pytest.param({"rr": "improved"}, ["q3", "q4"], id="improved in RR"),
        pytest.param({"show": "unscored"}, ["q5"], id="not scored"),
    ],
)
def test_the_walk_follows_the_filters_of_the_address(address, order):
    at = opened("query", tutorial_set(), k="2", q=order[0], **address)
    seen = [order[0]]
    while not button(at, "Next").disabled:
        button(at, "Next").click().run()
        seen.append(where(at))
    assert seen == order
    assert f"{len(order)} of {len(order)} " in words(at)


def test_every_shortcut_stands_on_its_button():
    at = opened("query", tutorial_set(), k="2", q="q2")
    shortcuts = {item.label: item.proto.shortcut for item in at.button if item.proto.shortcut}
    assert {label: key.upper() for label, key in shortcuts.items()} == {
        "List": "ESCAPE",
        "Previous": "K",
        "Next": "J",
        "First relevant in A": "A",
        "First relevant in B": "B",
        "Only what changed": "X",
    }


# States


def test_a_query_missing_in_a_is_said():
    at = opened("query", tutorial_set(), k="2", q="q4", show="all")
    text = words(at)
    assert "A does not list this query; scored 0." in text
    assert plain("RR@2 0 → 1") in text
    assert "missing in one run" in text
    assert button(at, "First relevant in A").disabled


def test_nothing_relevant_shows_rankings_and_no_values():
    at = opened("query", tutorial_set(), k="2", q="q5", show="unscored")
    text = words(at)
    assert plain("Nothing is relevant to this query, so it has no value.") in text
    assert plain("RR@2") not in text
    assert "A returned nothing for this query." in text


def test_an_unjudged_query_has_rankings_and_no_value():
    digest = dataset_of(
        qrels={"q1": {"d1": 1}},
        queries={"q1": {"text": "one"}, "q2": {"text": "two"}},
        runs={"one": {"q1": ["d1"], "q2": ["d2"]}, "two": {"q1": ["d1"], "q2": ["d3", "d2"]}},
    )
    at = opened("query", digest, judgements="pooled", q="q2")
    assert "This query is unjudged" in words(at)
    a, b = frames(at)
    assert a["Mark"] == ["?"]
    assert b["Move"] == ["new", "▼1"]
    assert "Add a corpus" in [link.proto.label for link in at.get("page_link")]


def test_a_query_outside_the_list_says_so_and_offers_to_clear_the_filters():
    at = opened("query", tutorial_set(), k="2", q="q3")
    assert "not among the 1 regressed" in words(at)
    assert button(at, "Next").disabled
    button(at, "Clear the filters").click().run()
    assert "2 of 3 scored" in words(at)
    assert not button(at, "Next").disabled


def test_an_unknown_query_offers_the_nearest_ids():
    at = opened("query", tutorial_set(), k="2", q="q44")
    assert plain("No query q44 in split test") in words(at)
    button(at, "q4").click().run()
    assert at.subheader[0].value == "怎样切换到深色主题？"


def test_a_query_of_another_split_is_told_apart_from_an_unknown_one():
    at = opened("query", tutorial_set(), k="2", q="q1")
    assert plain("No query q1 in split test: it is in split dev") in words(at)


def test_the_nearest_ids_come_most_alike_first():
    assert nearest("topic-12", ["topic-21", "topic-120", "x"])[0] == "topic-120"
    assert nearest("zzz", ["a", "b"]) == ["a", "b"]


def test_one_run_alone_shows_its_ranking():
    at = opened("query", tutorial_set("run.fixture_B.json"), k="2", q="q2")
    assert plain("RR@2 1 · Recall@2 1/2") in words(at)
    assert frames(at)[1]["Id"] == ["d3", "d1", CUT, "d4"]
    assert list(at.dataframe[1].proto.column_order) == ["Rank", "Mark", "Id", "Document"]
    assert "First relevant in B" not in [item.label for item in at.button]


def test_a_cutoff_beyond_the_depth_is_said():
    at = opened("query", tutorial_set(), k="10", q="q2", show="all")
    assert "ends before k \\= 10" in words(at)


def test_without_data_the_page_offers_a_sample():
    at = opened("query", "")
    assert "Open this sample" in [item.label for item in at.button]


# Texts are untrusted


def test_hostile_texts_are_shown_literally():
    digest = dataset_of(
        qrels={"q1": {HOSTILE: 1}},
        queries={"q1": {"text": HOSTILE, "owner": HOSTILE}},
        corpus={HOSTILE: HOSTILE},
        runs={"one": {"q1": [HOSTILE]}, "two": {"q1": []}},
    )
    at = opened("query", digest, k="2", q="q1")
    button(at, "First relevant in A").click().run()
    assert not at.exception
    assert HOSTILE in [item.value for item in at.text]
    assert at.subheader[0].value == plain(HOSTILE)
    markdown = "\n".join(item.value for item in (*at.markdown, *at.caption, *at.subheader))
    for piece in ("<b>", "![](", ":red[x]", "*a*", "$5"):
        assert piece not in markdown.replace("\\" + piece, "")


# The chosen document


def test_a_and_b_open_the_first_relevant_document_of_their_run():
    at = opened("query", tutorial_set(), k="2", q="q2")
    button(at, "First relevant in B").click().run()
    assert "d3 · relevant\\, grade 1 · A rank 1 · B rank 2" in words(at)
    assert "导出文本指南：点击导出并选择 TXT，保存纯文本副本。" in [item.value for item in at.text]
    assert [table["Id"].count("d3 ◀") for table in frames(at)] == [1, 1, 1]
    button(at, "Close").click().run()
    assert not any("◀" in name for table in frames(at) for name in table["Id"])


def test_selecting_a_row_opens_its_document_and_marks_it_on_both_sides():
    at = opened("query", tutorial_set(), k="2", q="q2")
    click_cell(at, 2, 0, "Document")
    assert "d1 · not relevant\\, grade 0 · A rank 2 · B rank 1" in words(at)
    assert frames(at)[1]["Id"] == ["d3", "d1 ◀", CUT, "d4"]
    assert frames(at)[2]["Id"] == ["d1 ◀", "d3", CUT, "d4"]
    click_cell(at, 0, 1, "Id")
    assert "d4 · relevant\\, grade 1 · A rank 3 · B rank 3" in words(at)


def test_a_line_that_is_no_document_opens_nothing():
    at = opened("query", tutorial_set(), k="2", q="q2")
    click_cell(at, 1, 2, "Document")
    assert "Select a row to read its document here" in words(at)


def test_a_chosen_document_far_down_on_the_other_side_has_a_row_there():
    a = [f"d{number:02}" for number in range(1, 41)]
    digest = dataset_of(
        qrels={"q1": {"d02": 1}}, runs={"one": {"q1": a}, "two": {"q1": [*a[1:], "d01"]}}
    )
    at = opened("query", digest, judgements="pooled", k="10", q="q1", show="all")
    assert frames(at)[2]["Id"][-1] == "… 20 rows …"
    click_cell(at, 1, 0, "Id")
    assert frames(at)[1]["Id"][0] == "d01 ◀"
    assert frames(at)[2]["Id"][-2:] == ["… 19 rows …", "d01 ◀"]


# How much is shown


@pytest.fixture
def deep():
    """One query with 80 documents a run; relevant are the 5th and the 60th of A."""
    a = [f"d{number:02}" for number in range(1, 81)]
    b = [*a[:3], "d05", "d04", *a[5:59], *a[60:], "new"]
    return dataset_of(qrels={"q1": {"d05": 2, "d60": 1}}, runs={"one": {"q1": a}, "two": {"q1": b}})


def test_twenty_ranks_are_shown_and_the_relevant_ones_below(deep):
    at = opened("query", deep, judgements="pooled", k="10", q="q1", show="all")
    _, a, b = frames(at)
    assert a["Rank"] == [*map(str, range(1, 11)), "", *map(str, range(11, 21)), "", "60", ""]
    assert a["Id"][-3:] == ["… 39 rows …", "d60", "… 20 rows …"]
    assert a["Move"][-2] == "gone at 60"
    assert a["Mark"][4] == "● 2"
    assert b["Id"][3:5] == ["d05", "d04"]
    assert b["Id"][-1] == "… 60 rows …"


def test_all_ranks_fold_what_did_not_change_and_x_unfolds_it(deep):
    at = opened("query", deep, judgements="pooled", k="10", q="q1", show="all")
    button(at, "Show all 80").click().run()
    _, a, _ = frames(at)
    assert a["Id"][:3] == ["… 3 rows …", "d04", "d05"]
    assert a["Move"][1:3] == ["▼1", "▲1"]
    button(at, "Only what changed").click().run()
    assert len(frames(at)[1]["Id"]) == 81
    button(at, "Show the first 20").click().run()
    assert len(frames(at)[1]["Id"]) == 24


def test_documents_that_moved_up_behind_a_gone_one_count_as_changed(deep):
    at = opened("query", deep, judgements="pooled", k="10", q="q1", show="all")
    button(at, "Show all 80").click().run()
    b = frames(at)[2]
    assert b["Id"][-2:] == ["d80", "new"]
    assert b["Move"][-2:] == ["▲1", "new"]


# Finding a query and sharing a view


def test_any_query_can_be_found_by_its_text():
    at = opened("query", tutorial_set(), k="2", q="q2")
    at.session_state["go_to_popover"] = True
    at.run()
    box = at.selectbox(key="go_to_query")
    assert box.options == [
        "q2  有哪些导出格式，分别怎样导出？",
        "q3  关闭自动同步后，怎样手动同步？",
        "q4  怎样切换到深色主题？",
        "q5  怎样注销账户？",
    ]
    box.set_value("q5").run()
    assert not at.exception
    assert where(at) == "q5"


def test_while_the_finder_is_open_escape_is_not_the_way_back():
    at = opened("query", tutorial_set(), k="2", q="q2")
    at.session_state["go_to_popover"] = True
    at.run()
    assert button(at, "List").proto.shortcut == ""


def test_the_link_gives_data_settings_filters_and_query():
    digest = tutorial_set()
    at = opened("query", digest, k="2", q="q2", rr="regressed")
    link = next(item.value for item in at.code if item.value.startswith("/query?"))
    assert link == f"/query?ds={digest}&k=2&split=test&rr=regressed&q=q2"


def test_the_first_line_of_a_text_is_its_first_line_that_is_not_blank():
    assert first_line("\n\n  Heading\nbody") == "Heading"
    assert first_line("") == ""


# Cranfield, with arithmetic of its own


def rankings_of(path):
    """Query → document ids: scores descending, ties by id descending."""
    rows = {}
    for line in path.read_text().splitlines():
        query, _, doc, _, score, _ = line.split()
        rows.setdefault(query, []).append((float(score), doc.encode()))
    return {
        q: [doc.decode() for _, doc in sorted(pairs, reverse=True)] for q, pairs in rows.items()
    }


def values_of(ranking, relevant):
    first = next((rank for rank, doc in enumerate(ranking[:10], 1) if doc in relevant), None)
    rr = Fraction(1, first) if first else Fraction(0)
    return rr, Fraction(len(relevant & set(ranking[:10])), len(relevant))


@pytest.mark.shared
def test_cranfield_is_walked_by_loss_and_valued_as_computed_here(shared):
    folder = shared / "coll_cranfield" / "derived"
    files = [from_path(folder / name) for name in ("corpus.jsonl.gz", "queries.jsonl", "qrels.txt")]
    files += [from_path(folder / "runs" / name, "run") for name in ("bm25s.run", "minilm.run")]
    digest = library().register(with_roles(files))
    relevant = {}
    for line in (folder / "qrels.txt").read_text().splitlines():
        query, _, doc, grade = line.split()
        if int(grade) >= 1:
            relevant.setdefault(query, set()).add(doc)
    a, b = (rankings_of(folder / "runs" / name) for name in ("bm25s.run", "minilm.run"))
    values = {q: (values_of(a[q], docs), values_of(b[q], docs)) for q, docs in relevant.items()}
    deltas = {q: (vb[0] - va[0], vb[1] - va[1]) for q, (va, vb) in values.items()}
    worst = sorted(
        (q for q, pair in deltas.items() if min(pair) < 0), key=lambda q: (*deltas[q], q)
    )
    at = opened("query", digest, judgements="pooled", k="10")
    for number, query in enumerate(worst[:4], start=1):
        text = words(at)
        assert f"{number} of {len(worst)} regressed\\, largest loss first" in text
        (rr_a, recall_a), (rr_b, recall_b) = values[query]
        assert plain(f"RR@10 {rr_a} → {rr_b}") in text
        assert plain(f"Recall@10 {recall_a} → {recall_b}") in text
        ranking = frames(at)[1]
        pairs = zip(ranking["Rank"], ranking["Id"], strict=True)
        shown = [name for rank, name in pairs if rank][:20]
        assert shown == a[query][:20]
        button(at, "Next").click().run()
    titles = {}
    with gzip.open(folder / "corpus.jsonl.gz", "rt") as lines:
        for line in lines:
            record = json.loads(line)
            titles[record["_id"]] = " ".join(record["title"].split())
    table = frames(at)[2]
    assert table["Document"][0] == titles[table["Id"][0]]
