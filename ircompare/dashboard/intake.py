"""How files come in: one drop area for all of them, or a folder on this machine."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from ircompare.dashboard import opening, settings, state
from ircompare.dashboard.files import Given, add, from_path, from_upload
from ircompare.errors import InputError
from ircompare.model.protocol import Protocol
from ircompare.readers.settings import SETTINGS_NAME, Settings, read_settings, write_settings

LISTED = 500
_ERRORS = "intake_errors"


def draw() -> None:
    """The drop area, the folder, and what went wrong with either."""
    generation = st.session_state.setdefault("upload_generation", 0)
    key = f"upload-{generation}"
    limit = st.get_option("server.maxUploadSize")
    st.file_uploader(
        "Drop qrels, runs, corpus and queries here, all at once",
        accept_multiple_files=True,
        key=key,
        on_change=_take,
        args=(key,),
        help=f"Any format, gzip and zstd too, up to {limit} MB a file. What a file is, is found "
        "from its content. Larger files: start `ircompare dashboard` with their paths.",
    )
    _folder()
    for error in st.session_state.pop(_ERRORS, []) + st.session_state.pop("opening_errors", []):
        st.error("This could not be opened", icon=":material/error:")
        st.code(str(error), language=None, wrap_lines=True)


def _take(key: str) -> None:
    """Take the uploaded bytes over and empty the widget, before the page is drawn."""
    uploads = st.session_state.get(key) or []
    given: list[Given] = []
    for upload in uploads:
        name, data = upload.name.rsplit("/", 1)[-1], upload.getvalue()
        if name == SETTINGS_NAME or name.endswith(".toml"):
            _take_settings(name, data)
        else:
            given.append(from_upload(name, data))
        _release(upload.file_id)
    if given:
        state.set_files(add(state.files(), given))
    st.session_state["upload_generation"] += 1


def _release(file_id: str) -> None:
    """Let Streamlit forget the bytes of an upload; its own interface for that is not public."""
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    context = get_script_run_ctx()
    manager = getattr(context, "uploaded_file_mgr", None)
    if context is not None and manager is not None:
        manager.remove_file(session_id=context.session_id, file_id=file_id)


def _take_settings(name: str, data: bytes) -> None:
    """Use a settings file: its protocol, and those of its files that lie in the data folder."""
    try:
        wanted = read_settings(data, name, folder=opening.data_folder())
    except InputError as error:
        st.session_state.setdefault(_ERRORS, []).append(error)
        return
    apply_settings(wanted)


def apply_settings(wanted: Settings) -> None:
    """Open the files of a settings file and take over its protocol."""
    given: list[Given] = []
    for slot, path, name in wanted.files():
        try:
            given.append(from_path(Path(path), slot, name))
        except InputError as error:
            st.session_state.setdefault(_ERRORS, []).append(error)
    if given:
        state.set_files(add(state.files(), given))
    settings.set_defaults(**wanted.protocol)


def _folder() -> None:
    """Open files from the folder in which the dashboard was started."""
    root = opening.data_folder()
    with st.expander(f"Open from the folder {root.name or root}", icon=":material/folder_open:"):
        st.caption(
            "Files below the folder in which the dashboard was started. They are watched: "
            "you are told when they change on disk."
        )
        names = _names(root)
        chosen = st.multiselect("Files", names, key="folder_choice", placeholder="Choose files")
        if st.button("Open", disabled=not chosen):
            _open(root, chosen)
            st.rerun()


def _names(root: Path) -> list[str]:
    """Paths of the files up to three folders deep, hidden ones left out."""
    found = []
    for pattern in ("*", "*/*", "*/*/*"):
        for path in sorted(root.glob(pattern)):
            relative = path.relative_to(root)
            hidden = any(part.startswith((".", "__")) for part in relative.parts)
            if not hidden and path.is_file() and len(found) < LISTED:
                found.append(relative.as_posix())
    return found


def _open(root: Path, names: list[str]) -> None:
    given = []
    for name in names:
        path = (root / name).resolve()
        if path.is_relative_to(root):
            try:
                given.append(from_path(path))
            except InputError as error:
                st.session_state.setdefault(_ERRORS, []).append(error)
    if given:
        state.set_files(add(state.files(), given))


def settings_file(protocol: Protocol) -> None:
    """Offer the settings file that gives the same comparison again."""
    named = [(item.slot, item.path or item.source, item.name) for item in state.files()]
    st.download_button(
        f"Save {SETTINGS_NAME}",
        data=write_settings(Settings.of(named, protocol)),
        file_name=SETTINGS_NAME,
        mime="application/toml",
        icon=":material/download:",
        on_click="ignore",
        help="Paths, run names and protocol. Every command reads it, and so does this page: "
        "drop it above.",
    )
