"""p95 latency and tokens per answer."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.inputs import AnswerLabels, Measurements, RunTables
from ircompare.scorecard.latency import (
    median_ratio,
    p95_latency,
    percentile,
    percentile_interval,
)
from ircompare.scorecard.tokens import per_answer, tokens_per_answer
from tests.scorecard.made import inputs, measured, names, nuggets, shares

TENS = [10.0 * at for at in range(1, 11)]


def test_a_percentile_is_an_observed_value():
    assert percentile(TENS, 95) == 100
    assert np.percentile(TENS, 95) == pytest.approx(95.5)
    assert percentile(TENS, 50) == 50


@given(st.lists(st.floats(0, 1e6), min_size=1), st.sampled_from([50, 95, 99]))
def test_it_is_the_smallest_that_enough_do_not_exceed(latencies, per_cent):
    ordered = sorted(latencies)
    enough = (one for at, one in enumerate(ordered, 1) if 100 * at >= per_cent * len(ordered))
    assert percentile(latencies, per_cent) == next(enough)


@pytest.mark.parametrize(
    ("count", "low", "high"),
    [
        pytest.param(10, None, None, id="10"),
        pytest.param(71, None, None, id="just below"),
        pytest.param(72, 64, 72, id="72"),
        pytest.param(100, 90, 100, id="100"),
        pytest.param(200, 184, 197, id="200"),
        pytest.param(500, 465, 485, id="500"),
    ],
)
def test_the_interval_of_p95_needs_72_requests(count, low, high):
    found = percentile_interval(range(1, count + 1), 95)
    assert found.high == high
    assert low is None or found.low == low


def test_p95s_are_never_averaged():
    """Two machines, method linear: the mean of two p95 is 75, the pooled p95 52.5."""
    one, other = [50.0] * 19, [100.0]
    assert (np.percentile(one, 95) + np.percentile(other, 95)) / 2 == 75
    assert np.percentile(one + other, 95) == pytest.approx(52.5)
    assert (percentile(one, 95) + percentile(other, 95)) / 2 == 75
    assert percentile(one + other, 95) == 50


def card(a, b, **more):
    queries = names(max(len(a), len(b)))
    compared = shares(dict.fromkeys(queries, (1, 1)), dict.fromkeys(queries, (1, 1)))
    sides = [
        {"latency_ms": dict(zip(queries, side, strict=False)), "conditions": "warm", **more}
        for side in (a, b)
    ]
    return p95_latency(inputs(compared, **measured(*sides)))


def test_the_row():
    row = card([float(at) for at in range(1, 101)], [2.0 * at for at in range(1, 101)])
    assert (row.value_a, row.value_b, row.delta, row.verdict) == (95, 190, 95, -1)
    assert row.part("median_ratio").value_b == 2
    assert (row.part("p99").value_a, row.part("p95_upper").value_a) == (99, 100)
    assert (row.state, row.n_used) == ("COMPUTED", 100)
    assert row.inputs[0].value == "measurements · warm"


@pytest.mark.parametrize(("count", "state"), [(19, "LOW_N"), (20, "COMPUTED")])
def test_below_20_requests_p95_is_the_maximum(count, state):
    row = card(list(range(1, count + 1)), list(range(1, count + 1)))
    assert (row.state, row.value_a) == (state, 19)


def test_timeouts_count_and_are_never_dropped():
    row = card([1.0] * 95 + [math.inf] * 5, [1.0] * 94 + [math.inf] * 6)
    assert (row.state, row.value_a, row.value_b) == ("UNDEFINED", 1, None)
    assert row.why == "the 95th percentile of run B is a timeout"
    assert (row.counts["timeouts in A"], row.counts["timeouts in B"]) == (5, 6)
    assert row.part("p99").value_a is None


def test_only_queries_that_both_measured_count():
    row = card(TENS, [5.0] * 9)
    assert (row.n_used, row.value_a, row.counts["measured in one run only"]) == (9, 90, 1)
    assert card(TENS, []).state == "UNDEFINED"


def test_throughput_stands_beside_it():
    row = card(TENS, TENS, queries_per_second=Fraction(12))
    assert row.part("queries_per_second").value_a == 12


def test_missing_latencies_are_named():
    compared = shares({"q": (1, 1)}, {"q": (1, 1)})
    tables = measured({"latency_ms": {"q": 1.0}}, {})
    assert p95_latency(inputs(compared, **tables)).missing == ("`latency_ms` of run B",)


def test_ratios_leave_out_timeouts_and_zeros():
    assert median_ratio([1.0, 0.0, 2.0, 1.0], [3.0, 1.0, math.inf, 5.0]) == 4
    assert median_ratio([0.0], [1.0]) is None


# Tokens per answer


def tokens(a, b, answers=None, **more):
    """The row of (in, out, answered) for each query."""
    queries = names(len(a))
    compared = shares(dict.fromkeys(queries, (1, 1)), dict.fromkeys(queries, (1, 1)))

    def table(rows):
        columns = zip(*rows, strict=True)
        keys = ("tokens_in", "tokens_out", "answered")
        return {k: dict(zip(queries, c, strict=True)) for k, c in zip(keys, columns, strict=True)}

    sides = [{**table(rows), "tokenizer": "cl100k", **more} for rows in (a, b)]
    made = [
        RunTables(Measurements(**side), None if answers is None else AnswerLabels(answers))
        for side in sides
    ]
    return tokens_per_answer(inputs(compared, a=made[0], b=made[1]))


EXAMPLE = [(500, 200, True), (50, 50, True), (50, 50, True), (50, 50, True)]


def test_the_example_is_a_ratio_of_sums():
    """1000 tokens over 4 answers are 250, whatever single answers cost."""
    row = tokens(EXAMPLE, [(25, 25, True)] * 4)
    assert (row.value_a, row.value_b, row.verdict) == (250, 50, 1)
    assert row.part("tokens_in").value_a == Fraction(650, 4)
    assert row.part("tokens_out").value_a == Fraction(350, 4)
    assert row.label == "Tokens per answer ↓ (prompt + answer)"
    assert row.dimension.title == "Tokens per answer ↓"


def test_a_query_without_an_answer_costs_all_the_same():
    queries = names(2)
    table = Measurements(
        tokens_in={"q0": 600, "q1": 400}, answered={"q0": True, "q1": False}, tokenizer="t"
    )
    assert per_answer(table, queries, ["tokens_in"]) == 1000


def test_no_answer_at_all_gives_no_value():
    row = tokens([(10, 0, False)], [(10, 5, True)])
    assert (row.state, row.value_a, row.value_b) == ("UNDEFINED", None, 15)


def test_counts_of_two_tokenizers_are_not_compared():
    queries = ["q0"]
    compared = shares({"q0": (1, 1)}, {"q0": (1, 1)})
    columns = {"tokens_in": {"q0": 1}, "tokens_out": {"q0": 1}, "answered": {"q0": True}}
    tables = measured({**columns, "tokenizer": "x"}, {**columns, "tokenizer": "y"})
    row = tokens_per_answer(inputs(compared, **tables))
    assert (row.state, row.value_a, len(queries)) == ("UNDEFINED", None, 1)
    assert row.why == "counted by different tokenizers: x and y"


def test_the_tokenizer_is_mandatory():
    assert tokens(EXAMPLE, EXAMPLE, tokenizer="").missing == (
        "the tokenizer of run A",
        "the tokenizer of run B",
    )


def test_context_counts_where_both_runs_have_it():
    row = tokens(EXAMPLE, EXAMPLE, tokens_context=dict.fromkeys(names(4), 10))
    assert row.value_a == 260
    assert row.part("tokens_context").value_a == 10


def test_tokens_per_complete_answer():
    marks = {"q0": nuggets("+"), "q1": nuggets("-"), "q2": nuggets("+"), "q3": nuggets("", "+")}
    row = tokens(EXAMPLE, EXAMPLE, marks)
    assert row.part("per_complete_answer").value_a == Fraction(900, 2)


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=1))
def test_per_answer_equals_the_definition(rows):
    queries = names(len(rows))
    table = Measurements(
        tokens_in={q: row[0] for q, row in zip(queries, rows, strict=True)},
        answered={q: row[1] for q, row in zip(queries, rows, strict=True)},
    )
    answered = sum(row[1] for row in rows)
    expected = Fraction(sum(row[0] for row in rows), answered) if answered else None
    assert per_answer(table, queries, ["tokens_in"]) == expected


def test_queries_of_which_it_is_not_known_whether_they_were_answered_are_left_out():
    queries = ["q0", "q1"]
    compared = shares(dict.fromkeys(queries, (1, 1)), dict.fromkeys(queries, (1, 1)))
    columns = {"tokens_in": dict.fromkeys(queries, 7), "tokens_out": dict.fromkeys(queries, 0)}
    known = {**columns, "answered": dict.fromkeys(queries, True), "tokenizer": "t"}
    tables = measured(known, {**known, "answered": {"q0": True}})
    row = tokens_per_answer(inputs(compared, **tables))
    assert (row.n_used, row.value_a, row.value_b) == (1, 7, 7)
