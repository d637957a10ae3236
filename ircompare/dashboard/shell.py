"""The frame of every page: navigation, the shared sidebar, and the address."""

from __future__ import annotations

import streamlit as st

from ircompare.dashboard import opening, problems, progress, sidebar, state
from ircompare.dashboard.judgements import banner
from ircompare.errors import InputError

DATA = state.PAGES.parent / "data"
# Streamlit leaves a tall empty band above every page and wide ones beside it; nothing else is
# restyled.
TIGHTER = (
    "<style>[data-testid=stMainBlockContainer] {padding-top: 3.9rem; padding-bottom: 4rem}"
    "@media (min-width: 768px) {[data-testid=stMainBlockContainer]"
    " {padding: 2.6rem 2.5rem 4rem}}</style>"
)


def navigation() -> st.Page:
    """The pages, in order of use; later ones find their place here.

    Each is one row here and one script in pages/.
    """
    page = state.PAGES
    return st.navigation(
        {
            "": [
                st.Page(
                    page / "data.py", title="Data", icon=":material/upload_file:", default=True
                ),
                st.Page(page / "compare.py", title="Compare", icon=":material/compare_arrows:"),
                st.Page(page / "query.py", title="Query", icon=":material/search:"),
                st.Page(page / "cutoffs.py", title="Cutoffs", icon=":material/show_chart:"),
                st.Page(page / "confidence.py", title="Confidence", icon=":material/balance:"),
                st.Page(page / "judgements.py", title="Judgements", icon=":material/gavel:"),
                st.Page(page / "slices.py", title="Slices", icon=":material/pie_chart:"),
                st.Page(page / "scorecard.py", title="Scorecard", icon=":material/fact_check:"),
                st.Page(page / "chunks.py", title="Chunks", icon=":material/view_agenda:"),
                st.Page(page / "gate.py", title="Gate", icon=":material/verified:"),
            ]
        },
        expanded=True,
    )


def main() -> None:
    """Draw the frame, then the page."""
    st.set_page_config(page_title="ircompare", page_icon=str(DATA / "icon.svg"), layout="wide")
    st.logo(str(DATA / "logo.svg"), size="large", icon_image=str(DATA / "icon.svg"))
    st.html(TIGHTER)
    page = navigation()
    opening.once()
    state.restore(st.query_params.to_dict())
    state.read_files()
    sidebar.draw(page.url_path)
    state.write_address()
    progress.draw()
    banner.draw(page.url_path)
    if not state.loading() or page.url_path == "":
        try:
            page.run()
        except InputError as error:
            problems.show_error(error, "This page cannot be shown in full")


main()
