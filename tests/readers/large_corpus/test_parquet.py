"""Parquet corpora read in batches: in everything the same as read whole."""

from __future__ import annotations

import io
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.readers.large_corpus.both import PACKERS, in_pieces, whole

IDS = st.sampled_from(["a", "b", "c", "d", "e", "f", "", "g\x01", "3.9E+16", None])
COLUMNS: dict[str, st.SearchStrategy[Any]] = {
    "text": st.one_of(st.none(), st.text(max_size=4)),
    "title": st.one_of(st.none(), st.text(max_size=4)),
    "year": st.one_of(st.none(), st.integers(0, 9)),
    "share": st.one_of(st.none(), st.floats(0, 1)),
    "tags": st.one_of(st.none(), st.lists(st.text(max_size=2), max_size=2)),
    "flag": st.one_of(st.none(), st.booleans()),
}
TYPES: dict[str, list[pa.DataType]] = {
    "_id": [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())],
    "text": [pa.string(), pa.large_string(), pa.dictionary(pa.int8(), pa.string())],
    "title": [pa.string(), pa.null()],
    "year": [pa.int64(), pa.uint8(), pa.uint64(), pa.int32()],
    "share": [pa.float64(), pa.float32()],
    "tags": [pa.list_(pa.string())],
    "flag": [pa.bool_()],
}


def parquet_of(table: pa.Table, rows: int = 5) -> bytes:
    sink = io.BytesIO()
    pq.write_table(table, sink, row_group_size=rows)
    return sink.getvalue()


@st.composite
def parquet_files(draw: st.DrawFn) -> bytes:
    ids = draw(
        st.one_of(
            st.integers(1, 14).map(lambda rows: [f"d{row}" for row in range(rows)]),
            st.lists(IDS, min_size=1, max_size=9),
        )
    )
    columns, rows = {"_id": ids}, len(ids)
    for name in draw(st.lists(st.sampled_from(sorted(COLUMNS)), unique=True)):
        columns[name] = draw(st.lists(COLUMNS[name], min_size=rows, max_size=rows))
    arrays = {}
    for name, values in columns.items():
        kind = draw(st.sampled_from(TYPES[name]))
        values = [None] * rows if pa.types.is_null(kind) else values
        plain = pa.array(values, pa.string() if pa.types.is_dictionary(kind) else kind)
        arrays[name] = plain.dictionary_encode() if pa.types.is_dictionary(kind) else plain
    return parquet_of(pa.table(arrays), draw(st.integers(1, 20)))


@given(parquet_files())
@example(parquet_of(pa.table({"_id": ["a", "b", "c", "d", "a"], "text": list("vwxyz")}), 2))
@example(parquet_of(pa.table({"_id": ["a"] * 40})))
@example(parquet_of(pa.table({"id": ["a", "b"]})))
@example(parquet_of(pa.table({"id": ["a"], "text": ["x"], "Text": ["y"], "title ": ["z"]})))
def test_parquet_is_the_same_in_batches(data: bytes) -> None:
    found = in_pieces(data)
    assert found is not None
    assert found == whole(data)


REFUSED = {
    "ids are numbers": pa.table({"_id": list(range(9)), "text": ["x"] * 9}),
    "ids and texts are numbers": pa.table({"_id": list(range(9)), "text": list(range(9))}),
    "titles are lists, ids numbers": pa.table({"_id": [1, 2], "title": [["x"], []]}),
    "columns of a run": pa.table({"query_id": ["q"], "doc_id": ["d"], "score": [0.5]}),
    "ids are null": pa.table({"_id": pa.array([None, None], pa.string()), "text": ["x", "y"]}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_faults_of_columns_are_told_once(name: str) -> None:
    data = parquet_of(REFUSED[name])
    assert in_pieces(data) == whole(data)


def test_texts_that_are_no_utf_8_are_refused_in_the_same_words() -> None:
    texts = pa.array([b"x", b"\xff", b"y", b"z"]).view(pa.string())
    data = parquet_of(pa.table({"_id": list("abcd"), "text": texts}))
    (problem,), total = in_pieces(data)
    (expected,), also = whole(data)
    assert (total, problem.code) == (also, "damaged-file")
    # Only the library's own words count the row within a batch, not within the file.
    assert (problem.what, problem.mend) == (expected.what, expected.mend)
    assert "UTF8" in problem.found


WHOLE_ONLY = {
    "no id": parquet_of(pa.table({"text": ["x"]})),
    "texts are numbers": parquet_of(pa.table({"_id": ["a", ""], "text": [1, 2]})),
    "no row": parquet_of(pa.table({"_id": pa.array([], pa.string())})),
    "packed again": PACKERS["gzip"](parquet_of(pa.table({"_id": ["a"]}))),
}


@pytest.mark.parametrize("name", WHOLE_ONLY)
def test_what_the_reader_of_whole_files_decides(name: str) -> None:
    assert in_pieces(WHOLE_ONLY[name]) is None


def test_a_cut_file_is_refused_in_the_same_words() -> None:
    data = parquet_of(pa.table({"_id": ["a", "b"], "text": ["x", "y"]}))[:-20]
    assert in_pieces(data) == whole(data)
