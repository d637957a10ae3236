"""The Scorecard page in a real browser."""

from __future__ import annotations

import csv
import json

import pytest
from playwright.sync_api import expect

CHARTS = '[data-testid="stVegaLiteChart"] :is(svg,canvas).marks'
SAMPLE = ("--sample", "helpcentre")


def test_the_sample_opens_with_twelve_values_and_saves_them(visit, tmp_path):
    watched = visit(*SAMPLE)
    watched.open("/scorecard")
    watched.see("12 of 12 dimensions have values.")
    expect(watched.page.locator(CHARTS)).to_have_count(1, timeout=20_000)
    with watched.page.expect_download() as waiting:
        watched.page.get_by_role("button", name="Save as CSV").click()
    saved = tmp_path / "scorecard.csv"
    waiting.value.save_as(saved)
    with saved.open(encoding="utf-8-sig", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if not row["part"]]
    assert len(rows) == 12
    with watched.page.expect_download() as waiting:
        watched.page.get_by_role("button", name="Save as JSON").click()
    waiting.value.save_as(saved)
    assert json.loads(saved.read_text("utf-8"))["settings"]["head_min"] == 100


def test_the_inputs_of_a_row_show_on_hover(visit):
    watched = visit(*SAMPLE)
    watched.open("/scorecard")
    watched.see("p95 latency")
    row = watched.page.locator('[data-testid="stMarkdown"]', has_text="p95 latency").first
    row.get_by_test_id("stTooltipIcon").hover()
    watched.see("inverted_cdf, an observed value")
    watched.see("lower is better")


def test_a_service_level_and_a_profile_are_used(visit):
    watched = visit(*SAMPLE)
    watched.open("/scorecard")
    watched.page.get_by_label("Recall of at least").fill("0.5")
    watched.page.keyboard.press("Enter")
    watched.see("keep the service level")
    watched.page.get_by_role("tab", name="What if (not validated)").click()
    watched.page.get_by_role("combobox", name="Weights of").click()
    watched.page.keyboard.type("customer")
    watched.page.keyboard.press("Enter")
    watched.see("composite of declared weights, not validated")
    assert "customer-service" in watched.page.url


def test_a_template_is_saved_from_a_grey_row(visit, tmp_path):
    watched = visit("--sample", "tutorial")
    watched.open("/scorecard")
    watched.see("needs: table of variants")
    with watched.page.expect_download() as waiting:
        watched.page.get_by_role("button", name="Template: variants").click()
    saved = tmp_path / "variants.csv"
    waiting.value.save_as(saved)
    assert saved.read_text("utf-8-sig").splitlines()[0] == "variant_id,original_id"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(visit, scheme):
    watched = visit(*SAMPLE, width=390, height=844, scheme=scheme)
    watched.open("/scorecard")
    expect(watched.page.locator(CHARTS)).to_have_count(1, timeout=20_000)
    wide = watched.page.evaluate(
        "() => { const main = document.querySelector('[data-testid=stMain]');"
        " return main.scrollWidth - main.clientWidth; }"
    )
    assert wide <= 1
