"""Repeated runs uploaded in a real browser: shown on the Data page, told on the Scorecard."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

AGAIN = {"q2": ["d3", "d1", "d4"], "q3": ["d5", "d2"], "q4": ["d6"], "q5": []}


@pytest.fixture
def files(tmp_path):
    places = [tmp_path / "again 1.json", tmp_path / "again 2.json"]
    for place in places:
        place.write_text(json.dumps(AGAIN), "utf-8")
    return places


def test_two_repeated_runs_are_given_at_once_and_told(visit, files):
    watched = visit("--sample", "tutorial", "--k", "2")
    watched.open()
    page = watched.page
    page.get_by_text("Repeated runs", exact=True).click()
    watched.give(*files, into="Repeated runs of B")
    for place in files:
        expect(page.get_by_text(place.name, exact=True)).to_have_count(1)
        slot = page.get_by_role("combobox", name=re.compile(f"Slot of {place.stem}"))
        expect(slot).to_have_value("Repeated run of B")
    page.get_by_role("link", name="Scorecard").click()
    page.wait_for_url("**/scorecard**")
    page.get_by_role("tab", name="Companions").click()
    watched.see("Response consistency of B")
    watched.see("consistency, not quality")
