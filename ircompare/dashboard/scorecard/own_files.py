"""Alert rules and weights of a user's own: held by the server, found again through the address."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Literal

import streamlit as st

from ircompare.dashboard.files import library
from ircompare.errors import InputError, Problem

Kind = Literal["rules", "weights"]
KINDS: tuple[Kind, ...] = ("rules", "weights")
NAMES = tuple(f"card_{kind}" for kind in KINDS)
_HELD, _GONE = "scorecard_own_{}", "scorecard_gone_{}"


def give(kind: Kind, name: str, data: bytes) -> None:
    """Put a file in force.

    Raises:
        InputError: It cannot be held: the disk is full.
    """
    drop(kind)
    st.session_state[_HELD.format(kind)] = PurePath(name).name, library().put(data)


def name_of(kind: Kind) -> str:
    """Name of the file in force; "" without one."""
    name: str = st.session_state.get(_HELD.format(kind), ("", ""))[0]
    return name


def bytes_of(kind: Kind) -> bytes:
    """The bytes of the file in force.

    Raises:
        InputError: There is none, or the server dropped it since.
    """
    name, digest = st.session_state.get(_HELD.format(kind), ("", ""))
    data = library().bytes(digest)
    if data is None:
        what = "this file is no longer held by the server"
        raise InputError(Problem("no-longer-held", what, name, mend="give the file again"))
    return data


def drop(kind: Kind) -> None:
    """Put no file in force."""
    st.session_state.pop(_HELD.format(kind), None)
    st.session_state.pop(_GONE.format(kind), None)


def gone(kind: Kind) -> str:
    """Name of a file that an address asked for and this server does not hold; else ""."""
    name: str = st.session_state.get(_GONE.format(kind), "")
    return name


def params() -> dict[str, str]:
    """The parameters of an address that find these files again on the same server."""
    held = {f"card_{kind}": st.session_state.get(_HELD.format(kind)) for kind in KINDS}
    return {key: f"{one[1]}:{one[0]}" for key, one in held.items() if one is not None}


def restore(params: Mapping[str, str]) -> None:
    """Take the files of an address: what the server holds, never a file by its name."""
    for kind in KINDS:
        digest, _, name = params.get(f"card_{kind}", "").partition(":")
        name = PurePath(name).name
        if not name:
            continue
        if library().bytes(digest) is None:
            st.session_state[_GONE.format(kind)] = name
        else:
            st.session_state[_HELD.format(kind)] = name, digest
