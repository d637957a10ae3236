"""Problems and remarks as pages show them: literally, with place and remedy."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ircompare.dashboard import settings
from ircompare.errors import SHOWN, InputError, Problem

POOLABLE = {"incomplete-judgements", "unjudged-pair", "bad-grade", "incomplete-collection"}


def show_error(error: InputError, heading: str = "") -> None:
    """Every problem of an input, literally."""
    count = error.total
    st.error(
        heading or f"{count} {'problem' if count == 1 else 'problems'}", icon=":material/error:"
    )
    st.code(str(error), language=None, wrap_lines=True)


def show_remarks(remarks: Sequence[Problem], label: str = "remarks") -> None:
    """Remarks that did not stop the work, folded."""
    if remarks:
        one = label.removesuffix("s") if len(remarks) == 1 else label
        with st.expander(f"{len(remarks)} {one}", icon=":material/info:"):
            st.code(
                "\n".join(str(remark) for remark in remarks[:SHOWN]), language=None, wrap_lines=True
            )


def needs_pooled(error: InputError) -> bool:
    """Whether the error goes away with pooled judgements."""
    return any(problem.code in POOLABLE for problem in error.problems)


def offer_pooled(error: InputError, place: str) -> None:
    """Coverage below 100 % is a choice with its consequence, not an error page."""
    first = error.problems[0]
    with st.container(border=True):
        st.markdown("**Are the judgements complete?**")
        st.text(first.what)
        st.text(
            "Pooled: treat an unjudged document as not relevant and report how many there are. "
            "Exhaustive: every pair must be judged; then the pairs below are missing."
        )
        with st.container(horizontal=True):
            st.button(
                "Use pooled",
                type="primary",
                key=f"use-pooled-{place}",
                on_click=settings.set_defaults,
                kwargs={"judgements": "pooled"},
            )
        with st.expander("I expected complete judgements: show what is missing"):
            st.code(str(error), language=None, wrap_lines=True)


def show_unscorable(error: InputError, place: str) -> None:
    """Why nothing can be scored, with the way out where one click gives it."""
    if needs_pooled(error):
        offer_pooled(error, place)
    else:
        show_error(error, "These files cannot be scored together")
