"""The table of the Slices page: the same rows as the chart, with exact values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from ircompare.inference.slice_words import RULE, TOO_SMALL, interval_text, slice_name, small_words
from ircompare.inference.slices import Slice
from ircompare.inference.student import Interval
from ircompare.scoring.numbers import SIGNS, delta_text, value_text

DELTA, INTERVAL = "B − A", "95 % interval"
# Pixels: everything is seen without scrolling on a page 1280 px wide, slice and delta on a phone.
COLUMNS: dict[str, tuple[int, str]] = {
    "Slice": (100, ""),
    DELTA: (150, "Mean delta over the slice"),
    INTERVAL: (
        144,
        "Of the mean delta (Student's t), by itself. None where all its queries changed alike, or "
        f"where the slice is {TOO_SMALL}: {RULE}.",
    ),
    "Queries": (62, "Scored queries of the slice"),
    "▼": (44, "Regressed queries"),
    "═": (44, "Tied queries"),
    "▲": (44, "Improved queries"),
    "A": (139, "Mean of run A over the slice"),
    "B": (139, "Mean of run B over the slice"),
}
NUMBERS = ("Queries", *SIGNS.values())


def rows(
    found: Sequence[Slice], intervals: Sequence[Interval | None], measure: str
) -> pd.DataFrame:
    """One row a slice, all queries first."""
    values = [one.values[measure] for one in found]
    return pd.DataFrame(
        {
            "Slice": [slice_name(one) for one in found],
            DELTA: [delta_text(value.delta) for value in values],
            INTERVAL: [
                small_words(value) or interval_text(interval)
                for value, interval in zip(values, intervals, strict=True)
            ],
            "Queries": [one.count for one in found],
            "▼": [value.counts.regressed for value in values],
            "═": [value.counts.tied for value in values],
            "▲": [value.counts.improved for value in values],
            "A": [value_text(value.mean_a) for value in values],
            "B": [value_text(value.mean_b) for value in values],
        }
    )


def columns() -> dict[str, Any]:
    """Width and help of each column."""
    return {
        name: (
            st.column_config.NumberColumn(width=width, help=text, format="localized")
            if name in NUMBERS
            else st.column_config.TextColumn(width=width, help=text or None)
        )
        for name, (width, text) in COLUMNS.items()
    }
