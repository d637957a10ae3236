"""Queries as rows: regressions, gains, or all of a few."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ircompare.report.full.blocks import Block, Section, Table, Text
from ircompare.report.moves import cause_words, hits_move, ranks_move
from ircompare.report.phrases import shortened
from ircompare.scoring.causes import cause_keys
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import SIGNS, count_text, counted, short_delta

FEW = 30
GAINS = 20
LISTED = 500
LONGEST = 160
HEAD = ("Query", "Text", "First rank", "ΔRR", "", "Hits", "ΔRecall", "", "Cause")
WORDS = frozenset({0, 1, 4, 7, 8})


def regressed_order(comparison: Comparison) -> list[int]:
    """Positions of the queries that regressed in RR or Recall, largest loss in RR first."""
    lost = comparison.regressed_anywhere()
    return [at for at in comparison.loss_order("rr", "recall").tolist() if lost[at]]


def other_regressions(comparison: Comparison, places: Sequence[int]) -> Iterator[Block]:
    """The regressions that are not told in full, a row each, at most 500."""
    if not places:
        return
    shown = places[:LISTED]
    rest = len(places) - len(shown)
    what = "other query that regressed" if len(places) == 1 else "other queries that regressed"
    yield query_table(comparison, f"{count_text(len(places))} {what}", shown)
    if rest:
        yield Text(
            f"{counted(rest, 'further regression')} left out here: the table of queries, as CSV "
            "or Parquet, has every one.",
            "note",
        )


def gains(comparison: Comparison) -> Section:
    """The queries that gained most in RR, then in Recall; all queries where they are few."""
    order = comparison.loss_order("rr", "recall").tolist()
    if len(order) <= FEW:
        caption = f"All {counted(len(order), 'query')}, largest loss first"
        return Section("All queries", [query_table(comparison, caption, order)])
    won = (comparison.verdicts("rr") > 0) | (comparison.verdicts("recall") > 0)
    places = [at for at in reversed(order) if won[at]]
    shown = places[:GAINS]
    caption = f"{count_text(len(shown))} of {counted(len(places), 'query')} that improved"
    held = query_table(comparison, caption, shown) if shown else Text("No query improved.")
    return Section("Largest gains", [held])


def query_table(comparison: Comparison, caption: str, places: Sequence[int]) -> Table:
    """One row a query: how its first rank and its hits moved, and why."""
    keys = [cause_keys(comparison, key, np.array(places, np.int64)) for key in ("rr", "recall")]
    return Table(caption, HEAD, [_row(comparison, at, keys) for at in places], WORDS)


def _row(comparison: Comparison, at: int, causes: Sequence[dict[int, str]]) -> tuple[str, ...]:
    scope = comparison.a.scope
    query_id = scope.query_ids[at]
    rr, recall = (int(comparison.verdicts(key)[at]) for key in ("rr", "recall"))
    cause = cause_words(causes[0].get(at, ""), rr) or cause_words(causes[1].get(at, ""), recall)
    return (
        query_id,
        shortened(scope.collection.query_text(query_id), LONGEST),
        ranks_move(comparison, at),
        short_delta(comparison.deltas("rr").at(at)),
        SIGNS[rr],
        hits_move(comparison, at),
        short_delta(comparison.deltas("recall").at(at)),
        SIGNS[recall],
        cause,
    )
