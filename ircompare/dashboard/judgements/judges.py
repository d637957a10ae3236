"""Several judges: whose grades count, how far they agree, and what they dispute."""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pandas as pd
import streamlit as st

from ircompare.dashboard import problems, state
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.files import Given, library
from ircompare.dashboard.picking import picked
from ircompare.dashboard.query.choice import choose
from ircompare.dashboard.text import plain
from ircompare.errors import InputError
from ircompare.inference.agreement import Agreement, Dispute, Opinion, agreement, disputes
from ircompare.model.collection import Collection
from ircompare.readers.judges import MAJORITY, opinions_of
from ircompare.report.agreement_tables import (
    KAPPA,
    agreement_sentence,
    between_rows,
    dispute_rows,
    grades_words,
)
from ircompare.scoring.numbers import grade_text

MOST, SHOWN = 500, 5
HOW = (
    "Qrels may carry several judges: CSV, TSV or JSON lines with query_id, doc_id, judge, "
    "relevance and, if you like, reason. Their agreement and the disputed pairs are then shown "
    "here, and the Data page asks whose grades count."
)


def opinions(data: Dataset | None) -> tuple[Opinion, ...]:
    """What each judge of the qrels says; nothing where they have no judges."""
    held = data.file("qrels") if data is not None else None
    return _opinions(replace(held.given, name=None)) if held is not None else ()


@lru_cache(maxsize=8)
def _opinions(given: Given) -> tuple[Opinion, ...]:
    try:
        raw = Path(given.path).read_bytes() if given.path else library().bytes(given.digest)
        return opinions_of(raw or b"", given.source)
    except (InputError, OSError):
        return ()


@lru_cache(maxsize=8)
def _agreement(said: tuple[Opinion, ...], level: int) -> Agreement:
    return agreement(said, level)


def _disputes(said: tuple[Opinion, ...], level: int) -> tuple[Dispute, ...]:
    """Nothing where a judge contradicts himself: the Judgements page says so."""
    try:
        return disputes(said, level)
    except InputError:
        return ()


def menu(number: int, given: Given) -> None:
    """On the Data page: whose grades count, where the qrels are of several judges."""
    said = _opinions(replace(given, name=None)) if given.slot == "qrels" else ()
    names = sorted({one.judge for one in said})
    if len(names) < 2:
        return
    key = f"judge-{number}-{given.digest}-{given.name}"
    options = ["", *names, *([] if MAJORITY in names else [MAJORITY])]
    st.selectbox(
        "Whose grades count",
        options,
        index=options.index(given.name) if given.name in options else 0,
        key=key,
        format_func=lambda name: name or "not declared: judges may not differ",
        on_change=_declare,
        args=(given, key),
        help="majority: the grade that more than half of a pair's judges give.",
    )


def _declare(given: Given, key: str) -> None:
    chosen = st.session_state[key] or None
    files = state.files()
    state.set_files([replace(item, name=chosen) if item == given else item for item in files])


def copied(data: Dataset | None) -> str:
    """What the copied command needs where a judge was named."""
    held = data.file("qrels") if data is not None else None
    return f" --judge {shlex.quote(held.given.name)}" if held and held.given.name else ""


def draw(data: Dataset, collection: Collection, level: int) -> None:
    """Agreement and disputes, folded; a click opens the query of a dispute.

    Args:
        level: Grade from which a document is relevant.
    """
    said = opinions(data)
    if not said:
        with st.expander("Several judges", icon=":material/groups:"):
            st.caption(HOW)
        return
    with st.container(border=True):
        st.markdown("**Several judges**")
        try:
            with st.spinner("Computing agreement", show_time=True):
                found = _agreement(said, level)
        except InputError as error:
            problems.show_error(error, "Agreement cannot be computed")
            return
        st.markdown(plain(agreement_sentence(found)))
        if found.between:
            head, *rows = between_rows(found)
            st.dataframe(
                pd.DataFrame(rows, columns=list(head)),
                hide_index=True,
                alt="Agreement of every two judges",
            )
            st.caption(KAPPA)
        if found.disputes:
            _table_of_disputes(data, collection, found)


def _table_of_disputes(data: Dataset, collection: Collection, found: Agreement) -> None:
    shown = found.disputes[:MOST]
    head, *rows = dispute_rows(shown, collection)
    frame = pd.DataFrame(rows, columns=list(head))
    place = picked(
        frame,
        "disputes",
        (data.digest, tuple((one.query_id, one.doc_id) for one in shown)),
        "Pairs that some judges call relevant and others do not",
        order=[name for name in head if frame[name].any()],
    )
    total = len(found.disputes)
    cut = f"The first {MOST:,} of {total:,} are listed. " if total > MOST else ""
    st.caption(f"{cut}Select a cell to open its query, with the disputed document.")
    if place is not None:
        choose(shown[place].query_id, shown[place].doc_id)
        state.go("query", q=shown[place].query_id)


def on_query(data: Dataset, query_id: str, level: int) -> None:
    """The disputed documents of the open query, each a click away."""
    said = tuple(one for one in opinions(data) if one.query_id == query_id)
    found = _disputes(said, level)
    if not found:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="disputed"):
        st.caption("Disputed among the judges:", width="content")
        for number, one in enumerate(found[:SHOWN]):
            st.button(
                plain(f"{one.doc_id}: {grades_words(one.opinions)}"),
                key=f"disputed-{number}",
                type="tertiary",
                on_click=choose,
                args=(query_id, one.doc_id),
            )
        if len(found) > SHOWN:
            st.caption(f"and {len(found) - SHOWN:,} more, on the Judgements page", width="content")


def of_document(data: Dataset, query_id: str, doc_id: str) -> None:
    """What each judge says of the chosen document, with reasons, literally."""
    said = [one for one in opinions(data) if (one.query_id, one.doc_id) == (query_id, doc_id)]
    for one in said:
        reason = f": {one.reason}" if one.reason else ""
        st.text(f"{one.judge}, {grade_text(one.grade)}{reason}")
