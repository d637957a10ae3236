"""Exact joins of ids: against a dict, with keys that collide and ids of every length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ircompare.model import ids
from ircompare.model.ids import (
    Hasher,
    IdIndex,
    KeyArray,
    Strings,
    encoded,
    first_place,
    hash_keys,
    repeats,
    strings,
)


def one_key(texts: Strings, salt: int = 0) -> KeyArray:
    """Every id has the same key."""
    return np.full(len(texts), 7, np.uint64)


def few_keys(texts: Strings, salt: int = 0) -> KeyArray:
    """Three keys that differ in their leading bits."""
    return (hash_keys(texts, salt) % np.uint64(3)) << np.uint64(62)


def near_keys(texts: Strings, salt: int = 0) -> KeyArray:
    """Keys that differ in their last bits alone."""
    return hash_keys(texts, salt) & np.uint64(0xFF)


HASHERS = [hash_keys, one_key, few_keys, near_keys]
texts = st.one_of(
    st.sampled_from(["", "a", "b", "ab", "é", "世界", "a" * 7, "a" * 8, "a" * 9, "a\0", "\0"]),
    st.text(max_size=20),
    st.integers(0, 40).map("x".__mul__),
)
pairs = st.lists(st.tuples(texts, st.integers(0, 3)), max_size=60)


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "BLOCK", 7)


def column(values: Sequence[str], before: int = 0) -> Strings:
    """An array of the values that starts inside its buffers."""
    return strings(["é" * before, *values, "tail"]).slice(1, len(values))


def first_places(listed: Sequence[object]) -> dict[object, int]:
    places: dict[object, int] = {}
    for place, entry in enumerate(listed):
        places.setdefault(entry, place)
    return places


@settings(max_examples=150, deadline=None)
@given(pairs, pairs, st.sampled_from(HASHERS), st.booleans(), st.integers(0, 3))
def test_an_index_is_a_dict_of_first_places(
    listed: list[tuple[str, int]],
    wanted: list[tuple[str, int]],
    hasher: Hasher,
    with_contexts: bool,
    before: int,
) -> None:
    def split(rows: list[tuple[str, int]]) -> tuple[Strings, np.ndarray | None]:
        contexts = np.array([row[1] for row in rows], np.int64)
        return column([row[0] for row in rows], before), contexts if with_contexts else None

    def keys(rows: list[tuple[str, int]]) -> list[object]:
        return [*rows] if with_contexts else [row[0] for row in rows]

    places = first_places(keys(listed))
    index = IdIndex(*split(listed), hasher=hasher)
    again = [at for at, entry in enumerate(keys(listed)) if places[entry] != at]
    assert index.repeats.tolist() == again
    assert repeats(*split(listed), hasher=hasher).tolist() == again
    everything = [*wanted, *listed]
    assert index.find(*split(everything)).tolist() == [
        places.get(entry, -1) for entry in keys(everything)
    ]


@pytest.mark.parametrize("length", range(41))
def test_ids_differ_by_any_one_byte_and_by_length(length: int) -> None:
    base = "a" * length
    others = [base[:at] + "b" + base[at + 1 :] for at in range(length)]
    listed = column([base, *others, base + "a", base + "\0", base + "b"])
    index = IdIndex(listed)
    assert len(np.unique(hash_keys(listed))) == len(listed)
    assert index.find(listed).tolist() == list(range(len(listed)))
    assert index.find(column([base + "c", "c" + base])).tolist() == [-1, -1]


def test_keys_do_not_depend_on_what_stands_around_an_id() -> None:
    inside = hash_keys(column(["q", "document 12345678", "世界"], before=3))
    alone = [hash_keys(strings([text]))[0] for text in ("q", "document 12345678", "世界")]
    assert inside.tolist() == alone


def test_a_salt_gives_other_keys() -> None:
    assert hash_keys(strings(["a"]), 1) != hash_keys(strings(["a"]), 0)


def test_the_first_place_of_a_repeat_is_found_among_colliding_ids() -> None:
    listed = strings(["a", "b", "c", "b", "a", "b"])
    index = IdIndex(listed, hasher=one_key)
    assert index.repeats.tolist() == [3, 4, 5]
    assert [first_place(index, listed, None, row) for row in (3, 4, 5)] == [1, 0, 1]


def test_many_repeats_of_one_id_are_no_burden() -> None:
    index = IdIndex(strings(["a"] * 20_000))
    assert len(index.repeats) == 19_999
    assert index.find(strings(["a", "b"])).tolist() == [0, -1]


def test_the_same_id_in_another_context_is_no_repeat() -> None:
    listed, contexts = strings(["d", "d", "d"]), np.array([0, 1, 0])
    index = IdIndex(listed, contexts)
    assert index.repeats.tolist() == [2]
    assert index.find(strings(["d", "d", "d"]), np.array([1, 0, 2])).tolist() == [1, 0, -1]


@pytest.mark.parametrize("listed", [[], ["a"]])
def test_an_empty_list_finds_nothing_and_nothing_is_found_in_it(listed: list[str]) -> None:
    index = IdIndex(strings(listed))
    assert index.find(strings([])).tolist() == []
    assert index.find(strings(["b"])).tolist() == [-1]


# Dictionary encoding


@pytest.mark.parametrize(
    ("codes", "names"),
    [
        pytest.param([0, 0, 1], ["a", "b"], id="in order"),
        pytest.param([0, 1, 0, 2], ["a", "b", "c"], id="in order of first appearance"),
        pytest.param([1, 0], ["a", "b"], id="another order"),
        pytest.param([0, 2], ["a", "b", "c"], id="a name that does not occur"),
        pytest.param([0, 1], ["a", "b", "c"], id="the last name does not occur"),
        pytest.param([0, 1, 2], ["a", "b", "a"], id="a name twice"),
        pytest.param([], [], id="empty"),
        pytest.param([], ["a"], id="names but no rows"),
    ],
)
def test_a_dictionary_comes_in_order_of_first_appearance(
    codes: list[int], names: list[str]
) -> None:
    given_as = pa.DictionaryArray.from_arrays(
        pa.array(codes, pa.int32()), pa.array(names, pa.string())
    )
    found = encoded(given_as)
    assert found.to_pylist() == [names[code] for code in codes]
    assert found.dictionary.to_pylist() == list(dict.fromkeys(names[code] for code in codes))


def test_texts_are_encoded_in_order_of_first_appearance() -> None:
    assert encoded(["b", "a", "b"]).dictionary.to_pylist() == ["b", "a"]
    assert encoded(strings(["b", "a", "b"])).indices.to_pylist() == [0, 1, 0]
