"""The Slices page without query fields: what would be there, and how to give them."""

from __future__ import annotations

import streamlit as st

from ircompare.dashboard import samples, state
from ircompare.dashboard.slices.calls import Fields
from ircompare.dashboard.text import plain
from ircompare.inference.slice_words import field_title
from ircompare.report.phrases import listed

SAMPLE = samples.SAMPLES["helpcentre"]
EXAMPLE = """\
{"_id": "q1", "text": "reset password", "domain": "account", "language": "en", "frequency": 3200}
{"_id": "q2", "text": "密码忘了怎么办", "domain": "account", "language": "zh", "frequency": 1850}"""


def no_fields(fields: Fields) -> None:
    """The queries file carries no field that divides them."""
    st.markdown("#### The queries have no fields of their own to slice by")
    if fields.derived:
        titles = listed([field_title(name) for name in fields.derived])
        st.caption(
            f"They are sliced by what texts and judgements give: {titles}. "
            "How to give a domain, a language or a frequency stands below."
        )


def how_to_give_fields() -> None:
    """What fields look like in a queries file, and a sample that has some."""
    with st.container(border=True):
        st.markdown("**Fields to slice by**")
        st.text(
            "Give each query a domain, a language, an intent, a frequency or anything else that "
            "you would ask about: as further keys of a JSON or JSONL queries file, or as further "
            "columns of a CSV or TSV file with a header."
        )
        st.code(EXAMPLE, language=None, wrap_lines=True)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.page_link(
                state.PAGES / "data.py", label="Give a queries file", icon=":material/upload_file:"
            )
            if st.button(
                "Open the help centre sample", icon=":material/dataset:", on_click=SAMPLE.open
            ):
                state.go("slices")


def left_out(fields: Fields) -> None:
    """The fields that cannot be chosen, and why."""
    told = [f"{name} ({why})" for name, why in fields.left_out.items()]
    if told:
        st.caption(plain(f"Not among the fields: {listed(told)}."))
