"""Long-tail decay: declared thresholds, ties on one side, both legs always shown."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.long_tail import decay, long_tail_decay, share_thresholds
from tests.scorecard.made import fields, inputs, names, shares

F = Fraction
SHARES = (F(1, 100), F(1, 10))


def card(rows, **settings):
    """The row of (frequency, hit in A, hit in B) for each query."""
    queries = names(len(rows))
    a, b = ({q: (row[side], 1) for q, row in zip(queries, rows, strict=True)} for side in (1, 2))
    table = fields(frequency={q: row[0] for q, row in zip(queries, rows, strict=True)})
    return long_tail_decay(inputs(shares(a, b), settings, queries=table))


TEN = [(100, 1, 1)] * 9 + [(100, 0, 0)] + [(5, 1, 1)] * 5 + [(5, 0, 1)] * 5


def test_the_example():
    """Head 9/10, tail 1/2: LDR 4/9; the gap is the value."""
    row = card(TEN, head_min=100)
    assert (row.value_a, row.value_b) == (F(2, 5), F(-1, 10))
    assert (row.part("ldr").value_a, row.part("ldr").value_b) == (F(4, 9), F(-1, 9))
    assert (row.part("mean_frequent").value_a, row.part("mean_rare").value_a) == (F(9, 10), F(1, 2))
    assert (row.state, row.n_used, row.verdict) == ("COMPUTED", 20, None)
    assert row.label == "Recall@5, frequent − rare queries"
    assert row.part("mean_rare").delta == F(1, 2)


def test_the_interval_holds_the_gap_and_comes_out_alike_every_time():
    row = card(TEN, head_min=100)
    low, high = row.part("gap_lower"), row.part("gap_upper")
    assert low.value_a < F(2, 5) < high.value_a
    assert low.value_b is None, "the rare queries of B have no spread"
    assert card(TEN, head_min=100).part("gap_lower") == low


@pytest.mark.parametrize(
    ("tail_max", "head_min", "counts"),
    [
        pytest.param(4, 100, (10, 0), id="just below the rare ones"),
        pytest.param(5, 100, (10, 10), id="at both thresholds"),
        pytest.param(5, 101, (0, 10), id="just above the frequent ones"),
    ],
)
def test_thresholds_include_their_ends(tail_max, head_min, counts):
    row = card(TEN, head_min=head_min, tail_max=tail_max)
    assert (row.counts["frequent"], row.counts["rare"]) == counts
    assert (row.state == "UNDEFINED") == (0 in counts)


@pytest.mark.parametrize(("count", "state"), [(9, "LOW_N"), (10, "COMPUTED")])
def test_fewer_than_ten_queries_in_a_leg_are_low(count, state):
    row = card([(100, 1, 1)] * count + [(1, 0, 1)] * 10, head_min=100)
    assert row.state == state
    assert row.value_a == 1
    if state == "LOW_N":
        assert row.why == "fewer than 10 queries: 9 frequent"


def test_a_head_of_zero_has_no_ratio_but_a_gap():
    row = card([(100, 0, 0)] * 10 + [(1, 0, 1)] * 10, head_min=100)
    assert (row.value_a, row.value_b) == (0, -1)
    assert (row.part("ldr").value_a, row.part("ldr").value_b) == (None, None)


def test_queries_between_and_without_frequency_are_counted():
    compared = shares(dict.fromkeys("xyz", (1, 1)), dict.fromkeys("xyz", (1, 1)))
    table = fields(frequency={"x": 50, "y": 100})
    row = long_tail_decay(inputs(compared, {"head_min": 100}, queries=table))
    assert (row.state, row.counts["between"], row.counts["without frequency"]) == (
        "UNDEFINED",
        1,
        1,
    )


def test_what_is_missing_is_named():
    compared = shares({"q": (1, 1)}, {"q": (1, 1)})
    assert long_tail_decay(inputs(compared)).missing == (
        "query field `frequency`",
        "declared threshold `head_min`",
    )


def test_shares_are_a_labelled_option():
    row = card(TEN, frequency_shares=SHARES)
    assert row.value_a == F(2, 5)
    (used,) = [one for one in row.inputs if one.name == "thresholds from shares"]
    assert used.value == "frequent from 100, rare up to 5; top 1/100, bottom 1/10"


@pytest.mark.parametrize(
    ("frequencies", "expected"),
    [
        pytest.param([7], (7, 7), id="one query"),
        pytest.param([3] * 50, (3, 3), id="all equal"),
        pytest.param(list(range(1, 101)), (100, 10), id="a hundred different"),
        pytest.param(list(range(1, 102)), (100, 11), id="one more rounds up"),
        pytest.param([1] * 95 + [9] * 5, (9, 1), id="ties stay together"),
        pytest.param([], (0, 0), id="none"),
    ],
)
def test_share_thresholds(frequencies, expected):
    assert share_thresholds(frequencies, SHARES) == expected


@given(st.lists(st.integers(0, 9), min_size=1), st.randoms())
def test_share_thresholds_take_at_least_their_share_in_any_order(frequencies, random):
    head_min, tail_max = share_thresholds(frequencies, SHARES)
    assert 100 * sum(f >= head_min for f in frequencies) >= len(frequencies)
    assert 10 * sum(f <= tail_max for f in frequencies) >= len(frequencies)
    mixed = random.sample(frequencies, len(frequencies))
    assert share_thresholds(mixed, SHARES) == (head_min, tail_max)


rows = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=15
)


@given(rows)
def test_the_gap_equals_the_definition(found):
    row = card(found, head_min=8, tail_max=3)
    for side, value in ((1, row.value_a), (2, row.value_b)):
        head = [one[side] for one in found if one[0] >= 8]
        tail = [one[side] for one in found if one[0] <= 3]
        expected = F(sum(head), len(head)) - F(sum(tail), len(tail)) if head and tail else None
        assert value == expected


@given(st.fractions(0, 1), st.fractions(0, 1))
def test_decay_is_at_most_one_and_zero_only_where_the_legs_are_equal(head, tail):
    found = decay(head, tail)
    assert (found is None) == (head == 0)
    if found is not None:
        assert found <= 1
        assert (found == 0) == (head == tail)
