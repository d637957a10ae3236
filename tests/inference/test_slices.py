"""Slices: how fields divide queries, what each slice says, and which one a headline may name."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ircompare.inference.fields import (
    ABSENT,
    QUERY_LENGTH,
    RELEVANT,
    declared_names,
    field_names,
    field_values,
    slicing,
    slicings,
)
from ircompare.inference.slices import (
    arranged,
    chosen_of,
    declared_slices,
    losing_slice,
    slices,
    whole,
)
from ircompare.model.collection import Collection, Qrels, Queries
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.scoring.comparison import Comparison, Counts
from tests.inference.made import with_fields
from tests.worlds import contrast, worlds

moderate = settings(max_examples=40, deadline=None)
F = Fraction


def made(rows, f) -> Comparison:
    """One query for each (rank in A, rank in B) of its only relevant document; 0 for none."""
    a, b = ({f"q{n}": row[side] for n, row in enumerate(rows)} for side in (0, 1))
    return with_fields(a, b, {"f": f})


def scope_of(values, scored=None, **more) -> Scope:
    """Queries with the field `f`; those not scored have nothing relevant."""
    keep = scored or [True] * len(values)
    names = [f"q{number}" for number in range(len(values))]
    qrels = {name: {"r": int(kept)} for name, kept in zip(names, keep, strict=True)}
    queries = Queries(tuple(names), fields={"f": tuple(values)}, **more)
    return Scope.of(
        Collection(Qrels.from_dict(qrels), None, queries), Protocol(judgements="pooled")
    )


def divided(values, **more) -> dict[str, list[int]]:
    found = slicing(scope_of(values, **more), "f")
    return {label: found.places(label).tolist() for label in found.labels}


# Fields


def test_values_are_slices_with_the_most_queries_first_and_absent_ones_last():
    assert list(divided(["zh", None, "en", "zh", "de"]).items()) == [
        ("zh", [0, 3]),
        ("de", [4]),
        ("en", [2]),
        (ABSENT, [1]),
    ]


def test_queries_that_are_not_scored_are_in_no_slice():
    assert divided(["a", "b", "a"], scored=[True, False, True]) == {"a": [0, 2]}


def test_few_numbers_are_slices_of_their_own_ascending():
    assert list(divided([10, 2, 10, 1])) == ["1", "2", "10"]


def test_numbers_may_be_texts_as_a_table_gives_them():
    assert list(divided(["10", "2", "1.5"])) == ["1.5", "2", "10"]


@pytest.mark.parametrize("value", [True, "x", "inf", "nan", [1]])
def test_anything_else_is_no_number(value):
    assert list(divided(["10", "2", value]))[0:2] == ["10", "2"]


def test_nine_different_numbers_become_bands():
    assert list(divided(range(8))) == [str(number) for number in range(8)]
    assert divided(range(9)) == {"0–1": [0, 1], "2–3": [2, 3], "4–6": [4, 5, 6], "7–8": [7, 8]}


def test_equal_numbers_stay_in_one_band():
    values = [1] * 90 + list(range(2, 12))
    assert divided(values) == {"1": list(range(90)), "2–11": list(range(90, 100))}


@moderate
@given(st.lists(st.integers(-5, 60), min_size=1, max_size=80))
def test_bands_are_ascending_ranges_that_hold_every_query_once(values):
    found = slicing(scope_of(values), "f")
    spans = [[values[at] for at in found.places(label)] for label in found.labels]
    assert sorted(chain.from_iterable(spans)) == sorted(values)
    assert all(max(one) < min(two) for one, two in pairwise(spans))
    assert len(found.labels) <= 8


def test_derived_fields_are_query_length_and_relevant_documents():
    queries = Queries(("q1", "q2"), ("reset my password", "重置密码"))
    qrels = Qrels.from_dict({"q1": {"a": 1, "b": 1}, "q2": {"a": 1}})
    scope = Scope.of(Collection(qrels, None, queries), Protocol(judgements="pooled"))
    assert field_names(scope) == (QUERY_LENGTH, RELEVANT)
    assert field_values(scope, QUERY_LENGTH) == (3, 4)
    assert field_values(scope, RELEVANT) == (2, 1)


def test_without_a_queries_file_only_relevant_documents_divide():
    scope = contrast({"q": {"a": 1}, "p": {"a": 1, "b": 1}, "r": {"a": 1}}, {}, {}).a.scope
    assert field_names(scope) == (RELEVANT,)
    assert [one.field for one in slicings(scope, field_names(scope))] == [RELEVANT]


def test_an_unknown_field_is_refused_and_the_known_ones_are_named():
    with pytest.raises(KeyError, match="no query field 'g'; there are: f, relevant documents"):
        field_values(scope_of(["x"]), "g")


def test_a_judged_query_that_the_file_lacks_has_no_field():
    queries = Queries(("q1",), fields={"f": ("x",)})
    qrels = Qrels.from_dict({"q1": {"a": 1}, "q2": {"a": 1}})
    scope = Scope.of(Collection(qrels, None, queries), Protocol(judgements="pooled"))
    assert field_values(scope, "f") == ("x", None)


def test_fields_that_divide_nothing_or_everything_are_left_out():
    many = [f"v{number}" for number in range(31)]

    def useful(values):
        return slicing(scope_of(values), "f").useful

    assert not useful(["x"] * 4)
    assert not useful(many * 2)
    assert useful(many[:30] * 2)
    assert not useful(many[:30])
    assert useful([*many[:30], "v0"])
    assert [one.field for one in slicings(scope_of(["x", "x", "y"]), ["f", RELEVANT])] == ["f"]


@pytest.mark.parametrize("blank", ["", "  ", "\u3000", float("nan"), None])
def test_a_blank_value_is_absent_and_leaves_the_others_numbers(blank):
    assert list(divided(["10", blank, "2", 1.5])) == ["1.5", "2", "10", ABSENT]


def test_a_value_that_reads_like_an_absent_one_shares_its_slice():
    assert divided(["(none)", "x", None]) == {"x": [1], ABSENT: [0, 2]}
    assert divided(["(none)", "(none)", "x"]) == {"x": [2], ABSENT: [0, 1]}


@pytest.mark.parametrize("name", ["007", "1_000", "１", "+", "1.", "0x10", "1e999", " 1"])
def test_what_only_looks_like_a_number_is_a_name(name):
    assert list(divided([name, "10", "2", "2"])) == ["2", *sorted([name, "10"])]


def test_whole_numbers_too_large_for_a_double_are_names():
    assert list(divided([10**400, 1, 1])) == ["1", str(10**400)]


def test_values_other_than_texts_are_named_as_json_writes_them():
    assert list(divided([True, ["zh", "文"], {"a": 1}, True])) == [
        "true",
        '["zh", "文"]',
        '{"a": 1}',
    ]


@pytest.mark.parametrize(
    ("number", "label"),
    [
        (2024, "2024"),
        (123456789012345.0, "123456789012345"),
        (1e15, "1e+15"),
        (-3, "-3"),
        (0.1, "0.1"),
    ],
)
def test_labels_of_numbers(number, label):
    assert list(divided([number, 7, 7]).values())
    assert label in divided([number, 7, 7])


def test_numbers_have_an_order_of_their_own_and_names_have_none():
    assert slicing(scope_of([2, 1]), "f").ascending
    assert not slicing(scope_of(["b", "a"]), "f").ascending


def test_a_label_that_no_query_has_names_no_query():
    assert slicing(scope_of(["a", "b"]), "f").places("c").tolist() == []


def test_only_columns_of_the_queries_file_are_declared():
    scope = scope_of(["x", "y"], texts=("one", "two words"))
    assert declared_names(scope) == ("f",)
    assert field_names(scope) == ("f", QUERY_LENGTH, RELEVANT)


# Slices


def test_a_slice_has_its_own_means_and_counts():
    comparison = made([(1, 2), (2, 1), (0, 1)], f=["x", "y", "x"])
    x, y = slices(comparison, "f", ["recall", "rr", "ndcg"])
    assert (x.field, x.label, x.count, x.places.tolist()) == ("f", "x", 2, [0, 2])
    value = x.values["rr"]
    assert (value.mean_a, value.mean_b, value.delta) == (F(1, 2), F(3, 4), F(1, 4))
    assert value.counts == Counts(1, 0, 1)
    assert (x.values["recall"].delta, y.values["recall"].delta) == (F(1, 2), F(0))
    assert y.values["ndcg"].delta == pytest.approx(1 - 1 / np.log2(3))


@pytest.mark.parametrize(
    ("queries", "differing", "small"),
    [(10, 6, False), (9, 9, True), (10, 5, True), (30, 6, False)],
)
def test_a_slice_is_too_small_below_10_queries_or_6_that_differ(queries, differing, small):
    rows = [(1, 2)] * differing + [(1, 1)] * (queries - differing)
    (found,) = slices(made(rows, f=["x"] * queries), "f")
    assert found.values["rr"].small is small
    assert found.values["recall"].small


def test_small_slices_come_last_whatever_they_lose():
    rows = [(1, 0)] + [(1, 2)] * 10 + [(2, 1)] * 10
    comparison = made(rows, f=["tiny"] + ["down"] * 10 + ["up"] * 10)
    order = [one.label for one in arranged(slices(comparison, "f"), "rr")]
    assert order == ["down", "up", "tiny"]


def test_numbers_keep_their_order_whatever_they_lose():
    rows = [(1, 0)] + [(2, 1)] * 10 + [(1, 2)] * 10
    comparison = made(rows, f=[1] + [2] * 10 + [3] * 10)
    assert [one.label for one in arranged(slices(comparison, "f"), "rr")] == ["2", "3", "1"]


def test_all_queries_together_are_a_slice_without_a_field():
    comparison = made([(1, 2), (2, 1), (0, 1)], f=["x", "y", "x"])
    found = whole(comparison)
    assert (found.field, found.label, found.count) == ("", "", 3)
    for measure in ("recall", "rr"):
        value = found.values[measure]
        assert value.mean_a == comparison.a.mean(measure)
        assert value.mean_b == comparison.b.mean(measure)
        assert value.delta == comparison.mean_delta(measure)
        assert value.counts == comparison.counts(measure)


def test_places_as_a_mask():
    assert chosen_of(np.array([2, 0]), 4).tolist() == [True, False, True, False]


@moderate
@given(worlds())
def test_slices_share_out_every_scored_query_and_the_whole_delta(pair_world):
    comparison = pair_world[0].compare()
    found = slices(comparison, RELEVANT) if comparison.count else ()
    places = sorted(place for one in found for place in one.places.tolist())
    assert places == np.flatnonzero(comparison.scored).tolist()
    for measure in ("recall", "rr"):
        parts = [one.values[measure] for one in found]
        total = sum(one.delta * one.counts.total for one in parts)
        assert total == (comparison.mean_delta(measure) or 0) * comparison.count
        assert sum(one.counts.regressed for one in parts) == comparison.counts(measure).regressed


# The losing slice


def contrasting(lost: int, gained: int = 40, tiny: int = 1):
    """`down` loses on so many queries, `tiny` loses most, `up` gains."""
    rows = [(1, 2)] * lost + [(0, 1)] * gained + [(1, 0)] * tiny
    comparison = made(rows, f=["down"] * lost + ["up"] * gained + ["tiny"] * tiny)
    return comparison, slices(comparison, "f")


def test_the_slice_that_loses_while_the_whole_gains_is_named_with_how_many_were_looked_at():
    comparison, found = contrasting(10)
    losing = losing_slice(comparison, found, "rr")
    assert (losing.slice.label, losing.measure, losing.looked_at) == ("down", "rr", 3)
    assert (losing.fell, losing.small) == (1, 1)
    assert losing.slice.values["rr"].delta == F(-1, 2)


def test_a_slice_of_9_queries_is_never_named():
    assert losing_slice(*contrasting(9), "rr") is None


def test_no_slice_is_named_where_the_whole_does_not_gain():
    assert losing_slice(*contrasting(10, gained=5), "rr") is None
    assert losing_slice(*contrasting(10, gained=4), "rr") is None
    assert losing_slice(*contrasting(10, gained=5, tiny=0), "rr") is None


def test_no_slice_is_named_where_none_loses():
    comparison = made([(2, 1)] * 20, f=["x"] * 10 + ["y"] * 10)
    assert losing_slice(comparison, slices(comparison, "f"), "rr") is None


def test_of_equal_losses_the_larger_slice_is_named():
    rows = [(1, 2)] * 10 + [(1, 2)] * 12 + [(0, 1)] * 40
    comparison = made(rows, f=["a"] * 10 + ["b"] * 12 + ["up"] * 40)
    losing = losing_slice(comparison, slices(comparison, "f"), "rr")
    assert (losing.slice.label, losing.fell, losing.small) == ("b", 2, 0)


def test_declared_fields_that_divide_are_looked_at_and_derived_ones_are_not():
    comparison = with_fields(
        {f"q{n}": 1 for n in range(6)},
        {f"q{n}": 2 for n in range(6)},
        {"kind": list("aabbcc"), "same": ["x"] * 6, "id": list("uvwxyz")},
    )
    found = declared_slices(comparison)
    assert [(one.field, one.label) for one in found] == [
        ("kind", "a"),
        ("kind", "b"),
        ("kind", "c"),
    ]
    derived = contrast({"q": {"a": 1}, "p": {"a": 1, "b": 1}, "r": {"a": 1}}, {}, {})
    assert declared_slices(derived) == ()
