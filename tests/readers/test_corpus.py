"""Types of metadata, also of a column of which only parts are seen at a time."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ircompare.readers.corpus import common_kind, metadata, metadata_kind

LARGEST = int(float.fromhex("0x1.fffffffffffffp+1023"))
VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.integers(-2, 2),
    st.integers(2**63 - 2, 2**63 + 1),
    st.integers(-(2**63) - 1, -(2**63) + 1),
    st.floats(-1, 1),
    st.sampled_from([True, "x", "", [], {"a": None}, 10**400, -LARGEST, LARGEST]),
)


@given(st.lists(VALUES, max_size=6), st.integers(0, 6))
@example([1, 2**63], 1)
@example([1, "1"], 1)
@example([None, None], 1)
def test_parts_of_a_column_make_up_the_whole(values: list[Any], at: int) -> None:
    parts = [values[:at], values[at:]]
    kind = common_kind([metadata_kind(part) for part in parts])
    whole = metadata(values)
    assert pa.chunked_array([metadata(part, kind) for part in parts]).to_pylist() == (
        whole.to_pylist()
    )
    assert all(metadata(part, kind).type == whole.type for part in parts)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([None], pa.null()),
        ([1, None], pa.int64()),
        ([2**63 - 1, -(2**63)], pa.int64()),
        ([2**63], pa.float64()),
        ([1, 1.5], pa.float64()),
        ([LARGEST], pa.float64()),
        ([2 * LARGEST], pa.string()),
        ([-2 * LARGEST, 0.5], pa.string()),
        ([1, True], pa.string()),
        (["1"], pa.string()),
        (pa.array([1], pa.uint8()), pa.int64()),
        (pa.array([1], pa.uint64()), pa.string()),
        (pa.array([1], pa.float32()), pa.float64()),
        (pa.array([None]), pa.string()),
    ],
)
def test_the_type_of_a_column(values: Any, kind: pa.DataType) -> None:
    assert metadata_kind(values) == kind


def test_numbers_of_a_column_of_texts_are_written_as_json() -> None:
    assert metadata([1, None, "a", [1.5]], pa.string()).to_pylist() == ["1", None, "a", "[1.5]"]
