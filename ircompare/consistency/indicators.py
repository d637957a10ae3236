"""Indicators of consistency: a run's top 5 against the baseline's, query by query and in all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from ircompare.consistency.baseline import TOP, Rankings
from ircompare.consistency.library import Library
from ircompare.model.run import Run
from ircompare.scoring.overlap import average_overlap, jaccard, rbo_ext


@dataclass(frozen=True)
class QueryOutcome:
    """One query of the baseline: its recorded top 5 and the current one.

    Attributes:
        baseline, current: At most 5 names each, best first.
        missing: Whether the run does not list the query at all.
    """

    query_id: str
    baseline: tuple[str, ...]
    current: tuple[str, ...]
    missing: bool = False

    @cached_property
    def recalled(self) -> int:
        """Baseline pages that are in the current top 5."""
        return len(set(self.baseline) & set(self.current))

    @property
    def top1_matches(self) -> bool | None:
        """Whether both begin with the same page; None where the baseline has none."""
        return self.baseline[:1] == self.current[:1] if self.baseline else None

    @property
    def changed(self) -> bool:
        """Whether anything in the top 5 differs, its order included."""
        return self.baseline != self.current

    @cached_property
    def jaccard(self) -> Fraction:
        """Jaccard of the two lists; blind to order."""
        return jaccard(self.baseline, self.current)

    @cached_property
    def average_overlap(self) -> Fraction:
        """Average overlap of the two lists; the top weighs most."""
        return average_overlap(self.baseline, self.current, TOP)

    @property
    def rbo(self) -> Fraction:
        """Extrapolated rank-biased overlap of the two lists, p = 4/5."""
        return rbo_ext(self.baseline, self.current)


@dataclass(frozen=True)
class Miss:
    """A baseline page that the current top 5 lacks.

    Attributes:
        baseline_rank: Its rank in the baseline, from 1.
        instead: The page that stands at that rank now; None where nothing does.
        current_rank: Its rank in the whole current ranking; None where it is not returned.
        returned: Length of the whole current ranking.
        query_missing: Whether the run does not list the query at all.
        in_library: Whether the library still has the page.
    """

    query_id: str
    page: str
    baseline_rank: int
    instead: str | None
    current_rank: int | None
    returned: int
    query_missing: bool
    in_library: bool


@dataclass(frozen=True)
class Indicators:
    """All queries together; counts decide, ratios are for reading."""

    slots: int
    recalled: int
    missing_from_library: int
    top1_matches: int
    top1_queries: int
    top5_jaccard: Fraction
    average_overlap: Fraction
    changed_queries: int

    @property
    def recall_misses(self) -> int:
        """Baseline slots that the current top 5 lacks."""
        return self.slots - self.recalled

    @property
    def recall(self) -> Fraction:
        """Recall@5, micro: recalled slots ÷ slots; in [0, 1], slots > 0."""
        return Fraction(self.recalled, self.slots)

    @property
    def top1(self) -> Fraction | None:
        """Share of the queries with a first baseline page that begin with it."""
        return Fraction(self.top1_matches, self.top1_queries) if self.top1_queries else None


def outcomes_of(rankings: Rankings, run: Run) -> tuple[QueryOutcome, ...]:
    """Every query of the baseline beside the run, whose rankings stand in order."""
    return tuple(
        QueryOutcome(
            query_id, names, tuple(run.ranking(query_id, TOP)), query_id not in run.positions
        )
        for query_id, names in rankings.items()
    )


def indicators_of(outcomes: Sequence[QueryOutcome], library: Library) -> Indicators:
    """The indicators of at least one query with at least one slot."""
    matches = [outcome.top1_matches for outcome in outcomes]
    pages = [name for outcome in outcomes for name in outcome.baseline]
    return Indicators(
        slots=len(pages),
        recalled=sum(outcome.recalled for outcome in outcomes),
        missing_from_library=sum(name not in library for name in pages),
        top1_matches=matches.count(True),
        top1_queries=len(matches) - matches.count(None),
        top5_jaccard=_mean([outcome.jaccard for outcome in outcomes]),
        average_overlap=_mean([outcome.average_overlap for outcome in outcomes]),
        changed_queries=sum(outcome.changed for outcome in outcomes),
    )


def misses_of(outcomes: Iterable[QueryOutcome], run: Run, library: Library) -> tuple[Miss, ...]:
    """Every baseline slot that is not recalled, in the order of the baseline."""
    return tuple(
        miss
        for outcome in outcomes
        if outcome.recalled < len(outcome.baseline)
        for miss in _misses(outcome, run.ranking(outcome.query_id), library)
    )


def distribution(values: Iterable[Fraction]) -> tuple[tuple[Fraction, int], ...]:
    """Each value that occurs with the number of queries that have it, ascending."""
    return tuple(sorted(Counter(values).items()))


def unstable_queries(rankings: Rankings, runs: Sequence[Run]) -> tuple[str, ...]:
    """Queries of the baseline for which the top 5 of the runs are not all the same."""
    tops = {query_id: {tuple(run.ranking(query_id, TOP)) for run in runs} for query_id in rankings}
    return tuple(query_id for query_id, different in tops.items() if len(different) > 1)


def self_overlap(rankings: Rankings, runs: Sequence[Run]) -> Fraction:
    """Mean average overlap of the runs with one another: over all pairs and all queries."""
    return _mean(
        [
            average_overlap(left.ranking(query_id, TOP), right.ranking(query_id, TOP), TOP)
            for left, right in combinations(runs, 2)
            for query_id in rankings
        ]
    )


def _misses(outcome: QueryOutcome, ranking: Sequence[str], library: Library) -> list[Miss]:
    current = outcome.current
    return [
        Miss(
            query_id=outcome.query_id,
            page=page,
            baseline_rank=rank,
            instead=current[rank - 1] if rank <= len(current) else None,
            current_rank=ranking.index(page) + 1 if page in ranking else None,
            returned=len(ranking),
            query_missing=outcome.missing,
            in_library=page in library,
        )
        for rank, page in enumerate(outcome.baseline, 1)
        if page not in current
    ]


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)
