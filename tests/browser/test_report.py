"""The report in a real browser: offline, light and dark, printed, on a phone, and downloaded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ircompare.report.full.build import full_report
from ircompare.report.full.extras import Extras
from ircompare.report.full.html import html
from tests.browser.conftest import MILLISECONDS
from tests.report.full.evil import evil_comparison
from tests.report.full.pages import parsed, section

WIDE = """
() => [...document.querySelectorAll(".table, main, pre, figure")]
    .filter(one => one.scrollWidth > one.clientWidth + 1)
    .map(one => one.innerText.slice(0, 60))
"""
DRAWN = "() => [...document.images].every(one => one.complete && one.naturalWidth > 0)"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report in which every text is an attack."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(html(full_report([evil_comparison()], Extras())), "utf-8")
    return path


@pytest.fixture
def read(chromium: Any, report: Path) -> Iterator[Callable[..., Any]]:
    """Opens the report; at the end nothing was asked of any host and nothing ran."""
    asked: list[str] = []
    heard: list[str] = []
    contexts = []

    def start(width: int = 1200, **options: Any) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": 900}, **options)
        context.set_default_timeout(MILLISECONDS)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: heard.append(message.text))
        page.on("dialog", lambda dialog: heard.append(dialog.message))
        page.goto(report.as_uri())
        page.wait_for_function(DRAWN)
        return page

    yield start
    for context in contexts:
        context.close()
    assert [url for url in asked if url != report.as_uri() and not url.startswith("data:")] == []
    assert heard == []


@pytest.mark.parametrize(
    ("scheme", "colour"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(23, 22, 20)")]
)
def test_it_follows_the_appearance_asked_for(
    read: Callable[..., Any], scheme: str, colour: str
) -> None:
    page = read(color_scheme=scheme)
    background = "() => getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == colour
    shown = page.evaluate("() => atob(document.images[0].currentSrc.split(',')[1])")
    assert ("#171614" in shown) == (scheme == "dark")


@pytest.mark.parametrize("width", [390, 1200])
def test_only_tables_scroll_sideways(read: Callable[..., Any], width: int) -> None:
    page = read(width)
    assert page.evaluate("() => document.documentElement.scrollWidth") == width


def test_on_a_phone_a_long_text_is_not_cut_into_single_letters(read: Callable[..., Any]) -> None:
    page = read(390)
    widths = page.evaluate(
        "() => [...document.querySelectorAll('tbody .words')]"
        ".filter(cell => cell.innerText.length > 30).map(cell => cell.offsetWidth)"
    )
    assert widths
    assert min(widths) >= 120


def test_printed_it_is_light_and_cuts_nothing_off(read: Callable[..., Any]) -> None:
    # The width of A4 between its margins.
    page = read(688, color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate(WIDE) == []
    background = "() => getComputedStyle(document.documentElement).getPropertyValue('--page')"
    assert page.evaluate(background).strip() == "#ffffff"
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_its_contents_are_reached_by_keyboard(read: Callable[..., Any]) -> None:
    page = read()
    for _ in ("the way past the table", "the table of means", "Charts", "Regressions"):
        page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.innerText") == "Regressions"
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("#part-2$"))
    assert page.locator("section:target > h2").inner_text() == "Regressions"


def test_the_compare_page_hands_out_the_report(visit: Callable[..., Any], tmp_path: Path) -> None:
    watched = visit("--sample", "tutorial")
    watched.open("/compare")
    watched.see("Recall@")
    with watched.page.expect_download() as held:
        watched.page.get_by_role("button", name="Download report").click()
    assert held.value.suggested_filename.endswith(".html")
    held.value.save_as(tmp_path / "report.html")
    page = parsed((tmp_path / "report.html").read_text("utf-8"))
    assert section(page, "Regressions").all("h3")
