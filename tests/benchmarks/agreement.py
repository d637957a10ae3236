"""Holds what a peer found against ours, value by value, and says what a difference is due to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.benchmarks.shapes import Files
from tests.benchmarks.sheets import COLUMNS, Sheet

TIES, SINGLE, LEFT_OUT, OTHER = (
    "ties",
    "32 bits",
    "left out",
    "not explained",
)
Ranking = list[tuple[str, float]]


@dataclass(frozen=True)
class Agreement:
    """One peer against us on one data set.

    Attributes:
        values: Values compared.
        reasons: Values that differ, by reason.
        means: Column to (our mean, its mean) where the two differ.
    """

    values: int
    reasons: Counter[str]
    means: dict[str, tuple[float, float]]

    @property
    def differing(self) -> int:
        return self.reasons.total()

    @property
    def unexplained(self) -> int:
        """Values that differ without a reason, and means that differ though no value does."""
        without = sum(1 for column in self.means if not self.differing)
        return self.reasons[OTHER] + without


def held_against(ours: Sheet, theirs: Sheet, files: Files, digits: float) -> Agreement:
    """Compare every value and every mean.

    Args:
        ours, theirs: What both found.
        files: The data, read again where values differ.
        digits: Largest difference that counts as equal.
    """
    differing: dict[str, dict[str, float | None]] = defaultdict(dict)
    for query, row in ours.values.items():
        for column, value in row.items():
            found = theirs.values.get(query, {}).get(column)
            if found is None or abs(found - value) > digits:
                differing[column][query] = found
    means = {
        column: (ours.means[column], theirs.means[column])
        for column in COLUMNS
        if abs(ours.means[column] - theirs.means[column]) > digits
    }
    reasons = _reasons(differing, files, digits)
    return Agreement(sum(len(row) for row in ours.values.values()), reasons, means)


def _reasons(
    differing: Mapping[str, Mapping[str, float | None]], files: Files, digits: float
) -> Counter[str]:
    reasons: Counter[str] = Counter()
    for run, path in zip("ab", files.runs, strict=True):
        columns = {column: found for column, found in differing.items() if column.endswith(run)}
        wanted = {query for found in columns.values() for query in found}
        rankings = read_rankings(path, wanted) if wanted else {}
        relevant = read_relevant(files.qrels, wanted) if wanted else {}
        for column, found in columns.items():
            for query, value in found.items():
                ranking, judged = rankings.get(query, []), relevant.get(query, set())
                reasons[reason(column, value, ranking, judged, digits)] += 1
    return reasons


def reason(
    column: str, value: float | None, ranking: Ranking, relevant: set[str], digits: float
) -> str:
    """Why a peer's value is another: the first explanation that can produce it."""
    if value is None:
        return LEFT_OUT
    for name, kind in ((TIES, np.float64), (SINGLE, np.float32)):
        low, high = reach(column, ranking, relevant, kind)
        if low - digits <= value <= high + digits:
            return name
    return OTHER


def reach(
    column: str, ranking: Ranking, relevant: set[str], kind: type = np.float64
) -> tuple[float, float]:
    """Lowest and highest value that some order of equal scores gives.

    >>> reach("RR@10 a", [("x", 2.0), ("y", 1.0), ("z", 1.0)], {"z"})
    (0.3333333333333333, 0.5)
    >>> reach("R@10 a", [("x", 2.0), ("z", 1.0)], {"z", "never found"})
    (0.5, 0.5)
    """
    measure, cutoff = column.split()[0].split("@")
    scores: np.ndarray = np.array([score for _, score in ranking], kind)
    hit = np.array([doc in relevant for doc, _ in ranking], bool)
    groups = [
        tuple(int(rows.sum()) for rows in (scores > one, scores == one, hit & (scores == one)))
        for one in set(scores[hit].tolist())
    ]
    if measure == "RR":
        worst = min((above + same - hits + 1 for above, same, hits in groups), default=0)
        best = min((above + 1 for above, _, _ in groups), default=0)
        return _reciprocal(worst, int(cutoff)), _reciprocal(best, int(cutoff))
    room = [(int(cutoff) - above, same, hits) for above, same, hits in groups]
    sure = sum(min(max(left - (same - hits), 0), hits) for left, same, hits in room)
    possible = sum(min(max(left, 0), hits) for left, _, hits in room)
    return sure / len(relevant), possible / len(relevant)


def _reciprocal(rank: int, cutoff: int) -> float:
    return 1 / rank if 0 < rank <= cutoff else 0.0


def read_rankings(path: Path, queries: Iterable[str]) -> dict[str, Ranking]:
    """Documents with scores of some queries of a TREC run, as the lines stand."""
    wanted = {query.encode(): query for query in queries}
    found: dict[str, Ranking] = defaultdict(list)
    with path.open("rb") as lines:
        for line in lines:
            fields = line.split()
            if fields[0] in wanted:
                found[wanted[fields[0]]].append((fields[2].decode(), float(fields[4])))
    return found


def read_relevant(path: Path, queries: Iterable[str]) -> dict[str, set[str]]:
    """Relevant documents of some queries of TREC qrels."""
    wanted = set(queries)
    found: dict[str, set[str]] = defaultdict(set)
    for line in path.read_text("utf-8").splitlines():
        query, _, document, grade = line.split()
        if query in wanted and int(grade) >= 1:
            found[query].add(document)
    return found
