"""The Query page in a real browser: opened from any mark or row, walked by keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

HEADING = '[data-testid="stHeading"], h1, h2, h3'


def shown(watched, before: str = "") -> str:
    """Id of the open query, as the address has it, once it is another than before."""
    other = f"(?!{re.escape(before)}(?:&|$))" if before else ""
    return watched.address(f"[?&]q={other}([^&]+)")


def open_from_table(watched, row: int = 0) -> None:
    """Select a row of the list by its box."""
    watched.grid(of=1).click(position={"x": 16, "y": 36 + 36 * row + 16})
    watched.address(r"/query\?")


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
    watched.charts(6)
    chart = watched.page.locator('[data-testid="stVegaLiteChart"]').nth(2)
    bars = chart.locator("path[aria-roledescription='bar']")
    expect(bars.first).to_be_visible()
    bars.first.scroll_into_view_if_needed()
    bars.first.click(force=True)
    watched.address(r"/query\?")
    assert shown(watched) == "q2"


def test_ten_regressions_are_reviewed_by_keyboard_alone(visit):
    watched = visit("--sample", "helpcentre")
    watched.open("/query")
    watched.see("1 of 21 regressed, largest loss first")
    watched.page.keyboard.press("j")
    watched.see("2 of 21 regressed, largest loss first")
    second = shown(watched)
    watched.page.keyboard.press("k")
    watched.see("1 of 21 regressed, largest loss first")
    seen = [shown(watched, second)]
    for number in range(2, 11):
        watched.page.keyboard.press("j")
        watched.see(f"{number} of 21 regressed, largest loss first")
        seen.append(shown(watched, seen[-1]))
    assert seen[1] == second
    assert len(set(seen)) == 10
    watched.page.keyboard.press("k")
    watched.see("9 of 21 regressed, largest loss first")
    assert shown(watched, seen[9]) == seen[8]
    watched.page.keyboard.press("Escape")
    watched.address("/compare")
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
    assert shown(watched, first) != first


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_deep_link_opens_the_query_in_a_new_tab_and_after_a_reload(visit, scheme):
    watched = visit("--sample", "helpcentre", scheme=scheme)
    watched.open("/query?q=q072&k=3")
    watched.see("E4103 keeps coming back")
    watched.reload()
    watched.see("E4103 keeps coming back")
    second = visit("--sample", "helpcentre", scheme=scheme)
    second.open(watched.here())
    second.see("E4103 keeps coming back")
    second.see("RR@3")


def test_typing_in_a_box_triggers_no_shortcut(visit):
    watched = visit("--sample", "helpcentre")
    watched.open("/query?q=q072")
    watched.see("E4103 keeps coming back")
    field = watched.cutoff()
    field.click()
    watched.page.keyboard.type("jkx")
    field.fill("4")  # what a shortcut had done would be done before this
    field.press("Enter")
    watched.see("RR@4")
    watched.see("E4103 keeps coming back")
    assert "q=q072" in watched.here()


def test_an_unknown_query_offers_the_nearest(visit):
    watched = visit("--sample", "tutorial")
    watched.open("/query?q=q22")
    watched.see("q22")
    watched.see("q2")
