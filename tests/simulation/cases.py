"""Populations of queries whose true mean delta is known, to draw samples from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ircompare.inference.units import Units

Draw = Callable[[np.random.Generator, int], Units]
RANKS = 10
VALUES = (Fraction(0), *(Fraction(1, rank) for rank in range(1, RANKS + 1)))
PLAIN = (0.16, 0.34, 0.15, 0.10, 0.07, 0.05, 0.04, 0.03, 0.02, 0.02, 0.02)
BETTER = (0.10, 0.45, 0.17, 0.10, 0.06, 0.04, 0.03, 0.02, 0.01, 0.01, 0.01)
PARAPHRASES = 4


@dataclass(frozen=True)
class Case:
    """A population and how a sample of so many units is drawn from it.

    Attributes:
        name: What it is like.
        draw: A sample, from a random generator and the number of units.
        mean: True mean delta.
        judged: Whether the nominal level is promised; rare large gains defeat every method.
    """

    name: str
    draw: Draw
    mean: float
    judged: bool = True


def mean_value(weights: Sequence[float]) -> float:
    """Mean reciprocal rank when ranks are drawn with these weights, none first."""
    return float(sum(weight * float(value) for weight, value in zip(weights, VALUES, strict=True)))


def rr_deltas(
    rng: np.random.Generator, count: int, b: Sequence[float] = PLAIN, tied: float = 0.0
) -> list[Fraction]:
    """Paired RR@10 deltas: independent ranks, or with some probability the same one twice."""
    places = [rng.choice(len(VALUES), count, p=weights) for weights in (PLAIN, b)]
    same = rng.random(count) < tied
    return [
        Fraction(0) if tie else VALUES[after] - VALUES[before]
        for before, after, tie in zip(*places, same, strict=True)
    ]


def single(deltas: Sequence[Fraction]) -> Units:
    """Each query its own unit."""
    return Units(tuple(deltas), (1,) * len(deltas))


def rare_gains(rng: np.random.Generator, count: int) -> Units:
    """+1/2 for one query in ten, −1/10 for five, 0 for four: the mean is 0."""
    values = (Fraction(1, 2), Fraction(-1, 10), Fraction(0))
    return single([values[at] for at in rng.choice(3, count, p=(0.1, 0.5, 0.4))])


def paraphrases(rng: np.random.Generator, count: int) -> list[list[Fraction]]:
    """Groups of four paraphrases that mostly change together."""
    shared = rr_deltas(rng, count)
    own = iter(rr_deltas(rng, count * PARAPHRASES))
    together = iter(rng.random(count * PARAPHRASES) < 0.7)
    return [
        [group if next(together) else next(own) for _ in range(PARAPHRASES)] for group in shared
    ]


def grouped(rng: np.random.Generator, count: int) -> Units:
    """Each group of paraphrases a unit."""
    groups = paraphrases(rng, count)
    return Units(tuple(sum(group, Fraction(0)) for group in groups), (PARAPHRASES,) * count)


def ungrouped(rng: np.random.Generator, count: int) -> Units:
    """The same queries, each taken for a unit."""
    return single([delta for group in paraphrases(rng, count) for delta in group])


CASES = (
    Case("independent ranks", lambda rng, n: single(rr_deltas(rng, n)), 0.0),
    Case("60 % tied", lambda rng, n: single(rr_deltas(rng, n, tied=0.6)), 0.0),
    Case(
        "B truly better",
        lambda rng, n: single(rr_deltas(rng, n, BETTER)),
        mean_value(BETTER) - mean_value(PLAIN),
    ),
    Case("groups of 4 paraphrases", grouped, 0.0),
    Case("their queries as units", ungrouped, 0.0, judged=False),
    Case("rare large gains", rare_gains, 0.0, judged=False),
)
