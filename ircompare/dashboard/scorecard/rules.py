"""The alert rules in force: those of the package, or of a file that was given on the page."""

from __future__ import annotations

import shlex
from functools import lru_cache

import streamlit as st

from ircompare.dashboard.scorecard import own_files
from ircompare.errors import InputError, Problem
from ircompare.scorecard.alerts import Rule, default_rules, read_rules

_FAULT = "scorecard_alert_fault"
LARGEST = 1_000_000


def in_force() -> tuple[Rule, ...]:
    """The rules that alerts follow."""
    if not source():
        return default_rules()
    try:
        return _read(source(), own_files.bytes_of("rules"))
    except InputError as error:
        st.session_state[_FAULT] = error
        own_files.drop("rules")
        return default_rules()


def source() -> str:
    """Name of the file that was given; "" where the rules of the package are in force."""
    return own_files.name_of("rules")


def fault() -> InputError | None:
    """Why the last file was not taken; None where it was, or where there was none."""
    found: InputError | None = st.session_state.get(_FAULT)
    return found


def take(name: str, data: bytes) -> None:
    """Put the rules of a file in force; with a fault, those in force stay so."""
    st.session_state.pop(_FAULT, None)
    try:
        _read(name, data)
        own_files.give("rules", name, data)
    except InputError as error:
        st.session_state[_FAULT] = error


@lru_cache(maxsize=8)
def _read(name: str, data: bytes) -> tuple[Rule, ...]:
    if len(data) > LARGEST:
        what = f"the file has {len(data):,} bytes"
        raise InputError(Problem("bad-rule", what, name, expected=f"at most {LARGEST:,}"))
    return read_rules(data, name)


def back() -> None:
    """Put the rules of the package in force again."""
    st.session_state.pop(_FAULT, None)
    own_files.drop("rules")


def copied() -> str:
    """What a copied command says of them; "" for the rules of the package."""
    return f" --alert-rules {shlex.quote(source())}" if source() else ""
