"""The repeated runs of the help centre: the same two systems, asked the same questions again.

Made up, from a fixed start. BM25 always answers alike; the scores of LSA are moved by a little
noise, as an index that looks for neighbours approximately might move them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from statistics import NormalDist

START = 20262
REPEATS = {"bm25": (2,), "lsa": (2, 3)}
NOISE = {"bm25": 0.0, "lsa": 0.01}
DEPTH = 10

Ranking = Sequence[tuple[str, float]]


def repeats(name: str, rankings: Sequence[Ranking]) -> Iterator[tuple[str, list[Ranking]]]:
    """Yield name and rankings of each repeated run of a run.

    Args:
        rankings: Documents with their scores, best first, deeper than what is kept of them.
    """
    for number in REPEATS[name]:
        draw, normal = random.Random(f"{START}/{name}/{number}"), NormalDist()
        noise = NOISE[name]
        moved = [
            [
                (document, round(score + noise * normal.inv_cdf(draw.random()), 6))
                for document, score in ranking
            ]
            for ranking in rankings
        ]
        yield f"{name}_{number}", [_best(ranking) for ranking in moved]


def _best(ranking: Ranking) -> Ranking:
    """The first documents by score, then id, both descending."""
    return sorted(ranking, key=lambda pair: (pair[1], pair[0].encode()), reverse=True)[:DEPTH]
