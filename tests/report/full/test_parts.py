"""Parts that only some reports have: chunks, the gate of a session, slices, ties, many runs."""

from __future__ import annotations

from collections.abc import Callable

from ircompare.consistency.gate import gate
from ircompare.inference.plan import Plan
from ircompare.inference.ties import tie_sensitivity
from ircompare.model.protocol import Budget
from ircompare.report.full.build import full_report
from ircompare.report.full.extras import Extras
from ircompare.report.full.html import html
from ircompare.report.gate_report import subject
from ircompare.report.tie_sentences import tie_sentences
from ircompare.scoring.chunked import ruled
from ircompare.scoring.comparison import Comparison, compare
from tests.chunk_worlds import World
from tests.consistency.worlds import LIBRARY, baseline_of, run_of
from tests.report.full.pages import Element, parsed, section, table
from tests.worlds import pooled, score

Make = Callable[..., Comparison]
WORLD = World(
    documents={"a1": "a", "a2": "a", "b1": "b", "c1": "c"},
    tokens={"a1": 5, "a2": 5, "b1": 5, "c1": 5},
    qrels={"q1": {"b": 1}, "q2": {"c": 1}},
    a={"q1": ["a1", "a2", "b1"], "q2": ["c1", "a1"]},
    b={"q1": ["b1", "a1", "a2"], "q2": ["a1", "a2", "c1"]},
    k=2,
)


def page_of(comparison: Comparison, **extras: object) -> Element:
    return parsed(html(full_report([comparison], Extras(**{"draw": False, **extras}))))


def chunked(budget: Budget | None) -> tuple[Comparison, Element]:
    sides, rule = WORLD.sides(), WORLD.chunk_map().rule(budget)
    scope = ruled(WORLD.scope(), rule)
    comparison = compare(*(side.evaluation(scope) for side in sides))
    unit = budget.unit if budget else "chunks"
    return comparison, page_of(comparison, sides=[sides], unit=unit)


def test_both_chunk_protocols_are_named_and_every_budget_stands_in_a_table() -> None:
    _, page = chunked(Budget("chunks", 2))
    told = section(page, "Chunks").text
    assert "The numbers of this report: chunks: first 2 chunks, then collapse." in told
    assert "does not show that the chunk holds the answer" in told
    head, *rows = table(page, "First n chunks, then collapse, for n = 1 to 3 chunks")
    assert head[0] == "budget"
    assert [row[0] for row in rows] == ["1", "3"]
    assert rows[0][head.index("MRR@2 A")] == "1/2 (0.500)"
    assert rows[1][head.index("MRR@2 A")] == "3/4 (0.750)"


def test_all_chunks_then_cut_is_named_too() -> None:
    comparison, page = chunked(None)
    assert "The numbers of this report: chunks: collapse all, then cut." in page.text
    _, *rows = table(page, "First n chunks")
    _, first, *_ = table(page, "Means over")
    assert rows[-1][1:3] == first[1:3]
    assert comparison.a.protocol.chunks is not None


def test_token_budgets_are_swept_in_tokens() -> None:
    _, page = chunked(Budget("tokens", 10))
    assert "First n tokens, then collapse, for n = 1 to 15 tokens" in page.text


def test_the_gate_of_a_session_names_every_miss(golden: Comparison) -> None:
    report = gate(baseline_of({"q1": "ab"}), [run_of({"q1": "a"})], LIBRARY, "2.0")
    told = section(page_of(golden, gate=report), "Consistency gate")
    assert report.status == "GATE_FAIL"
    assert [one.text for one in told.all("p")][1:3] == [
        f"GATE_FAIL: {report.message}",
        subject(report),
    ]
    assert [one.text for one in told.all("li")] == [
        "q1: b.md (rank 2 in the baseline): nothing stands there now, it is not among the 1 page "
        "returned."
    ]


def test_ties_are_told_in_the_words_of_the_page() -> None:
    scope = pooled({"q1": {"d1": 1}, "q2": {"d1": 1}}, k=2)
    a = score({"q1": [("d1", 1.0), ("d2", 1.0)], "q2": [("d1", 2.0)]}, scope)
    b = score({"q1": [("d1", 2.0), ("d2", 1.0)], "q2": [("d1", 2.0)]}, scope)
    comparison = compare(a, b)
    told = section(page_of(comparison), "Ties")
    assert [one.text for one in told.all("p")] == tie_sentences(tie_sensitivity(comparison))
    assert "its sign depends on the tie rule" in told.text
    assert told.all("table")


def test_many_runs_are_corrected_as_one_family(by_ranks: Make) -> None:
    first = by_ranks([1] * 40, [2] * 20 + [1] * 20, names=("a", "b"))
    second = compare(first.a, first.a)
    pages = parsed(html(full_report([first, second], Extras(draw=False))))
    text = " ".join(pages.text.split())
    assert "p corrected, 4 tests" in text
    alone = " ".join(page_of(first).text.split())
    assert "p corrected, 2 tests" in alone


def test_intervals_and_bounds_are_drawn_apart(by_ranks: Make) -> None:
    page = page_of(by_ranks([1] * 40, [2] * 20 + [1] * 20), draw=True)
    first, second = (
        [one.text for one in section(page, f"Would {what} agree?").all("figcaption")]
        for what in ("other queries", "complete judgements")
    )
    assert first == ["Mean delta with its 95 % interval"]
    assert second == ["Mean delta over all judgements of the unjudged documents of both top 3"]


def test_what_was_declared_is_told(by_ranks: Make) -> None:
    comparison = by_ranks([1] * 40, [2] * 20 + [1] * 20)
    told = section(
        page_of(comparison, plan=Plan(hand_picked=True, start=9)), "Would other queries agree?"
    )
    assert "picked by hand" in told.text
    assert "random start 9" in told.text


def test_slices_that_were_asked_for_have_a_table_each(golden: Comparison) -> None:
    page = page_of(golden, fields=["relevant documents"])
    assert len(section(page, "Slices").all("table")) == 2
    assert [one.text for one in page.all("h2")].count("Slices") == 1


def test_provenance_is_flattened_and_shortened(pair: Make) -> None:
    comparison = pair({"q": {"d": 1}}, {"q": "d"}, {"q": "d"})
    told = {"system": {"name": "bm25", "k1": 0.9}, "notes": "x" * 9_000, "none": None}
    object.__setattr__(comparison.a.hits.run, "provenance", told)
    page = page_of(comparison)
    held = {
        one.one("dt").text: one.one("dd").text
        for one in section(page, "Provenance of run A").all("div")
    }
    assert held["system.name"] == "bm25"
    assert held["system.k1"] == "0.9"
    assert held["none"] == "none"
    assert len(held["notes"]) == 2_000
    assert "Provenance of run B" not in page.text


def test_documents_that_displace_in_several_regressions_are_named(pair: Make) -> None:
    comparison = pair(
        {"q1": {"r": 1}, "q2": {"r": 1}},
        {"q1": "r x", "q2": "r x"},
        {"q1": "x r", "q2": "x r"},
    )
    assert table(page_of(comparison), "Documents newly above")[1] == ["x", "2", ""]


def test_a_ranking_deeper_than_a_hundred_is_cut_and_said(pair: Make) -> None:
    filler = [f"x{at}" for at in range(150)]
    comparison = pair({"q": {"r": 1}}, {"q": ["r", *filler]}, {"q": [*filler, "r"]}, k=200)
    rows = table(page_of(comparison), "Both rankings, the first 100 of k = 200 ranks")
    assert len(rows) == 101


def test_a_missing_query_has_one_ranking_beside_nothing(pair: Make) -> None:
    comparison = pair({"q": {"r": 1}, "p": {"r": 1}}, {"q": "x r", "p": "r"}, {"p": "r"})
    rows = table(page_of(comparison), "Both rankings")
    assert rows[1:] == [["1", "?", "x", "", "", ""], ["2", "● 1", "r", "", "", ""]]
