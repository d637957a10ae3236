"""The Scorecard page: twelve dimensions in four quadrants, never one number by default."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from ircompare.dashboard import problems, sidebar, state, widgets
from ircompare.dashboard.compare import head as compare_head
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.scorecard import calls as card_calls
from ircompare.dashboard.scorecard import companions, quadrants, trade_off, what_if
from ircompare.dashboard.scorecard import declared as card_declared
from ircompare.dashboard.text import plain
from ircompare.errors import InputError
from ircompare.readers.scorecard_settings import Choices
from ircompare.report.json_report import json_text
from ircompare.report.phrases import listed
from ircompare.report.scorecard_companions import companions_json
from ircompare.report.scorecard_tables import Json, scorecard_csv, scorecard_json
from ircompare.report.scorecard_words import number_words, verdict_words
from ircompare.scorecard.composite import Composite
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.refusals import REFUSALS
from ircompare.scorecard.row import Part, Row
from ircompare.scoring.evaluation import Evaluation

TABS = ("Twelve dimensions", "What if (not validated)", "Companions")
ROW, TALLEST = 35, 14


def show() -> None:
    """Draw the page, or the state in which there are not two runs to put side by side."""
    data, result = widgets.scored_or_stop("scorecard")
    if isinstance(result, Evaluation):
        _alone()
        return
    compare_head.protocol_line(result)
    if not result.count:
        st.info("No query is scored, so there is nothing to measure.", icon=":material/info:")
        compare_head.way_out(result)
        return
    with st.spinner("Computing the dimensions"):
        held = card_declared.fitting(data)
        inputs = _inputs_or_stop(data, held)
        rows = card_calls.rows(inputs)
    st.markdown(f"#### {plain(sentence(rows))}")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        card_declared.draw(held, inputs)
    first, second, third = st.tabs(TABS)
    with second:
        composite = what_if.draw(rows, inputs)
    with first:
        quadrants.draw(rows, inputs)
        _export(rows, inputs, composite)
        _numbers(rows)
        trade_off.draw(data, inputs)
        _refusals()
    with third:
        companions.draw(inputs)


def _inputs_or_stop(data: Dataset, held: Choices) -> Inputs:
    """All that the rows rest on; where fields or tables do not fit, why, and the page ends."""
    try:
        return card_calls.inputs(data.digest, sidebar.protocol(), held)
    except InputError as error:
        problems.show_error(error, "Fields or tables do not fit the scorecard")
        if held.fields:
            st.button(
                "Take every field by its own name",
                on_click=lambda: card_declared.declare(replace(held, fields=())),
            )
        st.page_link(state.PAGES / "data.py", label="Mend it on the Data page")
        st.stop()


def sentence(rows: tuple[Row, ...]) -> str:
    """How many dimensions have values, and which way those on enough observations went."""
    known = [row for row in rows if row.value_a is not None and row.value_b is not None]
    signs = [row.verdict for row in known if row.state == "COMPUTED"]
    words = f"{len(known)} of {len(rows)} dimensions have values."
    if not signs:
        return words
    told = [f"{signs.count(1)} better in B", f"{signs.count(0)} the same"]
    told += [f"{signs.count(-1)} worse"]
    told += [f"{signs.count(None)} across the target"] if None in signs else []
    low = len(known) - len(signs)
    rest = f" {low} on too few observations to say." if low else ""
    return f"{words} {listed(told)}.{rest}"


def _alone() -> None:
    """One run only: every row is about a difference."""
    st.info("The scorecard compares two runs, and one is loaded.", icon=":material/info:")
    st.page_link(
        state.PAGES / "data.py", label="Add a second run to compare", icon=":material/add:"
    )


def _export(rows: tuple[Row, ...], inputs: Inputs, composite: Composite | None) -> None:
    kinds = (
        ("CSV", "text/csv", lambda: scorecard_csv(rows, inputs)),
        (
            "JSON",
            "application/json",
            lambda: json_text(_json(rows, inputs, composite)),
        ),
    )
    with st.container(horizontal=True, gap="small"):
        for kind, mime, make in kinds:
            st.download_button(
                f"Save as {kind}",
                data=make,
                file_name=f"ircompare-scorecard.{kind.lower()}",
                mime=mime,
                key=f"scorecard-{kind}",
                icon=":material/download:",
                on_click="ignore",
            )


def _json(rows: tuple[Row, ...], inputs: Inputs, composite: Composite | None) -> Json:
    """What the command prints as JSON."""
    found = companions_json(card_calls.beside(inputs))
    return {**scorecard_json(rows, inputs, composite), "companions": found}


def _numbers(rows: tuple[Row, ...]) -> None:
    """Every number that belongs to a row, in one table."""
    told = [
        {
            "Dimension": row.dimension.title,
            "Number": part.label,
            "A": number_words(part.value_a),
            "B": number_words(part.value_b),
            "": _verdict(part),
        }
        for row in rows
        for part in row.parts
    ]
    if told:
        with st.expander(f"The {len(told)} numbers that belong to them", icon=":material/table:"):
            st.dataframe(
                pd.DataFrame(told),
                hide_index=True,
                height=min(len(told), TALLEST) * ROW + ROW + 3,
                alt="The numbers that belong to each dimension, of both runs",
            )


def _verdict(part: Part) -> str:
    if part.direction is None or part.value_a is None or part.value_b is None:
        return ""
    return verdict_words(part.direction.verdict(part.value_a, part.value_b))


def _refusals() -> None:
    """What is neither computed nor claimed, a line each."""
    with st.container(border=True, gap="xsmall"):
        st.markdown("**Not computed and not claimed here**")
        st.markdown("\n".join(f"- {plain(one.what)}: :gray[{plain(one.why)}]" for one in REFUSALS))
