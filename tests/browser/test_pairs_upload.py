"""Pairs of both runs uploaded in a real browser: each goes to its run, and lights its row."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

QUERIES = 20


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Twenty queries of one group, ten judged documents each: 200 pairs a run."""
    queries = [f"q{at}" for at in range(QUERIES)]
    documents = [f"d{at}" for at in range(10)]
    texts = {
        "queries.csv": "query_id,text,group\n" + "".join(f"{q},what is {q},x\n" for q in queries),
        "qrels.txt": "".join(f"{q} 0 {d} {int(d == 'd0')}\n" for q in queries for d in documents),
    }
    for name, stated in (("first", 0.1), ("second", 0.6)):
        texts[f"{name}.run"] = "".join(f"{q} Q0 d0 1 1.0 {name}\n" for q in queries)
        rows = "".join(f"{q},{d},{stated}\n" for q in queries for d in documents)
        texts[f"{name}-pairs.csv"] = f"query_id,document_id,probability\n{rows}"
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    return [tmp_path / name for name in texts]


def test_pairs_are_taken_for_their_runs_and_light_the_calibration_error(visit, files):
    watched = visit("--judgements", "pooled")
    watched.open()
    watched.give(*files)
    watched.see("20 of 20 queries are scored")
    for role, name in (("A", "first"), ("B", "second")):
        slot = watched.page.get_by_role("combobox", name=re.compile(f"Slot of {name}.*pairs"))
        expect(slot).to_have_value(f"Pairs of {role}")
    watched.see("20 queries · 200 pairs · 200 probability")
    watched.follow("Scorecard")
    watched.see("Query-group calibration error")
    watched.see("A 0 → B 0.500 · n 200")
