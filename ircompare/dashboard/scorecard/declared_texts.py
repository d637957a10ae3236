"""Controls that take a text: decay, reference time, steps of intents, shares of the queries."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import streamlit as st

from ircompare.readers.scorecard_settings import Choices
from ircompare.scorecard.settings import Settings
from ircompare.scorecard.written import exact

FRESHNESS, TIME, STEPS = "card_freshness", "card_reference_time", "card_intent_steps"
SHARES = "card_frequency_shares"
TWO_SHARES = "shares of the queries are two numbers between 0 and 1, such as 0.01, 0.1"
NUMBERS = "steps of an intent path are numbers of at least 0, such as 0.4, 0.3, 0.3"


def draw(held: Choices, change: Callable[..., None]) -> None:
    """A text for each; emptied, it is not declared.

    Args:
        change: Takes settings by name, and refuses what contradicts another one.
    """
    chosen = held.settings
    st.session_state[FRESHNESS] = chosen.freshness or ""
    st.session_state[TIME] = chosen.reference_time or ""
    st.session_state[STEPS] = ", ".join(short_number(one) for one in chosen.intent_steps)
    left, right = st.columns(2)
    left.text_input(
        "Freshness",
        key=FRESHNESS,
        placeholder="not declared",
        on_change=lambda: change(freshness=_text(FRESHNESS)),
        help="How documents lose weight with age: news, e-commerce or academic, or such as "
        "half_life=48h or time_constant=3d.",
    )
    right.text_input(
        "Reference time",
        key=TIME,
        placeholder="not declared",
        on_change=lambda: change(reference_time=_text(TIME)),
        help="The fixed time at which ages are taken, such as 2026-07-01.",
    )
    st.text_input(
        "Steps of an intent path",
        key=STEPS,
        placeholder="not declared",
        on_change=lambda: _steps(change),
        help="How much the stated confidence of each step counts, the coarsest first.",
    )


def shares(chosen: Settings, change: Callable[..., None]) -> None:
    """Frequent and rare as shares of the queries, in place of the two frequencies."""
    held = chosen.frequency_shares or ()
    st.session_state[SHARES] = ", ".join(short_number(one) for one in held)
    st.text_input(
        "Or as shares of the queries: frequent, rare",
        key=SHARES,
        placeholder="not declared",
        on_change=lambda: _shares(change),
        help="Such as 0.01, 0.1: the most frequent 1 % and the rarest 10 %. They take the place of "
        "the two frequencies above.",
    )


def _shares(change: Callable[..., None]) -> None:
    """Take two shares, or none where the text is empty."""
    found = _fractions(SHARES)
    if found is None or len(found) not in (0, 2):
        st.toast(TWO_SHARES, icon=":material/error:")
        return
    change(frequency_shares=found or None)


def _text(key: str) -> str | None:
    return str(st.session_state[key]).strip() or None


def _steps(change: Callable[..., None]) -> None:
    steps = _fractions(STEPS)
    if steps is None:
        st.toast(NUMBERS, icon=":material/error:")
        return
    change(intent_steps=steps)


def _fractions(key: str) -> tuple[Fraction, ...] | None:
    """The numbers of a text, separated by commas; None where one of them is none."""
    parts = [part.strip() for part in (_text(key) or "").split(",")]
    try:
        return tuple(exact(part) for part in parts if part)
    except (ValueError, ZeroDivisionError):
        return None


def short_number(value: Fraction) -> str:
    """A decimal where it is exact, else the fraction; either is read back as the same number."""
    text = f"{float(value):g}"
    return text if Fraction(text) == value else str(value)
