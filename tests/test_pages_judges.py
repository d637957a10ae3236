"""Several judges in the dashboard: declared on the Data page, shown on Judgements and Query."""

from __future__ import annotations

import pytest

from ircompare.dashboard.files import from_upload, library, with_roles
from ircompare.dashboard.text import plain
from tests.pages import button, given, opened, words

JUDGED = """query_id,doc_id,judge,relevance,reason
q1,a,ann,1,names the price
q1,a,bob,0,old and *off* topic
q1,b,ann,0,
q1,b,bob,0,
q2,c,ann,1,
q2,c,bob,1,
q2,d,ann,0,
q2,d,bob,0,
"""
RUNS = {"r": {"q1": ["a", "b"], "q2": ["c"]}, "s": {"q1": ["b", "a"], "q2": ["d", "c"]}}


def judged_set(text: str = JUDGED) -> str:
    files = [given(name, run, "run") for name, run in RUNS.items()]
    files.append(from_upload("qrels.csv", text.encode()))
    return library().register(with_roles(files))


def declared(page: str, judge: str, **address: str):
    """A page after the Data page was told whose grades count."""
    at = opened("data", judged_set(), judgements="pooled", k="2")
    menu = next(box for box in at.selectbox if box.label == "Whose grades count")
    menu.select(judge).run()
    for name, value in address.items():
        at.query_params[name] = value
    at.switch_page(f"../../pages/{page}.py").run()
    assert not at.exception
    return at


def test_undeclared_judges_who_differ_are_told_and_mended_on_the_data_page():
    at = opened("data", judged_set(), judgements="pooled", k="2")
    text = words(at)
    assert "judges differ on 1 pair, and it is not declared whose grade counts" in text
    menu = next(box for box in at.selectbox if box.label == "Whose grades count")
    assert menu.options == ["not declared: judges may not differ", "ann", "bob", "majority"]
    menu.select("ann").run()
    assert "judges differ" not in words(at)
    assert "2 of 2 queries are scored" in "".join(str(item.value) for item in at.success)
    assert "--judge ann" in words(at)


def test_another_judge_gives_other_values():
    assert "2 of 2 queries" in "".join(str(i.value) for i in declared("data", "ann").success)
    assert "1 of 2 queries" in "".join(str(i.value) for i in declared("data", "bob").success)


def test_without_a_majority_the_pair_is_named():
    assert "1 pair without a grade that most judges give" in words(declared("data", "majority"))


def test_agreement_as_by_hand():
    """Relevance of four pairs: both 1 once, both 0 twice, one dispute.

    Observed 3/4; expected 1/2 · 1/4 + 1/2 · 3/4 = 1/2; so κ = (3/4 − 1/2) / (1 − 1/2) = 1/2.
    """
    pytest.importorskip("sklearn")
    at = declared("judgements", "ann")
    text = words(at)
    assert (
        plain("2 judges: ann and bob. 4 of 4 pairs have several opinions; 1 pair is disputed")
        in text
    )
    (between,) = [item.value for item in at.dataframe if "κ relevance" in item.value.columns]
    assert between.iloc[0].tolist() == ["ann and bob", "4", "3 (75.0 %)", "3", "0.500", "0.500"]
    (disputes,) = [item.value for item in at.dataframe if "grades" in item.value.columns]
    row = disputes.iloc[0]
    assert (row["query"], row["document"], row["grades"]) == ("q1", "a", "ann 1, bob 0")
    assert row["reasons"] == "ann: names the price · bob: old and *off* topic"


def test_disputed_marks_and_reasons_stand_on_the_query_page():
    pytest.importorskip("sklearn")
    at = declared("query", "ann", q="q1")
    button(at, plain("a: ann 1, bob 0")).click().run()
    texts = [str(item.value) for item in at.text]
    assert "ann, grade 1: names the price" in texts
    assert "bob, grade 0: old and *off* topic" in texts
    other = declared("query", "ann", q="q2")
    assert "Disputed among the judges:" not in words(other)


def test_qrels_without_judges_say_how_to_give_some():
    lines = [line.split(",") for line in JUDGED.splitlines() if ",bob," not in line]
    alone = "\n".join(",".join(cells[:2] + cells[3:4]) for cells in lines)
    at = opened("judgements", judged_set(alone), judgements="pooled", k="2")
    assert "Qrels may carry several judges" in words(at)
    data = opened("data", judged_set(alone), judgements="pooled", k="2")
    assert "Whose grades count" not in [box.label for box in data.selectbox]


def test_more_disputes_than_fit_are_counted():
    rows = "".join(f"q1,x{n},ann,1,\nq1,x{n},bob,0,\n" for n in range(6))
    at = opened("data", judged_set(JUDGED + rows), judgements="pooled", k="2")
    next(box for box in at.selectbox if box.label == "Whose grades count").select("ann").run()
    at.query_params["q"] = "q1"
    at.switch_page("../../pages/query.py").run()
    assert "and 2 more, on the Judgements page" in words(at)


def test_a_judge_who_contradicts_himself_is_told_and_the_rest_of_the_page_stands():
    at = opened("data", judged_set(JUDGED + "q2,d,bob,1,\n"), judgements="pooled", k="2")
    next(box for box in at.selectbox if box.label == "Whose grades count").select("ann").run()
    at.switch_page("../../pages/judgements.py").run()
    assert not at.exception
    assert 'judge "bob" judged document "d" twice for query "q2"' in words(at)
    assert "How numbers go wrong" in [item.label for item in at.expander]
    at.query_params["q"] = "q2"
    at.switch_page("../../pages/query.py").run()
    assert not at.exception
