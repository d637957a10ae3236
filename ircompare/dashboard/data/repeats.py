"""Repeated runs: other answers of the system of run A or of run B, any number of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from ircompare.dashboard.data import intake
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.files import Role, from_upload

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


def _take_in(role: Role, uploads: Sequence[tuple[str, bytes]]) -> None:
    """Add uploaded files as repeated runs of a run, whatever they look like."""
    for name, data in uploads:
        with intake.errors_kept():
            intake.add_files([replace(from_upload(name, data), slot="repeat", role=role)])
