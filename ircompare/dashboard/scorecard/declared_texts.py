"""Controls of what the companions need declared: decay, reference time, steps of intents."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import streamlit as st

from ircompare.readers.scorecard_settings import Choices

FRESHNESS, TIME, STEPS = "card_freshness", "card_reference_time", "card_intent_steps"
NUMBERS = "steps of an intent path are numbers of at least 0, such as 0.4, 0.3, 0.3"


def draw(held: Choices, change: Callable[..., None]) -> None:
    """A text for each; emptied, it is not declared.

    Args:
        change: Takes settings by name, and refuses what contradicts another one.
    """
    chosen = held.settings
    st.session_state[FRESHNESS] = chosen.freshness or ""
    st.session_state[TIME] = chosen.reference_time or ""
    st.session_state[STEPS] = ", ".join(_decimal(one) for one in chosen.intent_steps)
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


def _text(key: str) -> str | None:
    return str(st.session_state[key]).strip() or None


def _steps(change: Callable[..., None]) -> None:
    try:
        parts = (_text(STEPS) or "").split(",")
        steps = tuple(Fraction(part.strip()) for part in parts if part.strip())
    except (ValueError, ZeroDivisionError):
        st.toast(NUMBERS, icon=":material/error:")
        return
    change(intent_steps=steps)


def _decimal(value: Fraction) -> str:
    """A decimal where it is exact, else the fraction; either is read back as the same number."""
    text = f"{float(value):g}"
    return text if Fraction(text) == value else str(value)
