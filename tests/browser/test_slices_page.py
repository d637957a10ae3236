"""The Slices page in a real browser."""

from __future__ import annotations

import csv
import re

import pytest
from playwright.sync_api import expect

CHARTS = '[data-testid="stVegaLiteChart"] :is(svg,canvas).marks'
TABLES = '[data-testid="stDataFrame"]'
SAMPLE = ("--sample", "helpcentre")
HEADER = ROW = 35


def row_of(watched, label: str) -> dict[str, float]:
    """Where the label of a slice stands in the chart."""
    chart = watched.page.locator(CHARTS).first
    expect(chart).to_be_visible(timeout=20_000)
    chart.scroll_into_view_if_needed()
    return chart.get_by_text(label, exact=True).bounding_box()


def test_a_click_on_a_slice_lists_its_queries_and_the_address_keeps_it(visit):
    watched = visit(*SAMPLE)
    watched.open("/slices")
    watched.see("4 of 27 slices looked at")
    expect(watched.page.locator(TABLES)).to_have_count(1)
    label = row_of(watched, "26–86")
    watched.page.mouse.click(label["x"] + 200, label["y"] + label["height"] / 2)
    watched.see("Queries of frequency 26–86")
    watched.see("showing 32 of 130 queries")
    watched.settle()
    assert re.search(r"[?&]field=frequency(&|$)", watched.page.url)
    second = visit(*SAMPLE)
    second.page.goto(watched.page.url)
    second.settle()
    second.see("Queries of frequency 26–86")
    second.page.get_by_role("button", name="Open in Compare").click()
    second.see("In RR 22 improved")
    second.see("showing 32 of 130 queries")


def test_the_row_of_all_queries_lists_nothing(visit):
    watched = visit(*SAMPLE)
    watched.open("/slices")
    label = row_of(watched, "all queries")
    watched.page.mouse.click(label["x"] + 200, label["y"] + label["height"] / 2)
    watched.settle()
    assert "slice=" not in watched.page.url
    expect(watched.page.locator(TABLES)).to_have_count(1)


def test_a_slice_is_listed_and_a_query_opened_by_keyboard_alone(visit):
    watched = visit(*SAMPLE)
    watched.open("/slices")
    watched.see("By frequency MRR@5")
    field = watched.page.get_by_role("combobox", name="List below the queries of")
    field.focus()
    watched.page.keyboard.press("Enter")
    watched.page.keyboard.type("26")
    watched.page.keyboard.press("Enter")
    watched.see("Queries of frequency 26–86")
    watched.settle()
    tables = watched.page.locator(TABLES)
    expect(tables).to_have_count(2)
    tables.nth(1).locator("canvas").first.focus()
    watched.page.keyboard.press("ArrowDown")
    watched.page.keyboard.press("Shift+Space")
    watched.see("2 of 32 frequency 26–86, largest loss first")


def test_the_slices_are_saved_as_csv(visit, tmp_path):
    watched = visit(*SAMPLE)
    watched.open("/slices")
    with watched.page.expect_download() as waiting:
        watched.page.get_by_role("button", name="Save as CSV").click()
    saved = tmp_path / "slices.csv"
    waiting.value.save_as(saved)
    with saved.open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["slice"] for row in rows] == ["2–5", "6–25", "26–86", "88–3200"]
    assert (rows[2]["rr_delta_numerator"], rows[2]["rr_delta_denominator"]) == ("-7", "128")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(visit, scheme):
    watched = visit(*SAMPLE, width=390, height=844, scheme=scheme)
    watched.open("/slices?field=domain")
    expect(watched.page.locator(CHARTS)).to_have_count(1, timeout=20_000)
    wide = watched.page.evaluate(
        "() => { const main = document.querySelector('[data-testid=stMain]');"
        " return main.scrollWidth - main.clientWidth; }"
    )
    assert wide <= 1


def test_dark_mode_takes_lighter_tones(visit):
    watched = visit(*SAMPLE, scheme="dark")
    watched.open("/slices")
    chart = watched.page.locator(CHARTS).first
    expect(chart).to_be_visible(timeout=20_000)
    markup = chart.evaluate("mark => mark.outerHTML")
    assert "#56B4E9" in markup
    assert "#0072B2" not in markup
