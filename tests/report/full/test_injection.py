"""Whatever a file says stands in a report as text, in HTML, in its images and in Markdown."""

from __future__ import annotations

import html as entities
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from ircompare.errors import Problem
from ircompare.model.visible import visible
from ircompare.report.full.blocks import (
    Facts,
    FullReport,
    Items,
    Picture,
    Section,
    Strip,
    Table,
    Text,
)
from ircompare.report.full.build import full_report
from ircompare.report.full.extras import Extras
from ircompare.report.full.html import html
from ircompare.report.full.markdown import markdown
from ircompare.report.phrases import shortened
from ircompare.scoring.comparison import Comparison, Counts
from tests.report.full.evil import ATTACKS, IN_TEXTS, evil_comparison
from tests.report.full.pages import Element, images, parsed, section, table

TAGS = {
    *("html", "head", "meta", "title", "style", "body", "a", "header", "nav", "main", "footer"),
    *("h1", "h2", "h3", "h4", "ol", "ul", "li", "bdi", "section", "p", "div", "span"),
    *("table", "caption", "thead", "tbody", "tr", "th", "td", "dl", "dt", "dd"),
    *("figure", "figcaption", "picture", "source", "img"),
}
ATTRIBUTES = {
    *("lang", "charset", "http-equiv", "content", "name", "class", "href", "id", "dir", "scope"),
    *("role", "tabindex", "aria-label", "aria-labelledby", "style", "src", "srcset", "media"),
    "alt",
}
DRAWN = {"svg", "g", "path", "line", "rect", "text", "clipPath", "defs", "title"}
ANY = st.text(st.characters(codec=None, exclude_categories=[]), max_size=40)


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return evil_comparison()


@pytest.fixture(scope="module")
def report(comparison: Comparison) -> FullReport:
    remark = Problem("x", ATTACKS[0], ATTACKS[1], expected=ATTACKS[2], found=ATTACKS[3])
    extras = Extras(
        fields=["field"], warnings=[remark], further=[ATTACKS[4]], limits=[[ATTACKS[5]]]
    )
    return full_report([comparison], extras)


@pytest.fixture(scope="module")
def page(report: FullReport) -> Element:
    return parsed(html(report))


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_no_element_and_no_attribute_comes_from_a_file(page: Element) -> None:
    assert {one.tag for one in page.walk()} - {""} <= TAGS
    assert {name for one in page.walk() for name in one.attributes} <= ATTRIBUTES
    styles = [one.attributes["style"] for one in page.walk() if "style" in one.attributes]
    assert styles
    assert all(style.startswith("flex-grow: ") and style[11:].isdigit() for style in styles)
    assert len(page.all("style")) == 1


@pytest.mark.parametrize("attack", [*ATTACKS, *IN_TEXTS])
def test_an_attack_is_read_as_it_was_written(page: Element, attack: str) -> None:
    assert visible(squeezed(attack)) in squeezed(page.one("body").text)


def test_ids_stand_whole_in_the_tables(page: Element, comparison: Comparison) -> None:
    query = comparison.a.scope.query_ids[0]
    regressed = section(page, "Regressions").all("h3")
    titles = {one.text for one in regressed}
    shown = visible(shortened(IN_TEXTS[0], 300))
    assert f"{query}: {shown}" in titles
    told = next(one for one in page.all("section") if one.all("h3")[:1] == regressed[:1])
    assert any(cell.text.startswith("d") for row in told.all("tr") for cell in row.all("th"))
    assert [row[0] for row in table(page, "All 16 queries")[1:]] == [
        visible(comparison.a.scope.query_ids[at])
        for at in comparison.loss_order("rr", "recall").tolist()
    ]


def test_nothing_hides_in_the_page(report: FullReport) -> None:
    text = html(report)
    for char in ("\u202e", "\u2066", "\u200b", "\x00", "\x1b", "\ud800", "\u2028"):
        assert char not in text
    assert "49" not in [one.text for one in parsed(text).all("h1", "h2", "h3", "p")]


def test_images_hold_shapes_and_texts_only(page: Element) -> None:
    found = images(page)
    assert len(found) > 10
    texts = []
    for svg in found:
        root = ElementTree.fromstring(svg.decode())
        for element in root.iter():
            assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in DRAWN
            for name, value in element.attrib.items():
                assert not name.lower().startswith("on")
                assert "href" not in name
                assert "url(" not in value or value.startswith("url(#")
            texts.append("".join(element.itertext()))
    assert any("<script>alert" in text for text in texts)


def tokens(text: str) -> list[str]:
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    found = []
    for token in reader.parse(text):
        found.append(token.type)
        found += [child.type for child in token.children or []]
    return found


def test_markdown_shows_everything_literally(report: FullReport) -> None:
    text = markdown(report)
    kinds = set(tokens(text))
    assert kinds & {"html_block", "html_inline", "image", "link_open", "code_inline"} == set()
    assert kinds & {"fence", "code_block", "s_open", "em_open", "hr", "blockquote_open"} == set()
    shown = MarkdownIt("commonmark").enable("table").render(text)
    plain = squeezed(entities.unescape(shown.replace("<strong>", "").replace("</strong>", "")))
    for attack in (*ATTACKS, *IN_TEXTS):
        assert visible(squeezed(attack)) in plain


def test_every_row_of_a_markdown_table_has_as_many_cells_as_its_head(report: FullReport) -> None:
    reader = MarkdownIt("commonmark").enable("table")
    rows, widths = [], []
    for token in reader.parse(markdown(report)):
        if token.type == "tr_open":
            rows.append(0)
        elif token.type in ("td_open", "th_open"):
            rows[-1] += 1
        elif token.type == "table_close":
            widths.append(set(rows))
            rows = []
    assert len(widths) > 10
    assert all(len(found) == 1 for found in widths)


def of_texts(text: str) -> FullReport:
    """A report in which one text stands everywhere."""
    blocks = (
        Text(text),
        Text(text, "lead"),
        Facts([(text, text)]),
        Items([text]),
        Table(text, (text, text), [(text, text)], strong=frozenset({(0, 0)})),
        Strip(text, Counts(1, 2, 3)),
        Picture(text, text, b"<svg/>", b"<svg/>"),
    )
    return FullReport(text, [*blocks, Section(text, [Text(text)])], text)


@pytest.fixture(scope="module")
def shape() -> list[str]:
    """The elements of such a report, whatever the text."""
    return [one.tag for one in parsed(html(of_texts("x"))).walk()]


@given(ANY)
@settings(max_examples=150)
def test_no_text_changes_the_elements_of_a_page(shape: list[str], text: str) -> None:
    page = parsed(html(of_texts(f"x{text}x")))
    assert [one.tag for one in page.walk()] == shape
    assert page.one("main").all("p")[0].text == visible(f"x{text}x")


@given(ANY)
@settings(max_examples=150)
def test_no_text_changes_the_structure_of_the_markdown(text: str) -> None:
    text = f"x{text}x"
    found, usual = tokens(markdown(of_texts(text))), tokens(markdown(of_texts("x")))
    keep = {"text", "text_special", "softbreak"}
    assert [kind for kind in found if kind not in keep] == [
        kind for kind in usual if kind not in keep
    ]


@pytest.mark.parametrize("start", ["- ", "+ ", "1. ", "12) ", "# ", "> ", "* ", "---", "    x"])
def test_no_paragraph_of_the_markdown_becomes_a_list_or_a_heading(
    start: str, shape: Callable[..., object]
) -> None:
    found = tokens(markdown(FullReport("x", [Text(f"{start}x")], "x")))
    assert found.count("paragraph_open") == 2
    assert found.count("heading_open") == 1
    assert "bullet_list_open" not in found
    assert "ordered_list_open" not in found
