"""The first section of a full report: the sentence, the numbers, and which queries are missing."""

from __future__ import annotations

from collections.abc import Iterator

from ircompare.model.scope import Scope
from ircompare.report.full.blocks import Block, Facts, Strip, Table, Text
from ircompare.report.headline import headline
from ircompare.report.phrases import plain, some_named
from ircompare.report.protocol import protocol_line
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES, PRIMARY
from ircompare.scoring.numbers import count_text, counted, delta_text, value_text


def result(comparison: Comparison) -> Iterator[Block]:
    """What B did against A, in words and in figures."""
    told = headline(comparison)
    yield Text(told.text, "lead")
    yield Text(told.counts, "note")
    yield Text(_how(comparison), "note")
    if comparison.count:
        yield _means(comparison)
        for measure in PRIMARY:
            yield Strip(measure.at(comparison.k), comparison.counts(measure.key))
    lists = [(label, ids) for label, ids in _lists(comparison).items() if ids]
    if lists:
        yield Facts([(label, some_named(ids)) for label, ids in lists])


def _how(comparison: Comparison) -> str:
    a, b = comparison.a, comparison.b
    return (
        f"A is {plain(a.name)}, the reference; B is {plain(b.name)}, the candidate; a delta is "
        f"B − A, paired by query and exact. Protocol: {protocol_line((a, b))}."
    )


def _means(comparison: Comparison) -> Table:
    a, b = plain(comparison.a.name), plain(comparison.b.name)
    kind = "scored" if comparison.a.scope.protocol.no_relevant == "zero" else "eligible"
    return Table(
        f"Means over {counted(comparison.count, f'{kind} query')}",
        ("Measure", f"A {a}", f"B {b}", "Delta", "▲ improved", "═ tied", "▼ regressed"),
        [_row(comparison, key) for key in MEASURES],
    )


def _row(comparison: Comparison, key: str) -> tuple[str, ...]:
    counts = comparison.counts(key)
    return (
        MEASURES[key].mean_at(comparison.k),
        value_text(comparison.a.mean(key)),
        value_text(comparison.b.mean(key)),
        delta_text(comparison.mean_delta(key)),
        *(count_text(count) for count in (counts.improved, counts.tied, counts.regressed)),
    )


def _lists(comparison: Comparison) -> dict[str, tuple[str, ...]]:
    scope: Scope = comparison.a.scope
    return {
        "Missing in A": comparison.a.missing_queries,
        "Missing in B": comparison.b.missing_queries,
        "Nothing relevant": scope.no_relevant_queries,
        "Unjudged queries": scope.unjudged_queries,
    }
