"""The Gate page in a real browser: the demonstration, its charts, links, files and addresses."""

from __future__ import annotations

import json
import zipfile

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CHARTS

SIDEBAR = '[data-testid="stSidebar"]'
MAIN = '[data-testid="stMain"]'


def demonstrated(watched) -> None:
    """Open the page and hold LSA against BM25."""
    watched.open("/gate")
    watched.page.get_by_role("button", name="Hold LSA against BM25").click()
    watched.see("243 of 606 baseline slots not recalled.")


def test_one_click_shows_a_gate_that_fails_and_why(visit):
    watched = visit()
    demonstrated(watched)
    watched.see(
        "Every page of the baseline is still in the top 5. This failed and decided: GATE_FAIL."
    )
    watched.see("All 5 pages are still in the library.")
    watched.charts(2)


def test_the_badge_follows_to_every_page(visit):
    watched = visit()
    demonstrated(watched)
    for name in ("Data", "Compare", "Cutoffs"):
        watched.follow(name)
        expect(watched.page.locator(SIDEBAR).get_by_text("Gate: GATE_FAIL")).to_be_visible()
    watched.follow("Compare")
    expect(watched.page.locator(MAIN).get_by_text("Gate: GATE_FAIL")).to_be_visible()


def test_the_address_opens_the_same_gate_in_a_new_tab(visit):
    watched = visit()
    demonstrated(watched)
    second = visit()
    watched.address(r"[?&]judged=")
    second.open(watched.here())
    second.see("243 of 606 baseline slots not recalled.")


def test_a_click_on_a_bar_lists_its_queries(visit):
    watched = visit()
    demonstrated(watched)
    watched.charts(2)
    bars = watched.page.locator(CHARTS).first.locator('[aria-roledescription="bar"]')
    bars.last.scroll_into_view_if_needed()
    bars.last.click(force=True)
    watched.see("showing 5 of 138 queries")
    watched.see("Jaccard 1")
    watched.page.get_by_role("button", name="Clear").click()
    watched.see("showing 107 of 138 queries")


def test_a_miss_leads_to_its_query(visit):
    watched = visit()
    demonstrated(watched)
    watched.page.get_by_role("button", name="Open the query").first.click()
    watched.address(r"/query\?")
    watched.see("free up disk space on my laptop")


def test_report_and_baseline_are_saved_and_taken_back(visit, tmp_path):
    watched = visit()
    demonstrated(watched)
    watched.page.get_by_role("button", name="Save report").click()
    report = watched.saved("JSON, for the history", tmp_path / "gate.json")
    assert json.loads(report.read_text("utf-8"))["recallMisses"] == 243
    watched.page.keyboard.press("Escape")
    watched.give(report, into="Load earlier reports")
    watched.see("0 since the previous report")
    watched.charts(3)
    other = tmp_path / "other.json"
    other.write_text(report.read_text("utf-8").replace('"sample"', '"other"'), "utf-8")
    watched.give(other, into="Load earlier reports")
    watched.see("previous report belongs to another baseline version")
    watched.page.get_by_text("Baseline, runs and library").click()
    watched.page.get_by_role("button", name="Keep it").click()
    archive = watched.saved("Download both files", tmp_path / "baseline.zip")
    assert zipfile.ZipFile(archive).namelist() == ["baseline.json", "baseline.meta.json"]
    second = visit("--sample", "helpcentre")
    second.open("/gate")
    second.give(archive, into="Load a baseline")
    second.see("Gate: NOT RUN")
    second.page.get_by_label("Engine version", exact=True).fill("2.0")
    second.page.keyboard.press("Enter")
    second.see("243 of 606 baseline slots not recalled.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(visit, scheme):
    watched = visit(width=390, height=844, scheme=scheme)
    demonstrated(watched)
    watched.charts(2)
    watched.fits()
