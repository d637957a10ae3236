"""The four quadrants: a row for each dimension with values, a grey line for those without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import streamlit as st

from ircompare.dashboard.scorecard import rows as card_rows
from ircompare.scorecard.card import quadrant
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.row import Quadrant, Row

PARTS = 2
QUESTIONS: dict[Quadrant, str] = {
    "effect": "Is the right thing found and answered?",
    "robustness": "Does it hold on rare, reworded and unfamiliar queries?",
    "fairness": "Are groups treated alike?",
    "efficiency": "What does it cost?",
}


def draw(rows: tuple[Row, ...], inputs: Inputs) -> None:
    """Two by two, side by side where there is room."""
    names = get_args(Quadrant)
    for pair in (names[:2], names[2:]):
        for column, name in zip(st.columns(2, gap="medium"), pair, strict=True):
            with column.container(border=True, height="stretch", gap="small"):
                _quadrant(name, quadrant(rows, name), inputs)


def _quadrant(name: Quadrant, rows: Sequence[Row], inputs: Inputs) -> None:
    st.markdown(f"**{name.capitalize()}** :gray[{QUESTIONS[name]}]")
    for row in rows:
        if row.state != "NOT_COMPUTABLE":
            card_rows.draw(row, PARTS)
    grey = [row for row in rows if row.state == "NOT_COMPUTABLE"]
    if grey:
        card_rows.lacking(name, grey, inputs)
