"""Drift: how alike the rankings of two versions are, in all and by domain; and shifting intents.

Similarity of rankings, which is no quality.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from ircompare.scorecard.repeats import Consistency, Ranked, response_consistency
from ircompare.scoring.overlap import DEPTH


def drift_by_domain(
    versions: Sequence[Ranked], domains: Mapping[str, str], depth: int = DEPTH
) -> dict[str, Consistency]:
    """How alike the versions rank the queries of each domain, by name of the domain.

    Queries without a domain are in none. For all queries together see `response_consistency`.

    Raises:
        ValueError: Fewer than two versions, or a depth below 1.
    """
    members: dict[str, list[str]] = {name: [] for name in sorted(set(domains.values()))}
    for query, name in domains.items():
        members[name].append(query)
    return {
        name: response_consistency(
            [{query: one[query] for query in own if query in one} for one in versions], depth
        )
        for name, own in members.items()
    }


def intent_drift(sequences: Iterable[Sequence[str]]) -> Fraction | None:
    """Share of the repetitions at which the predicted intent is another; None without any.

    Args:
        sequences: For each user and query, the intents predicted at each time, oldest first.

    >>> intent_drift([["buy", "buy", "help"], ["nav"]])
    Fraction(1, 2)
    """
    changes = [before != after for one in sequences for before, after in pairwise(one)]
    return Fraction(sum(changes), len(changes)) if changes else None
