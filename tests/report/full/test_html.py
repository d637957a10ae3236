"""The HTML report: an outline that holds, tables that can be read aloud, nothing from outside."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from itertools import pairwise

import pytest

from ircompare.errors import InputError
from ircompare.report.full import gallery
from ircompare.report.full.build import full_report
from ircompare.report.full.extras import Extras
from ircompare.report.full.html import html
from ircompare.scoring.comparison import Comparison
from tests.report.full.pages import Element, images, parsed, section

Make = Callable[..., Comparison]
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'"
)
SECTIONS = [
    "Charts",
    "Regressions",
    "All queries",
    "Why the means changed",
    "Cutoffs",
    "Would other queries agree?",
    "Would complete judgements agree?",
    "Ties",
    "How this was computed",
]


def headings(root: Element) -> list[tuple[int, str]]:
    return [
        (int(one.tag[1]), one.text) for one in root.all("h1", "h2", "h3", "h4", "h5") if one.text
    ]


def test_the_sections_come_in_their_order(golden_page: Element) -> None:
    titles = [text for level, text in headings(golden_page) if level == 2]
    assert titles == ["Contents", *SECTIONS]
    assert headings(golden_page)[0] == (1, "A fixture_A → B fixture_B")


def test_the_sentence_comes_before_the_contents(golden_page: Element) -> None:
    order = list(golden_page.one("main").walk())
    lead = next(one for one in order if one.attributes.get("class") == "lead")
    assert order.index(lead) < order.index(golden_page.one("nav"))


def test_headings_never_skip_a_level(golden_page: Element) -> None:
    levels = [level for level, _ in headings(golden_page)]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_every_entry_of_the_contents_leads_to_its_section(golden_page: Element) -> None:
    links = golden_page.one("nav").all("a")
    assert [link.text for link in links] == SECTIONS
    for link in links:
        assert section(golden_page, link.text).attributes["id"] == link.attributes["href"][1:]


def test_ids_are_unique_and_every_inner_link_has_a_target(golden_page: Element) -> None:
    ids = [one.attributes["id"] for one in golden_page.walk() if "id" in one.attributes]
    assert len(set(ids)) == len(ids)
    assert all(link.attributes["href"][1:] in ids for link in golden_page.all("a"))


def test_the_page_says_its_language_and_refuses_everything_from_outside(
    golden_page: Element,
) -> None:
    assert golden_page.one("html").attributes["lang"] == "en"
    head = golden_page.one("head")
    policies = [
        one
        for one in head.all("meta")
        if one.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert [one.attributes["content"] for one in policies] == [POLICY]
    order = [one for one in head.walk() if one.tag in ("meta", "style")]
    assert order.index(policies[0]) < order.index(head.one("style"))


def test_nothing_runs_and_nothing_is_fetched(golden_page: Element, golden_html: str) -> None:
    assert not golden_page.all("script", "link", "iframe", "object", "embed", "form", "base")
    for one in golden_page.walk():
        assert not [name for name in one.attributes if name.startswith("on")]
        for name in ("src", "srcset", "href"):
            assert re.match(r"data:image/|#", one.attributes.get(name, "#"))
    style = golden_page.one("style").text
    assert "url(" not in style
    assert "@import" not in style
    assert "http:" not in golden_html
    assert "https:" not in golden_html


def test_tables_name_their_columns_and_rows(golden_page: Element) -> None:
    tables = golden_page.all("table")
    assert len(tables) == 9
    for one in tables:
        assert one.one("caption").text
        assert {cell.attributes["scope"] for cell in one.one("thead").all("th")} == {"col"}
        widths = {len(row.all("th", "td")) for row in one.all("tr")}
        assert len(widths) == 1
        for row in one.one("tbody").all("tr"):
            assert [cell.attributes["scope"] for cell in row.all("th")] == ["row"]


def test_what_scrolls_can_be_reached_by_keyboard_and_has_a_name(golden_page: Element) -> None:
    boxes = [one for one in golden_page.all("div") if one.attributes.get("class") == "table"]
    assert len(boxes) == len(golden_page.all("table"))
    assert all(one.attributes["tabindex"] == "0" for one in boxes)
    assert all(one.attributes["aria-label"] for one in boxes)
    assert "focus-visible" in golden_page.one("style").text


def test_every_chart_has_its_description_with_numbers(golden_page: Element) -> None:
    found = {
        one.one("figcaption").text: one.one("img").attributes["alt"]
        for one in golden_page.all("figure")
    }
    assert found["Deltas of RR@2, B − A"] == (
        "ΔRR@2, B − A, one bar a query: of 3 queries 2 improved, 0 tied, 1 regressed. "
        "Deltas from −0.500 to +1.000."
    )
    assert len(found) == 9
    assert all(text.endswith(".") for text in found.values())


def test_charts_come_in_light_and_in_dark_colours(golden_page: Element) -> None:
    half = len(golden_page.all("img"))
    light, dark = images(golden_page)[:half], images(golden_page)[half:]
    assert len(light) == len(dark) == 9
    assert all(b"#FFFFFF" in svg and b"#171614" not in svg for svg in light)
    assert all(b"#171614" in svg for svg in dark)
    media = {one.attributes["media"] for one in golden_page.all("source")}
    assert media == {"screen and (prefers-color-scheme: dark)"}


def test_the_footer_tells_when_and_with_what_it_was_made(golden_page: Element) -> None:
    text = golden_page.one("footer").text
    assert text.startswith("2031-02-03 04:05 UTC · ircompare")
    assert "numpy" in text
    assert "vl-convert-python" in text


def test_the_same_comparison_gives_the_same_bytes(golden: Comparison) -> None:
    first, second = (html(full_report([golden], Extras(draw=False))) for _ in range(2))
    assert first == second


def test_without_the_packages_the_report_says_what_to_install(
    golden: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "_NEEDED", {"altair": "Altair", "no_such_module": "vl-convert"})
    page = parsed(html(full_report([golden], Extras())))
    assert not page.all("img")
    assert (
        'No chart is drawn: vl-convert is not installed; pip install -e ".[report]" brings what '
        "charts need." in section(page, "Charts").text
    )
    assert "Queries by the rank" in section(page, "Charts").text


def test_without_jinja_the_way_out_is_named(
    golden: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = full_report([golden], Extras(draw=False))
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(InputError) as caught:
        html(made)
    assert str(caught.value) == (
        "Jinja2 is not installed, so no report can be written as HTML\n"
        "  expected: the packages of the extra report\n"
        '  mend:     pip install -e ".[report]", or write the report as Markdown'
    )


def test_without_statistics_the_conclusions_say_what_to_install(
    golden: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ircompare.inference.packages.NEEDED", {"no_such_module": "SciPy"})
    page = parsed(html(full_report([golden], Extras(draw=False))))
    assert section(page, "Would other queries agree?").text.split("\n")[-1].strip() == (
        'SciPy is not installed, so nothing can be tested. pip install -e ".[inference]"'
    )


def test_several_comparisons_stand_one_after_the_other(golden_pair: Make) -> None:
    pairs = [golden_pair(1), golden_pair(2)]
    page = parsed(html(full_report(pairs, Extras(draw=False))))
    assert [text for level, text in headings(page) if level < 3] == [
        "Comparisons",
        "Contents",
        "A fixture_A → B fixture_B, k = 1",
        "A fixture_A → B fixture_B, k = 2",
    ]
    levels = [level for level, _ in headings(page)]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    links = page.one("nav").all("a")
    assert [link.text for link in links].count("Regressions") == 2
    ids = [one.attributes["id"] for one in page.walk() if "id" in one.attributes]
    assert len(set(ids)) == len(ids)


def test_without_a_scored_query_the_report_says_why_and_how_it_was_computed(pair: Make) -> None:
    comparison = pair({"q": {"d": 0}}, {"q": "d"}, {"q": "d"})
    page = parsed(html(full_report([comparison], Extras())))
    lead = next(one for one in page.all("p") if one.attributes.get("class") == "lead")
    assert lead.text.startswith("No query can be scored")
    assert [text for level, text in headings(page) if level == 2] == [
        "Contents",
        "How this was computed",
    ]
