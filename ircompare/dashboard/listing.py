"""The queries that filters list, in their order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ircompare.charts.bins import in_delta_bin, in_rank_bin, in_value_bin, rank_bins
from ircompare.dashboard.filters import SIGNS, Filters
from ircompare.inference.fields import field_names, slicing
from ircompare.inference.slices import chosen_of
from ircompare.model.ids import BoolArray, IntArray
from ircompare.scoring.account import unjudged_above
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.judging import HitRanks
from ircompare.scoring.values import AnyValues, Ratios

_FRACTION = re.compile(r"\d{1,9}(/[1-9]\d{0,8})?")


@dataclass(frozen=True, eq=False)
class Listing:
    """The queries listed, in order.

    Attributes:
        show: The key of SHOWS that was really applied.
        places: Query positions (shape: listed).
        of: How many queries there are to list from.
    """

    show: str
    places: IntArray
    of: int


def listing(comparison: Comparison, filters: Filters, causes: tuple[str, ...] = ()) -> Listing:
    """The queries that pass the filters, sorted.

    Args:
        comparison: Two runs under a protocol.
        filters: What to list.
        causes: Cause of each query in the shown measure, needed where `filters.cause` is set.
    """
    show = filters.show or _default_show(comparison, filters)
    scope = comparison.a.scope
    if show == "unscored":
        places = np.flatnonzero(~comparison.scored)
        return Listing(show, _found(comparison, filters, places), len(scope))
    chosen = comparison.scored & _shown(comparison, show)
    for name, sign in (("recall", filters.recall), ("rr", filters.rr)):
        if sign:
            chosen &= comparison.verdicts(name) == SIGNS[sign]
    chosen &= _in_bins(comparison, filters) & _in_range(comparison, filters)
    chosen &= _flagged(comparison, filters.flag) & _in_slice(comparison, filters)
    if filters.cause:
        chosen &= np.array([cause == filters.cause for cause in causes], np.bool_)
    order = _ordered(comparison, filters)
    return Listing(show, _found(comparison, filters, order[chosen[order]]), comparison.count)


def _default_show(comparison: Comparison, filters: Filters) -> str:
    """With a chip set, everything it names; else regressed if any, else differs, else all."""
    if filters.chips():
        return "all"
    if comparison.regressed_anywhere().any():
        return "regressed"
    differs = comparison.differing("recall") | comparison.differing("rr")
    return "differs" if differs.any() else "all"


def _shown(comparison: Comparison, show: str) -> BoolArray:
    if show == "regressed":
        return comparison.regressed_anywhere()
    if show == "differs":
        return np.asarray(comparison.differing("recall") | comparison.differing("rr"))
    return np.ones(len(comparison.a.scope), np.bool_)


def _in_bins(comparison: Comparison, filters: Filters) -> BoolArray:
    bins = rank_bins(comparison.k)
    chosen = np.ones(len(comparison.a.scope), np.bool_)
    sides = (
        (comparison.a, filters.rank_a, filters.value_a),
        (comparison.b, filters.rank_b, filters.value_b),
    )
    for side, rank, value in sides:
        if rank:
            chosen &= in_rank_bin(side.first_ranks, rank, bins)
        if value:
            chosen &= _has_value(side.values(filters.measure), value)
    return chosen


def _has_value(values: AnyValues, wanted: str) -> BoolArray:
    """Which values lie in a bin such as `0.1–0.2`, or equal a fraction such as `1/3`."""
    if _FRACTION.fullmatch(wanted) and isinstance(values, Ratios):
        exact = Fraction(wanted)
        same = values.numerator * exact.denominator == exact.numerator * values.denominator
        return np.asarray(same & values.defined)
    return in_value_bin(values.floats(), wanted)


def _in_range(comparison: Comparison, filters: Filters) -> BoolArray:
    deltas = comparison.deltas(filters.measure).floats()
    if not (filters.low and filters.high):
        return np.ones(len(deltas), np.bool_)
    return in_delta_bin(deltas, float(filters.low), float(filters.high))


def tied_hits(hits: HitRanks) -> BoolArray:
    """Queries in which a relevant document shares its score with another (shape: n)."""
    rows = hits.relevant_rows
    rows = rows[hits.tie_first[rows] != hits.tie_last[rows]]
    found = np.zeros(len(hits.places), np.bool_)
    found[hits.codes[rows]] = True
    return found


def _flagged(comparison: Comparison, flag: str) -> BoolArray:
    a, b = comparison.a.hits, comparison.b.hits
    if flag == "missing_a":
        return a.missing
    if flag == "missing_b":
        return b.missing
    if flag == "ties":
        return tied_hits(a) | tied_hits(b)
    if flag == "unjudged":
        return unjudged_above(b, comparison.k) > 0
    return np.ones(len(a.places), np.bool_)


def _in_slice(comparison: Comparison, filters: Filters) -> BoolArray:
    """The queries of a slice; none where the queries lack its field."""
    scope = comparison.a.scope
    if not filters.slice:
        return np.ones(len(scope), np.bool_)
    if filters.field not in field_names(scope):
        return np.zeros(len(scope), np.bool_)
    return chosen_of(slicing(scope, filters.field).places(filters.slice), len(scope))


def _ordered(comparison: Comparison, filters: Filters) -> IntArray:
    if filters.sort == "file":
        return np.arange(len(comparison.a.scope))
    if filters.sort == "id":
        return np.argsort(np.array(comparison.a.scope.query_ids, dtype=object), kind="stable")
    if filters.sort == "gain":
        return comparison.swapped().loss_order(filters.measure, filters.other)
    return comparison.loss_order(filters.measure, filters.other)


def _found(comparison: Comparison, filters: Filters, places: IntArray) -> IntArray:
    if not filters.find:
        return places
    needle, scope = filters.find.casefold(), comparison.a.scope
    texts = scope.collection
    keep = [
        needle in scope.query_ids[place].casefold()
        or needle in texts.query_text(scope.query_ids[place]).casefold()
        for place in places.tolist()
    ]
    return places[np.array(keep, np.bool_)]
