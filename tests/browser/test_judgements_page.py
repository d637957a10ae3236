"""What-if judgements and suspects in a real browser: by keyboard, across pages, out as a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

BANNER = "1 what-if judgement, not in your qrels"


def marked(watched) -> None:
    """Open a query, choose the first relevant document of A and mark it not relevant, by keys."""
    watched.open("/query?q=q072&k=5")
    watched.see("E4103 keeps coming back")
    first = watched.page.get_by_role("button", name=re.compile("First relevant in A"))
    expect(first).to_be_enabled()
    watched.page.keyboard.press("a")
    button = watched.page.get_by_role("button", name=re.compile("Not relevant"))
    expect(button).to_be_enabled()
    watched.page.keyboard.press("n")
    watched.see(BANNER)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_document_is_judged_by_keyboard_and_every_page_follows(visit, scheme):
    watched = visit("--sample", "helpcentre", scheme=scheme)
    marked(watched)
    watched.see("Nothing is relevant to this query, so it has no value.")
    watched.see("1 query no longer scored: q072.")
    watched.follow("Compare")
    watched.see(BANNER)
    watched.see("on 129 queries")
    watched.reload()
    watched.see(BANNER)
    watched.page.get_by_role("button", name="Discard").click()
    expect(watched.page.get_by_text(BANNER)).to_have_count(0)
    watched.see("on 130 queries")


def test_the_patch_is_saved_as_qrels(visit):
    watched = visit("--sample", "helpcentre")
    marked(watched)
    with watched.page.expect_download() as saved:
        watched.page.get_by_role("button", name="Export patch").click()
    assert saved.value.suggested_filename == "what-if.qrels"
    assert Path(saved.value.path()).read_text() == "q072\t0\tzh-errors-007\t0\n"


def test_a_suspect_opens_its_query_with_the_document_to_judge(visit):
    watched = visit("--sample", "helpcentre")
    watched.open("/judgements?k=5")
    watched.see("134 judgements deserve a second look")
    watched.grid(of=1).click(position={"x": 60, "y": 35 + 17})
    watched.address(r"/query\?.*q=q073")
    watched.see("en-errors-007 · not relevant, grade 0")
