"""The chunk map on the Data page, and what is offered where a run of chunks has none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from ircompare.dashboard import calls, state
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.files import Given, Role, add, from_upload
from ircompare.dashboard.text import plain, spoken
from ircompare.errors import InputError, some
from ircompare.model.ids import Strings
from ircompare.model.levels import Level, looks_like_chunks
from ircompare.model.map_ids import build_map
from ircompare.model.protocol import Protocol
from ircompare.model.stored import AnyRun
from ircompare.report.budget_report import map_bytes
from ircompare.scoring.sides import CHUNK_RUN

UNDECIDED = {"ambiguous-level", "mixed-level"}
LEVELS = ("", "chunk", "document")
WORDS = {"": "names: by its ids", "chunk": "names: chunks", "document": "names: documents"}
_LOST, _DELIMITER = "unresolved_chunks", "chunk_delimiter"


def concerns(error: InputError) -> bool:
    """Whether an error is one of chunks and documents, which an offer mends."""
    return any(problem.code in {CHUNK_RUN, *UNDECIDED} for problem in error.problems)


def offer(error: InputError, place: str) -> None:
    """What a run seems to name, and the way on."""
    data = state.data()
    with st.container(border=True):
        if error.problems[0].code in UNDECIDED:
            _offer_levels(error, data, place)
            return
        st.markdown("**Chunks are ranked, documents are judged**")
        st.text(f"{error.problems[0].what}: {error.problems[0].found}.")
        st.text(
            "A chunk map gives the document of each chunk. With it, rankings of chunks are "
            "scored as rankings of documents."
        )
        if place == "data":
            st.markdown("Drop the chunk map in the upload area, or make one:")
        else:
            st.page_link(
                state.PAGES / "data.py", label="Add the chunk map", icon=":material/upload_file:"
            )
        if data is not None:
            _offer_making(data, place)


def _offer_making(data: Dataset, place: str) -> None:
    if data.collection is None or data.collection.corpus is None:
        st.caption("With a corpus loaded, a map can be made from the ids here.")
        return
    runs = _unmapped(data)
    if _DELIMITER not in st.session_state and runs:
        st.session_state[_DELIMITER] = _likely(runs[0], data)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.text_input("Between document and chunk stands", key=_DELIMITER, width=230, max_chars=40)
        st.button(
            "Make the chunk map from the ids",
            key=f"make-map-{place}",
            type="primary",
            on_click=_make,
            disabled=not st.session_state.get(_DELIMITER),
            help="The part of each chunk id before this text must be a document of the corpus.",
        )


def _unmapped(data: Dataset) -> list[AnyRun]:
    """The runs whose ids look like chunks of judged documents."""
    qrels = data.collection.qrels if data.collection is not None else None
    return [run for run in data.runs if qrels is not None and looks_like_chunks(run, qrels)]


def _likely(run: AnyRun, data: Dataset) -> str:
    """The mark behind a document in one chunk id of the run."""
    hint = looks_like_chunks(run, data.collection.qrels) if data.collection is not None else None
    return hint.example[0][len(hint.example[1])] if hint is not None else "#"


def _make() -> None:
    """Build the map from the ids of the chunk runs and add it to the files."""
    data = state.data()
    if data is None or data.collection is None or data.collection.corpus is None:
        return
    delimiter, corpus = str(st.session_state[_DELIMITER]), data.collection.corpus
    made, lost = build_map(_ids(_unmapped(data)), delimiter, corpus)
    st.session_state[_LOST] = lost
    if len(made):
        given = from_upload("chunk_map.json", map_bytes(made, as_json=True))
        state.set_files(add(state.files(), [replace(given, slot="chunk_map")]))


def _ids(runs: Sequence[AnyRun]) -> Strings:
    import pyarrow as pa

    return pa.concat_arrays([run.whole().documents for run in runs]).unique()


def unresolved() -> None:
    """The ids that the last made map left out, once."""
    lost: tuple[str, ...] = st.session_state.pop(_LOST, ())
    if lost:
        words = "chunk id does" if len(lost) == 1 else "chunk ids do"
        st.warning(
            f"{len(lost):,} {words} not resolve to a document of the corpus.",
            icon=":material/link_off:",
        )
        st.code(some(lost[:20], len(lost)), language=None, wrap_lines=True)


def _offer_levels(error: InputError, data: Dataset | None, place: str) -> None:
    st.markdown("**Chunks or documents?**")
    st.text(f"{error.problems[0].what}: {error.problems[0].found}.")
    for role, run in (("A", data.a), ("B", data.b)) if data is not None else ():
        if run is None or f'"{run.name}"' not in error.problems[0].what:
            continue
        with st.container(horizontal=True):
            for level in ("chunk", "document"):
                st.button(
                    f"Read run {role} as {level}s",
                    key=f"level-{place}-{role}-{level}",
                    on_click=_set_level,
                    args=(role, level),
                )


def _set_level(role: Role, level: Level) -> None:
    state.set_files(
        [
            replace(item, level=level) if item.slot == "run" and item.role == role else item
            for item in state.files()
        ]
    )


def level_menu(number: int, given: Given) -> None:
    """What a run names: decided by its ids, or by the user."""
    data = state.data()
    if given.slot != "run" or data is None or data.chunk_map is None:
        return
    key = f"level-{number}-{given.digest}-{given.level}"
    st.selectbox(
        f"What {spoken(given.source)} names",
        LEVELS,
        index=LEVELS.index(given.level),
        format_func=WORDS.__getitem__,
        key=key,
        label_visibility="collapsed",
        on_change=_take_level,
        args=(given, key),
        width=180,
    )


def _take_level(given: Given, key: str) -> None:
    chosen = st.session_state[key]
    state.set_files(
        [replace(item, level=chosen) if item == given else item for item in state.files()]
    )


def said(data: Dataset, protocol: Protocol) -> None:
    """What each run names, and why this was decided, where there is a chunk map."""
    if data.chunk_map is None:
        return
    roles = [role for role, run in (("A", data.a), ("B", data.b)) if run is not None]
    reasons = [calls.side(data.digest, protocol, role).decision.reason for role in roles]
    st.caption(plain(" · ".join(dict.fromkeys(reasons))))
