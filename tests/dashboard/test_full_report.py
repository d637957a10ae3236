"""What the button of the Compare page saves; the page itself cannot be asked for it."""

from __future__ import annotations

import pytest

from ircompare.consistency.gate import gate
from ircompare.dashboard import calls
from ircompare.dashboard.dataset import Dataset, dataset
from ircompare.dashboard.files import from_upload, library, with_roles
from ircompare.dashboard.full_report import made
from ircompare.dashboard.judgements.marks import Mark, register
from ircompare.inference.declared import Declared
from ircompare.model.protocol import Protocol
from tests.conftest import DATA
from tests.consistency.worlds import LIBRARY, baseline_of, run_of
from tests.pages import opened, tutorial_set
from tests.report.full.pages import images, parsed, section, table

CHUNKS = ("qrels.txt", "queries.jsonl", "corpus.jsonl", "chunk_map.tsv")
RUNS = ("runs/bm25_chunks.run", "runs/lsa_chunks.run")


def held(digest: str) -> Dataset:
    found = dataset(digest)
    assert found is not None
    return found


def test_the_button_saves_what_the_page_compares() -> None:
    protocol, digest = Protocol(k=2), tutorial_set()
    comparison = calls.comparison(digest, protocol)
    page = parsed(made(held(digest), comparison, protocol, Declared(), None).decode())
    assert table(page, "Means over")[2][1:4] == ["1/2 (0.500)", "5/6 (0.833)", "+1/3 (+0.333)"]
    assert len(images(page)) == 18
    assert "Chunks" not in [one.text for one in page.all("h2")]


def test_declarations_and_the_gate_of_the_session_stand_in_it() -> None:
    protocol, digest = Protocol(k=2), tutorial_set()
    report = gate(baseline_of({"q1": "ab"}), [run_of({"q1": "ab"})], LIBRARY, "2.0")
    comparison = calls.comparison(digest, protocol)
    declared = Declared(hand_picked=True)
    page = parsed(made(held(digest), comparison, protocol, declared, report).decode())
    assert "PASS" in section(page, "Consistency gate").text
    assert "picked by hand" in section(page, "Would other queries agree?").text


def test_chunk_runs_are_told_under_both_protocols() -> None:
    files = [from_upload(name, (DATA / "helpcentre" / name).read_bytes()) for name in CHUNKS]
    files += [
        from_upload(name.split("/")[1], (DATA / "helpcentre" / name).read_bytes()) for name in RUNS
    ]
    digest = library().register(with_roles(files))
    data = held(digest)
    assert data.chunk_map is not None
    protocol = Protocol(k=5, chunks=data.chunk_map.rule(None))
    comparison = calls.comparison(digest, protocol)
    page = parsed(made(data, comparison, protocol, Declared(), None).decode())
    assert "chunks: collapse all, then cut" in section(page, "Chunks").text


@pytest.mark.parametrize("page", ["compare", "confidence"])
def test_both_pages_offer_it(page: str) -> None:
    at = opened(page, tutorial_set(), k="2")
    labels = [element.proto.label for element in at.get("download_button")]
    assert "Download report" in labels


def test_a_report_of_what_if_judgements_says_so_at_its_top() -> None:
    digest, protocol = register(tutorial_set(), [Mark("q2", "d1", 1)]), Protocol(k=2)
    comparison = calls.comparison(digest, protocol)
    data = held(digest)
    assert data.patch is not None
    page = parsed(made(data, comparison, protocol, Declared(), None).decode())
    assert page.one("main").all("p")[1].text == (
        "1 what-if judgement, not in your qrels: every number of this report follows them. "
        f"Fingerprint {data.patch.sha256}."
    )
