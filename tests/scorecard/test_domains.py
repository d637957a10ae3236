"""The out-of-domain gap and the difference in differences."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ircompare.scorecard.domains import out_of_domain_gap
from tests.scorecard.made import fields, inputs, names, shares

F = Fraction
TRAINED = {"training_domains": ("law",)}


def card(inside, outside, settings=TRAINED, count=10):
    """The row where A and B find so many of `count` queries inside and outside."""
    queries = names(2 * count)
    domain = {q: "law" if at < count else "health" for at, q in enumerate(queries)}
    a, b = (
        {
            q: (int(at % count < (inside if at < count else outside)[side]), 1)
            for at, q in enumerate(queries)
        }
        for side in (0, 1)
    )
    return out_of_domain_gap(inputs(shares(a, b), settings, queries=fields(domain=domain)))


def test_the_example():
    """A .8/.5, B .7/.5: the gap shrinks only because B is worse in domain."""
    row = card((8, 7), (5, 5))
    assert (row.value_a, row.value_b, row.verdict) == (F(3, 10), F(1, 5), 1)
    part = row.part("difference_in_differences")
    assert (part.value_a, part.value_b) == (0, F(1, 10))
    assert row.part("mean_out of domain").delta == 0
    assert row.part("mean_in domain").delta == F(-1, 10)
    assert "declared" in row.label
    assert row.counts == {"in domain": 10, "out of domain": 10, "without domain": 0}


def test_welch_p_is_that_of_unpaired_samples():
    from scipy.stats import ttest_ind

    ones = [[1] * hits + [0] * (10 - hits) for hits in (8, 5)]
    expected = ttest_ind(*ones, equal_var=False).pvalue
    assert card((8, 7), (5, 5)).part("welch_p").value_a == pytest.approx(expected)
    assert card((10, 7), (0, 5)).part("welch_p").value_a is None, "no spread at all"


@pytest.mark.parametrize(("count", "state"), [(9, "LOW_N"), (10, "COMPUTED")])
def test_below_ten_queries_a_leg_there_is_no_p(count, state):
    row = card((8, 7), (5, 5), count=count)
    assert row.state == state
    assert ("welch_p" in [part.key for part in row.parts]) == (state == "COMPUTED")


def test_one_domain_alone_is_undefined():
    row = card((8, 7), (5, 5), {"training_domains": ("law", "health")})
    assert (row.state, row.value_a) == ("UNDEFINED", None)


def test_what_is_missing_is_named():
    compared = shares({"q": (1, 1)}, {"q": (1, 1)})
    assert out_of_domain_gap(inputs(compared)).missing == (
        "query field `domain`",
        "declared `training_domains`",
    )
