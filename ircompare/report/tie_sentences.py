"""What ties could change, in sentences: where equal scores leave the order open."""

from __future__ import annotations

import numpy as np

from ircompare.inference.bounds import BOUNDED
from ircompare.inference.ties import TieSensitivity
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import counted, decimal, delta_decimal, number_text, places_for

Json = dict[str, object]
NO_TIES = (
    "No value depends on how equal scores are put in order: no tie reaches a relevant document "
    "in a way that could change one."
)
NOT_BY_SCORE = "Neither run is put in order by score, so equal scores leave nothing open."


def tie_sentences(found: TieSensitivity) -> list[str]:
    """What each mean delta could be under another tie rule; one sentence where nothing could."""
    pair = found.comparison
    if "score" not in (pair.a.order, pair.b.order):
        return [NOT_BY_SCORE]
    told = [tie_sentence(found, key) for key in BOUNDED if open_ties(found, key)]
    return told or [NO_TIES]


def open_ties(found: TieSensitivity, key: str) -> int:
    """Scored queries whose value in either run depends on the order of tied documents."""
    moves = found.a.of(key).open | found.b.of(key).open
    return int(np.count_nonzero(moves & found.comparison.scored))


def tie_sentence(found: TieSensitivity, key: str) -> str:
    """The range of one mean delta over all orders of the tied documents."""
    name = MEASURES[key].mean_at(found.comparison.k)
    interval, delta = found.mean_delta(key), found.comparison.mean_delta(key)
    if interval is None or delta is None:
        return f"No query is scored, so {name} has no value."
    many = open_ties(found, key)
    verb = "depends" if many == 1 else "depend"
    places = places_for(interval.low, interval.high)
    reach = f"{delta_decimal(interval.low, places)} to {delta_decimal(interval.high, places)}"
    start = (
        f"{name}: {counted(many, 'query')} {verb} on how ties are broken. Over all orders of tied "
        f"documents the mean delta lies in {reach}"
    )
    if found.mean_could_vanish(key):
        return f"{start}: its sign depends on the tie rule.{_vanishing(found, key)}"
    return f"{start}{', and keeps its sign' if delta else ''}.{_vanishing(found, key)}"


def _vanishing(found: TieSensitivity, key: str) -> str:
    many = int(np.count_nonzero(found.could_vanish(key) & found.comparison.scored))
    if not many:
        return ""
    changed = int(found.comparison.differing(key).sum())
    return f" Of {counted(changed, 'changed query')} {many:,} could be tied or turned."


def tie_rows(found: TieSensitivity) -> list[tuple[str, ...]]:
    """A, B and delta of each measure over all orders of tied documents; the first row is the head.

    Only measures in which ties leave something open.
    """
    rows: list[tuple[str, ...]] = [("", "under the tie rule", "over all orders")]
    for key in BOUNDED:
        if open_ties(found, key):
            rows += _measure_rows(found, key)
    return rows


def _measure_rows(found: TieSensitivity, key: str) -> list[tuple[str, ...]]:
    pair, scored = found.comparison, found.comparison.scored
    name = MEASURES[key].mean_at(pair.k)
    rows: list[tuple[str, ...]] = []
    for label, value, ranges, form in (
        ("A", pair.a.mean(key), found.a.of(key), decimal),
        ("B", pair.b.mean(key), found.b.of(key), decimal),
        ("B − A", pair.mean_delta(key), found.delta(key), delta_decimal),
    ):
        interval = ranges.mean(scored)
        if interval is not None and value is not None:
            places = places_for(interval.low, interval.high)
            span = f"{form(interval.low, places)} to {form(interval.high, places)}"
            rows.append((f"{name}, {label}", form(value, places), span))
    return rows


def ties_json(found: TieSensitivity) -> Json:
    """For each measure the range of the mean delta, and whether it could vanish."""
    held: Json = {}
    for key in BOUNDED:
        interval = found.mean_delta(key)
        held[key] = {
            "open_queries": open_ties(found, key),
            "delta": interval and [number_text(interval.low), number_text(interval.high)],
            "could_vanish": found.mean_could_vanish(key),
        }
    return held
