"""Slots and formats are told from the content alone."""

from __future__ import annotations

import gzip
import io
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ircompare.errors import InputError
from ircompare.readers import sniff, sniff_path
from ircompare.readers.formats import DESCRIBED
from ircompare.readers.sniff import HEAD

TEXT = "The experimental investigation of a wing in a slipstream, made to learn of its lift. " * 4
PAGES = {"how to": ["a.md", "b.md", "c/d.md", "e.md", "f.md"], "why": ["a.md"]}


def lines(*records: object) -> str:
    return "\n".join(json.dumps(record, ensure_ascii=False) for record in records) + "\n"


def parquet(**columns: object) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink)
    return sink.getvalue()


CASES = {
    "corpus JSON texts": ({"d1": TEXT, "d2": TEXT}, "corpus", "JSON id → text"),
    "corpus JSON records": ({"d1": {"title": "T", "text": TEXT}}, "corpus", "JSON id → record"),
    "corpus JSON Chinese": (
        {"d1": "下载操作指南：在设置的下载目录。", "d2": "导出文本指南"},
        "corpus", "JSON id → text",
    ),
    "corpus JSON lines": (lines({"_id": "1", "title": "T", "text": TEXT}), "corpus", "JSON lines"),
    "corpus JSON lines, one": ('{"_id": "1", "text": "' + TEXT + '"}', "corpus", "JSON lines"),
    "corpus JSON lines, long": ('{"_id": "1", "text": "' + TEXT * 1000, "corpus", "JSON lines"),
    "corpus CSV": (f"id,title,text\nd1,T,{TEXT.replace(',', '')}\n", "corpus", "CSV"),
    "corpus TSV": (f"docid\ttext\nd1\t{TEXT}\n", "corpus", "TSV"),
    "corpus ids": ("d1\nd2\nd3\n", "corpus", "list of ids"),
    "corpus Parquet": (parquet(_id=["a"], title=["t"], text=["x"]), "corpus", "Parquet"),
    "queries JSON records": ({"q1": {"text": "x", "split": "dev"}}, "queries", "JSON id → record"),
    "queries JSON texts": (
        {"1": "what is it?", "2": "怎样注销账户？"},
        "queries", "JSON id → text",
    ),
    "queries JSON lines": (lines({"_id": "1", "text": "what"}), "queries", "JSON lines"),
    "queries TSV": ("1\twhat is it\n2\twhy not\n", "queries", "TSV"),
    "queries CSV": ("1,what is it\n2,why not\n", "queries", "CSV"),
    "queries TSV, header": ("qid\tquery\n1\twhat is it\n", "queries", "TSV"),
    "queries CSV, split": ("id,text,split\n1,what is it,dev\n", "queries", "CSV"),
    "queries topics": ("<top>\n<num> Number: 1\n<title> x\n</top>\n", "queries", "TREC topics"),
    "queries XML": ('<?xml version="1.0"?><topics><topic number="1">', "queries", "TREC topics"),
    "qrels JSON": ({"q1": {"a": 1, "b": 0}}, "qrels", "JSON query → document → grade"),
    "qrels JSON, truth values": ({"q1": {"a": True}}, "qrels", "JSON query → document → grade"),
    "qrels TREC": ("q1 0 a 1\nq1 0 b 0\n", "qrels", "TREC qrels"),
    "qrels TREC, comments": (
        "# a header of words here\n# and more\nq1 0 a 1\n",
        "qrels", "TREC qrels",
    ),
    "qrels TREC, fractions": ("q1 0 a 0.5\nq1 0 b 1\n", "qrels", "TREC qrels"),
    "qrels TREC, Q0": ("q1 Q0 a 1\n", "qrels", "TREC qrels"),
    "qrels BEIR": ("q1\ta\t1\nq1\tb\t1\n", "qrels", "BEIR qrels"),
    "qrels BEIR, one each": ("q1\ta\t1\nq2\tb\t1\n", "qrels", "BEIR qrels"),
    "qrels BEIR, header": ("query-id\tcorpus-id\tscore\nq1\ta\t1\n", "qrels", "TSV"),
    "qrels CSV": ("query_id,doc_id,relevance\nq1,a,1\n", "qrels", "CSV"),
    "qrels Parquet": (parquet(q_id=["q"], doc_id=["a"], score=[1]), "qrels", "Parquet"),
    "qrels, blank in an id": ("q1 0 New York 1\n", "qrels", "TREC qrels"),
    "run JSON ids": ({"q1": ["a", "b", "c", "d", "e", "f"]}, "run", "JSON query → ids"),
    "run JSON scores": ({"q1": {"a": 0.5, "b": 1}}, "run", "JSON query → id → score"),
    "run JSON whole scores": (
        {"q": {f"d{n}": n for n in range(50)}},
        "run", "JSON query → id → score",
    ),
    "run JSON objects": ({"q1": [{"id": "a", "score": 1}]}, "run", "JSON query → id and score"),
    "run JSON, nothing": ({}, "run", "JSON query → ids"),
    "run TREC": ("q1 Q0 a 1 2 t\n", "run", "TREC run"),
    "run TREC, 0 for Q0": ("q1\t0\ta\t1\t2.5\tt\n", "run", "TREC run"),
    "run TREC, no tag": ("q1 Q0 a 1 2\n", "run", "TREC run"),
    "run TREC, blank in an id": ("q1 Q0 New York 1 2 t\n", "run", "TREC run"),
    "run MS MARCO": ("q1\tb\t1\nq1\ta\t2\n", "run", "MS MARCO run"),
    "run MS MARCO, from 0": ("q1\tb\t0\nq1\ta\t1\nq2\tc\t0\n", "run", "MS MARCO run"),
    "run CSV": ("query_id,doc_id,score\nq1,a,0.5\n", "run", "CSV"),
    "run CSV, ranks": ("query_id,doc_id,rank\nq1,a,1\n", "run", "CSV"),
    "run Parquet": (parquet(q_id=["q"], doc_id=["a"], score=[1.0]), "run", "Parquet"),
    "chunk map JSON": (
        {"d3a": "d3", "d3b": "d3", "d4a": "d4"},
        "chunk_map", "JSON chunk → document",
    ),
    "chunk map JSON records": (
        {"c": {"doc_id": "d", "tokens": 9}},
        "chunk_map", "JSON chunk → record",
    ),
    "chunk map TSV": ("1#0\t1\n1#1\t1\n2#0\t2\n", "chunk_map", "TSV"),
    "chunk map TSV, header": ("chunk_id\tdoc_id\nx\ty\n", "chunk_map", "TSV"),
    "chunk map JSON lines": (lines({"chunk_id": "c", "doc_id": "d"}), "chunk_map", "JSON lines"),
    "baseline": (PAGES, "baseline", "JSON query → names"),
    "baseline metadata": (
        {"version": "1", "library": {"pages": 3}, "engine": {"version": "2"}},
        "baseline",
        "baseline metadata",
    ),
}  # fmt: skip


def as_bytes(content: object) -> bytes:
    if isinstance(content, bytes):
        return content
    return (
        content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    ).encode()


@pytest.mark.parametrize(("content", "slot", "format"), CASES.values(), ids=CASES)
def test_slot_and_format_are_named(content, slot, format):
    guess = sniff(as_bytes(content), "x")
    assert (guess.slot, guess.format) == (slot, format)
    assert guess.slot not in guess.alternatives
    assert guess.why


@pytest.mark.parametrize("content", [case[0] for case in CASES.values()], ids=CASES)
def test_a_file_on_disk_is_what_its_bytes_are(content, tmp_path):
    path = tmp_path / "x"
    path.write_bytes(as_bytes(content))
    assert sniff_path(path, "x") == sniff(as_bytes(content), "x")


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_of_a_large_file_on_disk_only_the_start_is_looked_at(pack, tmp_path):
    path = tmp_path / "x"
    text = b"q1 Q0 document 1 2 t\n" * (HEAD // 10)
    path.write_bytes(pack(text + b"\0 no record of any kind\n" * HEAD))
    assert len(text) > HEAD
    assert (sniff_path(path, "x").slot, sniff_path(path, "x").format) == ("run", "TREC run")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"", "empty-file", id="empty"),
        pytest.param(gzip.compress(b""), "empty-file", id="empty once unpacked"),
        pytest.param(b"\x1f\x8bnothing", "damaged-file", id="damaged"),
        pytest.param(b"PK\x03\x04", "foreign-file", id="an archive"),
        pytest.param(b"Dear Sir,\n", "unknown-format", id="prose"),
    ],
)
def test_a_file_on_disk_is_refused_as_its_bytes_are(data, code, tmp_path):
    path = tmp_path / "x"
    path.write_bytes(data)
    for look in (lambda: sniff_path(path, "x"), lambda: sniff(data, "x")):
        with pytest.raises(InputError) as caught:
            look()
        assert caught.value.problems[0].code == code


@pytest.mark.parametrize("name", ["corpus.jsonl", "qrels.txt", "run.A.json", "queries.gz", "x"])
def test_the_name_of_the_file_is_never_looked_at(name):
    for content, _, _ in CASES.values():
        assert sniff(as_bytes(content), name) == sniff(as_bytes(content), "other")


@pytest.mark.parametrize("content", ["q1 Q0 a 1 2 t\n", {"q1": {"a": 1}}], ids=["lines", "JSON"])
def test_packing_line_ends_and_marks_change_no_guess(content):
    plain = as_bytes(content)
    guess = sniff(plain, "x")
    for variant in (b"\xef\xbb\xbf" + plain, plain.replace(b"\n", b"\r\n"), b"\n\n" + plain):
        assert sniff(variant, "x") == guess
    assert sniff(gzip.compress(plain), "x").compression == "gzip"


def test_indented_json_is_one_object():
    assert sniff(json.dumps({"q1": ["a"] * 9}, indent=1).encode(), "x").format == "JSON query → ids"


def test_a_large_file_is_known_by_its_head():
    run = {f"q{n}": {f"d{m}": m / 7 for m in range(1000)} for n in range(30)}
    assert sniff(json.dumps(run).encode(), "x").slot == "run"
    assert (
        sniff(json.dumps({"q": {f"d{n}": 0 for n in range(50_000)}}).encode(), "x").slot == "qrels"
    )


@pytest.mark.parametrize(
    ("content", "alternative"),
    [
        pytest.param({"q1": ["a", "b"]}, "baseline", id="short rankings may be a baseline"),
        pytest.param({"q1": {"a": 1}}, "run", id="whole numbers may be scores"),
        pytest.param("q1\ta\t1\nq2\tb\t1\n", "run", id="three columns may be ranks"),
        pytest.param("1\tx y\n", "corpus", id="two columns may be documents"),
        pytest.param({"d1": TEXT}, "queries", id="texts may be queries"),
    ],
)
def test_doubtful_content_has_alternatives(content, alternative):
    guess = sniff(as_bytes(content), "x")
    assert alternative in guess.alternatives


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("Some prose, as in a letter.\nIt goes on.\n", id="prose"),
        pytest.param("a,b,c\n1,2,3\n", id="unknown columns"),
        pytest.param("[1, 2, 3]", id="array"),
        pytest.param("\n \n", id="blank lines"),
        pytest.param("\x89PNG\r\n\x1a\n", id="picture"),
    ],
)
def test_what_looks_like_nothing_is_an_input_error(content):
    with pytest.raises(InputError) as caught:
        sniff(as_bytes(content), "x")
    assert caught.value.problems[0].code == "unknown-format"


def test_an_unknown_format_is_described_in_full():
    with pytest.raises(InputError) as caught:
        sniff(b"Dear Sir,\n", "letter.txt")
    assert str(caught.value) == (
        "letter.txt: content is not recognised\n"
        f"  expected: {'; '.join(f'{slot}: {formats}' for slot, formats in DESCRIBED.items())}\n"
        '  found:    "Dear Sir,\\n"\n'
        "  mend:     say what the file is, or write it in one of these formats"
    )
