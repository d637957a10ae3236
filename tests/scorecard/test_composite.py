"""A composite: exact, on declared scales, null as soon as a component is missing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.composite import LABEL, column_means, composite, unit_value
from ircompare.scorecard.dimensions import DIMENSIONS
from ircompare.scorecard.direction import DOWN, TO_ZERO, UP, Direction
from ircompare.scorecard.effect import recall_at_5
from ircompare.scorecard.profiles import Component, Profile
from ircompare.scorecard.row import Input, measured, not_computable
from tests.scorecard.made import inputs, shares
from tests.scorecard.made import measured as tables

F = Fraction


def component(direction=UP, low=0, high=1, key="recall_at_5", weight=1, kind="dimension"):
    return Component(kind, key, F(weight), F(low), F(high), direction)


@pytest.mark.parametrize(
    ("direction", "low", "high", "value", "expected"),
    [
        pytest.param(UP, 0, 1, F(1, 4), (F(1, 4), False), id="up"),
        pytest.param(DOWN, 0, 200, F(50), (F(3, 4), False), id="down"),
        pytest.param(DOWN, 0, 200, F(200), (F(0), False), id="down, at the end"),
        pytest.param(DOWN, 0, 200, F(201), (F(0), True), id="down, beyond the end"),
        pytest.param(UP, 0, 1, F(-1), (F(0), True), id="up, below the range"),
        pytest.param(TO_ZERO, -1, 1, F(0), (F(1), False), id="on the target"),
        pytest.param(TO_ZERO, -1, 1, F(-1, 4), (F(3, 4), False), id="below the target"),
        pytest.param(TO_ZERO, -1, 3, F(-1), (F(2, 3), False), id="the further end is 0"),
        pytest.param(TO_ZERO, -1, 3, F(3), (F(0), False), id="at the further end"),
        pytest.param(TO_ZERO, -3, 1, F(-3), (F(0), False), id="at the further end below"),
        pytest.param(Direction("target", F(1)), 0, 2, F(1, 2), (F(1, 2), False), id="target 1"),
    ],
)
def test_unit_value(direction, low, high, value, expected):
    assert unit_value(component(direction, low, high), value) == expected


@given(st.sampled_from([UP, DOWN, TO_ZERO]), st.fractions(-3, 3))
def test_units_stay_between_0_and_1(direction, value):
    unit, clipped = unit_value(component(direction, -1, 2), value)
    assert 0 <= unit <= 1
    assert clipped == (not -1 <= value <= 2)


ROWS = shares({"q": (1, 2)}, {"q": (2, 2)})
LATENCY = measured(
    DIMENSIONS["p95_latency"], (50.0, 100.0), [Input("x", "y")], n_used=9, low="fewer than 20"
)


def of(*components, rows=None, **sides):
    given_inputs = inputs(ROWS, **sides)
    return composite(Profile("mine", components), rows or [recall_at_5(given_inputs)], given_inputs)


def test_weights_scales_and_components_are_all_shown():
    found = of(
        component(weight=3),
        component(DOWN, 0, 200, "p95_latency"),
        rows=[recall_at_5(inputs(ROWS)), LATENCY],
    )
    assert found.value_a == pytest.approx(0.75 * 0.5 + 0.25 * 0.75)
    assert found.value_b == pytest.approx(0.75 * 1 + 0.25 * 0.5)
    assert [part.weight for part in found.components] == [F(3, 4), F(1, 4)]
    assert (found.components[0].unit_a, found.components[1].value_b) == (F(1, 2), 100)
    assert (found.missing, found.low) == ((), ("p95 latency",))
    assert found.label == LABEL == "composite of declared weights, not validated"


def test_it_is_exact_where_its_components_are():
    assert (of(component()).value_a, of(component()).delta) == (F(1, 2), F(1, 2))


def test_a_missing_component_leaves_no_composite():
    row = not_computable(DIMENSIONS["intent_f1"], ["query field `intent`"])
    parts = component(), component(key="intent_f1", weight=F(1, 100))
    found = of(*parts, rows=[recall_at_5(inputs(ROWS)), row])
    assert (found.value_a, found.value_b, found.delta) == (None, None, None)
    assert found.missing == ("Intent-F1",)
    assert found.components[0].unit_a == F(1, 2)


def test_a_component_of_weight_0_is_shown_and_not_needed():
    row = not_computable(DIMENSIONS["intent_f1"], ["x"])
    found = of(
        component(), component(key="intent_f1", weight=0), rows=[recall_at_5(inputs(ROWS)), row]
    )
    assert (found.value_a, found.missing) == (F(1, 2), ())


def test_what_was_clipped_is_said():
    found = of(component(low=0, high=F(3, 4)))
    assert (found.value_b, found.components[0].clipped) == (1, True)


def test_columns_of_the_users_own():
    compiles = component(kind="column", key="compiles")
    sides = tables({"columns": {"compiles": {"q": F(1)}}}, {"columns": {"compiles": {"q": F(0)}}})
    assert of(compiles, **sides).delta == -1
    one_sided = tables({"columns": {"compiles": {"q": F(1)}}}, {})
    found = of(compiles, **one_sided)
    assert (found.value_a, found.missing) == (None, ("compiles",))


def test_column_means_go_over_the_queries_that_both_have():
    sides = tables(
        {"columns": {"x": {"q": F(1), "elsewhere": F(9)}}}, {"columns": {"x": {"q": F(1, 2)}}}
    )
    assert column_means(inputs(ROWS, **sides), "x") == (1, F(1, 2))
    nothing = tables({"columns": {"x": {"q": F(1)}}}, {"columns": {"x": {}}})
    assert column_means(inputs(ROWS, **nothing), "x") == (None, None)


@given(st.lists(st.tuples(st.integers(0, 9), st.fractions(0, 1)), min_size=1, max_size=4))
def test_equal_values_give_the_value_whatever_the_weights(pairs):
    weights = [weight for weight, _ in pairs]
    if any(weights):
        parts = [component(kind="column", key=f"c{at}", weight=w) for at, w in enumerate(weights)]
        column = {f"c{at}": {"q": F(1, 3)} for at in range(len(pairs))}
        assert of(*parts, **tables({"columns": column}, {"columns": column})).value_a == F(1, 3)


def test_a_part_of_the_x_score_is_a_column_too():
    compared = shares({"q": (1, 1), "r": (1, 1)}, {"q": (1, 1), "r": (1, 1)})
    sides = tables(
        {"citation_coverage": {"q": F(1, 2), "r": F(1)}},
        {"citation_coverage": {"q": F(1)}},
    )
    assert column_means(inputs(compared, **sides), "citation_coverage") == (F(1, 2), 1)
    lacking = tables({"citation_coverage": {"q": F(1)}}, {})
    assert column_means(inputs(compared, **lacking), "citation_coverage") == (None, None)
