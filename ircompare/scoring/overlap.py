"""How alike two rankings are: Jaccard, average overlap, rank-biased overlap.

None of these says that a ranking is good. All but RBO_min are exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

DEPTH = 5
PERSISTENCE = Fraction(4, 5)


def jaccard(left: Sequence[str], right: Sequence[str]) -> Fraction:
    """Shared documents as a share of all documents of two rankings, in [0, 1]; blind to order.

    Two empty rankings are the same: 1.

    >>> jaccard(["a", "b", "c"], ["a", "x", "c"])
    Fraction(1, 2)
    """
    shared = _overlaps(left, right)[-1]
    together = len(left) + len(right) - shared
    return Fraction(shared, together) if together else Fraction(1)


def average_overlap(left: Sequence[str], right: Sequence[str], depth: int = DEPTH) -> Fraction:
    """Mean over the depths 1 to D of the share of the top d that both hold; exact, in [0, 1].

    D is the length of the longer ranking, at most `depth`. A ranking that ends before depth d is
    compared with all it has. Two empty rankings are the same: 1.

    Raises:
        ValueError: A depth below 1, or a document twice in one ranking.

    >>> average_overlap(["a", "b"], ["b", "a"])
    Fraction(1, 2)
    """
    if depth < 1:
        raise ValueError(f"depth must be at least 1, not {depth}")
    shared = _overlaps(left[:depth], right[:depth])
    shares = [Fraction(count, at) for at, count in enumerate(shared) if at]
    return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(1)


def rbo_ext(
    left: Sequence[str], right: Sequence[str], persistence: Fraction = PERSISTENCE
) -> Fraction:
    """Rank-biased overlap, extrapolated: agreement is taken to go on as at the end; in [0, 1].

    With one ranking empty nothing is shared: 0. Two empty rankings are the same: 1.

    Args:
        persistence: Weight of depth d + 1 by that of depth d, a fraction between 0 and 1. With
            4/5 the first 5 ranks carry 86 % of the weight.

    Raises:
        ValueError: A persistence outside 0 to 1, or a document twice in one ranking.

    Source:
        Webber, Moffat and Zobel (2010), A similarity measure for indefinite rankings, eq. 32.

    >>> rbo_ext(["a", "b"], ["b", "a"])
    Fraction(4, 5)
    """
    p = _between(Fraction(persistence))
    short, long = sorted((len(left), len(right)))
    if not short:
        return Fraction(int(not long))
    shared = _overlaps(left, right)
    at_short, at_long = shared[short], shared[long]
    seen = sum(p**at * Fraction(shared[at], at) for at in range(1, long + 1))
    beyond = sum(
        p**at * Fraction(at_short * (at - short), short * at) for at in range(short + 1, long + 1)
    )
    end = Fraction(at_long - at_short, long) + Fraction(at_short, short)
    return (1 - p) / p * (seen + beyond) + end * p**long


def rbo_min(
    left: Sequence[str], right: Sequence[str], persistence: Fraction = PERSISTENCE
) -> float:
    """The least rank-biased overlap that longer rankings with these tops could have, in [0, 1).

    Raises:
        ValueError: A persistence outside 0 to 1, or a document twice in one ranking.

    Source:
        Webber, Moffat and Zobel (2010), eq. 11.
    """
    p = float(_between(Fraction(persistence)))
    shared = _overlaps(left, right)
    last = shared[-1]
    terms = [(count - last) * p**at / at for at, count in enumerate(shared) if at]
    return (1 - p) / p * math.fsum([*terms, -last * math.log1p(-p)])


def _overlaps(left: Sequence[str], right: Sequence[str]) -> list[int]:
    """Number of documents in both tops at each depth from 0 to the length of the longer."""
    if len(set(left)) != len(left) or len(set(right)) != len(right):
        raise ValueError("a document stands twice in one ranking")
    counts, seen = [0], (set[str](), set[str]())
    for at in range(max(len(left), len(right))):
        shared = counts[-1]
        for ranking, own, other in ((left, *seen), (right, seen[1], seen[0])):
            if at < len(ranking):
                own.add(ranking[at])
                shared += ranking[at] in other
        counts.append(shared)
    return counts


def _between(persistence: Fraction) -> Fraction:
    if not 0 < persistence < 1:
        raise ValueError(f"persistence must be between 0 and 1, not {persistence}")
    return persistence
