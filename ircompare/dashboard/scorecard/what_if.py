"""What is not validated: a composite under chosen weights, and two calculators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd
import streamlit as st

from ircompare.dashboard import problems
from ircompare.dashboard.scorecard import declared as card_declared
from ircompare.dashboard.scorecard import own_files
from ircompare.dashboard.scorecard import rows as card_rows
from ircompare.dashboard.text import plain
from ircompare.errors import InputError
from ircompare.readers.profiles import profile_of
from ircompare.report.phrases import listed
from ircompare.report.scorecard_words import number_words
from ircompare.scorecard import weight_updates, x_score
from ircompare.scorecard.composite import Composite, Scaled, composite
from ircompare.scorecard.inputs import Inputs
from ircompare.scorecard.profiles import Profile, profile_names, profile_text
from ircompare.scorecard.row import Row
from ircompare.scoring.numbers import NO_VALUE, decimal, delta_decimal, percent

CHOSEN, UPLOAD = "card_profile", "card_profile_upload"
NONE = "no profile: no composite"


def draw(rows: tuple[Row, ...], inputs: Inputs) -> Composite | None:
    """The tab; the composite under the profile that the user chose, None without one."""
    st.caption(
        "Nothing on this tab is validated, and nothing on it enters the twelve dimensions. "
        "Choose weights before you look at values."
    )
    profile = _profile()
    found = None
    if profile is not None:
        found = composite(profile, rows, inputs)
        _composite(found, profile.note)
        with st.container(border=True):
            _weights(profile)
    with st.container(border=True):
        _x_score()
    return found


def _profile() -> Profile | None:
    """The profile in force, with its file to copy and edit."""
    held = card_declared.declared().profile
    known = profile_names()
    own = (held, card_declared.own_profile(), _uploaded())
    given = (one for one in own if one and one not in known)
    st.session_state[CHOSEN] = held
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Weights of",
            [*known, *dict.fromkeys(given)],
            key=CHOSEN,
            placeholder=NONE,
            format_func=lambda name: Path(name).name,
            on_change=lambda: _choose(st.session_state[CHOSEN]),
            width=300,
        )
        if held in known:
            st.download_button(
                "Copy its file",
                data=profile_text(held),
                file_name=f"{held}.toml",
                mime="application/toml",
                icon=":material/download:",
                on_click="ignore",
                help="Weights, ranges and columns of your own; edit it and give it below.",
            )
    _uploader()
    gone = own_files.gone("weights")
    if gone:
        st.warning(plain(f"{gone} is no longer held by this server: give it again."))
    try:
        return _loaded(held) if held is not None else None
    except InputError as error:
        problems.show_error(error, "This profile cannot be used")
        return None


def _choose(name: str | None) -> None:
    card_declared.declare(replace(card_declared.declared(), profile=name))


def _loaded(name: str) -> Profile:
    """A profile of the package, the one that was uploaded, or a file that settings name.

    Raises:
        InputError: It is not there, or with every problem of the file.
    """
    return profile_of(name, own_files.bytes_of("weights") if _uploaded() == name else None)


def _uploaded() -> str:
    return own_files.name_of("weights")


def _uploader() -> None:
    with st.expander("Give weights of your own", icon=":material/upload_file:"):
        st.file_uploader(
            "A profile: a file as one of the above, copied and edited",
            type=["toml"],
            key=UPLOAD,
            on_change=_take,
        )


def _take() -> None:
    given = st.session_state[UPLOAD]
    if given is not None:
        own_files.give("weights", given.name, given.getvalue())
        _choose(_uploaded())


def _composite(found: Composite, note: str) -> None:
    """The composite never without its components."""
    with st.container(border=True):
        st.markdown(f"**{plain(found.title)}** :gray[{plain(found.label)}]")
        if found.value_a is None or found.value_b is None or found.delta is None:
            st.markdown(plain(f"No composite: {listed(found.missing)} {_lack(found.missing)}."))
        else:
            values = f"A {decimal(found.value_a)} → B {decimal(found.value_b)}"
            st.markdown(plain(f"{values}, B − A {delta_decimal(found.delta)}"))
        if found.low:
            st.caption(plain(f"On too few observations: {listed(found.low)}."))
        columns = st.columns(2, gap="medium")
        half = -(-len(found.components) // 2)
        for column, part in zip(columns, (slice(half), slice(half, None)), strict=True):
            with column:
                for one in found.components[part]:
                    _component(one)
        st.caption(plain(f"{note} Weights and ranges: {found.profile_sha256[:12]}.".strip()))


def _lack(missing: Sequence[str]) -> str:
    return "has no value" if len(missing) == 1 else "have no value"


def _component(one: Scaled) -> None:
    """Name and weight, then both values, then what they are within the declared range."""
    low, high = (number_words(end) for end in (one.component.low, one.component.high))
    with st.container(gap=None):
        head = f"weight {percent(one.weight)}"
        card_rows.head(f"**{plain(one.component.title)}**", f":gray[{plain(head)}]")
        a, b, unit_a, unit_b = (
            plain(number_words(x)) for x in (one.value_a, one.value_b, one.unit_a, one.unit_b)
        )
        st.markdown(f"A {a} :gray[→] B {b}")
        state = f"{one.state}, clipped to its range" if one.clipped else one.state
        if one.unit_a is None and one.unit_b is None:
            st.caption(plain(state))
            return
        told = f"{state} · on the range {low} to {high}, 1 the best end"
        st.caption(f"{plain(told)}: {unit_a} → {unit_b}")


def _weights(profile: Profile) -> None:
    """How weights would move if they followed outcomes, which a composite never does."""
    st.markdown(f"**If weights followed outcomes** :gray[{plain(weight_updates.LABEL)}]")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        rate = st.number_input("Rate α", min_value=0.001, value=0.1, step=0.05, width=130)
        steps = st.number_input("Steps", min_value=0, max_value=1000, value=1, width=130)
        changes = [
            st.number_input(
                f"Δ {plain(one.title)}",
                min_value=-1.0,
                max_value=1.0,
                value=0.0,
                step=0.1,
                key=f"card_change_{profile.sha256[:8]}_{one.key}",
                width=210,
            )
            for one in profile.components
        ]
    try:
        after = weight_updates.updated(profile.weights, changes, rate, steps)
    except ValueError as fault:
        st.warning(plain(str(fault)), icon=":material/warning:")
        return
    told = [
        {"Component": one.title, "Weight": percent(weight), "Then": percent(then)}
        for one, weight, then in zip(profile.components, profile.weights, after, strict=True)
    ]
    st.dataframe(pd.DataFrame(told), hide_index=True, alt="Weights before and after")


def _x_score() -> None:
    """X-Score from parts that the user supplies: no model runs here."""
    st.markdown(f"**X-Score of one answer** :gray[{plain(x_score.LABEL)}]")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        similarity, coverage, entropy = (
            st.number_input(label, value=None, key=f"card_x_{at}", placeholder="none", width=230)
            for at, label in enumerate(
                ("BERTScore F1, rescaled", "Share of sources cited", "Entropy in bits")
            )
        )
        outcomes = st.number_input("Outcomes", value=None, min_value=2, step=1, width=130)
    found = _tried(
        lambda: x_score.x_score(
            bert_f1_rescaled=similarity,
            coverage=coverage,
            entropy_bits=entropy,
            outcomes=outcomes,
        )
    )
    if found is None:
        return
    if all(one is None for one in (similarity, coverage, entropy, outcomes)):
        st.caption("Give all four: where one is missing, there is no score.")
        return
    parts = {
        "similarity × .4": found.similarity,
        "coverage × .35": found.coverage,
        "certainty × .25": found.certainty,
    }
    told = " · ".join(f"{name}: {number_words(value)}" for name, value in parts.items())
    value = NO_VALUE if found.value is None else decimal(found.value)
    st.markdown(plain(f"X-Score: {value} ({told})"))
    if found.clipped:
        st.caption("The similarity was outside 0 to 1 and set to its end.")


def _tried(make: Callable[[], x_score.XScore]) -> x_score.XScore | None:
    try:
        return make()
    except ValueError as fault:
        st.warning(plain(str(fault)), icon=":material/warning:")
        return None
