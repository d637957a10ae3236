"""Names that Markdown would make links, signs or a logo of stand as they were given."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

QUERY = "https://evil.example/q?a=1"
DOCUMENT, OTHER = "www.evil.example/d", "me@evil.example"
NAMES = ("old -- new", ":streamlit: <- x")
JOINER = "\N{WORD JOINER}"  # has no width; it keeps Markdown from what it would make of a name
JOINED = (f"old -{JOINER}- new", f":{JOINER}streamlit: <{JOINER}- x")


@pytest.fixture
def files(tmp_path):
    """One query whose relevant document falls from rank 1 to 2."""
    held = {
        "qrels": {QUERY: {DOCUMENT: 1, OTHER: 0}},
        NAMES[0]: {QUERY: [DOCUMENT, OTHER]},
        NAMES[1]: {QUERY: [OTHER, DOCUMENT]},
    }
    for name, content in held.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content), "utf-8")
    runs = [word for name in NAMES for word in ("--run", str(tmp_path / f"{name}.json"))]
    return ["--qrels", str(tmp_path / "qrels.json"), *runs, "--k", "1", "--judgements", "pooled"]


def test_no_name_becomes_a_link_a_sign_or_a_logo(visit, files):
    watched = visit(*files)
    query = QUERY.replace("?", "%3F").replace("&", "%26")
    for path in ("/", "/compare", f"/query?q={query}", "/judgements", "/gate"):
        watched.open(path)
        for name in JOINED:
            watched.see(name)
        expect(watched.page.locator('a[href*="evil.example"]')).to_have_count(0)
        expect(watched.page.get_by_alt_text("Streamlit logo")).to_have_count(0)
    watched.open("/compare")
    watched.see(f"https:{JOINER}//evil.example/q?a=1 regressed")
