"""What a session holds, and how it stands in the address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import streamlit as st

from ircompare.dashboard import loading as background
from ircompare.dashboard import settings
from ircompare.dashboard.confidence import declared as confidence_declared
from ircompare.dashboard.data.understood import as_read, kept
from ircompare.dashboard.dataset import Dataset, dataset
from ircompare.dashboard.files import Given, add, library, with_roles
from ircompare.dashboard.filters import Filters
from ircompare.dashboard.gate import state as gate_state
from ircompare.dashboard.judgements.marks import Mark, marked, register
from ircompare.dashboard.scorecard import declared as card_declared
from ircompare.dashboard.text import plain
from ircompare.model.levels import Level

PAGES = Path(__file__).resolve().parents[2] / "pages"
_FILES, _FILTERS, _DIGEST = "given_files", "list_filters", "dataset_digest"
_MARKS, _UNMARKED = "what_if_marks", "what_if_discarded"
_READINGS, _LEFT_OUT = "readings", "left_out_files"


def files() -> tuple[Given, ...]:
    """The files of this session, in the order in which they were given."""
    held: tuple[Given, ...] = st.session_state.get(_FILES, ())
    return held


def set_files(given: Sequence[Given]) -> None:
    """Replace the files of this session and name the new set in the address."""
    same_qrels = bool(_qrels(given) & _qrels(files()))
    if marks() and not same_qrels:
        st.session_state[_UNMARKED] = len(marks())
    st.session_state[_FILES] = tuple(given)
    set_marks(marks() if same_qrels else ())
    st.session_state.pop("missing_dataset", None)
    st.session_state.pop(_LEFT_OUT, None)


def _qrels(given: Sequence[Given]) -> set[str]:
    """What names the judgements: the path of their file, else the digest of its bytes."""
    return {item.path or item.digest for item in given if item.slot == "qrels"}


def marks() -> tuple[Mark, ...]:
    """The what-if judgements of this session."""
    held: tuple[Mark, ...] = st.session_state.get(_MARKS, ())
    return held


def set_marks(wanted: Sequence[Mark]) -> None:
    """Replace the what-if judgements; the data set with them has a digest of its own."""
    st.session_state[_MARKS] = tuple(wanted)
    base = library().register(files()) if files() else ""
    st.session_state[_DIGEST] = register(base, wanted)


def discarded_marks() -> int:
    """How many what-if judgements went with their qrels, told once."""
    return int(st.session_state.pop(_UNMARKED, 0))


def levels() -> dict[str, Level]:
    """What runs were said to name, by path or source, where they were."""
    return {item.path or item.source: item.level for item in files() if item.level}


def digest() -> str:
    """Digest of this session's set of files, "" where there is none."""
    found: str = st.session_state.get(_DIGEST, "")
    return found


def data() -> Dataset | None:
    """The data set of the session, None before any file was given and while files are read."""
    return dataset(digest()) if digest() and not loading() else None


def read_files() -> None:
    """Start to read what was given, and wait a moment: small files are there at once."""
    readings = [background.background().read(given) for given in files() if kept(given) is None]
    if readings:
        names = ", ".join(reading.given.source for reading in readings)
        with st.spinner(f"Reading {plain(names)}", show_time=True):
            background.wait_a_moment(readings)
    st.session_state[_READINGS] = background.still_running(readings)


def loading() -> tuple[background.Reading, ...]:
    """The files of this session that were not read yet when the page was begun."""
    held: tuple[background.Reading, ...] = st.session_state.get(_READINGS, ())
    return held


def cancel_loading() -> None:
    """End the reading and leave out the files that are not read yet."""
    for reading in loading():
        reading.cancel()
    ended = {reading.given for reading in loading()}
    gone = [item for item in files() if as_read(item) in ended]
    set_files([item for item in files() if item not in gone])
    st.session_state[_LEFT_OUT] = tuple(gone)


def left_out() -> tuple[Given, ...]:
    """The files whose reading was cancelled."""
    held: tuple[Given, ...] = st.session_state.get(_LEFT_OUT, ())
    return held


def read_left_out() -> None:
    """Add the files whose reading was cancelled again."""
    set_files(with_roles(add(files(), left_out())))


def filters() -> Filters:
    """The filters of the list."""
    held: Filters = st.session_state.get(_FILTERS, Filters())
    return held


def set_filters(wanted: Filters) -> None:
    """Replace the filters; the list starts at its first page again."""
    if wanted != filters():
        st.session_state[_FILTERS] = wanted
        st.session_state["list_page"] = 1


def restore(params: Mapping[str, str]) -> None:
    """Take data set and filters from the address on a session's first run."""
    if "restored" in st.session_state:
        return
    st.session_state["restored"] = True
    set_filters(Filters.from_params(params))
    settings.restore(params)
    gate_state.restore(params)
    confidence_declared.restore(params)
    card_declared.restore(params)
    wanted = params.get("ds", "")
    made = marked(wanted)
    held = library().files(made.base) if wanted else None
    if held is not None:
        set_files(held)
        set_marks(made.marks)
    elif wanted:
        st.session_state["missing_dataset"] = wanted


def missing_dataset() -> str:
    """Digest of an address whose data set this server no longer holds, else ""."""
    found: str = st.session_state.get("missing_dataset", "")
    return found


def address() -> dict[str, str]:
    """The parameters that give this view again: data set, settings, filters and gate."""
    if not digest():
        return {}
    return {
        "ds": digest(),
        **settings.params(),
        **filters().params(),
        **gate_state.params(),
        **confidence_declared.params(),
        **card_declared.params(),
    }


def write_address() -> None:
    """Bring the address up to date; nothing is written where it already is."""
    wanted = address()
    own = {"ds", *settings.DEFAULTS, *Filters.__dataclass_fields__, *gate_state.NAMES}
    own |= {*confidence_declared.NAMES, *card_declared.NAMES}
    for name in own:
        if name in wanted and st.query_params.get(name) != wanted[name]:
            st.query_params[name] = wanted[name]
        elif name not in wanted and name in st.query_params:
            del st.query_params[name]


def go(page: str, **params: str) -> NoReturn:
    """Open a page with this session's address and further parameters."""
    st.switch_page(PAGES / f"{page}.py", query_params={**address(), **params})
