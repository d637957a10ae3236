"""Calibration of stated probabilities in query groups."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve

from ircompare.scorecard.calibration import calibration, group_calibration_error
from tests.scorecard.made import fields, inputs, measured, names, shares
from tests.worlds import contrast


def test_the_example():
    """A p = .9, .9, .1, .1: ECE .1, in the large 0; B p = .8 four times: both .55."""
    a = calibration([0.9, 0.9, 0.1, 0.1], [True, True, False, False])
    assert (a.error, a.in_the_large) == (pytest.approx(0.1), pytest.approx(0))
    b = calibration([0.8] * 4, [True, False, False, False])
    assert (b.error, b.in_the_large) == (pytest.approx(0.55), pytest.approx(0.55))


@pytest.mark.parametrize(
    ("count", "expected"), [(20, 0.207), (50, 0.138), (200, 0.070), (1000, 0.032)]
)
def test_a_perfect_model_has_an_error_that_falls_with_n(count, expected):
    rng = np.random.default_rng(7)
    errors = []
    for _ in range(300):
        stated = rng.uniform(size=count)
        errors.append(calibration(stated.tolist(), (rng.uniform(size=count) < stated).tolist()))
    assert np.mean([one.error for one in errors]) == pytest.approx(expected, rel=0.1)
    assert np.mean([one.in_the_large for one in errors]) == pytest.approx(0, abs=0.02)


@pytest.mark.parametrize(("stated", "outcomes"), [([], []), ([0.5], []), ([0.5], [True, False])])
def test_probabilities_and_outcomes_pair_up(stated, outcomes):
    with pytest.raises(ValueError, match="one outcome"):
        calibration(stated, outcomes)


@given(st.integers(1, 8), st.integers(1, 5), st.randoms(use_true_random=False))
def test_bins_of_equal_mass_are_those_of_scikit_learn(bins, each, random):
    stated = sorted(random.sample(range(1, 1000), bins * each))
    probabilities = [one / 1000 for one in stated]
    outcomes = [random.random() < 0.5 for _ in stated]
    found = calibration(probabilities, outcomes, bins)
    true, stated_mean = calibration_curve(
        np.array(outcomes, int), probabilities, n_bins=bins, strategy="quantile"
    )
    assert len(true) == bins
    assert found.error == pytest.approx(np.abs(true - stated_mean).mean())
    assert abs(found.in_the_large) <= found.error + 1e-12
    assert found.error <= 1


def card(rows, **settings):
    """The row of (group, probability in A and B, hit at rank 1 in A and B) for each query."""
    queries = names(len(rows))

    def column(at):
        return {q: row[at] for q, row in zip(queries, rows, strict=True)}

    hits = [{q: (one, 1) for q, one in column(at).items()} for at in (3, 4)]
    tables = measured({"probability": column(1)}, {"probability": column(2)})
    given_inputs = inputs(shares(*hits), settings, queries=fields(group=column(0)), **tables)
    return group_calibration_error(given_inputs)


MANY = [("x", 1.0, 0.5, 1, 1)] * 200 + [("y", 0.25, 0.5, 0, 0)] * 200


def test_the_row_is_the_worst_group():
    row = card(MANY)
    assert (row.value_a, row.value_b) == (pytest.approx(0.25), pytest.approx(0.5))
    assert row.part("citl:x").value_b == pytest.approx(-0.5)
    assert row.part("citl:y").value_b == pytest.approx(0.5)
    assert (row.state, row.n_used, row.verdict) == ("COMPUTED", 400, -1)
    assert [part.key for part in row.parts][:2] == ["citl:x", "citl:y"]


def test_fewer_than_200_queries_in_a_group_are_low():
    row = card(MANY[1:])
    assert (row.state, row.why) == ("LOW_N", "fewer than 200 queries: x")


def test_scores_are_not_probabilities():
    row = group_calibration_error(inputs(shares({"q": (1, 1)}, {"q": (1, 1)})))
    assert row.missing == (
        "query field `group`",
        "`probability` of run A (scores are not probabilities)",
        "`probability` of run B (scores are not probabilities)",
    )


def test_nothing_in_common_is_undefined():
    compared = shares({"q": (1, 1)}, {"q": (1, 1)})
    tables = measured({"probability": {"q": 0.5}}, {"probability": {}})
    row = group_calibration_error(inputs(compared, queries=fields(group={"q": "g"}), **tables))
    assert (row.state, row.n_used) == ("UNDEFINED", 0)


def test_tied_probabilities_go_to_the_bin_of_their_middle():
    """One .1 that came true, three .5 that did not: two bins, (.9 + 1.5) ÷ 4."""
    assert calibration([0.1, 0.5, 0.5, 0.5], [True, False, False, False], 2).error == (
        pytest.approx(0.6)
    )


def test_queries_that_are_not_scored_have_no_outcome():
    compared = contrast({"q": {"d": 1}, "r": {"d": 0}}, {"q": ["d"]}, {"q": ["d"]})
    tables = measured({"probability": {"q": 1.0, "r": 1.0}}, {"probability": {"q": 1.0, "r": 1.0}})
    table = fields(group={"q": "g", "r": "g"})
    row = group_calibration_error(inputs(compared, queries=table, **tables))
    assert (row.n_used, row.value_a) == (1, 0)
