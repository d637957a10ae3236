"""Pieces that the cards of the Confidence page share: tables of texts, and paragraphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from ircompare.dashboard.text import plain

ROW = 35


def table(
    rows: Sequence[Sequence[str]],
    alt: str,
    most: int = 14,
    columns: Mapping[str, Any] | None = None,
) -> None:
    """Rows of texts below their head, all of them in sight where they are at most so many.

    Args:
        columns: How a column is shown, by its name in the head.
    """
    head, *body = rows
    names = [name or " " for name in head]
    frame = pd.DataFrame([list(row) for row in body], columns=names)
    st.dataframe(
        frame,
        hide_index=True,
        height=min(len(frame), most) * ROW + ROW + 3,
        row_height=ROW,
        column_config=columns and dict(columns),
        alt=alt,
    )


def verdict(text: str, rest: str = "") -> None:
    """A sentence that stands out, and what stands back below it."""
    st.markdown(f"**{plain(text)}**")
    if rest:
        st.caption(plain(rest))


def paragraphs(told: Sequence[str]) -> None:
    """Sentences that may carry names from files, a paragraph each."""
    for text in told:
        st.markdown(plain(text))


def picked(rows: Sequence[Sequence[str]], name: str, alt: str) -> int | None:
    """A table of which one cell can be selected; its row once after a selection, else None."""
    head, *body = rows
    frame = pd.DataFrame([list(row) for row in body], columns=list(head))
    generation = st.session_state.setdefault(f"clicks-{name}", 0)
    event = st.dataframe(
        frame,
        key=f"{name}-{hash(tuple(map(tuple, body)))}-{generation}",
        hide_index=True,
        on_select="rerun",
        selection_mode="single-cell",
        height=len(frame) * ROW + ROW + 3,
        row_height=ROW,
        alt=alt,
    )
    if not event.selection.cells:
        return None
    st.session_state[f"clicks-{name}"] = generation + 1
    return int(event.selection.cells[0][0])
