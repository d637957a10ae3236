"""Long lists in pages: which one is shown, and the buttons that turn them."""

from __future__ import annotations

import streamlit as st


def page_of(name: str, count: int) -> int:
    """The page of a list that is shown, from 1; held under a name that code may set too."""
    return min(max(int(st.session_state.get(name, 1)), 1), count)


def page_buttons(name: str, count: int) -> None:
    """The pages of a list; nothing where there is only one.

    A page that code has set makes a new widget that starts there: Streamlit warns of a widget
    whose value is set. One that was turned to keeps its widget, and with it the keyboard's focus.
    """
    if count < 2:
        return
    page, shown, made = page_of(name, count), f"{name}_shown", f"{name}_made"
    if st.session_state.get(shown, page) != page:
        st.session_state[made] = st.session_state.get(made, 0) + 1
    st.session_state[shown] = page
    key = f"{name}-{st.session_state.get(made, 0)}"
    st.pagination(count, default=page, key=key, on_change=_turn, args=(name, key))


def _turn(name: str, key: str) -> None:
    st.session_state[name] = st.session_state[f"{name}_shown"] = st.session_state[key]
