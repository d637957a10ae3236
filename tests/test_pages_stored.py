"""Runs whose rows stay on disk: every page says of them what it says of runs in memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ircompare.dashboard import calls
from ircompare.dashboard.data.understood import understand
from ircompare.dashboard.dataset import dataset
from ircompare.dashboard.files import from_path, library, with_roles
from ircompare.model.protocol import Protocol
from ircompare.model.run import Run
from ircompare.model.stored import StoredRun
from tests.pages import opened, words
from tests.plain_helpcentre import FOLDER

COLLECTION = ("corpus.jsonl", "queries.jsonl", "qrels.txt")
RUNS = ("bm25.run", "lsa.run")


@pytest.fixture
def sets(tmp_path, monkeypatch) -> tuple[str, str]:
    """The help centre twice: with its runs in memory, and with their rows on disk."""

    def held(folder: Path) -> str:
        files = [from_path(FOLDER / name) for name in COLLECTION]
        for name in RUNS:
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes((FOLDER / "runs" / name).read_bytes())
            files.append(from_path(path, "run"))
            understand(files[-1])
        return library().register(with_roles(files))

    in_memory = held(tmp_path / "memory")
    monkeypatch.setattr("ircompare.readers.files.LARGE", 0)
    monkeypatch.setattr("ircompare.readers.stored.STORED_FROM", 0)
    return in_memory, held(tmp_path / "disk")


def shown(at: AppTest) -> tuple[str, list[object], list[str]]:
    """All words, tables and charts of a page; its files and data set have other names."""
    text = words(at).replace("disk", "memory").replace(at.query_params["ds"], "(data set)")
    tables = [table.value.to_dict("list") for table in at.dataframe]
    return text, tables, [chart.proto.alt for chart in at.get("vega_lite_chart")]


def test_the_runs_are_what_this_file_is_about(sets):
    in_memory, on_disk = (dataset(digest) for digest in sets)
    assert all(isinstance(run, Run) for run in in_memory.runs)
    assert all(isinstance(run, StoredRun) for run in on_disk.runs)
    assert len(on_disk.runs) == 2


@pytest.mark.parametrize("page", ["data", "compare", "query", "cutoffs", "chunks", "gate"])
def test_a_page_shows_the_same(page, sets):
    in_memory, on_disk = (shown(opened(page, digest, k="5")) for digest in sets)
    assert on_disk == in_memory


@pytest.mark.parametrize(
    "address",
    [
        pytest.param({"order": "rank"}, id="by rank"),
        pytest.param({"order": "listed"}, id="as listed"),
        pytest.param({"cause": "moved", "sort": "id"}, id="by cause"),
        pytest.param({"flag": "ties"}, id="ties"),
        pytest.param({"judgements": "pooled", "flag": "unjudged"}, id="pooled"),
    ],
)
def test_compare_shows_the_same_under_any_setting(address, sets):
    in_memory, on_disk = (shown(opened("compare", digest, k="5", **address)) for digest in sets)
    assert on_disk == in_memory


def test_accounts_and_fingerprints_are_the_same(sets):
    protocol = Protocol(k=5, split="test")
    in_memory, on_disk = (calls.comparison(digest, protocol) for digest in sets)
    for measure in ("rr", "recall"):
        causes = [calls.caused(digest, protocol, measure) for digest in sets]
        assert causes[0].keys == causes[1].keys
        assert causes[0].parts == causes[1].parts
    assert calls.displacing(sets[0], protocol) == calls.displacing(sets[1], protocol)
    assert (in_memory.different_rankings == on_disk.different_rankings).all()
    for before, after in ((in_memory.a, on_disk.a), (in_memory.b, on_disk.b)):
        assert before.run_sha256 == after.run_sha256


def test_a_run_of_chunks_is_collapsed_the_same(tmp_path, monkeypatch):
    names = (*COLLECTION, "chunk_map.tsv")
    seen = []
    for folder, large in ((tmp_path / "memory", False), (tmp_path / "disk", True)):
        if large:
            monkeypatch.setattr("ircompare.readers.files.LARGE", 0)
            monkeypatch.setattr("ircompare.readers.stored.STORED_FROM", 0)
        folder.mkdir()
        files = [from_path(FOLDER / name) for name in names[:3]]
        files.append(from_path(FOLDER / names[3], "chunk_map"))
        for name in ("bm25_chunks.run", "lsa_chunks.run"):
            (folder / name).write_bytes((FOLDER / "runs" / name).read_bytes())
            files.append(from_path(folder / name, "run"))
        digest = library().register(with_roles(files))
        at = opened("compare", digest, k="5")
        kind = StoredRun if large else Run
        assert all(isinstance(run, kind) for run in dataset(digest).runs)
        seen.append(shown(at))
    assert seen[0] == seen[1]
