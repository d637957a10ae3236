"""How files come in: one drop area for all of them, or a folder on this machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Literal

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from ircompare.dashboard import opening, settings, state
from ircompare.dashboard.belonging import place_of
from ircompare.dashboard.chunks import budget as budget_state
from ircompare.dashboard.confidence import declared as confidence_declared
from ircompare.dashboard.files import (
    Given,
    add,
    describe,
    from_path,
    from_upload,
    is_description,
    replaced_by,
    uploaded,
    with_roles,
)
from ircompare.dashboard.judgements import sheet as judging_sheet
from ircompare.dashboard.scorecard import declared as card_declared
from ircompare.dashboard.scorecard import tables as card_tables
from ircompare.dashboard.text import plain
from ircompare.errors import InputError, some
from ircompare.model.protocol import Protocol
from ircompare.readers.files import is_text
from ircompare.readers.settings import (
    FIELD_KEYS,
    SETTINGS_NAME,
    Settings,
    read_settings,
    write_settings,
)
from ircompare.readers.sheet import HEAD_BYTES, looks_like_sheet

LISTED = 500
DEEPEST = 3
FOLDERS = 2_000
_ERRORS = "intake_errors"
_REPLACED = "intake_replaced"
RENAME = "Renamed, they can be opened here."
_FAILED = "This could not be opened"
Take = Callable[[Sequence[tuple[str, bytes]]], None]


def draw() -> None:
    """The drop area, the folder, and what went wrong with either."""
    limit = st.get_option("server.maxUploadSize")
    uploader(
        "Drop qrels, runs, corpus and queries here, all at once",
        "upload",
        True,
        "Any format, gzip and zstd too. What a file is, is found from its content. "
        "A description such as bm25.run.meta.json is attached to its run.",
    )
    st.caption(
        f"Up to {limit:,} MB a file, kept on this machine's disk until the server ends. Larger "
        "files: start `ircompare dashboard` with their paths; they are read where they stand."
    )
    with st.expander("Open a folder", icon=":material/folder_open:"):
        uploader("Upload a whole folder", "folder", "directory", "Hidden files are left out.")
        _folder()
    judging_sheet.told()
    for sentence in st.session_state.pop(_REPLACED, []):
        st.info(plain(sentence), icon=":material/swap_horiz:")
    for error in st.session_state.pop(_ERRORS, []) + st.session_state.pop("opening_errors", []):
        st.error(_FAILED, icon=":material/error:")
        st.code(str(error), language=None, wrap_lines=True)


def uploader(
    label: str, name: str, several: Literal[True, "directory"], words: str, take: Take | None = None
) -> None:
    """An uploader that gives name and bytes of each file away, to `take_in` or another taker.

    It is empty again then: each batch has its own key.
    """
    generation = st.session_state.setdefault(f"{name}_generation", 0)
    key = f"{name}-{generation}"
    st.file_uploader(
        label,
        accept_multiple_files=several,
        key=key,
        on_change=_take,
        args=(key, f"{name}_generation", take),
        help=words,
    )


def _take(key: str, generation: str, take: Take | None = None) -> None:
    """Take the uploaded bytes over and empty the widget, before the page is drawn.

    A browser may name an upload again that was taken and released: then there is nothing to take.
    """
    held = st.session_state.get(key) or []
    uploads = [upload for upload in held if isinstance(upload, UploadedFile)]
    if not uploads:
        return
    named = zip(_short_names([upload.name for upload in uploads]), uploads, strict=True)
    (take or take_in)([(name, upload.getvalue()) for name, upload in named])
    for upload in uploads:
        release(upload.file_id)
    st.session_state[generation] += 1


def _short_names(names: Sequence[str]) -> list[str]:
    """Names without their folders, where that leaves them different."""
    shorts = [PurePosixPath(name).name for name in names]
    often = Counter(shorts)
    return [short if often[short] == 1 else name for short, name in zip(shorts, names, strict=True)]


def take_in(uploads: Sequence[tuple[str, bytes]]) -> None:
    """Add uploaded files: data, then filled sheets, descriptions of runs, and settings."""
    seen = [pair for pair in uploads if not PurePosixPath(pair[0]).name.startswith(".")]
    beside = [pair for pair in seen if is_description(pair[0])]
    chosen = [pair for pair in seen if pair[0].endswith(".toml")]
    sheets = [pair for pair in seen if looks_like_sheet(pair[1])]
    given = []
    for name, data in (pair for pair in seen if pair not in (*beside, *chosen, *sheets)):
        with errors_kept():
            given.append(from_upload(name, data))
    add_files(given)
    for name, data in sheets:
        judging_sheet.take(name, data)
    for name, data in beside:
        with errors_kept():
            state.set_files(describe(state.files(), name, data))
    for name, data in chosen:
        with errors_kept():
            apply_settings(read_settings(data, name, folder=opening.data_folder()))


def add_files(given: Sequence[Given]) -> None:
    """Add files, and keep what they replaced for the page to say."""
    files, told = state.files(), st.session_state.setdefault(_REPLACED, [])
    for item in given:
        gone = [old for old in replaced_by(files, item) if old.digest != item.digest]
        told += [_replacing(item, old) for old in gone]
        files = add(files, [item])
    if given:
        state.set_files(files)


def _replacing(new: Given, old: Given) -> str:
    """Which file took the place of which, as a sentence."""
    if new.source == old.source:
        return f"{new.source} replaces the earlier file of that name."
    return f"{new.source} replaces {old.source}."


@contextmanager
def errors_kept() -> Iterator[None]:
    """Keep what a user must mend for the page to show."""
    try:
        yield
    except InputError as error:
        st.session_state.setdefault(_ERRORS, []).append(error)


def release(file_id: str) -> None:
    """Let Streamlit forget the bytes of an upload; its own interface for that is not public.

    Where another version of Streamlit lacks it, the bytes stay until the session ends.
    """
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    context = get_script_run_ctx()
    with suppress(AttributeError, TypeError, KeyError):
        context.uploaded_file_mgr.remove_file(  # type: ignore[union-attr]
            session_id=context.session_id,  # type: ignore[union-attr]
            file_id=file_id,
        )


def apply_settings(wanted: Settings) -> None:
    """Open the files that settings name, in place of what was there, and take their protocol.

    A path that is not there means the uploaded file of the same name.
    """
    given: list[Given] = []
    levels = {run.path: run.level or "" for run in wanted.runs}
    runs: dict[str, str] = {}
    for slot, path, name, role, run in card_tables.files(wanted):
        level = levels.get(path, "") if slot == "run" else ""
        held = uploaded(state.files(), Path(path).name, slot, role)
        with errors_kept():
            at_hand = held if held is not None and not Path(path).is_file() else None
            item = at_hand or from_path(Path(path), slot, name)
            own = {"role": role, "level": level, "of": runs.get(run, "")}
            given.append(replace(item, slot=slot, name=name, **own))  # type: ignore[arg-type]
            runs |= {path: place_of(item)} if slot == "run" else {}
    if given:
        state.set_files(with_roles(given))
    settings.set_defaults(
        **{key: value for key, value in wanted.protocol.items() if key in FIELD_KEYS}
    )
    budget_state.take_budget(wanted.protocol)
    confidence_declared.declare(wanted.declared)
    card_declared.declare(wanted.scorecard)


def _folder() -> None:
    """Open files from the folder in which the dashboard was started."""
    root = opening.data_folder()
    names = list(_names(root))
    st.multiselect(
        "Or open files from disk",
        [name for name in names if is_text(name)],
        key="folder_choice",
        placeholder="Choose files",
        help=f"Files below {plain(root)}, up to {DEEPEST} folders deep. They are watched: "
        "you are told when they change on disk.",
    )
    if len(names) == LISTED:
        st.caption(f"The first {LISTED} files are listed.")
    odd = [name for name in names if not is_text(name)]
    if odd:
        st.caption(plain(f"Not listed, as their names are not UTF-8: {some(odd)}. {RENAME}"))
    st.button("Open", disabled=not st.session_state.get("folder_choice"), on_click=_open)


def _names(root: Path) -> Iterator[str]:
    """Paths of files, upper folders first; hidden ones and descriptions of runs left out."""
    waiting, visited, listed = [root], 0, 0
    while waiting and visited < FOLDERS:
        folder, visited = waiting.pop(0), visited + 1
        for path in _entries(folder):
            relative = path.relative_to(root)
            if path.is_dir() and not path.is_symlink():
                waiting += [path] if len(relative.parts) < DEEPEST else []
            elif path.is_file() and not is_description(path.name) and listed < LISTED:
                listed += 1
                yield relative.as_posix()


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith((".", "__")))
    except OSError:
        return []


def _open() -> None:
    """Open what was chosen; nothing outside the folder."""
    root = opening.data_folder()
    paths = [(root / name).resolve() for name in st.session_state["folder_choice"]]
    inside = [path for path in paths if path.is_relative_to(root)]
    sheets = [path for path in inside if looks_like_sheet(_head(path))]
    given: list[Given] = []
    for path in (path for path in inside if path.suffix != ".toml" and path not in sheets):
        with errors_kept():
            given.append(from_path(path))
    add_files(given)
    for path in sheets:
        judging_sheet.take(path.name, path.read_bytes())
    for path in (path for path in inside if path.suffix == ".toml"):
        with errors_kept():
            apply_settings(read_settings(path.read_bytes(), path.name, folder=path.parent))
    st.session_state["folder_choice"] = []


def _head(path: Path) -> bytes:
    """The beginning of a file, nothing of one that cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(HEAD_BYTES)
    except OSError:
        return b""


def settings_file(protocol: Protocol) -> None:
    """Offer the settings file that gives the same comparison again."""
    files = sorted(state.files(), key=lambda item: item.role or "~")
    named = [(item.slot, item.path or item.source, item.name) for item in files]
    st.download_button(
        f"Save {SETTINGS_NAME}",
        data=write_settings(
            card_tables.kept(
                Settings.of(named, protocol, state.levels(), confidence_declared.declared()), files
            ),
            folder=opening.data_folder(),
        ),
        file_name=SETTINGS_NAME,
        mime="application/toml",
        icon=":material/download:",
        on_click="ignore",
        help="Paths, run names and protocol. Every command reads it, and so does this page: "
        "drop it above.",
    )
