"""What is written in any format comes back; what is no format is an input error."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ircompare.errors import InputError
from ircompare.readers import (
    Loaded,
    Slot,
    load,
    read,
    read_corpus,
    read_qrels,
    read_queries,
    read_run,
    sniff,
)

PLAIN = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=8)
# What begins like a comment, JSON or XML has cases of its own.
IDS = PLAIN.filter(lambda text: text[0] not in "#{[<")
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=30)
SCORES = st.floats(allow_nan=False, allow_infinity=False)
GRADES = st.integers(-(2**63), 2**63 - 1)
RUNS = st.dictionaries(
    IDS, st.dictionaries(IDS, SCORES, min_size=1, max_size=5), min_size=1, max_size=4
)
QRELS = st.dictionaries(
    IDS, st.dictionaries(IDS, GRADES, min_size=1, max_size=5), min_size=1, max_size=4
)
SLOTS = ["corpus", "queries", "qrels", "run"]
QUICK = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def table(rows: list[list[object]], delimiter: str = ",") -> str:
    sink = io.StringIO(newline="")
    csv.writer(sink, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return sink.getvalue()


def parquet(**columns: object) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink)
    return sink.getvalue()


def zstd(data: bytes) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return sink.getvalue().to_pybytes()


WRAPPINGS: dict[str, Callable[[bytes], bytes]] = {
    "as is": lambda data: data,
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "CR": lambda data: data.replace(b"\n", b"\r"),
    "mark": lambda data: b"\xef\xbb\xbf" + data,
    "gzip": gzip.compress,
    "zstd": zstd,
    "no last line end": lambda data: data.removesuffix(b"\n"),
    "blank lines": lambda data: b"\n \n" + data + b"\n\n",
}
wrappings = st.sampled_from(list(WRAPPINGS))


def run_rows(run: dict[str, dict[str, float]]) -> list[tuple[str, str, int, float]]:
    return [
        (query_id, doc_id, rank, score)
        for query_id, ranking in run.items()
        for rank, (doc_id, score) in enumerate(ranking.items(), 1)
    ]


RUN_FORMS: dict[str, Callable[[dict[str, dict[str, float]]], str]] = {
    "TREC": lambda run: "".join(f"{q} Q0 {d} {r} {s!r} t\n" for q, d, r, s in run_rows(run)),
    "TREC, tabs": lambda run: "".join(
        f"{q}\tQ0\t{d}\t{r}\t{s!r}\tt\n" for q, d, r, s in run_rows(run)
    ),
    "JSON": lambda run: json.dumps(run) + "\n",
    "JSON, indented": lambda run: json.dumps(run, ensure_ascii=False, indent=1) + "\n",
    "JSON objects": lambda run: json.dumps(
        {q: [{"id": d, "score": s} for d, s in ranking.items()] for q, ranking in run.items()}
    ),
    "CSV": lambda run: table(
        [["query_id", "doc_id", "score"], *([q, d, repr(s)] for q, d, _, s in run_rows(run))]
    ),
}


@pytest.mark.parametrize("form", RUN_FORMS)
@QUICK
@given(run=RUNS, wrapping=wrappings)
def test_runs_come_back(form, run, wrapping):
    data = WRAPPINGS[wrapping](RUN_FORMS[form](run).encode())
    value = read_run(data, "a").value
    back = {
        query_id: dict(zip(value.ranking(query_id), value.scores[start:stop].tolist(), strict=True))
        for query_id, start, stop in zip(
            value.query_ids, value.bounds, value.bounds[1:], strict=False
        )
    }
    assert back == run
    assert list(back) == list(run)
    assert [list(ranking) for ranking in back.values()] == [
        list(ranking) for ranking in run.values()
    ]


@QUICK
@given(run=RUNS, wrapping=wrappings)
def test_ms_marco_runs_come_back(run, wrapping):
    text = "".join(f"{q}\t{d}\t{r}\n" for q, d, r, _ in run_rows(run))
    value = read_run(WRAPPINGS[wrapping](text.encode()), "a").value
    assert {q: value.ordered().ranking(q) for q in value.query_ids} == {
        q: list(r) for q, r in run.items()
    }


@QUICK
@given(
    run=st.dictionaries(IDS, st.lists(IDS, unique=True, max_size=5), max_size=4), wrapping=wrappings
)
def test_lists_of_ids_come_back_with_their_empty_rankings(run, wrapping):
    value = read_run(WRAPPINGS[wrapping](json.dumps(run, indent=1).encode() + b"\n"), "a").value
    assert {query_id: value.ranking(query_id) for query_id in value.query_ids} == run
    assert value.query_ids == tuple(run)


QRELS_FORMS: dict[str, Callable[[dict[str, dict[str, int]]], str]] = {
    "TREC": lambda q: "".join(f"{k} 0 {d} {g}\n" for k, p in q.items() for d, g in p.items()),
    "TREC, blanks": lambda q: "".join(
        f" {k}\t0  {d}   {g} \n" for k, p in q.items() for d, g in p.items()
    ),
    "BEIR": lambda q: "".join(f"{k}\t{d}\t{g}\n" for k, p in q.items() for d, g in p.items()),
    "JSON": lambda q: json.dumps(q),
    "CSV": lambda q: table(
        [["qid", "docid", "rel"], *([k, d, g] for k, p in q.items() for d, g in p.items())]
    ),
    "BEIR, header": lambda q: (
        "query-id\tcorpus-id\tscore\n"
        + "".join(f"{k}\t{d}\t{g}\n" for k, p in q.items() for d, g in p.items())
    ),
}


@pytest.mark.parametrize("form", QRELS_FORMS)
@QUICK
@given(qrels=QRELS, wrapping=wrappings)
@example(qrels={'"': {'"': 1, "a": 0}}, wrapping="as is")
def test_qrels_come_back(form, qrels, wrapping):
    value = read_qrels(WRAPPINGS[wrapping](QRELS_FORMS[form](qrels).encode()), "a").value
    assert {query_id: value.of(query_id) for query_id in value.query_ids} == qrels


@QUICK
@given(run=RUNS, qrels=QRELS)
def test_parquet_comes_back(run, qrels):
    q, d, _, s = (list(column) for column in zip(*run_rows(run), strict=True))
    value = read_run(parquet(query_id=q, doc_id=d, score=s), "a").value
    assert sorted(zip(value.documents.to_pylist(), value.scores.tolist(), strict=True)) == sorted(
        zip(d, s, strict=True)
    )
    pairs = [(k, d, g) for k, p in qrels.items() for d, g in p.items()]
    k, d, g = (list(column) for column in zip(*pairs, strict=True))
    judged = read_qrels(parquet(query_id=k, doc_id=d, relevance=pa.array(g, pa.int64())), "a").value
    assert {query_id: judged.of(query_id) for query_id in judged.query_ids} == qrels


CORPORA = st.dictionaries(PLAIN, st.tuples(TEXTS, TEXTS), min_size=1, max_size=4)
CORPUS_FORMS: dict[str, Callable[[dict[str, tuple[str, str]]], str]] = {
    "JSON": lambda c: json.dumps({i: {"title": t, "text": x} for i, (t, x) in c.items()}),
    "JSON lines": lambda c: "".join(
        json.dumps({"_id": i, "title": t, "text": x}, ensure_ascii=False) + "\n"
        for i, (t, x) in c.items()
    ),
    "CSV": lambda c: table([["id", "title", "text"], *([i, t, x] for i, (t, x) in c.items())]),
    "TSV": lambda c: table(
        [["id", "title", "text"], *([i, t, x] for i, (t, x) in c.items())], "\t"
    ),
}


@pytest.mark.parametrize("form", CORPUS_FORMS)
@QUICK
@given(corpus=CORPORA, wrapping=wrappings.filter(lambda name: name not in {"CR", "CRLF"}))
def test_corpora_come_back(form, corpus, wrapping):
    data = WRAPPINGS[wrapping](CORPUS_FORMS[form](corpus).encode())
    value = read_corpus(data, "a").value
    assert {i: (value.title(i), value.text(i)) for i in value.ids.to_pylist()} == corpus


@QUICK
@given(
    queries=st.dictionaries(
        IDS, st.tuples(TEXTS, st.none() | st.sampled_from(["dev", "test"])), min_size=1, max_size=5
    ),
    wrapping=wrappings,
)
def test_queries_come_back(queries, wrapping):
    text = json.dumps(
        {i: {"text": t} | ({"split": s} if s else {}) for i, (t, s) in queries.items()}
    )
    value = read_queries(WRAPPINGS[wrapping](text.encode()), "a").value
    splits = value.splits or (None,) * len(value)
    assert dict(zip(value.ids, zip(value.texts, splits, strict=True), strict=True)) == queries


def outcome_of(data: bytes, slot: Slot | None, companion: bytes | None = None) -> object:
    """What reading gives: a value or its refusal."""
    try:
        return read(data, "x", slot, companion=companion)
    except InputError as error:
        return error


NEARLY = st.one_of(
    st.binary(max_size=60),
    st.text(st.sampled_from('q1 Q0ad\t\n\r#".,;{}[]:<>/top_id\u2028\u00e9-+eE'), max_size=80).map(
        str.encode
    ),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["_id", "text", "split", "q1", "score", "doc_id", ""]), inner
            )
        ),
        max_leaves=8,
    ).map(lambda value: json.dumps(value).encode()),
    st.lists(
        st.lists(st.sampled_from(["q1", "Q0", "a", "1", "0.5", "#", "", "nan"]), max_size=7).map(
            " ".join
        )
    ).map(lambda lines: "\n".join(lines).encode()),
    st.lists(
        st.lists(
            st.sampled_from(["qid", "docid", "rel", "score", "id", "text", '"', "1"]), max_size=4
        ).map(",".join),
        max_size=5,
    ).map(lambda lines: "\n".join(lines).encode()),
)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    data=NEARLY, slot=st.sampled_from([None, *SLOTS]), companion=st.none() | st.binary(max_size=20)
)
def test_any_bytes_give_a_value_or_an_input_error(data, slot, companion):
    outcome = outcome_of(data, slot, companion)
    if isinstance(outcome, InputError):
        assert str(outcome)
        assert outcome.problems
        assert all(problem.code and problem.what for problem in outcome.problems)
    else:
        assert slot in {None, outcome.slot}


@settings(max_examples=100, deadline=None)
@given(
    data=st.binary(max_size=60),
    magic=st.sampled_from([b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"PAR1"]),
)
def test_any_damaged_packing_is_an_input_error(data, magic):
    with pytest.raises(InputError):
        read(magic + data, "x", "run")


@settings(max_examples=60, deadline=None)
@given(at=st.integers(0, 10_000), value=st.integers(0, 255))
def test_one_changed_byte_of_a_packed_file_gives_a_value_or_an_input_error(at, value):
    whole = bytearray(gzip.compress(b"q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\n" * 1))
    whole[at % len(whole)] = value
    outcome = outcome_of(bytes(whole), "run")
    assert isinstance(outcome, Loaded) or outcome.problems


@settings(max_examples=100, deadline=None)
@given(data=NEARLY)
def test_a_guess_is_what_reading_without_a_slot_takes(data):
    try:
        guess = sniff(data, "x")
        loaded = read(data, "x")
    except InputError:
        return
    assert loaded.slot == guess.slot


def test_a_path_reads_like_its_bytes(tmp_path):
    path = tmp_path / "a.run.gz"
    path.write_bytes(gzip.compress(b"q1 Q0 a 1 2 t\n"))
    assert load(path).counts == read(path.read_bytes(), "a").counts
