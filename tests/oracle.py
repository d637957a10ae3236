"""The definitions spelled out a second way: dicts, lists and Fractions, nothing clever.

Written from the contract, not from the package, and slow on purpose. A world is qrels
(query → document → grade) and for each run its rankings (query → document ids, best first);
a query that a run does not list is missing, an empty list is an empty ranking.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

Qrels = Mapping[str, Mapping[str, int]]
Rankings = Mapping[str, Sequence[str]]
Scored = Sequence[tuple[str, float]]
Number = Fraction | float
MEASURES = ("recall", "rr", "success", "precision", "ndcg")
TIE = 1e-12


@dataclass(frozen=True)
class Rules:
    """The choices that fix a number."""

    k: int
    level: int = 1
    zero: bool = False


def by_score(scored: Scored) -> list[str]:
    """Best score first; equal scores by id, descending in the order of UTF-8 bytes."""
    falling_ids = sorted(scored, key=lambda pair: pair[0].encode("utf-8"), reverse=True)
    return [doc for doc, _ in sorted(falling_ids, key=lambda pair: pair[1], reverse=True)]


def tie_group(scored: Scored, doc: str) -> tuple[int, int]:
    """First and last rank that a document could have, were its ties broken otherwise."""
    own = dict(scored)[doc]
    above = sum(score > own for _, score in scored)
    return above + 1, above + sum(score == own for _, score in scored)


def relevant(judged: Mapping[str, int], rules: Rules) -> set[str]:
    return {doc for doc, grade in judged.items() if grade >= rules.level}


def is_scored(judged: Mapping[str, int], rules: Rules) -> bool:
    return bool(judged) if rules.zero else bool(relevant(judged, rules))


def scored_queries(qrels: Qrels, queries: Sequence[str], rules: Rules) -> list[str]:
    return [query for query in queries if is_scored(qrels.get(query, {}), rules)]


def recall(ranking: Sequence[str], judged: Mapping[str, int], rules: Rules) -> Fraction:
    wanted = relevant(judged, rules)
    return Fraction(len(wanted & set(ranking[: rules.k])), len(wanted)) if wanted else Fraction(0)


def first_rank(ranking: Sequence[str], judged: Mapping[str, int], rules: Rules) -> int:
    """Rank of the first relevant document in the top k, 0 for none."""
    for rank, doc in enumerate(ranking[: rules.k], start=1):
        if judged.get(doc, 0) >= rules.level:
            return rank
    return 0


def rr(ranking: Sequence[str], judged: Mapping[str, int], rules: Rules) -> Fraction:
    first = first_rank(ranking, judged, rules)
    return Fraction(1, first) if first else Fraction(0)


def success(ranking: Sequence[str], judged: Mapping[str, int], rules: Rules) -> Fraction:
    return Fraction(int(first_rank(ranking, judged, rules) > 0))


def precision(ranking: Sequence[str], judged: Mapping[str, int], rules: Rules) -> Fraction:
    return Fraction(len(relevant(judged, rules) & set(ranking[: rules.k])), rules.k)


def discounted(gains: Sequence[int]) -> float:
    return sum(max(gain, 0) / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def ndcg(ranking: Sequence[str], judged: Mapping[str, int], rules: Rules) -> float:
    ideal = discounted(sorted(judged.values(), reverse=True)[: rules.k])
    gained = discounted([judged.get(doc, 0) for doc in ranking[: rules.k]])
    return gained / ideal if ideal else 0.0


_DEFINITIONS = {
    "recall": recall,
    "rr": rr,
    "success": success,
    "precision": precision,
    "ndcg": ndcg,
}


def value(
    measure: str, ranking: Sequence[str], judged: Mapping[str, int], rules: Rules
) -> Number | None:
    """Value of one query; None where it is not scored."""
    if not is_scored(judged, rules):
        return None
    return _DEFINITIONS[measure](ranking, judged, rules)


def values(
    measure: str, run: Rankings, qrels: Qrels, queries: Sequence[str], rules: Rules
) -> dict[str, Number | None]:
    return {
        query: value(measure, run.get(query, ()), qrels.get(query, {}), rules) for query in queries
    }


def mean(
    measure: str, run: Rankings, qrels: Qrels, queries: Sequence[str], rules: Rules
) -> Number | None:
    """Mean over the scored queries, added one after the other."""
    found = [v for v in values(measure, run, qrels, queries, rules).values() if v is not None]
    return sum(found) / len(found) if found else None


@dataclass(frozen=True)
class World:
    """Two runs, the judgements, the queries in order, and the rules."""

    a: Rankings
    b: Rankings
    qrels: Qrels
    queries: Sequence[str]
    rules: Rules

    def at(self, k: int) -> World:
        rules = Rules(k, self.rules.level, self.rules.zero)
        return World(self.a, self.b, self.qrels, self.queries, rules)

    @property
    def scored(self) -> list[str]:
        return scored_queries(self.qrels, self.queries, self.rules)

    def judged(self, query: str) -> Mapping[str, int]:
        return self.qrels.get(query, {})

    def delta(self, measure: str, query: str) -> Number:
        after, before = (
            value(measure, run.get(query, ()), self.judged(query), self.rules)
            for run in (self.b, self.a)
        )
        assert after is not None
        assert before is not None
        return after - before

    def verdict(self, measure: str, query: str) -> int:
        delta = self.delta(measure, query)
        if isinstance(delta, float) and abs(delta) < TIE:
            return 0
        return (delta > 0) - (delta < 0)

    def counts(self, measure: str) -> tuple[int, int, int]:
        """Improved, tied, regressed."""
        verdicts = [self.verdict(measure, query) for query in self.scored]
        return verdicts.count(1), verdicts.count(0), verdicts.count(-1)

    def mean_delta(self, measure: str) -> Number | None:
        deltas = [self.delta(measure, query) for query in self.scored]
        return sum(deltas) / len(deltas) if deltas else None

    def split(self, measure: str) -> dict[tuple[bool, bool], tuple[Number, int]]:
        """(listed by A, listed by B) → contribution to the mean delta, number of queries."""
        parts: dict[tuple[bool, bool], tuple[Number, int]] = {}
        for query in self.scored:
            key = (query in self.a, query in self.b)
            total, count = parts.get(key, (Fraction(0), 0))
            parts[key] = (total + self.delta(measure, query) / len(self.scored), count + 1)
        return parts

    def matrix(self) -> dict[tuple[int, int], int]:
        cells = {(row, column): 0 for row in (-1, 0, 1) for column in (-1, 0, 1)}
        for query in self.scored:
            cells[self.verdict("recall", query), self.verdict("rr", query)] += 1
        return cells

    def loss_order(self, measure: str, other: str) -> list[str]:
        return sorted(
            self.scored,
            key=lambda query: (self.delta(measure, query), self.delta(other, query), query),
        )

    def cause(self, measure: str, query: str) -> str:
        """The first cause that holds; "" for a query that did not change."""
        verdict = self.verdict(measure, query)
        if not verdict:
            return ""
        if (query in self.a) != (query in self.b):
            return "missing"
        if bool(self.a[query]) != bool(self.b[query]):
            return "empty"
        better, worse = (self.b, self.a) if verdict > 0 else (self.a, self.b)
        return self._cause_of(measure, better[query], worse[query], self.judged(query))

    def _cause_of(
        self,
        measure: str,
        better: Sequence[str],
        worse: Sequence[str],
        judged: Mapping[str, int],
    ) -> str:
        k, wanted = self.rules.k, relevant(judged, self.rules)
        if measure == "recall":
            lost = (wanted & set(better[:k])) - set(worse[:k])
            return "not_returned" if lost - set(worse) else "across_k"
        deciding = next(doc for doc in better[:k] if doc in wanted)
        if deciding not in worse:
            return "not_returned"
        if deciding not in worse[:k]:
            return "across_k"
        new = self.above(worse, judged) - self.above(better, judged)
        return "moved" if new & set(judged) else "unjudged_above"

    def above(self, ranking: Sequence[str], judged: Mapping[str, int]) -> set[str]:
        """Documents above the first relevant one, or the whole top k where none stands there."""
        first = first_rank(ranking, judged, self.rules)
        return set(ranking[: first - 1 if first else self.rules.k])

    def fragility(self, measure: str) -> int | None:
        """Fewest gains (losses, if the mean fell) without which the mean loses its sign."""
        deltas = [self.delta(measure, query) for query in self.scored]
        total = sum(deltas)
        if not total:
            return None
        sign = 1 if total > 0 else -1
        carrying = [sign * delta for delta in deltas if sign * delta > 0]
        return next(
            size
            for size in range(1, len(carrying) + 1)
            if any(sign * total <= sum(chosen) for chosen in combinations(carrying, size))
        )


def run_sha256(run: Rankings, queries: Sequence[str]) -> str:
    """Lines `query NUL document NUL document …`, by query; none for a missing query."""
    lines = ["\0".join([query, *run[query]]) + "\n" for query in sorted(queries) if query in run]
    return hashlib.sha256("".join(lines).encode("utf-8")).hexdigest()


def qrels_sha256(qrels: Qrels) -> str:
    """Lines `query NUL document NUL grade`, by query, then document."""
    lines = [
        f"{query}\0{doc}\0{qrels[query][doc]}\n"
        for query in sorted(qrels)
        for doc in sorted(qrels[query])
    ]
    return hashlib.sha256("".join(lines).encode("utf-8")).hexdigest()
