"""The charts of a full report: deltas, A against B, and first relevant ranks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ircompare.inference.first_ranks import first_ranks
from ircompare.inference.sentences import RR_SCALE
from ircompare.report.conclusion_tables import rank_rows
from ircompare.report.full.blocks import Block, Table, Text
from ircompare.report.full.gallery import picture
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.measures import MEASURES, PRIMARY


def pictures(comparison: Comparison, draw: bool) -> Iterator[Block]:
    """Both charts of each primary measure, and the ranks that assume no scale."""
    if draw:
        for measure in reversed(PRIMARY):
            yield from _of_measure(comparison, measure.key)
        yield _ranks(comparison)
    head, *rows = rank_rows(first_ranks(comparison))
    yield Table("Queries by the rank of their first relevant document", head, rows)
    yield Text(RR_SCALE, "note")


def _of_measure(comparison: Comparison, key: str) -> Iterator[Block]:
    from ircompare.charts.deltas import delta_chart, worst_chart
    from ircompare.charts.pairs import pair_chart
    from ircompare.charts.theme import FEW, MANY

    name = MEASURES[key].at(comparison.k)
    what = "First relevant rank" if key == "rr" and comparison.count > FEW else name
    yield picture(f"Deltas of {name}, B − A", partial(delta_chart, comparison, key))
    yield picture(f"{what}, A against B", partial(pair_chart, comparison, key))
    if comparison.count > MANY and comparison.counts(key).regressed:
        yield picture(f"The largest losses in {name}", partial(worst_chart, comparison, key))


def _ranks(comparison: Comparison) -> Block:
    from ircompare.charts.ranks import rank_chart

    return picture("First relevant ranks of both runs", partial(rank_chart, comparison))
