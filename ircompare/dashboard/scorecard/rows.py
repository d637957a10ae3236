"""Rows as the Scorecard page draws them: with values, or in few lines what they lack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import streamlit as st

from ircompare.dashboard.compare.head import COLOURS
from ircompare.dashboard.text import plain, with_code
from ircompare.report.scorecard_companions import finding_parts
from ircompare.report.scorecard_templates import template, wanted
from ircompare.report.scorecard_words import (
    direction_words,
    part_words,
    row_delta,
    row_values,
    state_words,
    verdict_words,
)
from ircompare.scorecard.finding import Finding
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.row import Input, Row
from ircompare.scoring.numbers import count_text, counted, value_text

MOST = 24


def draw(row: Row, parts: int | None = None) -> None:
    """Name and verdict, then both values, then what is always shown with them.

    Args:
        parts: How many of the numbers that belong to the row; None for all.
    """
    with st.container(gap=None):
        head(f"**{plain(row.dimension.title)}**", _change(row), hover(row))
        if row.value_a is not None and row.value_b is not None:
            st.markdown(values(row))
        st.caption(with_code(" · ".join([state_words(row), *_parts(row, parts)])))


def head(name: str, told: str, help: str | None = None) -> None:
    """The first line of a row: its name with all it rests on, and at the right what is said."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(name, width="stretch", help=help)
        if told:
            st.markdown(told, width="content")


def values(row: Row) -> str:
    """Both values and the number of observations, as Markdown."""
    a, b = (plain(text) for text in row_values(row))
    return f"A {a} :gray[→] B {b} :gray[· n {count_text(row.n_used)}]"


def _change(row: Row) -> str:
    """Delta, sign and word; in colour only where the values rest on enough."""
    if row.value_a is None or row.value_b is None:
        return ":gray[no value]"
    told = plain(f"{row_delta(row)} {verdict_words(row.verdict)}")
    colour = COLOURS[row.verdict or 0] if row.state == "COMPUTED" else "gray"
    return f":{colour}[**{told}**]"


def _parts(row: Row, most: int | None) -> list[str]:
    """The first numbers that belong to the row, the others counted: a table below has them all."""
    told = [part_words(part) for part in row.parts[:most]]
    rest = len(row.parts) - len(told)
    return [*told, *([f"{rest} more below"] if rest else [])]


def hover(row: Row) -> str:
    """All that a number rests on, as Markdown."""
    own = row.dimension
    lines = [f"{own.definition}; {direction_words(own.direction)}", row.label]
    if row.value_a is not None:
        lines += [f"exactly: A {value_text(row.value_a, 6)}, B {value_text(row.value_b, 6)}"]
    lines += [*_inputs(row.inputs), *(f"{name}: {n:,}" for name, n in row.counts.items())]
    return _listed(lines)


def finding(found: Finding) -> None:
    """A finding with its values: a line for them, however many."""
    with st.container(gap=None):
        head(f"**{plain(found.title)}**", "" if found.values else ":gray[no value]", _told(found))
        if found.values:
            told = [_unbroken(plain(text)) for text in finding_parts(found)[:MOST]]
            rest = len(found.values) - len(told)
            told += [f"{rest} more below"] if rest else []
            st.markdown(" :gray[·] ".join(told))
        n = [f"n {count_text(found.n_used)}"] if found.values else []
        why = f"{found.state}: {found.why}" if found.why else found.state
        st.caption(with_code(" · ".join([why, *n, found.label])))
        if len(found.values) > MOST:
            with st.expander(f"All {counted(len(found.values), 'value')}"):
                st.text("\n".join(finding_parts(found)))


def _unbroken(text: str) -> str:
    """A name and its number on one line."""
    name, _, number = text.rpartition(" ")
    return f"{name}\N{NO-BREAK SPACE}{number}"


def _told(found: Finding) -> str:
    return _listed([found.label, *_inputs(found.inputs)])


def _inputs(inputs: Iterable[Input]) -> list[str]:
    return [f"{one.name}: {one.value}" for one in inputs]


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {with_code(line)}" for line in dict.fromkeys(lines))


def lacking(place: str, found: Sequence[Row | Finding], inputs: Inputs) -> None:
    """A grey line for each that lacks inputs, and the tables to fill in for all of them.

    Args:
        place: Sets the downloads of one group apart from those of another.
    """
    with st.container(gap="xsmall"):
        for one in found:
            title = one.dimension.title if isinstance(one, Row) else one.title
            st.caption(f"**{plain(title)}** {with_code(one.why)}")
            for part in one.parts if isinstance(one, Row) else ():
                st.caption(plain(f"Stands in: {part_words(part)}"))
        with st.container(horizontal=True, gap="small"):
            for kind, columns in wanted(found, inputs).items():
                st.download_button(
                    f"Template: {kind}",
                    data=partial(template, kind, columns, inputs),
                    file_name=f"{kind}-template.csv",
                    mime="text/csv",
                    key=f"template-{place}-{kind}",
                    icon=":material/download:",
                    type="tertiary",
                    on_click="ignore",
                    help=f"To fill in: {plain(', '.join(columns))}. Then give it on the Data page.",
                )
