"""What a session declares before looking: margins, groups, hand-picked queries, random start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

import streamlit as st

from ircompare.dashboard.text import plain
from ircompare.inference.declared import Declared, parse_margin
from ircompare.inference.groups import default_group_field
from ircompare.model.scope import Scope
from ircompare.report.conclusion_words import (
    plan_words,
)
from ircompare.scoring.measures import PRIMARY, Measure

_HELD = "declared"
_MARGIN = "margin_"
NAMES = (*(f"{_MARGIN}{measure.key}" for measure in PRIMARY), "group_field", "hand_picked", "start")
NONE = "each query by itself"
LARGEST_START = 2**31 - 1
WHY = (
    "Declare these before you look at the values. A margin that was chosen after the fact shows "
    "nothing, and neither do groups that were chosen for the answer they give."
)


def declared() -> Declared:
    """The declarations in force."""
    held: Declared = st.session_state.get(_HELD, Declared())
    return held


def declare(wanted: Declared) -> None:
    """Replace the declarations, as a control or a settings file asks."""
    st.session_state[_HELD] = wanted


def restore(params: Mapping[str, str]) -> None:
    """Take the declarations of an address; what it cannot mean is left out."""
    given = ((measure.key, params.get(f"{_MARGIN}{measure.key}")) for measure in PRIMARY)
    start = params.get("start", "")
    known = start.isascii() and start.isdecimal() and len(start) < 11
    found = Declared(
        margins=_margins(f"{key}={text}" for key, text in given if text),
        group_field=params.get("group_field"),
        hand_picked=params.get("hand_picked") == "yes",
        start=min(int(start), LARGEST_START) if known else Declared().start,
    )
    if found != Declared():
        declare(found)


def take(options: Mapping[str, object]) -> None:
    """Take the declarations that a command line passed on, unless the address has some."""
    start, group, margins = (options.get(name) for name in ("start", "group_field", "margins"))
    found = Declared(
        margins=_margins(map(str, margins if isinstance(margins, tuple) else ())),
        group_field=group if isinstance(group, str) else None,
        hand_picked=options.get("hand_picked") is True,
        start=start if isinstance(start, int) else Declared().start,
    )
    if not any(name in st.query_params for name in NAMES):
        declare(found)


def _margins(texts: Iterable[str]) -> tuple[tuple[str, Fraction], ...]:
    """The margins among some texts, each such as `rr=1/50`."""
    found = {}
    for text in texts:
        try:
            key, margin = parse_margin(text)
        except ValueError:
            continue
        found[key] = margin
    return tuple(found.items())


def params() -> dict[str, str]:
    """The parameters of an address that give these declarations again; defaults are left out."""
    held = declared()
    found = {f"{_MARGIN}{key}": str(margin) for key, margin in held.margins}
    if held.group_field is not None:
        found["group_field"] = held.group_field
    if held.hand_picked:
        found["hand_picked"] = "yes"
    if held.start != Declared().start:
        found["start"] = str(held.start)
    return found


def draw(scope: Scope, k: int) -> Declared:
    """What is declared in one line, beside it the controls; the declarations that hold here."""
    held = fitting(scope)
    with st.popover("Declare", icon=":material/edit_note:"):
        st.caption(WHY)
        for measure in PRIMARY:
            _margin(measure, held, k)
        _groups(scope, held)
        _sample(held)
        _start(held)
    st.caption(plain(f"Declared: {plan_words(held.plan(scope), k)}"), width="content")
    return held


def fitting(scope: Scope) -> Declared:
    """The declarations, without a group field that these queries lack."""
    held = declared()
    known = held.group_field in (None, "", *_fields(scope))
    return held if known else replace(held, group_field=None)


def _fields(scope: Scope) -> tuple[str, ...]:
    queries = scope.collection.queries
    return () if queries is None else tuple(queries.fields)


def _margin(measure: Measure, held: Declared, k: int) -> None:
    key = f"declared_{measure.key}"
    margin = dict(held.margins).get(measure.key)
    st.session_state[key] = None if margin is None else float(margin)
    st.number_input(
        f"Margin in {measure.mean_at(k)}",
        min_value=0.0,
        max_value=1.0,
        step=0.01,
        format="%.4g",
        placeholder="none",
        key=key,
        on_change=_set_margin,
        args=(measure.key, key),
        help="The largest change of the mean that does not matter to you. With a margin runs may "
        "be found equivalent, or not inferior; without one they never are.",
    )


def _set_margin(measure: str, key: str) -> None:
    text = st.session_state[key]
    margins = {name: margin for name, margin in declared().margins if name != measure}
    if text:
        margins[measure] = Fraction(f"{text:.6f}")
    ordered = tuple((one.key, margins[one.key]) for one in PRIMARY if one.key in margins)
    declare(replace(declared(), margins=ordered))


def _groups(scope: Scope, held: Declared) -> None:
    fields = _fields(scope)
    if not fields:
        return
    st.session_state["declared_groups"] = held.field(scope) or ""
    st.selectbox(
        "What is independent",
        ("", *fields),
        key="declared_groups",
        format_func=lambda name: f"groups by {name}" if name else NONE,
        on_change=lambda: _set_group(scope, st.session_state["declared_groups"]),
        help="Paraphrases of one intent are not independent. Where a query field names the "
        "groups, groups are the unit of test and interval.",
    )


def _set_group(scope: Scope, name: str) -> None:
    standard = name == (default_group_field(scope) or "")
    declare(replace(declared(), group_field=None if standard else name))


def _sample(held: Declared) -> None:
    st.session_state["declared_hand_picked"] = held.hand_picked
    st.checkbox(
        "The queries were picked by hand",
        key="declared_hand_picked",
        on_change=lambda: declare(
            replace(declared(), hand_picked=st.session_state["declared_hand_picked"])
        ),
        help="Then they are no random sample, and what is concluded reads as description.",
    )


def _start(held: Declared) -> None:
    st.session_state["declared_start"] = held.start
    st.number_input(
        "Random start",
        min_value=0,
        max_value=LARGEST_START,
        step=1,
        key="declared_start",
        on_change=lambda: declare(
            replace(declared(), start=int(st.session_state["declared_start"] or 0))
        ),
        help="Of the random signs of simulated p-values. The same start gives the same value.",
    )
