"""The Scorecard page in a real browser."""

from __future__ import annotations

import csv
import json

import pytest
from playwright.sync_api import expect

from tests.conftest import DATA

SAMPLE = ("--sample", "helpcentre")


def test_the_sample_opens_with_twelve_values_and_saves_them(visit, tmp_path):
    watched = visit(*SAMPLE)
    watched.open("/scorecard")
    watched.see("12 of 12 dimensions have values.")
    watched.charts(1)
    saved = watched.saved("Save as CSV", tmp_path / "scorecard.csv")
    with saved.open(encoding="utf-8-sig", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if not row["part"]]
    assert len(rows) == 12
    watched.saved("Save as JSON", saved)
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
    watched.address("customer-service")


def test_a_template_is_saved_from_a_grey_row(visit, tmp_path):
    watched = visit("--sample", "tutorial")
    watched.open("/scorecard")
    watched.see("needs: table of variants")
    saved = watched.saved("Template: variants", tmp_path / "variants.csv")
    assert saved.read_text("utf-8-sig").splitlines()[0] == "variant_id,original_id"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(visit, scheme):
    watched = visit(*SAMPLE, width=390, height=844, scheme=scheme)
    watched.open("/scorecard")
    watched.charts(1)
    watched.fits()


# Every text of the page that is wider than its place, or is cut with an ellipsis.
CUT = """() => [...document.querySelectorAll(
    '[data-testid=stMain] :is(p, li, label, summary, h4, code, [data-testid=stMarkdown])')]
  .filter(one => one.offsetParent !== null && one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).display !== 'inline' && one.clientWidth > 0)
  .map(one => one.textContent)"""


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("sample", ["helpcentre", "tutorial"])
@pytest.mark.parametrize("tab", ["Twelve dimensions", "What if (not validated)", "Companions"])
def test_no_text_is_cut_off(visit, width, sample, tab):
    watched = visit("--sample", sample, width=width)
    watched.open('/scorecard?card={"profile":"customer-service"}')
    watched.page.get_by_role("tab", name=tab).click()
    panel = watched.page.get_by_role("tabpanel", name=tab)
    expect(panel.get_by_role("button").first).to_be_visible()
    watched.fits()
    assert watched.page.evaluate(CUT) == []


@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_declared_fits_its_place(visit, width):
    watched = visit(*SAMPLE, width=width)
    watched.open("/scorecard")
    watched.page.get_by_text("Declare", exact=True).click()
    watched.see("Declare these before you look at the values")
    watched.fits()
    assert watched.page.evaluate(CUT) == []
    level = watched.page.get_by_role("spinbutton", name="Frequent from")
    level.fill("")
    level.press("Enter")
    watched.see("head_min")


RULES = """[[rules]]
dimension = "ndcg_at_10"
kind = "relative"
worse_by = 0.5
least_n = 3
"""


def test_alert_rules_are_copied_given_and_taken_back(visit, tmp_path):
    watched = visit(*SAMPLE)
    watched.open("/scorecard")
    watched.page.get_by_role("tab", name="Companions").click()
    saved = watched.saved("Copy the package's rules", tmp_path / "rules.toml")
    assert 'dimension = "p95_latency"' in saved.read_text("utf-8")
    watched.see("worse by 181.7 %")
    watched.page.get_by_text("Give alert rules of your own").click()
    own = tmp_path / "own.toml"
    own.write_text(RULES, "utf-8")
    watched.give(own, into="A TOML file as the one above")
    watched.see("1 rule from own.toml")
    expect(watched.page.get_by_text("worse by 181.7 %")).to_have_count(0)
    own.write_text(RULES.replace("0.5", '"half"'), "utf-8")
    watched.give(own, into="A TOML file as the one above")
    watched.see("These alert rules cannot be used")
    watched.see("The rules in force are still those of own.toml.")
    watched.page.get_by_role("button", name="Back to the package's rules").click()
    watched.see("worse by 181.7 %")
    expect(watched.page.get_by_text("These alert rules cannot be used")).to_have_count(0)


def test_score_thresholds_are_drawn(visit):
    watched = visit(*SAMPLE)
    watched.open("/scorecard")
    watched.charts(1)
    watched.page.get_by_role("radio", name="Score thresholds").click()
    watched.see("50 thresholds on its front")
    watched.charts(1)


def test_what_a_row_rests_on_is_reached_by_keyboard(visit):
    watched = visit(*SAMPLE)
    watched.open("/scorecard")
    row = watched.page.locator('[data-testid="stMarkdown"]', has_text="p95 latency").first
    row.get_by_test_id("stTooltipIcon").locator(":is(button, [tabindex])").first.focus()
    watched.see("inverted_cdf, an observed value")


def test_a_run_dropped_later_is_a_point_beside_the_two(visit, tmp_path):
    """A repeated run of lsa under another name: three points, and three names in the chart."""
    third = tmp_path / "wider.run"
    third.write_bytes((DATA / "helpcentre" / "runs" / "repeats" / "lsa_3.run").read_bytes())
    watched = visit(*SAMPLE)
    watched.open("/scorecard")
    watched.page.get_by_role("radio", name="Configurations").click()
    watched.see("of 2 configurations on the front")
    watched.page.get_by_role("link", name="Drop the runs of further configurations").click()
    watched.give(third)
    expect(watched.page.get_by_role("combobox", name="Slot of wider")).to_be_visible()
    watched.follow("Scorecard")
    watched.see("of 3 configurations on the front")
    chart = watched.page.locator('[data-testid="stVegaLiteChart"]')
    for name in ("A bm25", "B lsa", "wider"):
        expect(chart.get_by_text(name, exact=True).first).to_be_visible()
