"""Repeated runs: other answers of the system of run A or of run B, any number of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial

import streamlit as st

from ircompare.dashboard import calls, problems, sidebar
from ircompare.dashboard.data import intake
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.files import Role, from_upload
from ircompare.errors import InputError
from ircompare.model.protocol import Protocol
from ircompare.readers.scorecard_tables import require_repeat

MEND = "Give the mended file as a repeated run again: one of the same name replaces this one."
ABOUT = (
    "Other answers of the same system to the same queries, in any format of a run. The Scorecard "
    "tells how alike they are: consistency, not quality."
)
HELP = "Several files at once. Each is shown as understood among the files and is removed there."


def draw(data: Dataset) -> None:
    """An uploader for each run that is there."""
    roles: list[Role] = [role for role in ("A", "B") if data.file("run", role) is not None]
    if not roles:
        return
    with st.expander("Repeated runs", icon=":material/repeat:"):
        st.caption(ABOUT)
        for role in roles:
            intake.uploader(
                f"Repeated runs of {role}", f"repeat-{role}", True, HELP, partial(_take_in, role)
            )


def show_unfit(data: Dataset, number: int) -> None:
    """Why a repeated run does not fit the run that it repeats, as the Scorecard tells it.

    Args:
        number: Its place among the files. Any other file, and one that cannot be held against
            its run, is not looked at.
    """
    item = data.files[number]
    if item.given.slot != "repeat" or not item.given.role or item.loaded is None:
        return
    try:
        fault = _fault(data.digest, replace(sidebar.protocol(), k=1), number)
    except InputError:  # the run cannot be scored, which the page tells
        return
    if fault is not None:
        problems.show_error(
            fault, f"Does not fit run {item.given.role}: the Scorecard cannot use it"
        )
        st.caption(MEND)


@lru_cache(maxsize=64)
def _fault(digest: str, protocol: Protocol, number: int) -> InputError | None:
    """What the Scorecard says of a repeated run; None where it fits.

    Raises:
        InputError: The run that it repeats cannot be scored.
    """
    item = calls.known(digest).files[number]
    like = calls.evaluation(digest, protocol, item.given.role).hits
    collapsed = calls.side(digest, protocol, item.given.role).collapsed
    try:
        if item.loaded is not None:
            require_repeat(item.loaded, like, collapsed)
    except InputError as error:
        return error
    return None


def _take_in(role: Role, uploads: Sequence[tuple[str, bytes]]) -> None:
    """Add uploaded files as repeated runs of a run, whatever they look like."""
    for name, data in uploads:
        with intake.errors_kept():
            intake.add_files([replace(from_upload(name, data), slot="repeat", role=role)])
