"""What the dashboard opens with: the files named on its command line, else a welcome."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from string import ascii_uppercase
from typing import Literal

import click
import streamlit as st

from ircompare.api import distinct_names
from ircompare.dashboard import settings, state
from ircompare.dashboard.chunks import budget as budget_state
from ircompare.dashboard.confidence import declared as confidence_declared
from ircompare.dashboard.files import Given, Role, from_path, with_roles
from ircompare.dashboard.samples import SAMPLES
from ircompare.dashboard.scorecard import declared as card_declared
from ircompare.errors import InputError
from ircompare.model.levels import Level
from ircompare.readers.loaded import Slot

OPTIONS: tuple[tuple[str, Slot], ...] = (
    ("corpus", "corpus"),
    ("queries", "queries"),
    ("qrels", "qrels"),
    ("chunk_map", "chunk_map"),
    ("variants", "variants"),
)
TABLES: tuple[Slot, ...] = ("measurements", "answers", "pairs", "repeat")


@click.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@click.option("--corpus")
@click.option("--queries")
@click.option("--qrels")
@click.option("--judge")
@click.option("--chunk-map")
@click.option("--budget", type=int)
@click.option("--token-budget", type=int)
@click.option("--level", "levels", multiple=True)
@click.option("--run", "runs", multiple=True)
@click.option("--run-name", "names", multiple=True)
@click.option("--k", type=int)
@click.option("--split")
@click.option("--judgements")
@click.option("--order")
@click.option("--min-relevance", type=int)
@click.option("--no-relevant")
@click.option("--margin", "margins", multiple=True)
@click.option("--group-field")
@click.option("--hand-picked", is_flag=True)
@click.option("--start", type=int)
@click.option("--variants")
@click.option("--measurements", multiple=True)
@click.option("--answers", multiple=True)
@click.option("--repeat", multiple=True)
@click.option("--pairs", multiple=True)
@click.option("--card")
@click.option("--profile")
@click.option("--sample")
@click.option("--data-dir")
def _parse(**options: object) -> dict[str, object]:
    """Take the options apart."""
    return options


@lru_cache(maxsize=1)
def arguments() -> dict[str, object]:
    """The options that `ircompare dashboard` passed on, by name."""
    try:
        parsed: dict[str, object] = _parse.main(list(sys.argv[1:]), standalone_mode=False)
    except click.ClickException:
        return {}
    return parsed if isinstance(parsed, dict) else {}


def data_folder() -> Path:
    """The folder whose files the Data page offers to open."""
    return Path(str(arguments().get("data_dir") or ".")).resolve()


def once() -> None:
    """On a session's first run, open what the command line names, unless the address does."""
    if "opened" in st.session_state:
        return
    st.session_state["opened"] = True
    options = arguments()
    card_declared.know(options)
    if "ds" in st.query_params:
        return
    sample = SAMPLES.get(str(options.get("sample") or ""))
    if sample is not None:
        sample.open()
    given = _named_files(options)
    if given:
        state.set_files(with_roles(given))
    _set_protocol(options)
    budget_state.take_budget(options)
    confidence_declared.take(options)
    card_declared.take(options)


def _named_files(options: dict[str, object]) -> list[Given]:
    runs = _several(options, "runs")
    names = _several(options, "names") or [""] * len(runs)
    wanted: list[tuple[Slot, str, str, Level | Literal[""]]] = [
        (slot, str(options[name]), str(options.get("judge") or "") if slot == "qrels" else "", "")
        for name, slot in OPTIONS
        if options.get(name)
    ]
    levels = _levels(options, runs)
    wanted += [("run", *parts) for parts in zip(runs, names, levels, strict=True)]
    given = []
    for slot, path, name, level in wanted:
        opened = _opened(path, slot, name or None)
        given += [] if opened is None else [replace(opened, level=level)]
    return [*given, *_tables(options)]


def _tables(options: dict[str, object]) -> list[Given]:
    """The tables of each run, written as `A=FILE`."""
    roles: dict[str, Role] = {"A": "A", "B": "B"}
    places = (str(Path(path).resolve()) for path in _several(options, "runs"))
    runs = dict(zip(ascii_uppercase, places, strict=False))
    given = []
    for slot in TABLES:
        for words in _several(options, slot):
            letter, _, path = words.partition("=")
            opened = _opened(path, slot, None)
            own = {"role": roles.get(letter, ""), "of": runs.get(letter, "")}
            given += [] if opened is None else [replace(opened, **own)]  # type: ignore[arg-type]
    return given


def _opened(path: str, slot: Slot, name: str | None) -> Given | None:
    """A file of the command line; None where it cannot be opened, which the Data page tells."""
    try:
        return from_path(Path(path).resolve(), slot, name)
    except InputError as error:
        st.session_state.setdefault("opening_errors", []).append(str(error))
        return None


def _several(options: dict[str, object], name: str) -> list[str]:
    """The values of an option that may be given several times."""
    values = options.get(name)
    return [str(value) for value in (values if isinstance(values, tuple) else ())]


def _levels(options: dict[str, object], runs: Sequence[str]) -> list[Level | Literal[""]]:
    """What each run was said to name, by its name or its letter."""
    pairs = [words.rpartition("=") for words in _several(options, "levels")]
    held = {name: level for name, _, level in pairs}
    found: list[Level | Literal[""]] = []
    for at, name in enumerate(distinct_names(runs)):
        level = held.get(name, held.get(ascii_uppercase[at : at + 1], ""))
        found.append("chunk" if level == "chunk" else "document" if level else "")
    return found


def _set_protocol(options: dict[str, object]) -> None:
    names = ("k", "split", "judgements", "order", "min_relevance", "no_relevant")
    chosen = {name: options.get(name) for name in names if name not in st.query_params}
    settings.set_defaults(**chosen)
