from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.charts.bins import (
    bin_numbers,
    bin_of,
    delta_bounds,
    delta_numbers,
    in_delta_bin,
    in_rank_bin,
    in_value_bin,
    rank_bins,
    value_labels,
    value_numbers,
)


@pytest.mark.parametrize(
    ("k", "labels"),
    [
        (1, ["1", "none"]),
        (2, ["1", "2", "none"]),
        (4, ["1", "2", "3", "4", "none"]),
        (5, ["1", "2", "3", "4–5", "none"]),
        (10, ["1", "2", "3", "4–5", "6–10", "none"]),
        (11, ["1", "2", "3", "4–5", "6–10", "11", "none"]),
        (100, ["1", "2", "3", "4–5", "6–10", "11–20", "21–50", "51–100", "none"]),
    ],
)
def test_rank_bins_end_at_the_cutoff(k, labels):
    assert [rank_bin.label for rank_bin in rank_bins(k)] == labels


def test_a_cutoff_below_1_is_refused():
    with pytest.raises(ValueError, match="the cutoff k is at least 1"):
        rank_bins(0)


@given(st.integers(1, 3000), st.integers(0, 4000))
def test_every_rank_has_the_one_bin_that_holds_it(k, rank):
    bins = rank_bins(k)
    holding = [entry.label for entry in bins if entry.low <= rank <= entry.high]
    assert bin_of(rank, bins) == (holding[0] if 0 < rank <= k else "none")
    assert bins[int(bin_numbers(np.array([rank]), bins)[0])].label == bin_of(rank, bins)
    assert in_rank_bin(np.array([rank]), bin_of(rank, bins), bins).tolist() == [True]


@pytest.mark.parametrize(
    ("delta", "bounds"),
    [
        (0.0, (0, 0)),
        (1e-9, (0, 0.1)),
        (0.1, (0, 0.1)),
        (1 / 9, (0.1, 0.2)),
        (0.3, (0.2, 0.3)),
        (1.0, (0.9, 1)),
        (-0.1, (-0.1, 0)),
        (-0.5, (-0.5, -0.4)),
        (-1.0, (-1, -0.9)),
    ],
)
def test_a_tenth_includes_its_far_end(delta, bounds):
    number = int(delta_numbers(np.array([delta]))[0])
    assert delta_bounds(number) == bounds
    assert in_delta_bin(np.array([delta]), *bounds).tolist() == [True]


@given(st.fractions(-1, 1, max_denominator=500))
def test_tenths_of_a_delta_and_of_its_mirror_mirror_each_other(delta):
    there, back = delta_numbers(np.array([float(delta), -float(delta)]))
    assert there == -back
    chosen = [
        number
        for number in range(-10, 11)
        if in_delta_bin(np.array([float(delta)]), *delta_bounds(number))[0]
    ]
    assert chosen == [there]


def test_value_bins_hold_0_alone_and_include_their_high_end():
    values = np.array([0, 1e-9, 0.1, 0.11, 0.5, 0.95, 1])
    labels = [value_labels()[number] for number in value_numbers(values)]
    assert labels == ["0", "0–0.1", "0–0.1", "0.1–0.2", "0.4–0.5", "0.9–1", "0.9–1"]
    assert in_value_bin(values, "0–0.1").tolist() == [False, True, True, False, False, False, False]
