"""What a session sees while its files are read: how far they are, and the way to end it."""

from __future__ import annotations

import streamlit as st

from ircompare.dashboard import loading, state
from ircompare.dashboard.text import megabytes, plain
from ircompare.scoring.numbers import counted

EVERY = 0.3


def draw() -> None:
    """The files being read, or those whose reading was cancelled; else nothing."""
    readings = state.loading()
    if readings:
        with st.container(border=True, key="reading"):
            st.markdown(f"**Reading {counted(len(readings), 'file')}**")
            _bars(readings)
            st.button(
                "Cancel",
                key="cancel-reading",
                icon=":material/close:",
                on_click=state.cancel_loading,
                help="Leave out what is not read yet",
            )
    elif state.left_out():
        _cancelled()


@st.fragment(run_every=EVERY)
def _bars(readings: tuple[loading.Reading, ...]) -> None:
    """One bar a file; once all are read, the page is drawn anew."""
    if not loading.still_running(readings):
        st.rerun()
    for reading in readings:
        share = reading.done / reading.total if reading.total else 0.0
        st.progress(min(share, 1.0), text=plain(_words(reading)))


def _words(reading: loading.Reading) -> str:
    if not reading.running:
        return f"{reading.given.source}: read"
    done = f"{megabytes(reading.done)} of " if reading.done else ""
    return f"{reading.given.source}: {done}{megabytes(reading.total)} MB"


def _cancelled() -> None:
    """What was left out, and the way to read it after all."""
    names = ", ".join(item.source for item in state.left_out())
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="cancelled"):
        words = f":material/cancel: Reading was cancelled. Left out: {plain(names)}"
        st.markdown(words, width="stretch")
        st.button("Read again", on_click=state.read_left_out, icon=":material/refresh:")
