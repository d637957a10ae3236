"""The Chunks page in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import CHARTS

HELP = Path(__file__).resolve().parents[2] / "data" / "helpcentre"
SAMPLE = ("--sample", "helpcentre-chunks")
FILES = ["corpus.jsonl", "queries.jsonl", "qrels.txt", "chunk_map.tsv"]
RUNS = ["runs/bm25_chunks.run", "runs/lsa_chunks.run"]


def test_the_sample_opens_in_one_click_and_draws_every_chart(visit):
    watched = visit()
    watched.open("/chunks")
    watched.page.get_by_role("button", name="Open this sample").click()
    watched.see("The budget decides who leads in Recall@5")
    watched.charts(4)


def test_dropped_files_with_a_chunk_map_are_recognised(visit):
    watched = visit()
    watched.open()
    watched.give(*(HELP / name for name in (*FILES, *RUNS)))
    watched.see("130 of 141 queries are scored")
    watched.see("is read as chunks")
    watched.see("350 chunks")


def test_a_click_on_a_budget_looks_at_it_and_the_address_keeps_it(visit):
    watched = visit(*SAMPLE)
    watched.open("/chunks")
    watched.charts(4)
    chart = watched.page.locator(CHARTS).first
    chart.click(position={"x": chart.bounding_box()["width"] * 0.5, "y": 150})
    budget = watched.address(r"[?&]budget=([3-7])(?:&|$)")
    field = watched.page.get_by_role("spinbutton", name="Budget in chunks")
    expect(field).to_have_value(budget)
    second = visit(*SAMPLE)
    second.open(watched.here())
    expect(second.page.get_by_role("spinbutton", name="Budget in chunks")).to_have_value(budget)


def test_the_budget_in_force_scores_every_page(visit):
    watched = visit(*SAMPLE)
    watched.open("/chunks")
    watched.page.get_by_role("button", name="Use on every page").click()
    watched.see("chunks: first 2 chunks, then collapse")
    watched.follow("Compare")
    watched.see("0.403 → 0.380")
    watched.follow("Query")
    watched.page.get_by_text("The chunks behind these documents").click()
    watched.see("en-")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(visit, scheme):
    watched = visit(*SAMPLE, width=390, height=844, scheme=scheme)
    watched.open("/chunks")
    watched.charts(4)
    watched.fits()
