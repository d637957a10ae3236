"""The Scorecard page: twelve dimensions in four quadrants, never one number by default."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from ircompare.dashboard import problems, sidebar, state
from ircompare.dashboard.compare import head as compare_head
from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.scorecard import calls as card_calls
from ircompare.dashboard.scorecard import companions, quadrants, trade_off, what_if
from ircompare.dashboard.scorecard import declared as card_declared
from ircompare.dashboard.text import plain
from ircompare.errors import InputError
from ircompare.readers.scorecard_fields import FIELDS
from ircompare.readers.scorecard_settings import Choices
from ircompare.report.json_report import json_text
from ircompare.report.phrases import listed
from ircompare.report.protocol import SHOWN_DIGITS
from ircompare.report.scorecard_companions import whole_json
from ircompare.report.scorecard_tables import card_sha256, scorecard_csv
from ircompare.report.scorecard_words import number_words, verdict_words
from ircompare.scorecard.composite import Composite
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.refusals import REFUSALS
from ircompare.scorecard.row import Part, Row
from ircompare.scorecard.unread import remarks

TABS = ("Twelve dimensions", "What if (not validated)", "Companions")
ROW, TALLEST = 35, 14
LONELY = "The scorecard compares two runs, and one is loaded."
UNREAD = "Some values of fields cannot be read: what rests on these fields is left out"


def show() -> None:
    """Draw the page, or the state in which there are not two runs to put side by side."""
    data, _ = compare_head.pair_or_stop("scorecard", LONELY, "nothing to measure")
    with st.spinner("Computing the dimensions"):
        held = card_declared.fitting(data)
        inputs = _inputs_or_stop(data, held)
        rows = card_calls.rows(inputs)
    _unread(inputs, held)
    st.markdown(f"#### {plain(sentence(rows))}")
    card_declared.draw(held, inputs)
    first, second, third = st.tabs(TABS)
    with second:
        composite = what_if.draw(rows, inputs)
    with first:
        quadrants.draw(rows, inputs)
        _export(rows, inputs, composite)
        _fingerprint(inputs, composite)
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
        _mend(held, bool(held.fields))
        st.stop()


def _unread(inputs: Inputs, held: Choices) -> None:
    """Every value of a field that cannot be read: the rows that rest on it say so, too."""
    faults = remarks(inputs)
    if faults:
        broken = {*inputs.queries.unread, *inputs.documents.unread}
        problems.show_warning(faults, UNREAD)
        _mend(held, any(FIELDS[key] in broken for key, _ in held.fields))


def _mend(held: Choices, named: bool) -> None:
    """The ways out where fields do not fit, one of them where that is due to a declared name."""
    with st.container(horizontal=True, vertical_alignment="center"):
        if named:
            st.button(
                "Take every field by its own name",
                on_click=lambda: card_declared.declare(replace(held, fields=())),
            )
        st.page_link(state.PAGES / "data.py", label="Mend it on the Data page")


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


def _export(rows: tuple[Row, ...], inputs: Inputs, composite: Composite | None) -> None:
    beside = card_calls.beside(inputs)
    kinds = (
        ("CSV", "text/csv", lambda: scorecard_csv(rows, inputs, composite, beside.rules)),
        (
            "JSON",
            "application/json",
            lambda: json_text(whole_json(rows, inputs, composite, beside)),
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


def _fingerprint(inputs: Inputs, composite: Composite | None) -> None:
    """What names every choice behind these numbers, in one line."""
    found = card_sha256(inputs, composite, card_calls.beside(inputs).rules)
    told = "Fingerprint of protocol, declarations, weights and alert rules"
    st.caption(f"{told}: {found[:SHOWN_DIGITS]}")


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
