"""The rows of the Compare page's table: texts, exact values, cause and flags."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd
import streamlit as st

from ircompare.dashboard.listing import tied_hits
from ircompare.dashboard.text import shortened
from ircompare.model.ids import BoolArray, IntArray
from ircompare.report.moves import cause_words, hits_move, ranks_move
from ircompare.scoring.account import unjudged_above
from ircompare.scoring.causes import cause_keys
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import short_delta, short_text

SIGNS = {1: "▲ improved", 0: "═ tied", -1: "▼ regressed"}
LONGEST = 160
# Pixels: what comes before the id is seen without scrolling on a page 1280 px wide.
COLUMNS: dict[str, tuple[int, str]] = {
    "Verdict": (88, "In the measure shown"),
    "Query": (202, "Text of the query; its id where there is no text"),
    "First rank": (80, "Rank of the first relevant document in the top k, A → B"),
    "ΔRR": (62, "RR of B minus RR of A"),
    "Hits": (88, "Relevant documents in the top k, A → B, of all relevant ones"),
    "ΔRecall": (66, "Recall of B minus Recall of A"),
    "Cause": (136, "Why the measure shown changed; each changed query has one cause"),
    "Flags": (136, "Missing queries, tied scores, unjudged documents above in B"),
    "Id": (90, ""),
    "RR A": (70, ""),
    "RR B": (70, ""),
    "Recall A": (74, ""),
    "Recall B": (74, ""),
}


def columns() -> dict[str, Any]:
    """Width and help of each column."""
    return {
        name: st.column_config.TextColumn(width=width, help=text or None)
        for name, (width, text) in COLUMNS.items()
    }


def rows(comparison: Comparison, measure: str, places: IntArray) -> pd.DataFrame:
    """One row a query, in the order given."""
    causes = cause_keys(comparison, measure, places)
    flags = _flags(comparison)
    signs = comparison.verdicts(measure)
    return pd.DataFrame(
        {
            "Verdict": SIGNS[int(signs[place])] if comparison.scored[place] else "not scored",
            "Query": _text(comparison, place),
            **dict(_changes(comparison, place)),
            "Cause": cause_words(causes.get(place, ""), int(signs[place])),
            "Flags": ", ".join(words for words, chosen in flags.items() if chosen[place]),
            "Id": comparison.a.scope.query_ids[place],
            **dict(_values(comparison, place)),
        }
        for place in places.tolist()
    )


def _text(comparison: Comparison, place: int) -> str:
    """Text of the query; its id where it has none, so that the row says which query it is."""
    scope, query_id = comparison.a.scope, comparison.a.scope.query_ids[place]
    return shortened(scope.collection.query_text(query_id) or query_id, LONGEST)


def _changes(comparison: Comparison, place: int) -> Iterator[tuple[str, str]]:
    yield "First rank", ranks_move(comparison, place)
    yield "ΔRR", short_delta(comparison.deltas("rr").at(place))
    yield "Hits", hits_move(comparison, place)
    yield "ΔRecall", short_delta(comparison.deltas("recall").at(place))


def _values(comparison: Comparison, place: int) -> Iterator[tuple[str, str]]:
    for label, measure in (("RR", "rr"), ("Recall", "recall")):
        for role, side in (("A", comparison.a), ("B", comparison.b)):
            yield f"{label} {role}", short_text(side.values(measure).at(place))


def _flags(comparison: Comparison) -> Mapping[str, BoolArray]:
    a, b = comparison.a.hits, comparison.b.hits
    return {
        "missing A": a.missing,
        "missing B": b.missing,
        "ties": tied_hits(a) | tied_hits(b),
        "unjudged above": unjudged_above(b, comparison.k) > 0,
    }
