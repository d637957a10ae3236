"""The Query page in a real browser: opened from any mark or row, walked by keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

HEADING = '[data-testid="stHeading"], h1, h2, h3'


def shown(watched) -> str:
    """Id of the open query, as the address has it."""
    found = re.search(r"[?&]q=([^&]+)", watched.page.url)
    assert found, watched.page.url
    return found.group(1)


def open_from_table(watched, row: int = 0) -> None:
    """Select a row of the list by its box."""
    grid = watched.page.locator('[data-testid="stDataFrame"]').first
    grid.scroll_into_view_if_needed()
    watched.page.wait_for_timeout(800)
    box = grid.bounding_box()
    watched.page.mouse.click(box["x"] + 16, box["y"] + 36 + 36 * row + 16)
    watched.page.wait_for_url(re.compile(r"/query\?"), timeout=20_000)
    watched.settle()


def test_a_row_of_the_list_opens_its_query(visit):
    watched = visit("--sample", "tutorial")
    watched.open("/compare")
    open_from_table(watched)
    assert shown(watched) == "q2"
    watched.see("有哪些导出格式，分别怎样导出？")
    watched.see("1 of 1 regressed, largest loss first")


def test_a_mark_of_a_chart_opens_its_query(visit):
    watched = visit("--sample", "tutorial")
    watched.open("/compare")
    chart = watched.page.locator('[data-testid="stVegaLiteChart"]').nth(2)
    bars = chart.locator("path[aria-roledescription='bar']")
    expect(bars.first).to_be_visible(timeout=20_000)
    bars.first.click(force=True)
    watched.page.wait_for_url(re.compile(r"/query\?"), timeout=20_000)
    watched.settle()
    assert shown(watched) == "q2"


def test_ten_regressions_are_reviewed_by_keyboard_alone(visit):
    watched = visit("--sample", "helpcentre")
    watched.open("/query")
    watched.see("1 of 21 regressed, largest loss first")
    seen = [shown(watched)] if "q=" in watched.page.url else ["first"]
    for number in range(2, 11):
        watched.page.keyboard.press("j")
        watched.see(f"{number} of 21 regressed, largest loss first")
        seen.append(shown(watched))
    assert len(set(seen)) == 10
    watched.page.keyboard.press("k")
    watched.see("9 of 21 regressed, largest loss first")
    assert shown(watched) == seen[8]
    watched.page.keyboard.press("Escape")
    watched.page.wait_for_url(re.compile(r"/compare"), timeout=20_000)
    watched.see("showing 21 of 130 queries")


def test_the_list_that_was_seen_is_the_list_that_is_walked(visit):
    watched = visit("--sample", "helpcentre")
    watched.open("/compare?rr=improved&sort=gain")
    watched.see("showing 22 of 130 queries")
    open_from_table(watched)
    watched.see("1 of 22")
    first = shown(watched)
    watched.page.keyboard.press("j")
    watched.see("2 of 22")
    assert shown(watched) != first


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_deep_link_opens_the_query_in_a_new_tab_and_after_a_reload(visit, scheme):
    watched = visit("--sample", "helpcentre", scheme=scheme)
    watched.open("/query?q=q072&k=3")
    watched.see("E4103 keeps coming back")
    watched.page.reload()
    watched.settle()
    watched.see("E4103 keeps coming back")
    second = visit("--sample", "helpcentre", scheme=scheme)
    second.page.goto(watched.page.url)
    second.settle()
    second.see("E4103 keeps coming back")
    second.see("RR@3")


def test_typing_in_a_box_triggers_no_shortcut(visit):
    watched = visit("--sample", "helpcentre")
    watched.open("/query?q=q072")
    watched.see("E4103 keeps coming back")
    field = watched.page.get_by_role("spinbutton", name="Cutoff k").first
    field.click()
    watched.page.keyboard.type("jkx")
    watched.page.wait_for_timeout(1_000)
    watched.see("E4103 keeps coming back")
    assert shown(watched) == "q072"


def test_an_unknown_query_offers_the_nearest(visit):
    watched = visit("--sample", "tutorial")
    watched.open("/query?q=q22")
    watched.see("q22")
    watched.see("q2")
