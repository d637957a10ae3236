"""The shared sidebar: which runs, which settings, and what changed on disk."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import streamlit as st

from ircompare.dashboard import calls, settings, state
from ircompare.dashboard.confidence import declared as confidence_declared
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.files import Given, from_path, swapped
from ircompare.dashboard.gate import badge as gate_badge
from ircompare.dashboard.judgements import banner, judges
from ircompare.dashboard.scorecard import declared as card_declared
from ircompare.dashboard.scorecard import rules as card_rules
from ircompare.dashboard.text import plain, shortened
from ircompare.errors import InputError
from ircompare.model.protocol import Protocol
from ircompare.model.stored import AnyRun
from ircompare.report.command import copy_command
from ircompare.report.scorecard_command import scorecard_command, without_option

_PROTOCOL = "protocol_in_force"


def draw(page: str = "") -> None:
    """Draw the sidebar and hold the protocol that its controls make.

    Args:
        page: Path of the page shown, whose values the copied command prints.
    """
    data = state.data()
    with st.sidebar:
        _runs(data)
        protocol = settings.controls(data)
        if data is not None and data.ready:
            st.caption(plain(_words(protocol)))
            _copy_command(protocol, page)
        gate_badge.in_sidebar()
        if data is not None and data.ready:
            _watch()
    st.session_state[_PROTOCOL] = protocol


def protocol() -> Protocol:
    """The protocol in force."""
    found: Protocol = st.session_state.get(_PROTOCOL, Protocol())
    return found


def protocol_words() -> str:
    """The protocol in force, in one line."""
    return _words(protocol())


def _words(protocol: Protocol) -> str:
    return settings.protocol_words(protocol, _split_name(protocol))


def _copy_command(protocol: Protocol, page: str) -> None:
    declared = confidence_declared.declared() if page == "confidence" else None
    with st.popover("Copy command", icon=":material/terminal:"):
        st.caption("Prints the same values. Uploaded files stand by name: put in their paths.")
        named = [(item.slot, item.role, item.path or item.source) for item in state.files()]
        data = state.data()
        if page == "scorecard" and data is not None and len(data.runs) == 2:
            choices = card_declared.fitting(data)
            command = scorecard_command(named, protocol, state.levels(), choices)
            command += card_rules.copied()
            if without_option(choices):
                st.caption("Some declarations have no option: save ircompare.toml on Data.")
        else:
            command = copy_command(named, protocol, state.levels(), declared)
        command += judges.copied(data) + banner.copied(data)
        st.code(command, language=None, wrap_lines=True)


def _split_name(protocol: Protocol) -> str | None:
    try:
        return calls.scope(state.digest(), protocol).split
    except InputError:
        return protocol.split


def _runs(data: Dataset | None) -> None:
    if data is None:
        _awaited()
        return
    _chip("A", _name(data.a))
    _chip("B", _name(data.b))
    if data.a is not None and data.b is not None:
        st.button(
            "Swap A and B",
            icon=":material/swap_vert:",
            on_click=swap,
            type="tertiary",
            help="B is the candidate, A the reference: delta = B − A",
        )


def swap() -> None:
    """Exchange run A and run B."""
    state.set_files(swapped(state.files()))


def _awaited() -> None:
    """The runs whose files are being read."""
    for item in sorted(state.files(), key=lambda item: item.role):
        if item.role and state.loading():
            _chip(item.role, item.name or item.source)


def _name(run: AnyRun | None) -> str:
    return run.name if run is not None else "not given"


def _chip(role: str, name: str) -> None:
    mark = "○" if role == "A" else "●"
    st.markdown(f"{mark} **{role}** {plain(shortened(name, 34))}")


@st.fragment(run_every=4)
def _watch() -> None:
    """Tell when a file that was opened from a path is another one now."""
    changed = [item for item in state.files() if item.changed or item.described_anew]
    for item in changed:
        label = f"{item.slot} {item.role}".rstrip()
        label = label if item.changed else f"description of {label}"
        st.warning(f"{label} changed on disk: {plain(item.source)}", icon=":material/sync:")
    if changed and st.button("Reload", type="primary", key="reload-changed"):
        reload_changed()
        st.rerun()


def reload_changed() -> None:
    """Open the files that changed on disk again; settings, filters and query stay."""
    fresh: list[Given] = []
    for item in state.files():
        try:
            changed = item.changed or item.described_anew
            again = from_path(Path(item.path), item.slot, item.name) if changed else item
        except InputError:
            again = item
        fresh.append(replace(again, role=item.role, level=item.level, of=item.of))
    state.set_files(fresh)
