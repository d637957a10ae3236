"""Large runs read in pieces and kept on disk: in everything the same as the strict reader."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ircompare import Protocol, compare, evaluate
from ircompare.cli import main
from ircompare.errors import InputError
from ircompare.model import ids as id_keys
from ircompare.model.chunks import ChunkMap
from ircompare.model.collection import Collection, Corpus, Qrels
from ircompare.model.ids import strings
from ircompare.model.run import Run
from ircompare.model.scope import Scope
from ircompare.model.stored import AnyRun, StoredRun
from ircompare.readers import columnar, files, load, parquet_parts, read_run, stored
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.sides import side_of
from tests.readers.test_columnar import AWKWARD, IRREGULAR, PLAIN, run_of


@pytest.fixture(autouse=True)
def _anything_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    lower(monkeypatch)


def lower(patch: pytest.MonkeyPatch, piece: int = 40) -> None:
    """Every file is large, and a piece holds a line or two."""
    patch.setattr(columnar, "_KEPT", 64)
    patch.setattr(stored, "PIECE", piece)
    patch.setattr(stored, "STORED_FROM", 0)
    patch.setattr(stored, "_PACKED_FROM", 0)
    patch.setattr(files, "LARGE", 0)


def written(folder: Path, data: bytes, name: str = "a.run") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def told(make: Any) -> Any:
    """Everything that reading a run says, and everything that is read."""
    try:
        loaded = make()
    except InputError as error:
        return str(error)
    about = (loaded.format, loaded.compression, loaded.size, dict(loaded.counts), loaded.samples)
    return about, [str(warning) for warning in loaded.warnings], contents(loaded.value)


def contents(run: AnyRun) -> Any:
    whole = run.whole()
    columns = [whole.scores, whole.ranks, whole.lines]
    about = run.name, run.source, dict(run.provenance), run.query_ids, run.bounds.tolist()
    listed = [None if column is None else column.tolist() for column in columns]
    return *about, whole.documents.to_pylist(), listed, by_order(run)


def by_order(run: AnyRun) -> Any:
    """Rankings, fingerprints and lines under every order, or why there is none."""
    found: list[Any] = []
    for order in ("score", "rank", None):
        try:
            ordered = run.ordered(order)
        except InputError as error:
            found.append(str(error))
            continue
        rows = range(int(ordered.bounds[-1]))
        found.append([ordered.ranking(query) for query in run.query_ids])
        found.append([ordered.line(row) for row in rows])
        found.append((ordered.order, ordered.sha256(), ordered.sha256(run.query_ids[::2])))
        found.append([own(ordered.rows(query)) for query in run.query_ids])
    return found


def own(run: Run) -> Any:
    columns = [run.scores, run.ranks, run.lines]
    return (
        run.query_ids,
        run.documents.to_pylist(),
        [None if column is None else column.tolist() for column in columns],
    )


def both(folder: Path, data: bytes, name: str = "a.run") -> tuple[Any, Any]:
    path = written(folder, data, name)
    return told(lambda: load(path, "run")), told(lambda: read_run(data, str(path)))


def is_stored(folder: Path, data: bytes, name: str = "a.run") -> bool:
    try:
        return isinstance(load(written(folder, data, name), "run").value, StoredRun)
    except InputError:
        return False


TIED = [("q1", "a", "2"), ("q1", "b", "2"), ("q1", "c", "2"), ("q2", "d", "1"), ("q2", "e", "1")]
LAST_BYTE = [("q", "d" * 30 + end, "1") for end in "abcd"]
CSV = "query_id,doc_id,score\nq1,a,1\nq1,b,2\nq2,a,0.5\n"
REGULAR = [
    pytest.param(run_of(*PLAIN), id="plain"),
    pytest.param(run_of(*TIED), id="a tie group across pieces"),
    pytest.param(run_of(*PLAIN[::-1]), id="rising scores"),
    pytest.param(run_of(*LAST_BYTE), id="ids that differ in their last byte"),
    pytest.param(run_of(*[("q", f"d{at}", "1") for at in range(90)]), id="query beyond a piece"),
    pytest.param(b"q1 Q0 a 1 2 t\nq1 Q0 b 2 1 u\n", id="several tags"),
    pytest.param(b"q1 Q0 a 7 2 t\nq1 Q0 b 9 1 t\nq2 Q0 a 1 1 t\n", id="ranks with gaps"),
    pytest.param(b"q1 Q0 a 0 2 t\nq1 Q0 b 1 1 t\nq2 Q0 a 0 1 t\n", id="ranks from 0"),
    pytest.param(b"q1 Q0 a 1 1 t\nq1 Q0 b 2 2 t\n", id="ranks against the scores"),
    pytest.param(b"q1 Q0 a 1 1 t\nq1 Q0 b 1 0 t\n", id="a rank twice beside scores"),
    pytest.param(b"q1\ta\t2\nq1\tb\t1\nq2\tb\t1\n", id="MS MARCO, falling ranks"),
    pytest.param(b"q1 Q0 3.9E+16 1 1 t\nq2E+20 Q0 b 1 0 t\n", id="ids that a spreadsheet changed"),
    pytest.param(CSV.encode(), id="CSV"),
    pytest.param(CSV.replace("\n", "\r\n").encode(), id="CSV with CRLF"),
    pytest.param(CSV.replace(",", ";").encode(), id="CSV with semicolons"),
    pytest.param(CSV.replace(",", "\t").encode(), id="TSV"),
    pytest.param(CSV.replace("score", "score,my column").replace("1\n", "1,x\n").replace(
        "2\n", "2,y\n").replace("5\n", "5,\n").encode(), id="CSV with a further column"),
    pytest.param(b"\xef\xbb\xbf" + CSV.encode(), id="CSV with a byte order mark"),
    pytest.param(b"rank,query_id,run,doc_id\n1,q,x,a\n2,q,x,b\n", id="CSV without scores"),
]  # fmt: skip
LEFT = [
    pytest.param(run_of(*PLAIN, *[("q1", "d9", "1")]), id="a query in two places"),
    pytest.param(run_of(*PLAIN, *[("q2", "d1", "1")]), id="a document twice"),
    pytest.param(run_of(*(("q", f"d{n % 50}", "1") for n in range(51))), id="twice, far apart"),
    pytest.param(b"q1\ta\t1\nq1\tb\t1\n", id="MS MARCO, a rank twice"),
    pytest.param(CSV.replace("a,1", '"a",1').encode(), id="CSV with quotes"),
    pytest.param(CSV.replace("a,1", " a,1").encode(), id="CSV with blanks"),
    pytest.param(CSV.replace("q1,a", "q1,").encode(), id="CSV with an empty id"),
    pytest.param(CSV.replace("0.5", "x").encode(), id="CSV with a bad score"),
    pytest.param(CSV.replace("0.5", "").encode(), id="CSV with an empty score"),
    pytest.param(CSV.replace("q2,a,0.5", "q2,a").encode(), id="CSV with a short row"),
    pytest.param((CSV + "\n\n").encode(), id="CSV with blank lines"),
    pytest.param(b"query_id,doc_id\n", id="nothing but a header"),
    pytest.param(b'{"q1": ["a", "b"]}', id="JSON"),
]  # fmt: skip


@pytest.mark.parametrize("piece", [1, 30, 1000])
@pytest.mark.parametrize("data", [*REGULAR, *LEFT, *AWKWARD, *IRREGULAR])
def test_both_ways_say_and_hold_the_same(
    data: bytes, piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower(monkeypatch, piece)
    found, expected = both(tmp_path, data)
    assert found == expected


@pytest.mark.parametrize("data", REGULAR)
def test_a_regular_run_stays_on_disk(data: bytes, tmp_path: Path) -> None:
    assert is_stored(tmp_path, data)


@pytest.mark.parametrize("data", LEFT)
def test_what_is_not_regular_is_left_to_the_strict_reader(data: bytes, tmp_path: Path) -> None:
    assert not is_stored(tmp_path, data)


def parquet(**columns: Any) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink, row_group_size=2)
    return sink.getvalue()


IDS = {"qid": ["q1", "q1", "q2"], "docid": ["a", "b", "a"]}
TABLES = [
    pytest.param(parquet(**IDS, score=[1.0, 2.0, 0.5]), True, id="scores"),
    pytest.param(parquet(**IDS, score=[1, 2, 3], rank=[2, 1, 1]), True, id="whole scores"),
    pytest.param(parquet(**IDS, rank=pa.array([2, 1, 1], pa.int8())), True, id="small ranks"),
    pytest.param(parquet(**IDS, tag=["t", "t", "u"], more=[1, 2, 3]), True, id="tags and more"),
    pytest.param(
        parquet(qid=pa.array(["q", "q"]).dictionary_encode(), docid=pa.array(["é", "b"])), True,
        id="a dictionary",
    ),
    pytest.param(parquet(qid=["#q", "q"], docid=["#a", "b"]), False, id="like a comment"),
    pytest.param(parquet(**IDS, score=[1.0, None, 0.5]), False, id="null score"),
    pytest.param(parquet(**IDS, score=[1.0, float("nan"), 0.5]), False, id="nan"),
    pytest.param(parquet(**IDS, score=["1", "2", "3"]), False, id="scores as text"),
    pytest.param(parquet(**IDS, rank=[1.0, 2.0, 1.0]), False, id="ranks as doubles"),
    pytest.param(parquet(**IDS, rank=pa.array([2, 1, 1], pa.uint64())), False, id="uint64"),
    pytest.param(parquet(qid=[1, 1, 2], docid=["a", "b", "a"]), False, id="ids as numbers"),
    pytest.param(parquet(qid=["q", None], docid=["a", "b"]), False, id="null id"),
    pytest.param(parquet(qid=["q", "q"], docid=["", "b"]), False, id="empty id"),
    pytest.param(parquet(qid=["q", "q"], docid=["a\n", "b"]), False, id="control character"),
    pytest.param(parquet(qid=["q", "q"], docid=["a", "a"]), False, id="a document twice"),
    pytest.param(parquet(qid=["q", "q"], text=["a", "a"]), False, id="no document column"),
    pytest.param(parquet(**{name: pa.array([], pa.string()) for name in IDS}), False, id="no row"),
    pytest.param(parquet(**IDS)[:-9], False, id="cut off"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "regular"), TABLES)
def test_parquet_is_read_in_batches(
    data: bytes, regular: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet_parts, "BATCH", 1)
    assert is_stored(tmp_path, data, "a.parquet") == regular
    found, expected = both(tmp_path, data, "a.parquet")
    assert found == expected


def test_how_far_reading_parquet_is_is_told(tmp_path: Path) -> None:
    data, heard = parquet(**IDS), []
    load(
        written(tmp_path, data, "a.parquet"),
        "run",
        tell=lambda done, total: heard.append((done, total)),
    )
    assert heard[-1] == (len(data), len(data))


def test_a_small_run_is_held_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert not is_stored(tmp_path, run_of(*PLAIN))


def test_a_packed_run_is_read_in_pieces(tmp_path: Path) -> None:
    packed = gzip.compress(run_of(*TIED))
    assert is_stored(tmp_path, packed)
    found, expected = both(tmp_path, packed)
    assert found == expected


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(gzip.compress(run_of(*TIED))[:-9], id="cut short"),
        pytest.param(b"\x1f\x8bnot packed", id="not gzip"),
    ],
)
def test_a_damaged_file_is_reported_like_a_small_one(data: bytes, tmp_path: Path) -> None:
    found, expected = both(tmp_path, data)
    assert isinstance(expected, str)
    assert found == expected


def test_a_run_that_swells_when_unpacked_is_left_to_the_whole_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ircompare.readers.unpack.RATIO_FROM", 100)
    monkeypatch.setattr("ircompare.readers.unpack.RATIO", 2)
    data = run_of(*[("q", f"d{n}", "1") for n in range(99)])
    found, expected = both(tmp_path, gzip.compress(data))
    assert found == expected
    assert "unpacks to more than 2 times its size" in found


def test_the_description_beside_a_run_is_its_provenance(tmp_path: Path) -> None:
    written(tmp_path, b'{"team": "x", "tag": "y"}', "a.run.meta.json")
    loaded = load(written(tmp_path, run_of(*PLAIN)), "run")
    assert isinstance(loaded.value, StoredRun)
    assert loaded.value.provenance == {"team": "x", "tag": "t"}


def test_how_far_reading_is_is_told_and_what_that_raises_ends_it(tmp_path: Path) -> None:
    data, heard = run_of(*[(f"q{n}", "d", "1") for n in range(200)]), []
    path = written(tmp_path, data)
    load(path, "run", tell=lambda done, total: heard.append((done, total)))
    assert heard[-1] == (len(data), len(data))
    assert heard == sorted(heard)

    class CancelledError(Exception):
        pass

    def cancel(done: int, total: int) -> None:
        raise CancelledError

    with pytest.raises(CancelledError):
        load(path, "run", tell=cancel)


# Scored

names = st.sampled_from(["d", "e", "ee", "dé", "d" * 9, "d" * 8 + "e", "d" * 17])
queries = st.sampled_from(["q1", "q2", "q10", "Q"])
scores = st.sampled_from(["2", "1", "1.0", "-1e3", "0.30000000000000004"])


@st.composite
def runs(draw: st.DrawFn) -> bytes:
    """A TREC run, mostly with its queries together, sometimes with a document twice."""
    rows = draw(st.lists(st.tuples(queries, names, scores), min_size=1, max_size=25))
    if draw(st.integers(0, 4)):
        rows = list({(query, doc): (query, doc, score) for query, doc, score in rows}.values())
    if draw(st.integers(0, 4)):
        rows.sort(key=lambda row: row[0])
    if draw(st.booleans()):
        rows.sort(key=lambda row: (row[0], -float(row[2])))
    return run_of(*rows, sep=draw(st.sampled_from([" ", "\t"])))


GRADES = Qrels.from_dict(
    {"q1": {"d": 1, "ee": 0}, "q10": {"dé": 2, "d" * 9: 1, "d" * 8 + "e": 0}, "q3": {"d": 1}}
)
NAMES = ["d", "e", "ee", "dé", "d" * 9, "d" * 8 + "e"]


NEVER = 1 << 40
SEARCHES = st.sampled_from([0, NEVER])


def scored(run: AnyRun, corpus: Corpus | None, order: str | None) -> Any:
    protocol = Protocol(judgements="pooled", k=3, order=order)  # type: ignore[arg-type]
    try:
        result = evaluate(Collection(GRADES, corpus), run, protocol)
    except InputError as error:
        return str(error)
    hits = result.hits
    arrays = (hits.ranks, hits.grades, hits.judgements, hits.tie_first, hits.tie_last, hits.bounds)
    values = [result.values(key).floats().tolist() for key in MEASURES if key != "ndcg"]
    notes = [str(note) for note in hits.notes]
    return result.run_sha256, result.order, [array.tolist() for array in arrays], values, notes


@settings(max_examples=150, deadline=None)
@given(
    data=runs(),
    piece=st.integers(1, 200),
    with_corpus=st.booleans(),
    order=st.sampled_from([None, "score", "rank"]),
    search=SEARCHES,
)
@example(data=run_of(*TIED), piece=1, with_corpus=False, order=None, search=0)
@example(
    data=run_of(("q1", "e", "1"), ("q1", "d", "1"), ("q10", "x", "1")),
    piece=20,
    with_corpus=True,
    order=None,
    search=NEVER,
)
def test_a_run_on_disk_is_scored_as_one_in_memory(
    data: bytes,
    piece: int,
    with_corpus: bool,
    order: str | None,
    search: int,
    tmp_path_factory: Any,
) -> None:
    folder = tmp_path_factory.mktemp("run")
    corpus = Corpus(strings(NAMES)) if with_corpus else None
    path = written(folder, data)
    with pytest.MonkeyPatch.context() as patch:
        lower(patch, piece)
        patch.setattr("ircompare.scoring.found.ROWS_A_SEARCH", search)
        found, expected = both(folder, data)
        assert found == expected
        if not isinstance(found, str):
            run, small = load(path, "run").value, read_run(data, str(path)).value
            assert scored(run, corpus, order) == scored(small, corpus, order)


@pytest.mark.parametrize("keys", [lambda ids: np.zeros(len(ids), np.uint64),
                                  lambda ids: np.arange(len(ids)).astype(np.uint64) % 2],
                         ids=["one key", "two keys"])  # fmt: skip
def test_ids_that_share_a_key_are_told_apart(
    keys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = run_of(*[(f"q{n // 30}", f"d{n % 30}", "1") for n in range(90)])
    grades = Qrels.from_dict({f"q{n}": {"d3": 1, f"d{n}": 1, "d31": 1} for n in range(3)})
    expected = scored_by(grades, read_run(data, "a.run").value)
    monkeypatch.setattr("ircompare.scoring.found.ROWS_A_SEARCH", NEVER)
    monkeypatch.setattr(id_keys, "_block_keys", lambda ids, salt: keys(ids))
    run = load(written(tmp_path, data), "run").value
    assert isinstance(run, StoredRun)
    fresh = Qrels.from_dict({query: grades.of(query) for query in grades.query_ids})
    assert scored_by(fresh, run) == expected


def scored_by(grades: Qrels, run: AnyRun) -> list[int]:
    found = evaluate(Collection(grades), run, Protocol(judgements="pooled")).hits
    return [*found.ranks.tolist(), *found.judgements.tolist()]


def test_a_comparison_may_take_one_run_from_disk_and_one_from_memory(tmp_path: Path) -> None:
    run = load(written(tmp_path, run_of(*TIED)), "run").value
    small = read_run(run_of(*PLAIN), "b.run").value
    grades = Collection(Qrels.from_dict({"q1": {"a": 1}, "q2": {"d3": 1}}))
    result = compare(grades, run, small, Protocol(judgements="pooled", k=2))
    assert result.to_pandas().rr_verdict.tolist() == [0, 1]
    assert run.ranking("q1") == ["c", "b", "a"]
    assert run.ranking("q1", 2) == ["c", "b"]
    assert run.ranking("none") == []
    assert len(run.rows("none").documents) == 0


def test_the_gate_and_chunk_maps_take_large_runs_like_small_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, run_of(*TIED))
    written(tmp_path, b'{"a": "x", "b": "x", "c": "x", "d": "x", "e": "x"}', "pages.json")
    monkeypatch.chdir(tmp_path)
    library = ["--library", "pages.json", "--engine-version", "1"]
    record = ["baseline", "--run", "a.run", "--baseline-version", "1", "--output", "kept", *library]
    assert main(record) == 0
    assert json.loads(Path("kept/baseline.json").read_text())["q1"] == ["c", "b", "a"]
    assert main(["gate", "--run", "a.run", "--baseline", "kept", *library]) == 0
    mapped = ["chunk-map", "--run", "a.run", "--corpus", "pages.json", "--delimiter", "#"]
    assert main(mapped) == 4


def test_a_large_chunk_run_is_collapsed_like_a_small_one(tmp_path: Path) -> None:
    data = run_of(("q", "a#1", "3"), ("q", "b#1", "2"), ("q", "a#2", "1"))
    chunks = ChunkMap.build(["a#1", "a#2", "b#1"], ["a", "a", "b"])
    scope = Scope.of(Collection(Qrels.from_dict({"q": {"b": 1}})), Protocol(judgements="pooled"))
    for run in (load(written(tmp_path, data), "run").value, read_run(data, "a.run").value):
        side = side_of(run, scope, chunks)
        assert side.hits.ranking("q") == ["a", "b"]
        assert side.hits.ranks.tolist() == [2]
