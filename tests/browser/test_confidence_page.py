"""The Confidence page in a real browser."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

HELP = ("--sample", "helpcentre")


@pytest.fixture
def pooled(tmp_path: Path) -> tuple[str, ...]:
    """Runs of 20 queries of which some documents are not judged, as arguments."""
    numbers = range(20)
    (tmp_path / "qrels.txt").write_text("".join(f"q{n} 0 r 1\nq{n} 0 s 0\n" for n in numbers))
    for name, order in {"a": ("u", "r", "s"), "b": ("r", "v", "s")}.items():
        rows = [
            f"q{n} Q0 {doc} {place} {9 - place}.0 {name}\n"
            for n in numbers
            for place, doc in enumerate(order if n % 3 else ("s", "r"), 1)
        ]
        (tmp_path / f"{name}.run").write_text("".join(rows))
    paths = [str(tmp_path / name) for name in ("qrels.txt", "a.run", "b.run")]
    return ("--qrels", paths[0], "--run", paths[1], "--run", paths[2], "--judgements", "pooled")


def test_both_cards_draw_their_charts(visit, pooled):
    watched = visit(*pooled)
    watched.open("/confidence?k=3&judgements=pooled")
    watched.see("Would other queries agree?")
    watched.see("Would complete judgements agree?")
    watched.see("What ties could change")
    watched.charts(4)


def test_no_column_of_a_card_is_cut_on_a_page_of_1280(visit, pooled):
    watched = visit(*pooled, width=1280)
    watched.open("/confidence?k=3&judgements=pooled")
    watched.charts(4)
    for number in range(5):
        watched.uncut(number, of=5)


def test_a_margin_is_typed_in_and_stands_in_the_address(visit):
    watched = visit(*HELP)
    watched.open("/confidence")
    watched.see("it stays open which run is better in MRR@5")
    watched.page.get_by_role("button", name="Declare").click()
    field = watched.page.get_by_role("spinbutton", name="Margin in MRR@5")
    field.fill("0.2")
    field.press("Enter")
    watched.address(r"margin_rr=1(%2F|/)5")
    watched.see("equivalent in MRR@5 within the margin of ±0.200")
    second = visit(*HELP)
    second.open(watched.here())
    second.see("equivalent in MRR@5 within the margin of ±0.200")


def test_the_judging_sheet_is_saved(visit, pooled, tmp_path):
    watched = visit(*pooled)
    watched.open("/confidence?k=3&judgements=pooled")
    path = watched.saved("Save judging sheet", tmp_path / "sheet.csv")
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["doc_id"] for row in rows} == {"u", "v"}
    assert {row["relevance"] for row in rows} == {""}


def test_below_the_limits_no_chart_is_drawn(visit):
    watched = visit("--sample", "tutorial")
    watched.open("/confidence")
    watched.see("No significance test is reported")
    watched.see("no judgement is open")
    watched.charts(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(visit, pooled, scheme):
    watched = visit(*pooled, width=390, height=844, scheme=scheme)
    watched.open("/confidence?k=3&judgements=pooled")
    watched.charts(4)
    watched.fits()
