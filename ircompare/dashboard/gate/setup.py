"""What the gate is asked: which baseline, which runs of which engine, on which library."""

from __future__ import annotations

import streamlit as st

from ircompare.consistency.baseline import Baseline, BaselineMeta
from ircompare.dashboard import problems, state
from ircompare.dashboard.data.intake import release
from ircompare.dashboard.gate import calls as gate_calls
from ircompare.dashboard.gate import files as gate_files
from ircompare.dashboard.gate import folders as gate_folders
from ircompare.dashboard.gate import library as gate_library
from ircompare.dashboard.gate import record as gate_record
from ircompare.dashboard.gate import state as gate_state
from ircompare.dashboard.text import plain
from ircompare.errors import InputError
from ircompare.scoring.numbers import counted

_ERROR = "gate_intake_error"


def draw(*, expanded: bool) -> None:
    """The inputs in force and the ways to change them."""
    with st.expander("Baseline, runs and library", icon=":material/tune:", expanded=expanded):
        error = st.session_state.pop(_ERROR, None)
        if error is not None:
            problems.show_error(error, "This baseline could not be loaded")
        left, right = st.columns(2, gap="large")
        with left:
            _baseline(gate_calls.baseline_in_force())
        with right:
            _current()
    with st.expander("Record a baseline from a loaded run", icon=":material/fiber_manual_record:"):
        gate_record.draw()


def _baseline(held: Baseline | None) -> None:
    st.markdown("**Baseline**")
    if held is not None:
        _in_force(held)
    generation = st.session_state.setdefault("gate_uploads", 0)
    key = f"gate-baseline-{generation}"
    st.file_uploader(
        "Load a baseline: its two files at once, or their archive",
        accept_multiple_files=True,
        key=key,
        on_change=_take,
        args=(key,),
        help="baseline.json and baseline.meta.json, as `ircompare baseline` writes them",
    )
    found = gate_folders.baseline_folders()
    if found:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            name = st.selectbox("Or from a folder", found, key="gate_baseline_folder")
            st.button("Open", on_click=_open, args=(name,), key="gate-open-baseline")


def _in_force(held: Baseline) -> None:
    meta = held.meta or BaselineMeta()
    st.markdown(
        f"{plain(meta.version or 'no version')} · engine {plain(meta.engine_version or 'unknown')}"
        f" · {counted(len(held.rankings or {}), 'query')} · {counted(held.slots, 'slot')}"
    )
    library = f"library of {counted(meta.pages, 'page')}" if meta.pages is not None else ""
    facts = [f"recorded {meta.created}" if meta.created else "", library]
    st.caption(plain(" · ".join(filter(None, facts))))
    with st.container(horizontal=True):
        gate_record.keep(held)
        st.button(
            "Let go",
            icon=":material/close:",
            type="tertiary",
            on_click=gate_state.ask,
            kwargs={"gate": ""},
            help="Take this baseline out of the session; nothing is deleted",
        )


def _take(key: str) -> None:
    """Take uploaded files over as the baseline, before the page is drawn."""
    uploads = st.session_state.get(key) or []
    files = {upload.name.rsplit("/", 1)[-1]: upload.getvalue() for upload in uploads}
    for upload in uploads:
        release(upload.file_id)
    st.session_state["gate_uploads"] += 1
    if files:
        _hold(lambda: gate_files.given_parts(files))


def _open(name: str) -> None:
    _hold(lambda: gate_folders.from_folder(name))


def _hold(parts) -> None:  # type: ignore[no-untyped-def]
    try:
        gate_state.ask(gate=gate_files.held(parts()))
    except InputError as error:
        st.session_state[_ERROR] = error


def _current() -> None:
    """The runs that are judged, their engine's version, and the library."""
    st.markdown("**Now**")
    data = state.data()
    known = list(gate_calls.runs_of(data))
    st.session_state["gate_judged"] = list(gate_calls.judged(data))
    st.multiselect(
        "Current run",
        known,
        key="gate_judged",
        on_change=_changed,
        placeholder="Choose a run" if known else "No run is loaded",
        help="Several runs must be of one engine; where their top 5 differ the gate is UNSTABLE",
    )
    st.session_state["gate_engine"] = gate_state.setup().engine
    st.text_input(
        "Engine version",
        key="gate_engine",
        on_change=_changed,
        placeholder="such as 2.1",
        help="Of the engine that made the current run. Without it no indicator is shown.",
    )
    st.session_state["gate_pages"] = gate_state.setup().pages
    folder = gate_library.choose("gate_pages", gate_state.setup().pages, on_change=_changed)
    if folder:
        st.button(
            "Read the folder again", icon=":material/refresh:", on_click=gate_state.read_again
        )


def _changed() -> None:
    gate_state.ask(
        judged=tuple(st.session_state["gate_judged"]),
        engine=st.session_state["gate_engine"].strip(),
        pages=st.session_state["gate_pages"],
    )
