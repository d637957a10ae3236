"""Problems and remarks as pages show them: literally, with place and remedy."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ircompare.dashboard import settings
from ircompare.dashboard.chunks import slot as chunk_slot
from ircompare.dashboard.text import plain, shortened
from ircompare.errors import SHOWN, InputError, Problem

COMPLETE = (
    "Are the judgements complete?",
    "Pooled: an unjudged document counts as not relevant, and how many there are is reported. "
    "Exhaustive: every pair must be judged; then the pairs below are missing.",
)
# What pooled judgements would mend: the question, and what each answer means.
POOLABLE = {
    "incomplete-judgements": COMPLETE,
    "unjudged-pair": COMPLETE,
    "bad-grade": (
        "Are the judgements graded?",
        "Pooled: a grade is any whole number, and relevant starts at the grade you choose. "
        "Exhaustive: every judgement is 0 or 1.",
    ),
    "incomplete-collection": (
        "Score without the whole collection?",
        "Pooled: qrels and runs are enough; texts are shown where they are given. "
        "Exhaustive: every document and query is checked, which needs their files.",
    ),
    "unknown-query": (
        "Are there judgements for other queries?",
        "Pooled: queries that the queries file lacks are listed, not scored, where it has splits. "
        "Exhaustive: qrels and queries must name the same queries.",
    ),
    "wrong-split": (
        "Do the runs answer more queries than this split has?",
        "Pooled: queries outside the split are ignored and listed. "
        "Exhaustive: a run holds the queries of the split and no others.",
    ),
}


def show_error(error: InputError, heading: str = "") -> None:
    """Every problem of an input, literally."""
    count = error.total
    st.error(
        heading or f"{count} {'problem' if count == 1 else 'problems'}", icon=":material/error:"
    )
    st.code(str(error), language=None, wrap_lines=True)


def show_warning(remarks: Sequence[Problem], heading: str) -> None:
    """Faults that left something out while all else stands, literally and in full."""
    st.warning(heading, icon=":material/warning:")
    st.code("\n".join(str(remark) for remark in remarks), language=None, wrap_lines=True)


def show_remarks(remarks: Sequence[Problem], label: str = "remarks") -> None:
    """Remarks that did not stop the work, folded."""
    if remarks:
        one = label.removesuffix("s") if len(remarks) == 1 else label
        first = plain(shortened(remarks[0].what, 120))
        with st.expander(f"{len(remarks)} {one}: {first}", icon=":material/info:"):
            st.code(
                "\n".join(str(remark) for remark in remarks[:SHOWN]), language=None, wrap_lines=True
            )


def needs_pooled(error: InputError) -> bool:
    """Whether pooled judgements are a way out: they mend some of it."""
    return any(problem.code in POOLABLE for problem in error.problems)


def offer_pooled(error: InputError, place: str) -> None:
    """Coverage below 100 % is a choice with its consequence, not an error page."""
    first = next(problem for problem in error.problems if problem.code in POOLABLE)
    question, consequence = POOLABLE[first.code]
    with st.container(border=True):
        st.markdown(f"**{question}**")
        st.text(f"Under exhaustive judgements: {first.what}.")
        st.text(consequence)
        st.button(
            "Use pooled",
            type="primary",
            key=f"use-pooled-{place}",
            on_click=settings.set_defaults,
            kwargs={"judgements": "pooled"},
        )
        missing = POOLABLE[first.code] is COMPLETE
        label = "I expected complete judgements: show missing pairs" if missing else "Show why not"
        with st.expander(label):
            st.code(str(error), language=None, wrap_lines=True)


def show_unscorable(error: InputError, place: str) -> None:
    """Why nothing can be scored, with the way out where one click gives it."""
    if chunk_slot.concerns(error):
        chunk_slot.offer(error, place)
    elif needs_pooled(error):
        offer_pooled(error, place)
    else:
        show_error(error, "These files cannot be scored together")
