"""What a session declares for the scorecard: thresholds, domains, candidates, names of fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import streamlit as st

from ircompare.dashboard.dataset import Dataset
from ircompare.dashboard.scorecard import declared_groups, own_files
from ircompare.dashboard.scorecard.declared_texts import short_number
from ircompare.dashboard.text import plain
from ircompare.readers.scorecard_fields import QUERY_FIELDS
from ircompare.readers.scorecard_line import NOTHING, as_text, from_text
from ircompare.readers.scorecard_settings import NOTHING_CHOSEN, Choices
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.settings import Settings
from ircompare.scoring.measures import MEASURES
from ircompare.scoring.numbers import counted, percent

_HELD, _OWN = "scorecard_declared", "scorecard_own_profile"
NAMES = ("card", *own_files.NAMES)
USUAL = dict(Settings().as_dict()) | {"intent_labels": ()}
WHY = (
    "Declare these before you look at the values: thresholds that were chosen after the fact "
    "show what they were chosen for."
)


def declared() -> Choices:
    """The declarations in force."""
    held: Choices = st.session_state.get(_HELD, NOTHING_CHOSEN)
    return held


def declare(wanted: Choices) -> None:
    """Replace the declarations, as a control, a sample or a settings file asks."""
    st.session_state[_HELD] = wanted


def restore(params: Mapping[str, str]) -> None:
    """Take the declarations of an address; one that it cannot mean changes nothing."""
    own_files.restore(params)
    named = None if own_files.gone("weights") else own_profile()  # never others in their place
    found = from_text(params.get("card", ""), own_files.name_of("weights") or named)
    if found is not None:
        declare(found)


def own_profile() -> str | None:
    """Path of the profile that the command line named; None where it named none."""
    path: str | None = st.session_state.get(_OWN)
    return path


def know(options: Mapping[str, object]) -> None:
    """Keep the path of a profile that a command line passed on, which no address may name."""
    st.session_state[_OWN] = str(options.get("profile") or "") or None


def take(options: Mapping[str, object]) -> None:
    """Take the declarations that a command line passed on, unless the address has some."""
    found = from_text(str(options.get("card") or ""))
    if own_profile() is not None:
        found = replace(found or NOTHING_CHOSEN, profile=own_profile())
    if found is not None and not any(name in st.query_params for name in NAMES):
        declare(found)


def params() -> dict[str, str]:
    """The parameter of an address that gives these declarations again; none for the defaults."""
    held, uploaded = declared(), own_files.name_of("weights")
    text = as_text(held, uploaded if held.profile == uploaded else own_profile())
    return ({} if text == NOTHING else {"card": text}) | own_files.params()


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
    if chosen.frequency_shares is not None:
        head, tail = (percent(share) for share in chosen.frequency_shares)
        told.append(f"frequent the top {head}, rare the last {tail}")
    elif chosen.head_min is not None:
        told.append(f"frequent from {chosen.head_min:,}, rare up to {chosen.tail_max:,}")
    if chosen.training_domains:
        told.append(f"trained on {', '.join(chosen.training_domains)}")
    if chosen.freshness is not None:
        told.append(f"freshness {chosen.freshness}")
    if chosen.reference_time is not None:
        told.append(f"ages at {chosen.reference_time}")
    if chosen.intent_steps:
        told.append(f"steps of intents {', '.join(map(short_number, chosen.intent_steps))}")
    told += [line for name, line in _others(chosen) if getattr(chosen, name) != USUAL[name]]
    told += [f"{key.replace('_', ' ')} is {name}" for key, name in held.fields]
    return " · ".join(told)


def _others(chosen: Settings) -> list[tuple[str, str]]:
    """What is said of a choice where it is not the usual one."""
    return [
        ("gain", f"{chosen.gain} gain"),
        ("intent_labels", f"intents {', '.join(chosen.intent_labels)}"),
        ("intent_level", f"intents up to step {chosen.intent_level}"),
        ("adversarial", "variants searched to hurt"),
        ("universe", "candidates are the whole corpus"),
        ("reference", "reference is the whole corpus"),
        ("calibration_k", f"probabilities are of the top {chosen.calibration_k:,}"),
        ("bins", counted(chosen.bins, "bin")),
        ("start", f"draws start at {chosen.start}"),
    ]


def draw(held: Choices, inputs: Inputs) -> None:
    """What is declared in one line, below it the controls."""
    st.caption(plain(f"Declared: {words(held)}"))
    with st.expander("Declare", icon=":material/edit_note:"):
        st.caption(WHY)
        declared_groups.draw(declared(), inputs, _set, _set_field)


def _set(**changes: object) -> None:
    """Change some choices; what contradicts another one is left as it was, and said."""
    held = declared()
    try:
        declare(replace(held, settings=replace(held.settings, **changes)))  # type: ignore[arg-type]
    except ValueError as fault:
        st.toast(str(fault), icon=":material/error:")


def _set_field(key: str, name: str | None) -> None:
    fields = dict(declared().fields)
    if name is None or name == QUERY_FIELDS[key]:
        fields.pop(key, None)
    else:
        fields[key] = name
    declare(replace(declared(), fields=tuple(sorted(fields.items()))))
