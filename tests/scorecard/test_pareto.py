"""The Pareto front of recall and precision, exact, and the four labels of service levels."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.scorecard.pareto import (
    Point,
    ServiceLevel,
    configuration_front,
    cutoff_front,
    front,
    pareto_mask,
)
from tests.inference.tutorial_runs import golden_comparison, golden_evaluation
from tests.scorecard.made import shares

F = Fraction


def points(*pairs):
    return [Point(str(at), F(r), F(p)) for at, (r, p) in enumerate(pairs, 1)]


EXAMPLE = points((".95", ".78"), (".92", ".86"), (".90", ".84"), (".97", ".60"))


def test_the_example():
    assert pareto_mask(EXAMPLE) == (True, True, False, True)


@pytest.mark.parametrize(
    ("pairs", "mask"),
    [
        pytest.param([], (), id="none"),
        pytest.param([("0", "0")], (True,), id="one"),
        pytest.param([("1/2", "1/2")] * 3, (True, True, True), id="equal points stay together"),
        pytest.param([("1", "0"), ("1", "1")], (False, True), id="equal recall"),
        pytest.param([("0", "1"), ("1", "1")], (False, True), id="equal precision"),
        pytest.param([("0", "1"), ("1", "0")], (True, True), id="nothing dominates"),
    ],
)
def test_small_fronts(pairs, mask):
    assert pareto_mask(points(*pairs)) == mask


grid = st.lists(
    st.tuples(st.fractions(0, 1, max_denominator=5), st.fractions(0, 1, max_denominator=5))
)


def dominates(one, other):
    no_worse = one.recall >= other.recall and one.precision >= other.precision
    return no_worse and (one.recall > other.recall or one.precision > other.precision)


@given(grid)
def test_it_equals_the_definition(pairs):
    made = points(*pairs)
    expected = tuple(not any(dominates(other, one) for other in made) for one in made)
    assert pareto_mask(made) == expected
    assert any(expected) == bool(made)


@pytest.mark.parametrize(
    ("recall", "precision", "label"),
    [
        ("0.92", "0.85", "compliant"),
        ("0.919", "0.85", "violates recall"),
        ("0.92", "0.849", "violates precision"),
        ("0", "0", "violates both"),
    ],
)
def test_the_four_labels(recall, precision, label):
    level = ServiceLevel.of("0.92", "0.85")
    assert level.compliance(Point("p", F(recall), F(precision))) == label


def test_levels_are_fractions_of_what_was_written():
    """In doubles 0.1 · 9.2 >= 0.92 is false."""
    assert ServiceLevel.of("0.92", "17/20") == ServiceLevel(F(23, 25), F(17, 20))
    assert not 0.1 * 9.2 >= 0.92
    assert ServiceLevel.of("0.92", "0").compliance(Point("p", F("0.1") * F("9.2"), F(0))) == (
        "compliant"
    )
    for bad in ("1.01", "-0.1", "x"):
        with pytest.raises(ValueError, match=r"between 0 and 1|Invalid literal"):
            ServiceLevel.of(bad, "0")


def test_a_front_without_a_compliant_point_is_an_answer():
    found = front(EXAMPLE)
    assert [point.name for point in found.compliant(ServiceLevel.of("0.92", "0.85"))] == ["2"]
    assert found.compliant(ServiceLevel.of("0.96", "0.85")) == ()


def test_the_precision_that_divides_by_k_decides_the_front():
    """fixture_B, k = 1, 2, 3: R 2/3, 5/6, 1; P ÷ k 2/3, 1/2, 4/9: all three on the front."""
    found = cutoff_front(golden_evaluation("fixture_B"), 3)
    assert [(p.name, p.recall, p.precision) for p in found.points] == [
        ("k = 1", F(2, 3), F(2, 3)),
        ("k = 2", F(5, 6), F(1, 2)),
        ("k = 3", F(1), F(4, 9)),
    ]
    assert found.on_front == (True, True, True)
    assert "÷ k" in found.precision
    returned = points(("2/3", "2/3"), ("5/6", "2/3"), ("1", "13/18"))
    assert pareto_mask(returned) == (False, False, True)


def test_a_front_of_few_queries_is_noisy():
    assert cutoff_front(golden_evaluation("fixture_B"), 1).noisy
    many = {f"q{at}": (1, 1) for at in range(50)}
    assert not cutoff_front(shares(many, many).a, 1).noisy
    del many["q0"]
    assert cutoff_front(shares(many, many).a, 1).noisy


def test_configurations():
    compared = golden_comparison()
    found = configuration_front([compared.a, compared.b])
    assert [point.name for point in found.points] == ["fixture_A", "fixture_B"]
    assert [point.recall for point in found.points] == [F(1, 2), F(5, 6)]
    assert [point.precision for point in found.points] == [F(1, 3), F(1, 2)]
    assert found.on_front == (False, True)
    assert found.noun == "configuration"
    apart = configuration_front([compared.a, compared.b.at(1)])
    assert [point.name for point in apart.points] == ["fixture_A, k = 2", "fixture_B, k = 1"]
    with pytest.raises(ValueError, match="no query is scored"):
        configuration_front([shares({"q": (0, 0)}, {"q": (0, 0)}).a])
    assert configuration_front([]).points == ()
