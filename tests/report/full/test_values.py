"""The numbers of a report are those of the core, and a reader can add them up."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from ircompare.consistency.past import PastReport
from ircompare.inference.bounds import bounds
from ircompare.inference.significance import significance
from ircompare.report.bounds_tables import span_words
from ircompare.report.conclusion_sentences import p_text
from ircompare.report.full.build import full_report
from ircompare.report.full.extras import Extras
from ircompare.report.full.html import html
from ircompare.report.full.queries import LISTED
from ircompare.report.full.regressions import IN_FULL
from ircompare.report.headline import headline
from ircompare.scoring.causes import causes
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import delta_text, value_text
from ircompare.scoring.sweep import sweep
from tests.report.full.pages import Element, facts, parsed, section, table

Make = Callable[..., Comparison]


def page_of(comparison: Comparison, **extras: object) -> Element:
    return parsed(html(full_report([comparison], Extras(draw=False, **extras))))


@pytest.fixture(scope="module")
def many(by_ranks: Make) -> Comparison:
    """600 queries: 550 regress, each by another step or the same, 30 improve, 20 tie."""
    a = [1] * 550 + [2] * 30 + [1] * 20
    b = [2 + at % 3 for at in range(550)] + [1] * 30 + [1] * 20
    return by_ranks(a, b, k=4)


def test_the_headline_is_the_one_of_every_page(golden: Comparison, golden_page: Element) -> None:
    lead = next(one for one in golden_page.all("p") if one.attributes.get("class") == "lead")
    assert lead.text == headline(golden).text


def test_means_are_the_exact_ones(golden: Comparison, golden_page: Element) -> None:
    head, *rows = table(golden_page, "Means over 3 eligible queries")
    assert head[:4] == ["Measure", "A fixture_A", "B fixture_B", "Delta"]
    assert rows[0] == ["Recall@2", "1/2 (0.500)", "5/6 (0.833)", "+1/3 (+0.333)", "1", "2", "0"]
    assert rows[1] == ["MRR@2", "1/2 (0.500)", "5/6 (0.833)", "+1/3 (+0.333)", "2", "0", "1"]
    for row, key in zip(rows, MEASURES, strict=True):
        a, b = (value_text(side.mean(key)) for side in (golden.a, golden.b))
        assert row[1:4] == [a, b, delta_text(golden.mean_delta(key))]


def test_the_strip_shows_every_verdict_that_occurs(golden_page: Element) -> None:
    strips = [one for one in golden_page.all("div") if one.attributes.get("class") == "strip"]
    assert [one.attributes["aria-label"] for one in strips] == [
        "Recall@2: 0 regressed, 2 tied, 1 improved",
        "RR@2: 1 regressed, 0 tied, 2 improved",
    ]
    shown = [
        [(part.attributes["class"], part.text) for part in one.all("span")[2:]] for one in strips
    ]
    assert shown == [
        [("tied", "═ 2"), ("improved", "▲ 1")],
        [("regressed", "▼ 1"), ("improved", "▲ 2")],
    ]


def test_a_regression_is_told_with_both_rankings(golden_page: Element) -> None:
    told = section(golden_page, "q2: 有哪些导出格式，分别怎样导出？")
    assert [one.text for one in told.all("p")] == [
        "RR@2 1 → 1/2 ▼ · Recall@2 1/2 → 1/2 ═",
        "d3 fell from rank 1 to 2: d1 (from rank 2, judged not relevant) now stands above it.",
    ]
    assert [row[:4] for row in table(told, "2 relevant documents")] == [
        ["Document", "Grade", "In A", "In B"],
        ["d3", "1", "rank 1", "rank 2"],
        ["d4", "1", "rank 3", "rank 3"],
    ]
    head, *rows = table(told, "Both rankings, cut at k = 2")
    columns = [head.index(name) for name in ("Rank", "Document in A", "Document in B", "Move")]
    assert [[row[at] for at in columns] for row in rows] == [
        ["1", "d3", "d1", "▲1"],
        ["2", "d1", "d3", "▼1"],
    ]
    assert rows[0][3] == "导出文本指南：点击导出并选择 TXT，保存纯文本副本。"


def test_only_relevant_documents_stand_out(golden_page: Element) -> None:
    told = section(golden_page, "q2: 有哪些导出格式，分别怎样导出？")
    strong = [one.text for one in told.all("td") if "strong" in one.attributes.get("class", "")]
    assert strong == ["●", "d3", "●", "d3"]


def test_twenty_regressions_in_full_the_others_as_rows_and_the_rest_counted(
    many: Comparison,
) -> None:
    page = page_of(many)
    regressed = section(page, "Regressions")
    assert len(regressed.all("h3")) == IN_FULL == 20
    text = regressed.text
    assert "550 queries regressed in RR or Recall. The 20 largest losses come in full." in text
    _, *rows = table(page, "530 other queries that regressed")
    assert len(rows) == LISTED == 500
    assert "30 further regressions left out here" in text
    full = [one.text for one in regressed.all("h3")]
    ids = [*full, *(row[0] for row in rows)]
    places = [many.a.scope.positions[query] for query in ids]
    deltas = many.deltas("rr").floats()[places]
    assert (np.diff(deltas) >= 0).all()
    assert len(set(ids)) == 520


def test_the_largest_gains_are_listed(many: Comparison) -> None:
    _, *rows = table(page_of(many), "20 of 30 queries that improved")
    assert {row[2] for row in rows} == {"2 → 1"}
    assert {row[3] for row in rows} == {"+1/2"}


@pytest.mark.parametrize("count", [30, 31])
def test_up_to_thirty_queries_are_all_listed(by_ranks: Make, count: int) -> None:
    page = page_of(by_ranks([1] * count, [2] + [1] * (count - 1)))
    found = [one.text for one in page.all("h2")]
    assert ("All queries" in found) == (count == 30)
    assert ("Largest gains" in found) == (count == 31)


def test_causes_add_up_to_the_delta(many: Comparison) -> None:
    page = page_of(many)
    _, *rows, total = table(page, "Causes of the change in MRR@4")
    parts = causes(many, "rr").parts
    assert [row[5] for row in rows] == [delta_text(part.contribution) for part in parts]
    assert total[5] == delta_text(many.mean_delta("rr"))
    assert total[1:3] == ["30", "550"]
    assert "No query changed in Recall@4." in section(page, "Why the means changed").text


def test_fragility_names_the_queries_that_carry_the_result(golden_page: Element) -> None:
    assert (
        "1 query of 3 carries the rise: without its gains it is gone. A description, not a test. "
        "Largest first: q4." in section(golden_page, "Why the means changed").text
    )


@pytest.mark.parametrize(("key", "name"), [("recall", "Recall@k"), ("rr", "MRR@k")])
def test_cutoffs_are_those_of_the_sweep(
    golden: Comparison, golden_page: Element, key: str, name: str
) -> None:
    _, *rows = table(golden_page, f"{name} up to k = 3")
    swept = sweep(golden, 3)
    for row, k in zip(rows, (1, 2, 3), strict=True):
        a, b = swept.a.of(key)[k - 1], swept.b.of(key)[k - 1]
        assert row[:4] == [str(k), value_text(a), value_text(b), delta_text(b - a)]
    assert rows[0][4:] == ["2", "0", "1"]


def test_below_the_limits_there_is_neither_p_nor_interval(golden_page: Element) -> None:
    text = section(golden_page, "Would other queries agree?").text
    assert "No significance test is reported" in text
    assert "interval" not in text
    assert not section(golden_page, "Would other queries agree?").all("table")


def test_above_the_limits_p_and_interval_are_those_of_the_core(many: Comparison) -> None:
    found = significance(many)
    evidence = next(one.evidence for one in found.conclusions if one.key == "rr")
    assert evidence is not None
    head, *rows = table(page_of(many), "What the verdicts rest on")
    held = {row[0]: row[head.index("MRR@4")] for row in rows}
    assert held["p"] == p_text(evidence.p.value)
    assert held["p corrected, 2 tests"] == p_text(evidence.p_holm)


def test_the_two_questions_are_never_merged(many: Comparison) -> None:
    page = page_of(many)
    first, second = (
        section(page, f"Would {what} agree?") for what in ("other queries", "complete judgements")
    )
    assert "they are not merged into one number" in first.text
    assert "interval" not in second.text
    assert " p " not in second.text


def test_bounds_are_those_of_the_core(many: Comparison) -> None:
    _, *rows = table(page_of(many), "Least and greatest value over all judgements")
    held = {row[0]: row for row in rows}
    interval = bounds(many).mean_delta("rr")
    assert interval is not None
    assert held["MRR@4, B − A"][2] == span_words(interval, "delta")


def test_exhaustive_judgements_leave_nothing_open(golden_page: Element) -> None:
    told = section(golden_page, "Would complete judgements agree?")
    assert [one.text for one in told.all("p")] == [
        "Every pair of a query and a document is judged, so no judgement is open.",
        "This rests on the setting exhaustive, which was checked: no pair is missing from the "
        "qrels. Whether the judges were right is another question.",
    ]


def test_protocol_and_fingerprints_are_whole(golden: Comparison, golden_page: Element) -> None:
    held = facts(golden_page)
    assert held["protocol_sha256"].startswith("9dd1a576cc83")
    assert len(held["protocol_sha256"]) == 64
    assert held["run_a_sha256"] == golden.a.run_sha256
    assert held["run_b_sha256"] == golden.b.run_sha256
    assert (held["split"], held["k"], held["judgements"]) == ("test", "2", "exhaustive")
    assert held["run A"].endswith("run.fixture_A.json")


def test_the_gate_says_what_its_report_says(golden: Comparison) -> None:
    past = PastReport("GATE_FAIL", "2.0", "7", Fraction(33, 34), 10, 12, Fraction(5, 6), "g.json")
    told = section(page_of(golden, gate=past), "Consistency gate")
    assert facts(told) == {
        "Report": "g.json",
        "Engine": "2.0",
        "Baseline": "7",
        "Recall@5": "33/34 (0.971)",
        "Top-1": "10 of 12 queries",
        "Top-5 Jaccard": "5/6 (0.833)",
    }
    assert [one.text for one in told.all("p")][1] == "GATE_FAIL"
    assert "not quality" in told.text


def test_limits_and_further_judgements_stand_below_the_headline(golden: Comparison) -> None:
    page = page_of(golden, limits=[["quality limits: broken, 1 of 1"]], further=["s.csv: 3"])
    assert [one.text for one in section(page, "Quality limits").all("li")] == [
        "quality limits: broken, 1 of 1"
    ]
    assert page.one("main").all("p")[1].text == "s.csv: 3"
