"""The four quadrants: a row for each dimension with values, one line for those without."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import get_args

import streamlit as st

from ircompare.dashboard.compare.head import COLOURS
from ircompare.dashboard.text import plain
from ircompare.report.scorecard_templates import template, wanted
from ircompare.report.scorecard_words import (
    direction_words,
    part_words,
    row_delta,
    row_values,
    state_words,
    verdict_words,
)
from ircompare.scorecard.card import quadrant
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.row import Quadrant, Row
from ircompare.scoring.numbers import count_text, value_text

PARTS = 2
QUESTIONS: dict[Quadrant, str] = {
    "effect": "Is the right thing found and answered?",
    "robustness": "Does it hold on rare, reworded and unfamiliar queries?",
    "fairness": "Are groups treated alike?",
    "efficiency": "What does it cost?",
}


def draw(rows: tuple[Row, ...], inputs: Inputs) -> None:
    """Two by two, side by side where there is room."""
    names = get_args(Quadrant)
    for pair in (names[:2], names[2:]):
        for column, name in zip(st.columns(2, gap="medium"), pair, strict=True):
            with column.container(border=True, height="stretch", gap="small"):
                _quadrant(name, quadrant(rows, name), inputs)


def _quadrant(name: Quadrant, rows: Sequence[Row], inputs: Inputs) -> None:
    st.markdown(f"**{name.capitalize()}** :gray[{QUESTIONS[name]}]")
    for row in rows:
        if row.state != "NOT_COMPUTABLE":
            _row(row)
    lacking = [row for row in rows if row.state == "NOT_COMPUTABLE"]
    if lacking:
        _needs(name, lacking, inputs)


def _row(row: Row) -> None:
    """Name and verdict, then both values, then what is always shown with them."""
    with st.container(gap=None):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{plain(row.dimension.title)}**", width="stretch", help=hover(row))
            st.markdown(_change(row), width="content")
        if row.value_a is not None and row.value_b is not None:
            a, b = (plain(text) for text in row_values(row))
            st.markdown(f"A {a} :gray[→] B {b} :gray[· n {count_text(row.n_used)}]")
        st.caption(plain(" · ".join([state_words(row), *_parts(row)])))


def _change(row: Row) -> str:
    """Delta, sign and word; in colour only where the values rest on enough."""
    if row.verdict is None and row.value_a is None:
        return ":gray[no value]"
    told = plain(f"{row_delta(row)} {verdict_words(row.verdict)}")
    colour = COLOURS[row.verdict or 0] if row.state == "COMPUTED" else "gray"
    return f":{colour}[**{told}**]"


def _parts(row: Row) -> list[str]:
    """The first numbers that belong to the row, the others counted: a table below has them all."""
    rest = len(row.parts) - PARTS
    told = [part_words(part) for part in row.parts[:PARTS]]
    return [*told, *([f"{rest} more below"] if rest > 0 else [])]


def hover(row: Row) -> str:
    """All that a number rests on, as Markdown."""
    own = row.dimension
    lines = [f"{own.definition}; {direction_words(own.direction)}", row.label]
    if row.value_a is not None:
        lines += [f"exactly: A {value_text(row.value_a, 6)}, B {value_text(row.value_b, 6)}"]
    lines += [f"{one.name}: {one.value}" for one in row.inputs]
    lines += [f"{name}: {count_text(count)}" for name, count in row.counts.items()]
    return "\n".join(f"- {plain(line)}" for line in dict.fromkeys(lines))


def _needs(name: Quadrant, rows: Sequence[Row], inputs: Inputs) -> None:
    """What the other dimensions need, in one line, with tables to fill in."""
    told = [f"{row.dimension.title} {row.why}" for row in rows]
    with st.container(gap=None):
        st.caption(plain(" · ".join(told)))
        for row in rows:
            for part in row.parts:
                st.caption(plain(f"Stands in: {part_words(part)}"))
        with st.container(horizontal=True, gap="small"):
            for kind, columns in wanted(rows, inputs).items():
                st.download_button(
                    f"Template: {kind}",
                    data=partial(template, kind, columns, inputs),
                    file_name=f"{kind}-template.csv",
                    mime="text/csv",
                    key=f"template-{name}-{kind}",
                    icon=":material/download:",
                    type="tertiary",
                    on_click="ignore",
                    help=f"To fill in: {plain(', '.join(columns))}. Then give it on the Data page.",
                )
