"""Recording a baseline from a loaded run, and keeping one; both only when asked by a click."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from ircompare.consistency.baseline import META_FILE, RANKINGS_FILE, Baseline, make_baseline
from ircompare.dashboard import opening, problems, state
from ircompare.dashboard.gate import calls as gate_calls
from ircompare.dashboard.gate import files as gate_files
from ircompare.dashboard.gate import folders as gate_folders
from ircompare.dashboard.gate import library as gate_library
from ircompare.dashboard.gate import state as gate_state
from ircompare.dashboard.text import plain
from ircompare.errors import InputError, Problem
from ircompare.readers.library import PAGES
from ircompare.report.baseline_files import write_baseline

_TOLD = "gate_recorded"


def draw() -> None:
    """The run, the library and the two versions; a click records."""
    told = st.session_state.pop(_TOLD, None)
    if isinstance(told, InputError):
        problems.show_error(told, "Nothing was recorded")
    known = list(gate_calls.runs_of(state.data()))
    if not known:
        st.caption("Load the reference engine's run on the Data page first.")
        return
    st.caption(
        "The top 5 of every query of a run, with the fingerprint of the library. The new baseline "
        "takes the place of the one in force in this session; files change only where you write."
    )
    left, right = st.columns(2, gap="large")
    with left:
        name = st.selectbox("Run", known, key="record_run")
        version = st.text_input(
            "Baseline version", key="record_version", placeholder="such as 2026-11"
        )
        engine = st.text_input("Engine version of this run", key="record_engine")
    with right:
        folder = gate_library.choose("record_library", next(iter(gate_library.options()), ""))
        pattern = st.text_input(
            "Pages", PAGES, key="record_pages", disabled=not folder, help="Which files are pages"
        )
        strip = st.checkbox("Names without extension", key="record_strip", disabled=not folder)
    st.button(
        "Record",
        type="primary",
        key="record",
        on_click=record,
        args=(name, version.strip(), engine.strip(), folder),
        kwargs={"pattern": pattern or PAGES, "strip_suffix": strip},
        disabled=not (version.strip() and engine.strip()),
        help="Needs both versions: reports of two baselines are never mixed",
    )


def record(
    name: str,
    version: str,
    engine: str,
    folder: str,
    *,
    pattern: str = PAGES,
    strip_suffix: bool = False,
) -> None:
    """Record a run as the baseline of this session; what keeps it from that is told."""
    try:
        if folder:
            gate_state.read_again()
        arguments = (state.digest(), folder, pattern, strip_suffix, gate_state.readings())
        library = gate_calls.library(*arguments)
        if library is None:
            raise InputError(Problem("no-library", "no library is given", mend="load a corpus"))
        recorded = make_baseline(
            gate_calls.runs_of(state.data())[name].whole(),
            library,
            version=version,
            engine_version=engine,
            created=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        gate_state.ask(gate=gate_files.held(gate_files.parts_of(recorded)), pages=folder)
    except InputError as error:
        st.session_state[_TOLD] = error


def keep(held: Baseline) -> None:
    """Download a baseline, or write it into a folder below the data folder."""
    with st.popover("Keep it", icon=":material/save:"):
        st.download_button(
            "Download both files",
            data=lambda: gate_files.archive(gate_state.setup().gate, held),
            file_name="baseline.zip",
            mime="application/zip",
            icon=":material/download:",
            on_click="ignore",
            help=f"{RANKINGS_FILE} and {META_FILE} in one archive",
        )
        root = opening.data_folder()
        name = st.text_input(
            f"Or a folder below {plain(root.name or root)}", "baseline", key="gate_write_folder"
        )
        replace = st.checkbox(
            "Replace the baseline there",
            key="gate_write_replace",
            help="The old one is moved to history/ in that folder",
        )
        if st.button("Write", key="gate-write", disabled=not name.strip()):
            _write(held, name.strip(), replace)


def _write(held: Baseline, name: str, replace: bool) -> None:
    try:
        kept = write_baseline(held, gate_folders.below(name), replace=replace)
    except InputError as error:
        problems.show_error(error, "Nothing was written")
        return
    moved = f" The earlier one is kept in history/{kept.name}." if kept else ""
    st.success(plain(f"Written to {name}.{moved}"), icon=":material/check:")
