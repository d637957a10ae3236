"""What ties could change: a small block of its own."""

from __future__ import annotations

import streamlit as st

from ircompare.dashboard import sidebar
from ircompare.dashboard.confidence import calls as confidence_calls
from ircompare.dashboard.confidence import parts
from ircompare.dashboard.dataset import Dataset
from ircompare.report.tie_sentences import tie_rows, tie_sentences

TITLE = "What ties could change"


def draw(data: Dataset) -> None:
    """The sentences; a table where some value depends on the tie rule."""
    st.markdown(f"#### {TITLE}")
    found = confidence_calls.tied(data.digest, sidebar.protocol())
    parts.paragraphs(tie_sentences(found))
    rows = tie_rows(found)
    if len(rows) > 1:
        parts.table(rows, "Means and mean deltas over all orders of tied documents")
        st.caption(
            "The tie rule puts documents of equal score in the order of their ids, descending. "
            "Another rule is as good, and a delta that depends on it is no finding."
        )
