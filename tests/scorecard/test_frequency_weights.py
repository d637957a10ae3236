"""Inverse-square-root frequency weights and the sample size that they cost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.frequency_weights import effective_size, tail_weighted_mean, weight
from tests.scorecard.made import fields, inputs, names, shares


@pytest.mark.parametrize(("frequency", "expected"), [(0, 1), (1, 1), (4, 0.5), (100, 0.1)])
def test_the_weights_of_the_example(frequency, expected):
    assert weight(frequency) == pytest.approx(expected)


def test_the_effective_size_of_the_example():
    """c = 1, 4, 100, 0: 2.99 of 4."""
    assert f"{effective_size([weight(c) for c in (1, 4, 100, 0)]):.2f}" == "2.99"
    assert effective_size([]) == 0


def card(rows):
    queries = names(len(rows))
    a, b = ({q: (row[at], 1) for q, row in zip(queries, rows, strict=True)} for at in (1, 2))
    table = fields(frequency={q: row[0] for q, row in zip(queries, rows, strict=True)})
    return tail_weighted_mean(inputs(shares(a, b), queries=table))


def test_rare_queries_weigh_more():
    row = card([(100, 1, 0), (4, 0, 1)])
    assert row.value_a == pytest.approx(0.1 / 0.6)
    assert row.value_b == pytest.approx(0.5 / 0.6)
    assert row.part("effective_n").value_a == pytest.approx(0.36 / 0.26)
    assert (row.state, row.why) == ("LOW_N", "fewer than 10 effective queries")
    assert row.label == "Recall@5, tail-weighted"


def test_equal_frequencies_give_the_plain_mean_and_all_queries():
    row = card([(7, 1, 0)] * 6 + [(7, 0, 0)] * 6)
    assert row.value_a == pytest.approx(0.5)
    assert row.part("effective_n").value_a == pytest.approx(12)
    assert row.part("p").value_b == pytest.approx(1 / 32), "six losses and nothing else"


@pytest.mark.parametrize(
    ("rows", "has"),
    [
        pytest.param([(1, 0, 1)] * 6 + [(1, 0, 0)] * 4, True, id="10 queries, 6 differ"),
        pytest.param([(1, 0, 1)] * 6 + [(1, 0, 0)] * 3, False, id="9 queries"),
        pytest.param([(1, 0, 1)] * 5 + [(1, 0, 0)] * 9, False, id="5 differ"),
    ],
)
def test_no_p_below_the_limits(rows, has):
    assert ("p" in [part.key for part in card(rows).parts]) == has


def test_queries_without_frequency_are_left_out_and_counted():
    compared = shares({"q": (1, 1), "r": (0, 1)}, {"q": (0, 1), "r": (0, 1)})
    row = tail_weighted_mean(inputs(compared, queries=fields(frequency={"q": 3})))
    assert (row.value_a, row.n_used, row.counts["without frequency"]) == (1, 1, 1)
    assert tail_weighted_mean(inputs(compared, queries=fields(frequency={}))).state == "UNDEFINED"
    assert tail_weighted_mean(inputs(compared)).missing == ("query field `frequency`",)


@given(st.lists(st.floats(0.01, 1), min_size=1))
def test_the_effective_size_lies_between_1_and_n(weights):
    assert 1 - 1e-9 <= effective_size(weights) <= len(weights) + 1e-9


rows = st.lists(
    st.tuples(st.integers(0, 500), st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=9
)


@given(rows)
def test_the_weighted_mean_equals_the_definition(found):
    row = card(found)
    weights = [max(1, c) ** -0.5 for c, _, _ in found]
    expected = sum(w * a for w, (_, a, _) in zip(weights, found, strict=True)) / sum(weights)
    assert row.value_a == pytest.approx(expected)
