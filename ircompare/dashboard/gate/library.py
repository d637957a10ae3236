"""The library of the gate as a choice: the loaded corpus, or a folder below the data folder."""

from __future__ import annotations

import streamlit as st

from ircompare.dashboard import state
from ircompare.dashboard.gate import folders as gate_folders

CORPUS = ""


def options() -> list[str]:
    """The loaded corpus where there is one, then the folders that may be a library."""
    data = state.data()
    corpus = [CORPUS] if data is not None and data.file("corpus") is not None else []
    return [*corpus, *gate_folders.folders()]


def choose(key: str, held: str, **more: object) -> str:
    """A menu of the libraries; returns the folder, or "" for the corpus."""
    found = options()
    if held not in found:
        found.append(held)
    st.session_state.setdefault(key, held)
    if st.session_state[key] not in found:
        st.session_state[key] = held
    labels = {option: _label(option) for option in found}
    chosen: str = st.selectbox("Library", found, key=key, format_func=labels.get, **more)  # type: ignore[call-overload]
    return chosen


def _label(option: str) -> str:
    if option:
        return f"folder {option}"
    data = state.data()
    item = data.file("corpus") if data is not None else None
    return f"corpus {item.given.source}" if item is not None else "no corpus is loaded"
