"""Noise queries, and intents of queries that one user asked again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.model.collection import Collection, Qrels, Queries
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.scorecard.asked import noise_share, repeated_intents
from ircompare.scoring.comparison import compare
from tests.scorecard.made import fields, inputs, measured, names
from tests.worlds import contrast, score

F = Fraction
DAY = datetime(2026, 7, 1)


def compared(count):
    queries = names(count)
    return contrast({q: {"d": 1} for q in queries}, {}, {})


def with_texts(*texts):
    queries = Queries(tuple(names(len(texts))), texts, source="queries.jsonl")
    qrels = Qrels.from_dict({q: {"d": 1} for q in queries.ids}, "qrels.txt")
    scope = Scope.of(Collection(qrels, None, queries), Protocol(judgements="pooled"))
    return compare(score({}, scope), score({}, scope))


# Noise


def noise(marks, **more):
    """Marks: `+` noise, `-` none, blank not declared."""
    held = {f"q{at}": mark == "+" for at, mark in enumerate(marks) if mark != " "}
    return fields(noise=held, **more)


def test_noise_by_count_by_traffic_and_answered():
    table = noise("+-- +", frequency={"q0": 1, "q1": 6, "q2": 2, "q3": 50})
    sides = measured(
        {"answered": {"q0": True, "q1": False, "q4": False}}, {"answered": {"q0": False}}
    )
    found = noise_share(inputs(compared(5), queries=table, **sides))
    assert dict(found.values) == {
        "of the queries": F(1, 2),
        "of the traffic": F(1, 9),
        "of them answered by A": F(1, 2),
        "of them answered by B": F(0),
    }
    assert (found.n_used, found.state) == (4, "COMPUTED")
    assert found.label == (
        "2 of 4 queries declared in the queries file to ask nothing, 1 of the split not declared; "
        "they stay in every mean"
    )
    assert [one.value for one in found.inputs] == [
        "queries.jsonl",
        "queries.jsonl",
        "measured of 2 of them",
        "measured of 1 of them",
    ]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (noise("--"), {"of the queries": F(0)}),
        (noise("++"), {"of the queries": F(1)}),
        (noise("+-", frequency={"q0": 0, "q1": 0}), {"of the queries": F(1, 2)}),
        (noise("+-", frequency={}), {"of the queries": F(1, 2)}),
    ],
)
def test_shares_of_nothing_are_left_out(table, expected):
    assert dict(noise_share(inputs(compared(2), queries=table)).values) == expected


def test_noise_that_is_not_declared():
    assert noise_share(inputs(compared(1))).missing == ("query field `noise`",)
    found = noise_share(inputs(compared(1), queries=fields(noise={"x": True})))
    assert (found.state, found.why) == (
        "UNDEFINED",
        "no query of the split is declared either way",
    )


def test_a_frequency_of_another_query_is_no_traffic_of_these():
    table = noise("+-", frequency={"q0": 1, "q1": 1, "x": 98})
    found = noise_share(inputs(compared(2), queries=table))
    assert dict(found.values)["of the traffic"] == F(1, 2)


# Repetitions


def days(*numbers):
    return {f"q{at}": DAY + timedelta(days=number) for at, number in enumerate(numbers)}


def each(text):
    return dict(zip(names(len(text)), text, strict=True))


def drift(of, a, b=None, *, user, asked, **more):
    table = fields(
        user=each(user), asked=asked, **({"predicted_intent": each(a)} if b is None else {}), **more
    )
    sides = {} if b is None else measured(*({"predicted_intent": each(x)} for x in (a, b)))
    return repeated_intents(inputs(of, queries=table, **sides))


def test_repetitions_are_taken_in_order_of_time():
    """u asks q2, q0, q1: x, x, y in A; y, x, y in B. v asks once."""
    of = with_texts("Reset", " reset ", "RESET", "reset")
    found = drift(of, "xyxz", "xyyz", user="uuuv", asked=days(2, 3, 1, 1))
    assert found.values == (("A", F(1, 2)), ("B", F(1)))
    assert (found.n_used, found.state) == (2, "COMPUTED")
    assert found.inputs[-1].value == "the same text, case and blanks at its ends aside"
    assert found.label.endswith("than the time before; no two at one time")


def test_equal_times_keep_the_order_of_the_file_and_are_counted():
    of = with_texts("reset", "reset", "reset")
    found = drift(of, "xyy", "xxx", user="uuu", asked=days(1, 1, 1))
    assert found.values == (("A", F(1, 2)), ("B", F(0)))
    assert "2 at the same time, in the order of the file" in found.label


def test_one_prediction_for_both_runs_is_one_value():
    found = drift(with_texts("a", "a"), "xy", user="uu", asked=days(1, 2))
    assert found.values == (("A and B", F(1)),)


def test_the_field_goes_before_the_text():
    of = with_texts("reset", "reset", "forgot it")
    found = drift(of, "xyz", user="uuu", asked=days(1, 2, 3), same_query=each("gxg"))
    assert found.values == (("A and B", F(1)),)
    assert found.n_used == 1
    assert found.inputs[-1].value == "query field `same_query`"


def test_a_query_without_a_value_takes_no_part():
    of = with_texts("reset", "reset", "reset")
    found = drift(of, "xyx", user="uuu", asked={"q0": DAY, "q2": DAY + timedelta(days=1)})
    assert found.values == (("A and B", F(0)),)


@pytest.mark.parametrize(
    ("texts", "user"), [(("a", "b"), "uu"), (("a", "a"), "uv"), (("", " "), "uu")]
)
def test_nobody_asked_again(texts, user):
    found = drift(with_texts(*texts), "xy", user=user, asked=days(1, 2))
    assert (found.state, found.why) == ("UNDEFINED", "no user asked the same query twice")


def test_what_repetitions_need():
    found = repeated_intents(inputs(compared(1)))
    assert found.missing == (
        "query field `user`",
        "query field `asked`",
        "`predicted_intent`, a query field or a measurement of the run",
        "query field `same_query`, or texts of the queries",
    )


def test_times_are_all_of_one_kind():
    with pytest.raises(ValueError, match="asked must have a time zone everywhere or nowhere"):
        fields(asked={"q": DAY, "r": DAY.replace(tzinfo=UTC)})


askings = st.lists(
    st.tuples(
        st.sampled_from("uv"), st.sampled_from("gh"), st.integers(0, 3), st.sampled_from("xy")
    ),
    min_size=1,
    max_size=9,
)


@given(askings)
def test_as_the_definition_says_pair_by_pair(rows):
    """Each asking against the latest before it of the same user and query."""
    order = sorted(range(len(rows)), key=lambda at: (rows[at][2], at))
    changes = []
    for place, now in enumerate(order):
        before = [at for at in order[:place] if rows[at][:2] == rows[now][:2]]
        if before:
            changes.append(rows[before[-1]][3] != rows[now][3])
    users, same, times, intents = (list(column) for column in zip(*rows, strict=True))
    found = drift(
        with_texts(*(["t"] * len(rows))),
        "".join(intents),
        user="".join(users),
        asked=days(*times),
        same_query=each("".join(same)),
    )
    expected = (("A and B", F(sum(changes), len(changes))),) if changes else ()
    assert (found.values, found.n_used) == (expected, len(changes))
