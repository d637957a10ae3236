"""The controls of what is declared, by what they fix; each takes its answer at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import streamlit as st

from ircompare.dashboard.scorecard import declared_texts
from ircompare.readers.scorecard_fields import QUERY_FIELDS
from ircompare.readers.scorecard_settings import Choices
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.intent import at_level
from ircompare.scorecard.settings import Settings
from ircompare.scoring.measures import MEASURES

Change = Callable[..., None]
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
    "same_query": "Query field that repetitions of one query share",
}
LARGEST = 10**9


def draw(
    held: Choices, inputs: Inputs, change: Change, name: Callable[[str, str | None], None]
) -> None:
    """All groups, in two columns where there is room.

    Args:
        change: Takes settings by name, and refuses what contradicts another one.
        name: Takes a key of `FIELD_WORDS` and what the field is called, None for its own name.
    """
    left, right = st.columns(2, gap="large")
    with left:
        _robustness(held.settings, inputs, change)
        _effect(held.settings, inputs, change)
    with right:
        _fairness(held.settings, change)
        with _group("Companions", "freshness and intent paths"):
            declared_texts.draw(held, change)
        _fields(held, inputs, name)
        with _group("Random draws", "intervals and p-values"):
            _number("Start", "start", held.settings, change, 0, "The same start, the same draws.")


@contextmanager
def _group(title: str, about: str) -> Iterator[None]:
    with st.container(gap="small"):
        st.markdown(f"**{title}** :gray[{about}]")
        yield


def _robustness(chosen: Settings, inputs: Inputs, change: Change) -> None:
    with _group("Robustness", "its measure serves fairness too"):
        left, right = st.columns(2)
        with left:
            _measure(chosen, change)
            _number(
                "Frequent from",
                "head_min",
                chosen,
                change,
                1,
                "Frequency from which a query is frequent. It has no default.",
            )
        with right:
            cut = "The fairness rows look at the same top k."
            _number("Its cutoff", "k", chosen, change, 1, cut)
            rare = "Frequency up to which a query is rare."
            _number("Rare up to", "tail_max", chosen, change, 0, rare)
        declared_texts.shares(chosen, change)
        _domains(chosen, inputs, change)
        st.session_state["card_adversarial"] = chosen.adversarial
        st.checkbox(
            "The variants were searched to hurt",
            key="card_adversarial",
            on_change=lambda: change(adversarial=st.session_state["card_adversarial"]),
            help="Then they are called adversarial; else they are query variation.",
        )


def _effect(chosen: Settings, inputs: Inputs, change: Change) -> None:
    with _group("Effect", "gains and intents"):
        _choice("gain", chosen, change)
        level = chosen.intent_level
        paths = (inputs.queries.intent or {}).values()
        known = sorted({at_level(path, level) for path in paths}.union(chosen.intent_labels))
        st.session_state["card_intents"] = list(chosen.intent_labels)
        st.multiselect(
            "Intents that count",
            known,
            key="card_intents",
            placeholder="the true ones that occur",
            accept_new_options=True,
            on_change=lambda: change(intent_labels=tuple(st.session_state["card_intents"])),
            help="The mean of Intent-F1 goes over these; one that never occurs counts 0.",
        )
        steps = "How many steps of a path such as account/login count, the coarsest first."
        _number("Steps of an intent that count", "intent_level", chosen, change, 1, steps, "all")


def _fairness(chosen: Settings, change: Change) -> None:
    with _group("Fairness", "groups and probabilities"):
        _choice("universe", chosen, change)
        _choice("reference", chosen, change)
        left, right = st.columns(2)
        with left:
            told = "A stated probability is that of a relevant document in the top so many."
            _number("Probability of the top", "calibration_k", chosen, change, 1, told)
        with right:
            told = "Bins of equal mass of the calibration error."
            _number("Bins", "bins", chosen, change, 1, told)


def _measure(chosen: Settings, change: Change) -> None:
    st.session_state["card_measure"] = chosen.measure
    st.selectbox(
        "Measure",
        list(MEASURES),
        key="card_measure",
        format_func=lambda name: MEASURES[name].mean_at(chosen.k),
        on_change=lambda: change(measure=st.session_state["card_measure"]),
    )


KEYS = {"head_min": "card_head", "tail_max": "card_tail"}


def _number(
    label: str,
    name: str,
    chosen: Settings,
    change: Change,
    least: int,
    help: str,
    empty: str = "not declared",
) -> None:
    """A whole number of the settings; emptied, it is what it is without a declaration."""
    key = KEYS.get(name, f"card_{name}")
    st.session_state[key] = getattr(chosen, name)
    usual = getattr(Settings(), name)

    def taken() -> None:
        value = st.session_state[key]
        change(**{name: usual if value is None else int(value)})

    st.number_input(
        label,
        value=None,
        min_value=least,
        max_value=LARGEST,
        key=key,
        placeholder=empty if usual is None else str(usual),
        on_change=taken,
        help=help,
    )


def _domains(chosen: Settings, inputs: Inputs, change: Change) -> None:
    known = sorted({*(inputs.queries.domain or {}).values(), *inputs.settings.training_domains})
    st.session_state["card_domains"] = list(chosen.training_domains)
    st.multiselect(
        "Domains that were trained on",
        known,
        key="card_domains",
        disabled=not known,
        placeholder="not declared" if known else "no query has a domain",
        on_change=lambda: change(training_domains=tuple(st.session_state["card_domains"])),
        help="As you declare it: what a system was really trained on cannot be checked here.",
    )


def _choice(name: str, chosen: Settings, change: Change) -> None:
    label, answers = CHOICES[name]
    key = f"card_{name}"
    st.session_state[key] = getattr(chosen, name)
    st.selectbox(
        label,
        list(answers),
        key=key,
        format_func=answers.__getitem__,
        on_change=lambda: change(**{name: st.session_state[key]}),
    )


def _fields(held: Choices, inputs: Inputs, name: Callable[[str, str | None], None]) -> None:
    queries = inputs.scope.collection.queries
    names: Sequence[str] = tuple(queries.fields) if queries is not None else ()
    if not names:
        return
    with _group("Names of fields", "where they are not their own"):
        for key, label in FIELD_WORDS.items():
            own = dict(held.fields).get(key, QUERY_FIELDS[key])
            _field(key, label, own if own in names else None, names, name)


def _field(key: str, label: str, own: str | None, names: Sequence[str], name: Any) -> None:
    place = f"card_field_{key}"
    st.session_state[place] = own
    st.selectbox(
        label,
        names,
        key=place,
        placeholder="none of them",
        on_change=lambda: name(key, st.session_state[place]),
    )
