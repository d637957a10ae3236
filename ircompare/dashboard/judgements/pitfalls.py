"""The block "How numbers go wrong": common mistakes on the runs in force, wrong beside right."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from ircompare.dashboard import calls, sidebar, state
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.picking import picked
from ircompare.dashboard.text import plain
from ircompare.report.pitfall_tables import (
    Mistakes,
    harmless_sentence,
    mistake_rows,
    mistakes,
    mistakes_sentence,
)

WIDTHS = {"mistake": 292, "run": 56, "of": 80, "wrong": 168, "right": 158, "shows most on": 210}


def draw(data: Dataset) -> None:
    """Folded: computed only where it is opened."""
    fold = st.expander(
        "How numbers go wrong",
        icon=":material/rule:",
        key="pitfalls",
        on_change="rerun",
    )
    if fold.open:
        with fold:
            _opened(data)


def _opened(data: Dataset) -> None:
    protocol = sidebar.protocol()
    roles = [role for role, run in (("A", data.a), ("B", data.b)) if run is not None]
    found = mistakes(
        [
            (
                calls.evaluation(data.digest, protocol, role),
                calls.side(data.digest, protocol, role).collapsed,
            )
            for role in roles
        ]
    )
    st.markdown(plain(mistakes_sentence(found)))
    if found.rows:
        _table(data, found)
    st.caption(plain(harmless_sentence(found)))


def _table(data: Dataset, found: Mistakes) -> None:
    """Wrong beside right; a click opens the query on which the mistake shows most."""
    head, *rows = mistake_rows(found)
    alone = all(not row.run for row in found.rows)
    place = picked(
        pd.DataFrame(rows, columns=list(head)),
        "pitfalls",
        (data.digest, sidebar.protocol()),
        "Common mistakes, the wrong value beside the right one",
        widths=WIDTHS,
        order=[name for name in head if name != "run" or not alone],
        tallest=len(rows),
    )
    st.caption("Select a cell to open the query on which the mistake shows most.")
    example = None if place is None else found.rows[place].example
    if example is not None:
        state.go("query", q=example.query_id)
