"""What a session declares for the scorecard: thresholds, domains, candidates, names of fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import streamlit as st

from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.scorecard import declared_texts
from ircompare.dashboard.text import plain
from ircompare.readers.scorecard_fields import QUERY_FIELDS
from ircompare.readers.scorecard_line import NOTHING, as_text, from_text
from ircompare.readers.scorecard_settings import NOTHING_CHOSEN, Choices
from ircompare.scorecard.inputs import Inputs
from ircompare.scoring.measures import MEASURES

_HELD = "scorecard_declared"
NAMES = ("card",)
WHY = (
    "Declare these before you look at the values: thresholds that were chosen after the fact "
    "show what they were chosen for."
)
# Each choice: what it is called, and its answers.
CHOICES: dict[str, tuple[str, dict[str, str]]] = {
    "gain": (
        "Gain of a grade in nDCG",
        {"linear": "the grade", "exponential": "2^grade − 1"},
    ),
    "universe": (
        "Candidates of demographic parity",
        {"judged": "judged documents of each query", "corpus": "the whole corpus"},
    ),
    "reference": (
        "Reference of bias amplification",
        {"relevant": "relevant documents", "corpus": "the whole corpus"},
    ),
}
FIELD_WORDS = {
    "intent": "Query field of the true intent",
    "query_group": "Query field of the group",
    "domain": "Query field of the domain",
}
LARGEST = 10**9


def declared() -> Choices:
    """The declarations in force."""
    held: Choices = st.session_state.get(_HELD, NOTHING_CHOSEN)
    return held


def declare(wanted: Choices) -> None:
    """Replace the declarations, as a control, a sample or a settings file asks."""
    st.session_state[_HELD] = wanted


def restore(params: Mapping[str, str]) -> None:
    """Take the declarations of an address; one that it cannot mean changes nothing."""
    found = from_text(params.get("card", ""))
    if found is not None:
        declare(found)


def take(options: Mapping[str, object]) -> None:
    """Take the declarations that a command line passed on, unless the address has some."""
    found = from_text(str(options.get("card") or ""))
    if found is not None and not any(name in st.query_params for name in NAMES):
        declare(found)


def params() -> dict[str, str]:
    """The parameter of an address that gives these declarations again; none for the defaults."""
    text = as_text(declared())
    return {} if text == NOTHING else {"card": text}


def fitting(data: Dataset) -> Choices:
    """The declarations, without names of fields that these files lack."""
    collection, held = data.collection, declared()
    if collection is None:
        return held
    queries, corpus = collection.queries, collection.corpus
    known = {
        *(queries.fields if queries is not None else ()),
        *(corpus.take(np.arange(min(1, len(corpus)))).fields if corpus is not None else ()),
    }
    return replace(held, fields=tuple(pair for pair in held.fields if pair[1] in known))


def words(held: Choices) -> str:
    """The declarations in one line."""
    chosen = held.settings
    told = [f"{MEASURES[chosen.measure].mean_at(chosen.k)} for robustness and fairness"]
    if chosen.head_min is not None:
        told.append(f"frequent from {chosen.head_min:,}, rare up to {chosen.tail_max:,}")
    if chosen.training_domains:
        told.append(f"trained on {', '.join(chosen.training_domains)}")
    if chosen.freshness is not None:
        told.append(f"freshness {chosen.freshness}")
    if chosen.reference_time is not None:
        told.append(f"ages at {chosen.reference_time}")
    if chosen.intent_steps:
        told.append(f"steps of intents {', '.join(map(str, chosen.intent_steps))}")
    told += [f"{key.replace('_', ' ')} is {name}" for key, name in held.fields]
    return " · ".join(told)


def draw(held: Choices, inputs: Inputs) -> None:
    """What is declared in one line, beside it the controls."""
    with st.popover("Declare", icon=":material/edit_note:"):
        st.caption(WHY)
        _measure()
        _thresholds()
        _domains(inputs)
        declared_texts.draw(declared(), _set)
        for name in CHOICES:
            _choice(name)
        _fields(inputs)
    st.caption(plain(f"Declared: {words(held)}"), width="content")


def _set(**changes: object) -> None:
    """Change some choices; what contradicts another one is left as it was, and said."""
    held = declared()
    try:
        declare(replace(held, settings=replace(held.settings, **changes)))  # type: ignore[arg-type]
    except ValueError as fault:
        st.toast(str(fault), icon=":material/error:")


def _measure() -> None:
    chosen = declared().settings
    st.session_state["card_measure"], st.session_state["card_k"] = chosen.measure, chosen.k
    left, right = st.columns(2)
    left.selectbox(
        "Measure of robustness",
        list(MEASURES),
        key="card_measure",
        format_func=lambda name: MEASURES[name].mean_at(chosen.k),
        on_change=lambda: _set(measure=st.session_state["card_measure"]),
    )
    right.number_input(
        "Its cutoff",
        min_value=1,
        max_value=100_000,
        key="card_k",
        on_change=lambda: _set(k=int(st.session_state["card_k"] or chosen.k)),
        help="The fairness rows look at the same top k.",
    )


def _thresholds() -> None:
    chosen = declared().settings
    st.session_state["card_head"], st.session_state["card_tail"] = chosen.head_min, chosen.tail_max
    left, right = st.columns(2)
    left.number_input(
        "Frequent from",
        min_value=1,
        max_value=LARGEST,
        key="card_head",
        placeholder="not declared",
        on_change=lambda: _set(head_min=st.session_state["card_head"]),
        help="Frequency from which a query is frequent. It has no default.",
    )
    right.number_input(
        "Rare up to",
        min_value=0,
        max_value=LARGEST,
        key="card_tail",
        on_change=lambda: _set(tail_max=int(st.session_state["card_tail"] or 0)),
    )


def _domains(inputs: Inputs) -> None:
    known = sorted({*(inputs.queries.domain or {}).values(), *inputs.settings.training_domains})
    st.session_state["card_domains"] = list(declared().settings.training_domains)
    st.multiselect(
        "Domains that were trained on",
        known,
        key="card_domains",
        disabled=not known,
        on_change=lambda: _set(training_domains=tuple(st.session_state["card_domains"])),
        help="As you declare it: what a system was really trained on cannot be checked here.",
    )


def _choice(name: str) -> None:
    label, answers = CHOICES[name]
    key = f"card_{name}"
    st.session_state[key] = getattr(declared().settings, name)
    st.selectbox(
        label,
        list(answers),
        key=key,
        format_func=answers.__getitem__,
        on_change=lambda: _set(**{name: st.session_state[key]}),
    )


def _fields(inputs: Inputs) -> None:
    queries = inputs.scope.collection.queries
    names = tuple(queries.fields) if queries is not None else ()
    for key, label in FIELD_WORDS.items():
        own = dict(declared().fields).get(key, QUERY_FIELDS[key])
        _field(key, label, own, names)


def _field(key: str, label: str, own: str, names: Sequence[str]) -> None:
    if not names:
        return
    held = f"card_field_{key}"
    st.session_state[held] = own if own in names else None
    st.selectbox(
        label,
        names,
        key=held,
        placeholder="none of them",
        on_change=lambda: _set_field(key, st.session_state[held]),
    )


def _set_field(key: str, name: str | None) -> None:
    fields = dict(declared().fields)
    if name is None or name == QUERY_FIELDS[key]:
        fields.pop(key, None)
    else:
        fields[key] = name
    declare(replace(declared(), fields=tuple(sorted(fields.items()))))
