"""Which document of the open query was chosen, in whichever table it was clicked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import streamlit as st

_CHOSEN = "chosen_document"
NOTHING: dict[str, dict[str, list[object]]] = {
    "selection": {"rows": [], "columns": [], "cells": []}
}


def chosen(query_id: str) -> str | None:
    """The document whose text is open, None where there is none for this query."""
    held: tuple[str, str] | None = st.session_state.get(_CHOSEN)
    return held[1] if held is not None and held[0] == query_id else None


def choose(query_id: str, doc_id: str | None) -> None:
    """Open the text of a document and mark it in every table; None closes it."""
    st.session_state[_CHOSEN] = None if doc_id is None else (query_id, doc_id)


def take_clicks(query_id: str, tables: Mapping[str, Sequence[str]]) -> bool:
    """Choose the document of a newly clicked cell; to be called before any table is drawn.

    Args:
        tables: For each table's key the document of each row, "" where a row has none.

    Returns:
        Whether a document was chosen.
    """
    taken = False
    for key, doc_ids in tables.items():
        row = _clicked(key)
        if row is not None and row < len(doc_ids) and doc_ids[row]:
            choose(query_id, doc_ids[row])
            _forget(other for other in tables if other != key)
            taken = True
    return taken


def _clicked(key: str) -> int | None:
    """Row of a cell that was clicked in a table since the last look at it, else None."""
    held = st.session_state.get(key)
    cells = held["selection"].get("cells", []) if held else []
    row = int(cells[0][0]) if cells else None
    before = st.session_state.get(f"seen-{key}")
    st.session_state[f"seen-{key}"] = row
    return row if row != before else None


def _forget(keys: Iterable[str]) -> None:
    """Take the selection of other tables away, so that a click there counts as a new one."""
    for key in keys:
        if st.session_state.get(key):
            st.session_state[key] = NOTHING
            st.session_state[f"seen-{key}"] = None
