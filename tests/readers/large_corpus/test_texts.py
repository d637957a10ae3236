"""Texts of a large corpus: read when they are asked for, and only as long as the file stays."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ircompare.consistency.library import Library
from ircompare.errors import InputError
from ircompare.model import documents
from ircompare.model.collection import Collection, Corpus, Qrels, Queries
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.readers import files, load, read_corpus
from ircompare.readers.large_corpus import load as large
from ircompare.scoring.evaluation import collection_sha256
from tests.readers.large_corpus.both import PACKERS, anything_is_large

ROWS = 50
TITLES = [f"title {at}" if at % 3 else "" for at in range(ROWS)]
TEXTS = ["" if at % 7 == 3 else f'text {at} with "quotes" é' + "x" * at for at in range(ROWS)]
IDS = [f"d{at * 37 % ROWS}" for at in range(ROWS)]


def json_lines() -> bytes:
    records = zip(IDS, TITLES, TEXTS, strict=True)
    lines = [json.dumps({"_id": i, "title": a, "text": b, "n": len(b)}) for i, a, b in records]
    return "\n\n".join(lines).encode()


def tsv() -> bytes:
    rows = zip(IDS, TITLES, TEXTS, strict=True)
    return "\r\n".join(["id\ttitle\ttext", *("\t".join(row) for row in rows)]).encode()


def csv() -> bytes:
    rows = zip(IDS, TITLES, TEXTS, strict=True)
    quoted = ['"{}","{}","{}\n"'.format(i, a, b.replace('"', '""')) for i, a, b in rows]
    return "\n".join(["id,title,text", *quoted]).encode()


def parquet() -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table({"id": IDS, "title": TITLES, "text": TEXTS}), sink, row_group_size=9)
    return sink.getvalue()


PLAIN = {"JSON lines": json_lines(), "TSV": tsv(), "CSV": csv()}
PACKED = {f"{name}, {how}": PACKERS[how](PLAIN[name]) for name in PLAIN for how in ("gzip", "zstd")}
EVERY = {**PLAIN, **PACKED, "Parquet": parquet()}


@pytest.fixture(autouse=True)
def _anything_is_large(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(files, "LARGE", 0)
    with anything_is_large(piece=300):
        yield


def stored(folder: Path, data: bytes) -> tuple[Path, Corpus]:
    path = folder / "corpus"
    path.write_bytes(data)
    corpus: Corpus = load(path, "corpus").value
    assert corpus.stored is not None
    assert (corpus.titles, corpus.texts, corpus.fields) == (None, None, {})
    return path, corpus


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize(
    "rows", [[], [0], [ROWS - 1], [7, 7, 3], list(range(ROWS)), list(range(ROWS))[::-1], [9, 49, 8]]
)
def test_documents_come_in_the_order_asked_for(tmp_path: Path, name: str, rows: list[int]) -> None:
    _, corpus = stored(tmp_path, EVERY[name])
    end = "\n" if name.startswith("CSV") else ""
    found = corpus.take(np.array(rows, np.int64))
    assert found.titles is not None
    assert found.texts is not None
    assert found.titles.to_pylist() == [TITLES[row] for row in rows]
    assert found.texts.to_pylist() == [TEXTS[row] + end for row in rows]


@pytest.mark.parametrize("name", EVERY)
def test_everything_else_is_as_if_the_texts_were_held(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "READ_AT_ONCE", 7)
    _, corpus = stored(tmp_path, EVERY[name])
    held = read_corpus(EVERY[name], "corpus").value
    assert list(corpus.read()) == list(held.read())
    assert list(corpus.full_texts()) == list(held.full_texts())
    assert [corpus.title(name) for name in ("d37", "d0", "absent")] == [TITLES[1], TITLES[0], ""]
    assert corpus.text("d37") == held.text("d37") != ""
    assert dict(Library.from_corpus(corpus).pages) == dict(Library.from_corpus(held).pages)
    assert fingerprint(corpus) == fingerprint(held) is not None


def fingerprint(corpus: Corpus) -> str | None:
    queries = Queries(("q",), ("text",))
    collection = Collection(Qrels.from_dict({"q": {"d1": 1}}), corpus, queries)
    return collection_sha256(Scope.of(collection, Protocol(k=3, judgements="pooled")), 3)


def test_a_list_of_ids_has_nothing_to_read(tmp_path: Path) -> None:
    (tmp_path / "ids").write_text("a\nb\n")
    corpus: Corpus = load(tmp_path / "ids", "corpus").value
    assert corpus.stored is None
    assert not corpus.has_texts
    assert (corpus.title("a"), corpus.text("a")) == ("", "")
    assert list(corpus.read()) == [("a", "", ""), ("b", "", "")]


@pytest.mark.parametrize("name", PLAIN)
def test_a_file_that_changed_is_an_error_never_another_text(tmp_path: Path, name: str) -> None:
    path, corpus = stored(tmp_path, PLAIN[name])
    path.write_bytes(PLAIN[name] + b"\n")
    with pytest.raises(InputError) as caught:
        corpus.text("d37")
    assert str(caught.value) == (
        f"{path}: file changed on disk after it was read\n"
        "  expected: the same file\n  mend:     load the file again"
    )


@pytest.mark.parametrize("name", PLAIN)
def test_a_file_of_the_same_size_and_another_time_is_another_file(
    tmp_path: Path, name: str
) -> None:
    path, corpus = stored(tmp_path, PLAIN[name])
    found = path.stat()
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns + 1))
    with pytest.raises(InputError, match="file changed on disk"):
        corpus.text("d37")
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
    assert corpus.title("d37") == TITLES[1]


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("other", [b"d38", b"\xff\xff\xff", b"\nd3", b"\rd3", b"\0d3", b'd"\t'])
def test_a_record_that_is_another_one_is_found_out_even_under_the_same_stamp(
    tmp_path: Path, name: str, other: bytes
) -> None:
    path, corpus = stored(tmp_path, PLAIN[name])
    found = path.stat()
    path.write_bytes(PLAIN[name].replace(b"d37", other, 1))
    os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
    with pytest.raises(InputError, match="file changed on disk"):
        corpus.text("d37")


def test_a_file_that_is_gone_is_an_error_in_words(tmp_path: Path) -> None:
    path, corpus = stored(tmp_path, PLAIN["TSV"])
    path.unlink()
    with pytest.raises(InputError, match="file can no longer be read: No such file"):
        list(corpus.full_texts())


@pytest.mark.parametrize("name", [*PACKED, "Parquet"])
def test_an_unpacked_copy_does_not_need_the_file_any_more(tmp_path: Path, name: str) -> None:
    path, corpus = stored(tmp_path, EVERY[name])
    path.unlink()
    assert corpus.title("d37") == TITLES[1]


@pytest.mark.parametrize("name", EVERY)
def test_a_file_that_changes_while_it_is_read_is_an_error(tmp_path: Path, name: str) -> None:
    path = tmp_path / "corpus"
    path.write_bytes(EVERY[name])

    def tell(done: int, total: int) -> None:
        os.utime(path, ns=(0, 1))

    with pytest.raises(InputError, match="file changed on disk while it was read"):
        load(path, "corpus", tell=tell)


def test_a_relative_path_stays_the_same_file_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    stored(tmp_path, PLAIN["TSV"])
    corpus: Corpus = load("corpus", "corpus").value
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "inner")
    assert corpus.title("d37") == TITLES[1]


@pytest.mark.parametrize("name", EVERY)
def test_several_threads_may_read_at_once(tmp_path: Path, name: str) -> None:
    _, corpus = stored(tmp_path, EVERY[name])
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(corpus.title, IDS * 4))
    assert found == TITLES * 4


@pytest.mark.parametrize("name", EVERY)
def test_progress_is_told_up_to_the_end_and_may_end_it(tmp_path: Path, name: str) -> None:
    path, _ = stored(tmp_path, EVERY[name])
    told: list[tuple[int, int]] = []
    load(path, "corpus", tell=lambda done, total: told.append((done, total)))
    size = len(EVERY[name])
    assert told[-1] == (size, size)
    assert [done for done, _ in told] == sorted(done for done, _ in told)

    def cancel(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load(path, "corpus", tell=cancel)


@pytest.mark.parametrize(("name", "limit"), [("TSV", "LARGE"), ("TSV, gzip", "LARGE_PACKED")])
def test_from_one_size_on_texts_are_not_held(
    tmp_path: Path, name: str, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = stored(tmp_path, EVERY[name])
    monkeypatch.setattr(large, limit, len(EVERY[name]))
    assert load(path, "corpus").value.stored is not None
    monkeypatch.setattr(large, limit, len(EVERY[name]) + 1)
    assert load(path, "corpus").value.stored is None


def test_a_path_that_cannot_be_read_is_told_as_ever(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        load(tmp_path / "absent", "corpus")
    with pytest.raises(InputError, match="path is a folder"):
        load(tmp_path, "corpus")
