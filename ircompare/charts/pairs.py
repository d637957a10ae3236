"""Run A against run B, in the form that suits the number of queries."""

from __future__ import annotations

from ircompare.charts.drawn import Drawn
from ircompare.charts.dumbbells import dumbbells
from ircompare.charts.rank_matrix import rank_matrix
from ircompare.charts.theme import FEW, MANY, Palette
from ircompare.charts.value_pairs import value_bins, value_stacks
from ircompare.scoring.comparison import Comparison


def pair_chart(comparison: Comparison, measure: str, palette: Palette) -> Drawn:
    """What A and B reach on the same queries.

    Up to 30 queries are dumbbells. More are counted: RR by the first relevant ranks in A and B,
    other exact measures by equal values up to 400 queries, the rest in 11 × 11 bins of values.
    """
    if comparison.count <= FEW:
        return dumbbells(comparison, measure, palette)
    if measure == "rr":
        return rank_matrix(comparison, palette)
    if comparison.count <= MANY and comparison.a.values(measure).exact:
        return value_stacks(comparison, measure, palette)
    return value_bins(comparison, measure, palette)
