"""The Data page: what was given, what it was understood as, and what can be mended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import streamlit as st

from ircompare.dashboard import calls, opening, problems, sidebar, state, widgets
from ircompare.dashboard.chunks import slot as chunk_slot
from ircompare.dashboard.data import intake, repeats, unfit
from ircompare.dashboard.data.understood import Understood
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.files import PAIRED, SEVERAL, Given, Role, with_roles
from ircompare.dashboard.judgements import judges
from ircompare.dashboard.text import plain, spoken
from ircompare.errors import InputError
from ircompare.readers.loaded import Slot

SLOTS: dict[tuple[Slot, Role], str] = {
    ("corpus", ""): "Corpus",
    ("queries", ""): "Queries",
    ("qrels", ""): "Qrels",
    ("run", "A"): "Run A (reference)",
    ("run", "B"): "Run B (candidate)",
    ("run", ""): "Run, not compared",
    ("chunk_map", ""): "Chunk map",
    ("variants", ""): "Variants of queries",
    ("measurements", "A"): "Measurements of A",
    ("measurements", "B"): "Measurements of B",
    ("measurements", ""): "Measurements, not used",
    ("answers", "A"): "Answer labels of A",
    ("answers", "B"): "Answer labels of B",
    ("answers", ""): "Answer labels, not used",
    ("pairs", "A"): "Pairs of A",
    ("pairs", "B"): "Pairs of B",
    ("pairs", ""): "Pairs, not used",
    ("repeat", "A"): "Repeated run of A",
    ("repeat", "B"): "Repeated run of B",
    ("repeat", ""): "Repeated run, not used",
}
MEND = "Drop the mended file: one of the same name replaces this one."
MANY = ("queries", "documents", "judgements", "rows", "titles", "chunks", "pairs")
FORMATS = {
    "Qrels": "TREC, BEIR or other TSV/CSV with header, JSON query → document → grade, Parquet",
    "Runs": "TREC, MS MARCO, TSV/CSV with header, JSON query → ids or scores, Parquet",
    "Corpus": "JSON id → text, JSONL (BEIR), TSV/CSV with header, Parquet, or a list of ids",
    "Queries": "JSON, JSONL (BEIR), TSV/CSV, TREC topics",
    "Chunk map": "the document of each chunk, where runs rank chunks: TSV/CSV, JSON, JSONL, "
    "Parquet, tokens too",
    "For the scorecard": "variants of queries; measurements, answer labels and pairs of each run: "
    "CSV, TSV, JSONL, Parquet; repeated runs as any run",
}


def show() -> None:
    """Draw the page; while files are read, only what takes further ones."""
    data = state.data()
    if state.loading():
        intake.draw()
        return
    if data is None:
        _welcome()
        return
    _ready_line(data)
    chunk_slot.unresolved()
    left, right = st.columns([3, 2], gap="large")
    with left:
        _files(data)
    with right:
        intake.draw()
        repeats.draw(data)
        _keep()
    with st.expander("Sample collections"):
        widgets.sample_cards("Replace what is loaded by a sample")


def _welcome() -> None:
    widgets.stale_address()
    st.markdown("### Which of two retrievers is better, and on which queries?")
    st.text(
        "Give qrels and two runs. You see exactly what rose and what fell, which queries "
        "regressed behind a risen mean, and the two rankings behind each of them."
    )
    left, right = st.columns([3, 2], gap="large")
    with left:
        intake.draw()
    with right:
        st.markdown("\n\n".join(f"**{name}** :gray[{text}]" for name, text in FORMATS.items()))
    widgets.sample_cards()


def _ready_line(data: Dataset) -> None:
    """Whether everything fits together, and where to go next."""
    if not data.ready:
        lacking = "qrels" if data.collection is None else "a run"
        st.info(f"Still needed: {lacking}.", icon=":material/pending:")
        return
    protocol = sidebar.protocol()
    try:
        with st.spinner("Judging the rankings", show_time=True):
            scope = calls.scope(data.digest, protocol)
            scored = [calls.evaluation(data.digest, protocol, role) for role in _roles(data)]
    except InputError as error:
        problems.show_unscorable(error, "data")
        return
    judged, pairs = scope.coverage()
    words = f"{int(scope.scored.sum()):,} of {len(scope):,} queries are scored"
    if pairs:
        words += f" · pairs judged {_percent(judged, pairs)}"
    if data.same_content:
        words += " · both runs are the same file content"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.success(words, icon=":material/check:", width="stretch")
        if st.button("Compare" if len(scored) == 2 else "See the run", type="primary"):
            state.go("compare")
    chunk_slot.said(data, protocol)
    sides = [calls.side(data.digest, protocol, role) for role in _roles(data)]
    remarks = [*scope.notes, *(note for side in sides for note in side.notes)]
    problems.show_remarks(remarks)


def _percent(part: int, whole: int) -> str:
    share = 100 * part / whole
    return f"{share:.0f} %" if part in (0, whole) or 1 <= share < 99 else f"{share:.2g} %"


def _roles(data: Dataset) -> list[str]:
    return [role for role, run in (("A", data.a), ("B", data.b)) if run is not None]


def _files(data: Dataset) -> None:
    st.markdown("**What was understood**")
    order = list(SLOTS)
    numbers = range(len(data.files))
    for number in sorted(numbers, key=lambda at: (_rank(order, data.files[at].given), at)):
        _card(data, number)


def _rank(order: Sequence[tuple[Slot, Role]], given: Given) -> int:
    key = (given.slot, given.role)
    return order.index(key) if key in order else len(order)


def _card(data: Dataset, number: int) -> None:
    item = data.files[number]
    given = item.given
    with st.container(border=True, gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(given.source)}**", width="stretch")
            _records(item)
            _slot_menu(number, given)
            st.button(
                "Remove",
                icon=":material/close:",
                key=f"remove-{number}-{given.digest}",
                type="tertiary",
                on_click=_remove,
                args=(given,),
                help=f"Take {plain(given.source)} out of this comparison",
            )
        judges.menu(number, given)
        if item.loaded is not None:
            _understood(item)
            chunk_slot.level_menu(number, given)
        elif item.error is not None:
            problems.show_error(item.error)
        if item.error is not None or unfit.told(data, number):
            st.caption(repeats.MEND if given.slot in SEVERAL else MEND)


def _understood(item: Understood) -> None:
    loaded = item.loaded
    if loaded is None:
        return
    packed = f", {loaded.compression}" if loaded.compression else ""
    counts = " · ".join(_count(name, count) for name, count in loaded.counts.items())
    st.caption(plain(f"{loaded.format}{packed} · {_size(loaded.size)} · {counts}"))
    if item.given.path:
        st.caption(plain(f"opened from {_place(item.given.path)}, watched for changes"))
    problems.show_remarks(loaded.warnings, "warnings")
    provenance = getattr(loaded.value, "provenance", None)
    if provenance:
        with st.expander("Provenance"):
            st.json(dict(provenance))


def _place(path: str) -> str:
    """A path, from the data folder where it is inside."""
    root = opening.data_folder()
    inside = Path(path).is_relative_to(root)
    return Path(path).relative_to(root).as_posix() if inside else path


def _records(item: Understood) -> None:
    if item.loaded is not None and item.loaded.samples:
        with st.popover("Records", type="tertiary", help="The first records as they stand"):
            st.code("\n".join(item.loaded.samples), language=None, wrap_lines=True)


def _count(name: str, count: int) -> str:
    """A count with its noun; a depth or a named part stands before its number."""
    first, _, rest = name.partition(" ")
    if first in ("depth", "split", "grade"):
        return f"{name}: {count:,}"
    if count == 1 and first in MANY:
        first = "query" if first == "queries" else first.removesuffix("s")
    return f"{count:,} {first} {rest}".rstrip()


def _size(count: int) -> str:
    for unit in ("bytes", "KB", "MB"):
        if count < 1000 or unit == "MB":
            return f"{count:,} {unit}" if unit == "bytes" else f"{count:,.1f} {unit}"
        count = count // 100 / 10  # type: ignore[assignment]
    return ""


def _slot_menu(number: int, given: Given) -> None:
    key = f"slot-{number}-{given.digest}-{given.slot}-{given.role}"
    options = list(SLOTS)
    held = (given.slot, given.role)
    if held not in options:
        options.append(held)
    st.selectbox(
        f"Slot of {spoken(given.source)}",
        options,
        index=options.index(held),
        format_func=lambda option: SLOTS.get(option, option[0].replace("_", " ")),
        key=key,
        label_visibility="collapsed",
        on_change=_move,
        args=(given, key),
        width=190,
    )


def _move(given: Given, key: str) -> None:
    slot, role = st.session_state[key]
    rest = [_without_role(item, slot, role) for item in state.files() if item != given]
    at = state.files().index(given)
    name = given.name if slot == given.slot else None
    rest.insert(at, replace(given, slot=slot, role=role, name=name, of=""))
    state.set_files(rest if slot in PAIRED and not role else with_roles(rest))


def _without_role(item: Given, slot: Slot, role: Role) -> Given:
    taken = item.slot == slot and slot in PAIRED and item.role == role and role
    return replace(item, role="", of="") if taken else item


def _remove(given: Given) -> None:
    state.set_files([item for item in state.files() if item != given])


def _keep() -> None:
    """Save the settings file and copy the command."""
    with st.container(border=True):
        st.markdown("**Take it to the command line**")
        intake.settings_file(sidebar.protocol())
        st.caption(plain(sidebar.protocol_words()))
