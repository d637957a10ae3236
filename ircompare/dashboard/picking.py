"""A table of which one row can be picked: what it was, once a pick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

ROW = 35
TALLEST = 14


def picked(
    frame: pd.DataFrame,
    name: str,
    held: object,
    alt: str,
    *,
    widths: Mapping[str, int] | None = None,
    order: Sequence[str] | None = None,
    tallest: int = TALLEST,
) -> int | None:
    """Draw the table; place of the row whose cell was clicked since it was last drawn.

    Args:
        name: Name of the table on its page.
        held: All that decides its rows; part of its key, as a selection is kept by position.
        alt: What it shows, for those who do not see it.
        widths: Width of columns in pixels.
        order: The columns shown; None for all.
        tallest: Rows in sight without scrolling, at most.
    """
    counter = f"clicks-{name}"
    generation = st.session_state.setdefault(counter, 0)
    configured: dict[Any, Any] = {
        column: st.column_config.Column(width=width) for column, width in (widths or {}).items()
    }
    event = st.dataframe(
        frame,
        key=f"{name}-{hash(held)}-{generation}",
        hide_index=True,
        column_order=order,
        on_select="rerun",
        selection_mode="single-cell",
        height=min(len(frame), tallest) * ROW + ROW + 3,
        row_height=ROW,
        column_config=configured,
        alt=alt,
    )
    if not event.selection.cells:
        return None
    st.session_state[counter] = generation + 1
    return int(event.selection.cells[0][0])
