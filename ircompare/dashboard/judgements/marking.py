"""Judge in place: the buttons that mark a document of the open query."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from ircompare.dashboard import sidebar, state
from ircompare.dashboard.dataset import Dataset, dataset
from ircompare.dashboard.judgements import calls as judgement_calls
from ircompare.dashboard.judgements.marks import Mark, with_mark, without
from ircompare.dashboard.query.walk import Walk, walk_of
from ircompare.dashboard.text import plain
from ircompare.report.what_if_sentences import effect_sentences
from ircompare.scoring.numbers import grade_text


def buttons(data: Dataset, query_id: str, doc_id: str, level: int) -> None:
    """Mark a document relevant or not, or take its judgement from the qrels again.

    Args:
        level: Grade from which a document is relevant, which a mark as relevant gives.
    """
    given = given_grade(data, query_id, doc_id)
    held = {(mark.query_id, mark.doc_id): mark.grade for mark in state.marks()}
    grade = held.get((query_id, doc_id), given)
    pair = query_id, doc_id
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="marking"):
        _button("Relevant", "Y", pair, level, grade is not None and grade >= level)
        _button("Not relevant", "N", pair, 0, grade is not None and grade < level)
        if pair in held:
            st.button("As in your qrels", shortcut="U", on_click=_unmark, args=pair)
            words = _words(given, level)
            st.caption(plain(f"what if, not in your qrels: there {words}"), width="content")
    for sentence in effects(data):
        st.caption(plain(sentence))


def effects(data: Dataset) -> list[str]:
    """What all what-if judgements together do to the means, of two runs."""
    if data.a is None or data.b is None:
        return []
    found = judgement_calls.what_if(data.digest, sidebar.protocol())
    return [] if found is None else effect_sentences(found)


def list_before(data: Dataset, query_id: str) -> Walk | None:
    """The list as it is without what-if judgements, for a query that left it by one of them.

    None where it was not in that list either: whoever judges one query after the other walks on.
    """
    given, found = dataset(data.base), judgement_calls.what_if(data.digest, sidebar.protocol())
    if given is None or found is None:
        return None
    listed = walk_of(given, found.before)
    words = f"{listed.words}, as in your qrels"
    return replace(listed, words=words) if query_id in listed.places else None


def given_grade(data: Dataset, query_id: str, doc_id: str) -> int | None:
    """The grade in the user's own qrels, None where unjudged."""
    own = dataset(data.base)
    if own is None or own.collection is None:
        return None
    return own.collection.qrels.of(query_id).get(doc_id)


def _words(grade: int | None, level: int) -> str:
    if grade is None:
        return "unjudged"
    return f"{'relevant' if grade >= level else 'not relevant'}, {grade_text(grade)}"


def _button(label: str, shortcut: str, pair: tuple[str, str], grade: int, is_so: bool) -> None:
    st.button(
        label,
        shortcut=shortcut,
        on_click=_mark,
        args=(Mark(*pair, grade),),
        disabled=is_so,
        help="It is judged so" if is_so else "A what-if judgement: your files stay as they are",
    )


def _mark(new: Mark) -> None:
    data = state.data()
    if data is not None:
        given = given_grade(data, new.query_id, new.doc_id)
        state.set_marks(with_mark(state.marks(), new, given))


def _unmark(query_id: str, doc_id: str) -> None:
    state.set_marks(without((query_id, doc_id), state.marks()))
