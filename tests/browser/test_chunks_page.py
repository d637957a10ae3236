"""The Chunks page in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

HELP = Path(__file__).resolve().parents[2] / "data" / "helpcentre"
CHARTS = '[data-testid="stVegaLiteChart"] :is(svg,canvas).marks'
SAMPLE = ("--sample", "helpcentre-chunks")
FILES = ["corpus.jsonl", "queries.jsonl", "qrels.txt", "chunk_map.tsv"]
RUNS = ["runs/bm25_chunks.run", "runs/lsa_chunks.run"]


def test_the_sample_opens_in_one_click_and_draws_every_chart(visit):
    watched = visit()
    watched.open("/chunks")
    watched.page.get_by_role("button", name="Open this sample").click()
    watched.see("The budget decides who leads in Recall@5")
    expect(watched.page.locator(CHARTS)).to_have_count(4, timeout=20_000)


def test_dropped_files_with_a_chunk_map_are_recognised(visit):
    watched = visit()
    watched.open()
    paths = [HELP / name for name in (*FILES, *RUNS)]
    watched.page.locator('input[type="file"]').first.set_input_files(paths)
    watched.settle()
    watched.see("130 of 141 queries are scored")
    watched.see("is read as chunks")
    watched.see("350 chunks")


def test_a_click_on_a_budget_looks_at_it_and_the_address_keeps_it(visit):
    watched = visit(*SAMPLE)
    watched.open("/chunks")
    chart = watched.page.locator(CHARTS).first
    expect(chart).to_be_visible(timeout=20_000)
    box = chart.bounding_box()
    watched.page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 150)
    watched.page.wait_for_url(re.compile(r"[?&]budget=[3-7](&|$)"), timeout=20_000)
    watched.settle()
    budget = re.search(r"[?&]budget=(\d)", watched.page.url)[1]
    field = watched.page.get_by_role("spinbutton", name="Budget in chunks")
    expect(field).to_have_value(budget)
    second = visit(*SAMPLE)
    second.page.goto(watched.page.url)
    second.settle()
    expect(second.page.get_by_role("spinbutton", name="Budget in chunks")).to_have_value(budget)


def test_the_budget_in_force_scores_every_page(visit):
    watched = visit(*SAMPLE)
    watched.open("/chunks")
    watched.page.get_by_role("button", name="Use on every page").click()
    watched.see("chunks: first 2 chunks, then collapse")
    watched.page.get_by_role("link", name="Compare").click()
    watched.settle()
    watched.see("0.403 → 0.380")
    watched.page.get_by_role("link", name="Query").click()
    watched.settle()
    watched.page.get_by_text("The chunks behind these documents").click()
    watched.see("en-")
    watched.settle()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(visit, scheme):
    watched = visit(*SAMPLE, width=390, height=844, scheme=scheme)
    watched.open("/chunks")
    expect(watched.page.locator(CHARTS)).to_have_count(4, timeout=20_000)
    wide = watched.page.evaluate(
        "() => { const main = document.querySelector('[data-testid=stMain]');"
        " return main.scrollWidth - main.clientWidth; }"
    )
    assert wide <= 1
