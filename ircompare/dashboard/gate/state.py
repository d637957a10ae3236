"""What the gate of this session is asked: a baseline, runs, a library, and an engine version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from ircompare.consistency.past import PastReport
from ircompare.dashboard.gate import files as gate_files
from ircompare.errors import InputError

_SETUP, _REPORTS, _READINGS = "gate_setup", "gate_reports", "gate_readings"
_SEPARATOR = ","
NAMES = ("gate", "engine", "judged", "pages")


@dataclass(frozen=True)
class Setup:
    """What is held against what. Each field is a parameter of the address.

    Attributes:
        gate: Digest of the baseline; "" for none.
        engine: Version of the engine that made the current runs.
        judged: File names of the current runs; empty for run B, or run A where it is alone.
        pages: Folder of the library below the data folder; "" for the loaded corpus.
    """

    gate: str = ""
    engine: str = ""
    judged: tuple[str, ...] = ()
    pages: str = ""


def setup() -> Setup:
    """What is asked in this session."""
    held: Setup = st.session_state.get(_SETUP, Setup())
    return held


def ask(**changes: object) -> None:
    """Change what is asked; with another baseline the reports of the old one are dropped."""
    before = setup()
    after = replace(before, **changes)  # type: ignore[arg-type]
    if after.gate != before.gate:
        set_reports(())
    st.session_state[_SETUP] = after


def reports() -> tuple[PastReport, ...]:
    """Earlier reports of the baseline in force, in the order in which they were given."""
    held: tuple[PastReport, ...] = st.session_state.get(_REPORTS, ())
    return held


def set_reports(found: Sequence[PastReport]) -> None:
    """Replace the earlier reports."""
    st.session_state[_REPORTS] = tuple(found)


def readings() -> int:
    """How often the library's folder was asked to be read again."""
    count: int = st.session_state.get(_READINGS, 0)
    return count


def read_again() -> None:
    """Read the library's folder again."""
    st.session_state[_READINGS] = readings() + 1


def params() -> dict[str, str]:
    """The parameters of an address that ask the same again."""
    held = setup()
    if not held.gate:
        return {}
    named = {**vars(held), "judged": _SEPARATOR.join(held.judged)}
    return {name: text for name, text in named.items() if text}


def restore(given: Mapping[str, str]) -> None:
    """Take over what an address asks; a baseline that the server lost is left out."""
    digest = given.get("gate", "")
    try:
        known = bool(digest) and gate_files.baseline(digest) is not None
    except InputError:
        known = False
    if known:
        judged = tuple(filter(None, given.get("judged", "").split(_SEPARATOR)))
        ask(
            gate=digest, engine=given.get("engine", ""), judged=judged, pages=given.get("pages", "")
        )
