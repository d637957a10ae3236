"""The Slices page in a real browser."""

from __future__ import annotations

import csv

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CHARTS

TABLES = '[data-testid="stDataFrame"]'
SAMPLE = ("--sample", "helpcentre")


def click_row(watched, label: str) -> None:
    """Click the chart beside the label of a slice."""
    watched.charts(1)
    chart = watched.page.locator(CHARTS)
    chart.scroll_into_view_if_needed()
    whole, beside = chart.bounding_box(), chart.get_by_text(label, exact=True).bounding_box()
    x, y = beside["x"] - whole["x"] + 200, beside["y"] - whole["y"] + beside["height"] / 2
    chart.click(position={"x": x, "y": y})


def test_a_click_on_a_slice_lists_its_queries_and_the_address_keeps_it(visit):
    watched = visit(*SAMPLE)
    watched.open("/slices")
    watched.see("4 of 27 slices looked at")
    expect(watched.page.locator(TABLES)).to_have_count(1)
    click_row(watched, "26–86")
    watched.see("Queries of frequency 26–86")
    watched.see("showing 32 of 130 queries")
    watched.address(r"[?&]field=frequency(&|$)")
    watched.address(r"[?&]slice=")
    second = visit(*SAMPLE)
    second.open(watched.here())
    second.see("Queries of frequency 26–86")
    second.page.get_by_role("button", name="Open in Compare").click()
    second.see("In RR 22 improved")
    second.see("showing 32 of 130 queries")


def test_the_row_of_all_queries_lists_nothing(visit):
    watched = visit(*SAMPLE)
    watched.open("/slices")
    with watched.said():
        click_row(watched, "all queries")
    field = watched.cutoff()
    field.fill("3")  # what the click had done would be done before this
    field.press("Enter")
    watched.see("By frequency MRR@3")
    assert "slice=" not in watched.here()
    expect(watched.page.locator(TABLES)).to_have_count(1)


def test_a_slice_is_listed_and_a_query_opened_by_keyboard_alone(visit):
    watched = visit(*SAMPLE)
    watched.open("/slices")
    watched.see("By frequency MRR@5")
    field = watched.page.get_by_role("combobox", name="List below the queries of")
    field.focus()
    watched.page.keyboard.press("Enter")
    watched.page.keyboard.type("26")
    expect(watched.page.get_by_role("option")).to_have_text(["26–86"])
    watched.page.keyboard.press("Enter")
    watched.see("Queries of frequency 26–86")
    expect(watched.page.locator(TABLES)).to_have_count(2)
    watched.grid(1, of=2).locator("canvas").first.focus()
    watched.page.keyboard.press("ArrowDown")
    watched.page.keyboard.press("Shift+Space")
    watched.see("2 of 32 frequency 26–86, largest loss first")


def test_no_column_is_cut_on_a_page_of_1280(visit):
    watched = visit(*SAMPLE, width=1280)
    watched.open("/slices?field=domain")
    watched.charts(1)
    watched.uncut(0, of=1)


def test_the_slices_are_saved_as_csv(visit, tmp_path):
    watched = visit(*SAMPLE)
    watched.open("/slices")
    saved = watched.saved("Save as CSV", tmp_path / "slices.csv")
    with saved.open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["slice"] for row in rows] == ["2–5", "6–25", "26–86", "88–3200"]
    assert (rows[2]["rr_delta_numerator"], rows[2]["rr_delta_denominator"]) == ("-7", "128")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(visit, scheme):
    watched = visit(*SAMPLE, width=390, height=844, scheme=scheme)
    watched.open("/slices?field=domain")
    watched.charts(1)
    watched.fits()


def test_dark_mode_takes_lighter_tones(visit):
    watched = visit(*SAMPLE, scheme="dark")
    watched.open("/slices")
    watched.tones("#56B4E9", "#0072B2")
