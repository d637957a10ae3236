"""Response consistency: how alike the rankings of repeated runs of one system are.

Indicators of consistency, not of quality; no dimension of the twelve.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from ircompare.errors import InputError, Problems
from ircompare.model.collapse import Collapsed
from ircompare.scorecard.finding import Finding, lacking
from ircompare.scorecard.inputs import Inputs, RunTables
from ircompare.scorecard.row import Input
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import counted
from ircompare.scoring.overlap import DEPTH, average_overlap, rbo_ext
from ircompare.scoring.repeated import as_scored, tops

Ranked = Mapping[str, Sequence[str]]
Top = tuple[str, ...]
SUPPLY = "repeated runs of run {} (other answers of the same system to the same queries)"


@dataclass(frozen=True)
class Consistency:
    """How alike repeated runs are, as means over all pairs of runs and all queries.

    Attributes:
        average_overlap: In [0, 1]; None without queries.
        rbo: Extrapolated rank-biased overlap of the tops, in [0, 1].
        top1: Share of the pairs whose first documents agree; two empty rankings do.
        identical: Share of the queries whose tops are the same in every run.
        queries, runs, depth: What it rests on.
    """

    average_overlap: Fraction | None
    rbo: Fraction | None
    top1: Fraction | None
    identical: Fraction | None
    queries: int
    runs: int
    depth: int


def response_consistency(runs: Sequence[Ranked], depth: int = DEPTH) -> Consistency:
    """Consistency of at least two repeated runs, over every query that one of them lists.

    Args:
        runs: Query → ranking, best first; a query that a run lacks has an empty ranking.
        depth: How many documents of each ranking are looked at, >= 1.

    Raises:
        ValueError: Fewer than two runs, or a depth below 1.
    """
    if len(runs) < 2 or depth < 1:
        raise ValueError("consistency needs at least two runs and a depth of at least 1")
    queries = list(dict.fromkeys(query for run in runs for query in run))
    held = [Counter(tuple(run.get(query, ())[:depth]) for run in runs) for query in queries]
    examples: dict[object, tuple[Top, Top]] = {}
    often: Counter[object] = Counter()
    for left, right, times in (pair for of_query in held for pair in _pairs(of_query)):
        kind = _kind(left, right)
        examples.setdefault(kind, (left, right))
        often[kind] += times
    pairs = [(*examples[kind], times) for kind, times in often.items()]
    return Consistency(
        _mean([(average_overlap(left, right, depth), times) for left, right, times in pairs]),
        _mean([(rbo_ext(left, right), times) for left, right, times in pairs]),
        _mean([(Fraction(left[:1] == right[:1]), times) for left, right, times in pairs]),
        _mean([(Fraction(len(of_query) == 1), 1) for of_query in held]),
        len(queries),
        len(runs),
        depth,
    )


def _pairs(of_query: Counter[Top]) -> Iterator[tuple[Top, Top, int]]:
    """Each pair of tops that two runs gave to one query, and how many pairs of runs did."""
    yield from (
        (top, top, times * (times - 1) // 2) for top, times in of_query.items() if times > 1
    )
    for (left, one), (right, other) in combinations(of_query.items(), 2):
        yield left, right, one * other


def _kind(left: Top, right: Top) -> object:
    """What two pairs of tops have in common that are alike to the same degree."""
    places = {document: place for place, document in enumerate(left)}
    shared = tuple(places.get(document, -1) for document in right)
    return len(left), len(places), len(set(right)), shared


def _mean(values: Sequence[tuple[Fraction, int]]) -> Fraction | None:
    """The mean of values, each as often as it is said; None without any."""
    total = sum(times for _, times in values)
    return sum((value * times for value, times in values), Fraction(0)) / total if total else None


def with_repeats(
    comparison: Comparison,
    tables: tuple[RunTables, RunTables],
    chunks: tuple[Collapsed | None, Collapsed | None] = (None, None),
) -> tuple[RunTables, RunTables]:
    """The tables of A and of B with every repeated run as the run that it repeats was scored.

    Args:
        chunks: What run A and run B were collapsed from.

    Raises:
        InputError: With the problems of all repeated runs; see `as_scored`.
    """
    problems, found = Problems(""), []
    for side, held, collapsed in zip((comparison.a, comparison.b), tables, chunks, strict=True):
        repeats = []
        for run in held.repeats:
            try:
                repeats.append(as_scored(run, side.hits, collapsed))
            except InputError as error:
                problems.extend(error.problems)
                problems.total += error.total - len(error.problems)
        found.append(replace(held, repeats=tuple(repeats)))
    problems.raise_any()
    return found[0], found[1]


def consistency_of_a(inputs: Inputs) -> Finding:
    """Run A and its repeated runs, over the queries of the split that one of them lists."""
    return _consistency(inputs, 0)


def consistency_of_b(inputs: Inputs) -> Finding:
    """Run B and its repeated runs; see `consistency_of_a`."""
    return _consistency(inputs, 1)


def _consistency(inputs: Inputs, place: int) -> Finding:
    letter, repeats = "AB"[place], (inputs.a, inputs.b)[place].repeats
    named = (f"response_consistency_{letter.lower()}", f"Response consistency of {letter}")
    if not repeats:
        return lacking(*named, [SUPPLY.format(letter)])
    own = (inputs.comparison.a, inputs.comparison.b)[place].hits.run
    first, *others = held = [tops(run, inputs.scope.query_ids) for run in (own, *repeats)]
    found = response_consistency(held)
    label = (
        f"how alike the first {DEPTH} documents of {found.runs} runs of one system are, mean over "
        "pairs of runs; consistency, not quality"
    )
    sources = [run.source for run in (own, *repeats)]
    told = (
        Input(f"run {letter} and {counted(len(repeats), 'repeated run')}", ", ".join(sources)),
        *(
            Input(f"without a document of run {letter}", source)
            for source, other in zip(sources[1:], others, strict=True)
            if not any(set(top) & set(first.get(query, ())) for query, top in other.items())
        ),
    )
    measured = {
        f"average overlap@{DEPTH}": found.average_overlap,
        "top-1 agreement": found.top1,
        f"identical top {DEPTH}": found.identical,
    }
    values = tuple((name, value) for name, value in measured.items() if value is not None)
    if not values:
        return Finding(*named, label, inputs=told, why="no run lists a query of the split")
    return Finding(*named, label, (*values, ("runs", found.runs)), found.queries, told)
