"""The chunk budget: the one looked at, and which of the two protocols is in force everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import streamlit as st

from ircompare.dashboard import calls
from ircompare.dashboard.dataset import Dataset
from ircompare.errors import InputError
from ircompare.model.levels import level_of
from ircompare.model.protocol import Budget, ChunkRule, Unit
from ircompare.scoring.sides import chunks_judged


def collapses(data: Dataset | None) -> bool:
    """Whether a run of chunks is there that the chunk map turns into documents."""
    if data is None or data.chunk_map is None or data.collection is None:
        return False
    return _collapses(data.digest)


@lru_cache(maxsize=32)
def _collapses(digest: str) -> bool:
    data = calls.known(digest)
    chunk_map, collection = data.chunk_map, data.collection
    if chunk_map is None or collection is None or chunks_judged(collection, chunk_map):
        return False
    for role, run in (("A", data.a), ("B", data.b)):
        try:
            level = data.level(role)
            if run and level_of(run.whole(), chunk_map, collection, level).level == "chunk":
                return True
        except InputError:
            continue  # what it refuses stands on the page that scores the run
    return False


def unit(data: Dataset) -> Unit:
    """What budgets count: chunks where the map has no token counts."""
    tokens = data.chunk_map is not None and data.chunk_map.tokens is not None
    return "tokens" if tokens and st.session_state.get("unit") == "tokens" else "chunks"


def looked_at() -> int:
    """The budget looked at, 0 while none was chosen."""
    return int(st.session_state.get("budget") or 0)


def look_at(budget: int) -> None:
    """Look at another budget."""
    st.session_state["budget"] = budget


def put_in_force(chunks: str, budget: int) -> None:
    """Score every page under one of the two protocols: `all` chunks, or the `first` of them."""
    st.session_state["chunks"] = chunks
    look_at(budget)


def rule_in_force(data: Dataset | None) -> ChunkRule | None:
    """How chunk runs become document runs on every page; None where none does."""
    if data is None or data.chunk_map is None or not collapses(data):
        return None
    first = st.session_state.get("chunks") == "first" and looked_at()
    return data.chunk_map.rule(Budget(unit(data), looked_at()) if first else None)


def take_budget(options: Mapping[str, object]) -> None:
    """Put the budget in force that a command line or a settings file names, if it names one."""
    for key, counted in (("budget", "chunks"), ("token_budget", "tokens")):
        n = options.get(key)
        if isinstance(n, int) and key not in st.query_params:
            st.session_state["unit"] = counted
            put_in_force("first", n)
