"""A file of several megabytes uploaded in a real browser: kept on disk, compared like any other."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

QUERIES, DEPTH = 300, 500


def write_run(path: Path, *, shift: int) -> None:
    """A TREC run in which the one relevant document of each query stands at rank 1 + shift."""
    with path.open("w", encoding="utf-8") as file:
        for query in range(QUERIES):
            others = [f"document-{query}-{number}" for number in range(1, DEPTH)]
            ranking = [*others[:shift], f"relevant-{query}", *others[shift:]]
            file.writelines(
                f"query-{query} Q0 {doc_id} {rank} {DEPTH - rank}.5 tag\n"
                for rank, doc_id in enumerate(ranking, start=1)
            )


@pytest.fixture
def files(tmp_path) -> list[Path]:
    qrels, first, second = (tmp_path / name for name in ("qrels.txt", "first.run", "second.run"))
    qrels.write_text("".join(f"query-{n} 0 relevant-{n} 1\n" for n in range(QUERIES)), "utf-8")
    write_run(first, shift=0)
    write_run(second, shift=1)
    assert first.stat().st_size > 5_000_000
    return [qrels, first, second]


def test_large_files_are_spooled_to_disk_and_compared(visit, files, temporary):
    watched = visit("--judgements", "pooled")
    watched.open()
    watched.give(*files)
    watched.see("300 of 300 queries are scored")
    spooled = [path for path in temporary.glob("ircompare-*/*") if path.is_file()]
    sizes = {path.stat().st_size for path in files}
    assert sizes <= {path.stat().st_size for path in spooled}
    held = next(path for path in spooled if path.stat().st_size == files[1].stat().st_size)
    assert held.read_bytes() in {path.read_bytes() for path in files[1:]}
    expect(watched.page.get_by_text("first.run", exact=True)).to_have_count(1)
    watched.page.get_by_role("button", name="Compare", exact=True).click()
    watched.see("MRR@10: 1.000 → 0.500")
