"""Chunk maps in every format: the same value, and all faults of a file with their lines."""

from __future__ import annotations

import gzip
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ircompare.errors import InputError
from ircompare.model.chunks import ChunkMap
from ircompare.readers import load, read, read_chunk_map, sniff

PLAIN = {"d1#0": "d1", "d1#1": "d1", "文#0": "文"}
TOKENS = {"d1#0": 3, "d1#1": 0, "文#0": 12}


def parquet(columns: dict[str, list[object]]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    pq.write_table(pa.table(columns), sink)
    return sink.getvalue()


def table(delimiter: str, tokens: bool, header: bool = True) -> bytes:
    names = ["chunk_id", "doc_id", "tokens"] if tokens else ["chunk_id", "doc_id"]
    rows = [[c, d, str(TOKENS[c])][: len(names)] for c, d in PLAIN.items()]
    lines = [delimiter.join(row) for row in ([names] if header else []) + rows]
    return ("\n".join(lines) + "\n").encode()


def records(tokens: bool) -> list[dict[str, object]]:
    extra = {c: {"tokens": n} if tokens else {} for c, n in TOKENS.items()}
    return [{"chunk_id": c, "doc_id": d, **extra[c]} for c, d in PLAIN.items()]


def jsonl(tokens: bool) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in records(tokens)).encode()


def as_json(tokens: bool) -> bytes:
    entries = {c: {"doc_id": d, "tokens": TOKENS[c]} if tokens else d for c, d in PLAIN.items()}
    return json.dumps(entries, ensure_ascii=False, indent=1).encode()


def columns(tokens: bool) -> dict[str, list[object]]:
    names = ["chunk_id", "doc_id", *(["tokens"] if tokens else [])]
    return {name: [row[name] for row in records(tokens)] for name in names}


FILES = {
    "JSON chunk → document": (as_json(False), False),
    "JSON chunk → record": (as_json(True), True),
    "JSON lines": (jsonl(False), False),
    "JSON lines with tokens": (jsonl(True), True),
    "TSV": (table("\t", False), False),
    "TSV with tokens": (table("\t", True), True),
    "CSV": (table(",", False), False),
    "CSV with tokens": (table(",", True), True),
    "TSV without a header": (table("\t", False, False), False),
    "CSV without a header": (table(",", False, False), False),
    "Parquet": (parquet(columns(False)), False),
    "Parquet with tokens": (parquet(columns(True)), True),
}


def entries(chunk_map: ChunkMap) -> dict[str, str]:
    ids, documents = chunk_map.chunk_ids.to_pylist(), chunk_map.doc_ids.to_pylist()
    return dict(zip(ids, documents, strict=True))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("packed", [False, True])
def test_every_format_gives_the_same_map(name, packed):
    data, tokens = FILES[name]
    made = read_chunk_map(gzip.compress(data) if packed else data, "map")
    assert entries(made.value) == PLAIN
    assert made.format == name.removesuffix(" with tokens")
    assert (made.value.tokens.tolist() if tokens else made.value.tokens) == (
        list(TOKENS.values()) if tokens else None
    )
    counts = {"chunks": 3, "documents": 2}
    assert dict(made.counts) == {**counts, "tokens": 15} if tokens else counts
    assert made.samples


@pytest.mark.parametrize("name", [name for name in FILES if "without" not in name])
def test_a_map_is_recognised_by_its_content(name):
    assert sniff(FILES[name][0], "map").slot == "chunk_map"


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        pytest.param(b"chunk_id\tdoc_id\na\td\n\nb\td\n", [2, 4], id="header and blank line"),
        pytest.param(b"a\td\nb\td\n", [1, 2], id="no header"),
        pytest.param(b'{\n"a": "d",\n"b": {"doc_id":\n"d"}}', [2, 3], id="json"),
    ],
)
def test_every_entry_knows_its_line(data, lines):
    assert read_chunk_map(data, "map").value.lines.tolist() == lines


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(
            b"a\td1\nb\td1\na\td1\n",
            'map:3: chunk "a" twice in the chunk map\n'
            "  expected: each chunk once\n"
            '  found:    document "d1", and document "d1" on line 1\n'
            "  mend:     remove one of the two",
            id="a chunk twice, although equal",
        ),
        pytest.param(
            b'{"a": "d1",\n"a": "d2"}',
            'map:2: key "a" twice in one object\n'
            "  expected: each key once\n"
            "  found:    also on line 1\n"
            "  mend:     remove one of the two, or merge what they hold",
            id="a key twice",
        ),
        pytest.param(
            b'{"a": "d1",\n"b": 7}',
            'map:2: entry of chunk "b" is a number\n'
            '  expected: chunk id → document id, or → {"doc_id", "tokens"}\n'
            "  found:    7",
            id="a number for a document",
        ),
        pytest.param(
            b'{"a": {"doc_id": "d1", "tokens": 2},\n"b": {"doc_id": "d1", "tokens": "2"}}',
            'map:2: token count "2" is not a whole number\n'
            "  expected: a whole number of at least 0\n"
            "  mend:     write 2",
            id="tokens in quotes",
        ),
        pytest.param(
            b"chunk_id,doc_id,tokens\na,d1,3\nb,d1,-2\n",
            'map:3: chunk "b" has -2 tokens\n  expected: a whole number of at least 0',
            id="negative tokens",
        ),
        pytest.param(
            b"chunk_id,doc_id,tokens\na,d1,3\nb,d1,\n",
            'map:3: chunk "b" has no token count, others have\n'
            "  expected: a token count for every chunk, or for none",
            id="a gap in the tokens",
        ),
        pytest.param(
            b"a\t\n",
            "map:1: document id is empty\n  expected: an id of at least one character",
            id="an empty document",
        ),
        pytest.param(
            b'{"chunk_id": "a", "doc_id": "d"}\n{"doc_id": "d"}\n',
            "map:2: record has no field chunk_id\n"
            "  expected: a field chunk_id in every record, as in the others\n"
            "  found:    doc_id",
            id="a record without its chunk",
        ),
    ],
)
def test_faults_are_told_with_their_line(data, expected):
    with pytest.raises(InputError) as error:
        read(data, "map", "chunk_map")
    assert str(error.value) == expected


def test_faults_of_a_file_come_together():
    data = b"chunk_id,doc_id,tokens\na,d1,x\na,d1,1\n,d1,1\n"
    with pytest.raises(InputError) as error:
        read(data, "map", "chunk_map")
    found = [(problem.line, problem.code) for problem in error.value.problems]
    assert found == [(2, "bad-tokens"), (3, "duplicate-chunk"), (4, "empty-id")]


def test_tokens_that_no_chunk_has_are_no_tokens():
    assert read(b"chunk_id,doc_id,tokens\na,d1,\n", "map", "chunk_map").value.tokens is None


def test_a_column_that_is_not_used_is_said():
    (warning,) = read(b"chunk_id,doc_id,page\na,d1,3\n", "map", "chunk_map").warnings
    assert str(warning) == 'map: 1 column is not used\n  found:    "page"'


def test_a_file_without_entries_is_refused():
    with pytest.raises(InputError, match="file holds no record"):
        read(b"{}", "map", "chunk_map")


ids = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"]), min_size=1
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(ids, st.tuples(ids, st.integers(0, 10**9)), min_size=1, max_size=6))
def test_json_round_trip(mapping):
    data = json.dumps({c: {"doc_id": d, "tokens": n} for c, (d, n) in mapping.items()}).encode()
    made = read_chunk_map(data, "map").value
    assert entries(made) == {chunk: document for chunk, (document, _) in mapping.items()}
    assert made.tokens.tolist() == [count for _, count in mapping.values()]


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60))
def test_arbitrary_bytes_give_a_map_or_an_input_error(data):
    try:
        made = read(data, "map", "chunk_map")
    except InputError:
        return
    assert isinstance(made.value, ChunkMap)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "chunks", "documents"),
    [
        ("cast21_a/derived/chunk_to_doc.tsv.gz", 19885, 14611),
        ("anthropic_contextual/derived/chunk_to_doc.tsv", 737, 90),
        ("coll_cranfield/derived/chunk_to_doc.tsv", 5706, 1398),
    ],
)
def test_real_maps(name, chunks, documents, shared):
    made = load(shared / name)
    assert made.slot == "chunk_map"
    assert (made.counts["chunks"], made.counts["documents"]) == (chunks, documents)


def test_the_tutorial_map(tutorial):
    made = load(tutorial / "chunk_to_doc.json")
    wanted = json.loads((tutorial / "chunk_to_doc.json").read_text("utf-8"))
    assert (made.slot, entries(made.value)) == ("chunk_map", wanted)
