"""The interval of each slice: that of its own deltas alone, and none where it says too little."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.weightstats import DescrStatsW

from ircompare.inference.slice_intervals import slice_intervals
from ircompare.inference.slices import slices, whole
from tests.inference.made import with_fields


def made(rows, labels):
    a, b = ({f"q{n}": row[side] for n, row in enumerate(rows)} for side in (0, 1))
    return with_fields(a, b, {"f": labels})


MIXED = [(1, 2), (2, 1), (1, 3), (3, 1), (1, 0), (2, 1), (1, 1), (1, 1), (2, 2), (1, 4)]


def test_each_interval_is_that_of_the_slice_alone():
    rows = [*MIXED, *[(0, 1), (1, 2)] * 6, (1, 2)]
    comparison = made(rows, ["x"] * 10 + ["y"] * 12 + ["tiny"])
    found = slices(comparison, "f")
    deltas = np.array([(1 / b if b else 0) - (1 / a if a else 0) for a, b in rows])
    intervals = dict(
        zip([one.label for one in found], slice_intervals(comparison, found, "rr"), strict=True)
    )
    assert intervals["tiny"] is None
    for label, chosen in (("x", slice(0, 10)), ("y", slice(10, 22))):
        expected = DescrStatsW(deltas[chosen]).tconfint_mean(alpha=0.05)
        assert (intervals[label].low, intervals[label].high) == pytest.approx(expected)


def test_all_queries_have_one_too():
    comparison = made(MIXED, ["x"] * 10)
    one, of_all = slice_intervals(comparison, (*slices(comparison, "f"), whole(comparison)), "rr")
    assert one == of_all is not None


@pytest.mark.parametrize(
    ("rows", "has"),
    [
        pytest.param([(1, 2), (1, 3)] * 3 + [(1, 1)] * 4, True, id="10 queries, 6 differ"),
        pytest.param([(1, 2), (1, 3)] * 3 + [(1, 1)] * 3, False, id="9 queries"),
        pytest.param([(1, 2)] * 5 + [(1, 1)] * 5, False, id="5 differ"),
        pytest.param([(1, 2)] * 10, False, id="all changed alike"),
    ],
)
def test_no_interval_where_a_slice_says_too_little(rows, has):
    comparison = made(rows, ["x"] * len(rows))
    (found,) = slice_intervals(comparison, slices(comparison, "f"), "rr")
    assert (found is not None) is has
