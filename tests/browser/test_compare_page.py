"""The Data and Compare pages in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "data" / "tutorial"
FILES = ["corpus.json", "queries.json", "qrels.json", "run.fixture_A.json", "run.fixture_B.json"]


def upload(watched, *names: str) -> None:
    watched.give(*(TUTORIAL / name for name in names))


def test_five_files_dropped_at_once_become_a_comparison(visit):
    watched = visit()
    watched.open()
    watched.see("Which of two retrievers is better")
    upload(watched, *FILES)
    watched.see("3 of 4 queries are scored")
    watched.see("pairs judged 100 %")
    watched.page.get_by_role("button", name="Compare", exact=True).click()
    watched.see("Recall@10 2/3 → 1 and MRR@10 1/2 → 5/6 on 3 queries.")
    watched.see("q2 regressed: its first relevant document fell from rank 1 to 2.")
    watched.charts(6)


def test_a_bad_file_keeps_the_good_ones_and_is_replaced_by_its_mended_form(visit, tmp_path):
    bad = tmp_path / "run.fixture_B.json"
    bad.write_text('{"q2": ["d1", "d3", "d1"]}', encoding="utf-8")
    watched = visit()
    watched.open()
    upload(watched, *FILES[:4])
    expect(watched.page.get_by_role("button", name="See the run")).to_be_visible()
    watched.give(bad)
    watched.see('document "d1" twice for query "q2"')
    upload(watched, "run.fixture_B.json")
    expect(watched.page.get_by_text('document "d1" twice')).to_have_count(0)
    watched.see("3 of 4 queries are scored")


def test_the_address_opens_the_same_view_in_a_new_tab_and_after_a_reload(visit):
    watched = visit("--sample", "tutorial")
    watched.open("/compare")
    watched.see("Recall@2 1/2 → 5/6")
    watched.page.get_by_role("spinbutton", name="Cutoff k").fill("1")
    watched.page.keyboard.press("Enter")
    watched.see("Recall@1 1/6 → 2/3")
    watched.address(r"[?&]k=1(&|$)")
    address = watched.here()
    watched.reload()
    watched.see("Recall@1 1/6 → 2/3")
    second = visit("--sample", "tutorial")
    second.open(address)
    second.see("Recall@1 1/6 → 2/3")


def test_a_stale_address_says_so_and_offers_a_way_on(visit):
    watched = visit()
    watched.open("/compare?ds=0123456789abcdef")
    watched.see("This data set is no longer loaded")
    watched.see("Tutorial")


def test_swapping_the_runs_turns_the_headline_round(visit):
    watched = visit("--sample", "tutorial")
    watched.open("/compare")
    watched.page.get_by_role("button", name="Swap A and B").click()
    watched.see("Recall@2 5/6 → 1/2")


def test_dark_mode_takes_lighter_tones(visit):
    watched = visit("--sample", "tutorial", scheme="dark")
    watched.open("/compare")
    watched.charts(6)
    watched.tones("#56B4E9", "#0072B2")


@pytest.mark.parametrize(
    ("path", "charts"), [("/", 0), ("/compare", 6), ("/query", 1), ("/cutoffs", 2)]
)
def test_nothing_is_wider_than_a_phone(visit, path, charts):
    watched = visit("--sample", "tutorial", width=390, height=844)
    watched.open(path)
    watched.charts(charts)
    watched.fits()


def test_files_are_saved_from_the_page(visit, tmp_path):
    watched = visit("--sample", "tutorial")
    watched.open("/compare")
    watched.page.get_by_role("button", name="Save", exact=True).click()
    saved = watched.saved("CSV: one row a query", tmp_path / "saved.csv")
    lines = saved.read_text(encoding="utf-8-sig").splitlines()
    assert len(lines) == 5
    assert "q2" in lines[1]


def test_a_chart_is_saved_as_png_and_svg(visit, tmp_path):
    watched = visit("--sample", "tutorial")
    watched.open("/compare")
    watched.page.get_by_role("button", name="Save chart").first.click()
    for kind, start in (("PNG", b"\x89PNG"), ("SVG", b"<svg")):
        saved = watched.saved(kind, tmp_path / f"chart.{kind}", exact=True)
        assert saved.read_bytes().startswith(start)
