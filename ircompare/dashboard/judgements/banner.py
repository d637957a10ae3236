"""The banner of what-if judgements, on every page while there are some."""

from __future__ import annotations

import streamlit as st

from ircompare.dashboard import state
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.text import plain
from ircompare.inference.whatif import patch_text
from ircompare.scoring.numbers import counted

FILE_NAME = "what-if.qrels"
FOLLOWS = "Every value, denominator and sentence on this page follows them."
# What a page does with them where it does not simply follow.
SAID = {
    "": "The files below are shown as given; what is scored follows the judgements. They do not "
    "stand in ircompare.toml: export the patch.",
    "gate": "The gate compares rankings and reads no judgements: nothing on this page follows "
    "them.",
}


def draw(page: str) -> None:
    """How many there are, their fingerprint, and the ways to keep them and to be rid of them.

    Args:
        page: Path of the page in the address, "" for the Data page.
    """
    gone = state.discarded_marks()
    if gone:
        st.info(
            f"{counted(gone, 'what-if judgement')} went with the qrels that they were made on.",
            icon=":material/info:",
        )
    data = state.data()
    if data is None or data.patch is None:
        return
    with st.container(border=True, key="what-if", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.badge("what if", color="violet", icon=":material/science:")
            st.markdown(f"**{plain(headline(data))}**", width="stretch")
            export(data, "banner")
            discard("banner")
        fingerprint = data.patch.sha256[:12]
        st.caption(plain(f"{SAID.get(page, FOLLOWS)} Fingerprint {fingerprint}."))


def headline(data: Dataset) -> str:
    """How many judgements are not the user's own."""
    count = len(data.patch) if data.patch is not None else 0
    return f"{counted(count, 'what-if judgement')}, not in your qrels"


def copied(data: Dataset | None) -> str:
    """What the copied command needs besides: the exported patch, where there is one."""
    return "" if data is None or data.patch is None else f" --what-if {FILE_NAME}"


def export(data: Dataset, place: str) -> None:
    """Offer the patch as lines of TREC qrels."""
    if data.patch is not None:
        st.download_button(
            "Export patch",
            data=patch_text(data.patch).encode(),
            file_name=FILE_NAME,
            mime="text/plain",
            icon=":material/download:",
            key=f"export-patch-{place}",
            on_click="ignore",
            help="Lines of TREC qrels: judgements to add to your qrels, or to take instead of "
            "those there.",
        )


def discard(place: str) -> None:
    """Offer to drop all of them."""
    st.button(
        "Discard",
        icon=":material/undo:",
        key=f"discard-marks-{place}",
        on_click=state.set_marks,
        args=((),),
        help="Back to your qrels as they are",
    )
