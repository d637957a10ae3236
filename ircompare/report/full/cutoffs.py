"""Both runs over every cutoff, as curves and as a table of those at which a reader looks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ircompare.report.full.blocks import Block, Table, Text
from ircompare.report.full.gallery import picture
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import PRIMARY, Measure
from ircompare.scoring.numbers import count_text, counted, delta_text, value_text
from ircompare.scoring.sweep import Sweep, common_depth, sweep

SWEPT = 100
SHOWN = (1, 2, 3, 4, 5, 10, 20, 50, 100)


def cutoffs(comparison: Comparison, draw: bool) -> Iterator[Block]:
    """Means and verdicts for k = 1 to the depth of the deeper run, at most 100."""
    runs = (comparison.a, comparison.b)
    depth = min(SWEPT, max(1, *(side.hits.run.depth for side in runs)))
    both, found = common_depth(runs), sweep(comparison, depth)
    beyond = both + 1 if both < depth else None
    for measure in reversed(PRIMARY):
        if draw:
            yield _curves(comparison, found, measure, beyond)
        yield _table(comparison, found, measure)
    if both < max(depth, comparison.k):
        yield Text(
            f"The largest cutoff that both runs support is {both}: one of them returns at most "
            f"{counted(both, 'document')} a query.",
            "note",
        )


def _curves(comparison: Comparison, found: Sweep, measure: Measure, beyond: int | None) -> Block:
    from ircompare.charts.cutoffs import curves

    chart = partial(curves, found, measure.key, comparison.k, shade_from=beyond)
    return picture(f"{_name(measure)} of both runs, and B − A below", chart)


def _table(comparison: Comparison, found: Sweep, measure: Measure) -> Table:
    ks = sorted({k for k in (*SHOWN, comparison.k, found.depth) if k <= found.depth})
    head = ("k", "A", "B", "Delta", "▲ improved", "═ tied", "▼ regressed")
    return Table(
        f"{_name(measure)} up to k = {found.depth}",
        head,
        [(str(k), *_cells(found, measure.key, k)) for k in ks],
        words=frozenset(),
        strong=frozenset((ks.index(comparison.k), column) for column in range(len(head)))
        if comparison.k in ks
        else frozenset(),
    )


def _cells(found: Sweep, key: str, k: int) -> tuple[str, ...]:
    a, b, counts = found.a.of(key)[k - 1], found.b.of(key)[k - 1], found.counts[key][k - 1]
    verdicts = (counts.improved, counts.tied, counts.regressed)
    return value_text(a), value_text(b), delta_text(b - a), *map(count_text, verdicts)


def _name(measure: Measure) -> str:
    """The mean at any cutoff, such as MRR@k."""
    return measure.mean_label.replace("{k}", "k")
