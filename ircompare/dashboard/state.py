"""What a session holds, and how it stands in the address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import streamlit as st

from ircompare.dashboard import settings
from ircompare.dashboard.data.understood import understand
from ircompare.dashboard.dataset import Dataset, dataset
from ircompare.dashboard.files import Given, library
from ircompare.dashboard.filters import Filters
from ircompare.dashboard.gate import state as gate_state
from ircompare.dashboard.text import plain
from ircompare.model.levels import Level

PAGES = Path(__file__).resolve().parents[2] / "pages"
_FILES, _FILTERS, _DIGEST = "given_files", "list_filters", "dataset_digest"


def files() -> tuple[Given, ...]:
    """The files of this session, in the order in which they were given."""
    held: tuple[Given, ...] = st.session_state.get(_FILES, ())
    return held


def set_files(given: Sequence[Given]) -> None:
    """Replace the files of this session and name the new set in the address."""
    st.session_state[_FILES] = tuple(given)
    st.session_state[_DIGEST] = library().register(given) if given else ""
    st.session_state.pop("missing_dataset", None)


def levels() -> dict[str, Level]:
    """What runs were said to name, by path or source, where they were."""
    return {item.path or item.source: item.level for item in files() if item.level}


def digest() -> str:
    """Digest of this session's set of files, "" where there is none."""
    found: str = st.session_state.get(_DIGEST, "")
    return found


def data() -> Dataset | None:
    """The data set of the session, None before any file was given."""
    return dataset(digest()) if digest() else None


def read_files() -> None:
    """Read what was given, file by file, with a word to whoever waits for a large one."""
    for given in files():
        with st.spinner(f"Reading {plain(given.source)}", show_time=True):
            understand(given)


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
    wanted = params.get("ds", "")
    held = library().files(wanted) if wanted else None
    if held is not None:
        set_files(held)
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
    return {"ds": digest(), **settings.params(), **filters().params(), **gate_state.params()}


def write_address() -> None:
    """Bring the address up to date; nothing is written where it already is."""
    wanted = address()
    own = {"ds", *settings.DEFAULTS, *Filters.__dataclass_fields__, *gate_state.NAMES}
    for name in own:
        if name in wanted and st.query_params.get(name) != wanted[name]:
            st.query_params[name] = wanted[name]
        elif name not in wanted and name in st.query_params:
            del st.query_params[name]


def go(page: str, **params: str) -> NoReturn:
    """Open a page with this session's address and further parameters."""
    st.switch_page(PAGES / f"{page}.py", query_params={**address(), **params})
