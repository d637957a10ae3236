"""The judging sheet: saved to be filled in, and read back as what-if judgements."""

from __future__ import annotations

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from ircompare import readers
from ircompare.dashboard import sidebar, state
from ircompare.dashboard.confidence import calls as confidence_calls
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.judgements.marks import Mark, with_mark
from ircompare.dashboard.text import plain
from ircompare.errors import InputError, Problem
from ircompare.inference.whatif import require_agreement
from ircompare.model.collection import Qrels
from ircompare.report.bounds_tables import sheet_csv
from ircompare.report.phrases import sentence
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.numbers import counted

MOST = 1_000
_TOLD, _ERROR, _GENERATION = "sheet_told", "sheet_error", "sheet_generation"


def draw(data: Dataset, comparison: Comparison) -> None:
    """Save a sheet where documents are open, and take a filled one."""
    _save(data, comparison)
    key = f"sheet-{st.session_state.setdefault(_GENERATION, 0)}"
    st.file_uploader(
        "Drop a filled sheet, or further qrels",
        key=key,
        on_change=_taken,
        args=(key,),
        help="Rows without a grade are left out and counted. The judgements are added as what-if "
        "judgements; one that contradicts your qrels is refused.",
    )
    told()


def told() -> None:
    """What became of the last sheet, once."""
    words = st.session_state.pop(_TOLD, "")
    if words:
        st.success(plain(words), icon=":material/check:")
    error = st.session_state.pop(_ERROR, None)
    if error is not None:
        st.error("The sheet was not taken", icon=":material/error:")
        st.code(str(error), language=None, wrap_lines=True)


def _save(data: Dataset, comparison: Comparison) -> None:
    found = confidence_calls.completed(data.digest, sidebar.protocol())
    if found is None or not found.sheet:
        st.caption("No unjudged document of a top k could move a delta: there is nothing to save.")
        return
    total = len(found.sheet)
    cut = f", the first {MOST:,} of {total:,} rows" if total > MOST else ""
    st.caption(
        f"{counted(total, 'unjudged document')} could each move a delta. Fill in the column "
        "relevance where you judge, and drop the file below."
    )
    st.download_button(
        f"Save judging sheet{cut}",
        data=lambda: sheet_csv(found.sheet[:MOST], comparison.a.scope.collection),
        file_name=f"ircompare-to-judge-k{comparison.k}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


def _taken(key: str) -> None:
    held = st.session_state.get(key)
    if isinstance(held, UploadedFile):
        take(held.name, held.getvalue())
        st.session_state[_GENERATION] += 1


def take(source: str, raw: bytes) -> None:
    """Add the judgements of a filled sheet to the what-if judgements, or keep why not."""
    try:
        loaded = readers.read_qrels(raw, source)
        st.session_state[_TOLD] = _added(loaded.value, loaded.counts.get("rows not judged", 0))
    except InputError as error:
        st.session_state[_ERROR] = error


def _added(further: Qrels, blank: int) -> str:
    """Make marks of the judgements, and say how many.

    Raises:
        InputError: No qrels are loaded, or a judgement contradicts them.
    """
    data = state.data()
    if data is None or data.collection is None:
        raise InputError(
            Problem(
                "no-data",
                "a filled sheet extends qrels, and none are loaded",
                further.source,
                mend="give the qrels first, then the sheet",
            )
        )
    require_agreement(data.collection.qrels, further)
    marks, before = state.marks(), len(state.marks())
    for query_id in further.query_ids:
        given = data.collection.qrels.of(query_id)
        for doc_id, grade in further.of(query_id).items():
            if doc_id not in given:
                marks = with_mark(marks, Mark(query_id, doc_id, grade), None)
    state.set_marks(marks)
    rest = f"; {counted(blank, 'row')} left blank" if blank else ""
    added = counted(len(marks) - before, "judgement")
    return sentence(f"{further.source}: {added} added as what if{rest}")
