"""What a scorecard declares as one line of JSON, for an address or a command line."""

from __future__ import annotations

import json
from dataclasses import replace

from ircompare.readers.scorecard_settings import (
    SCORECARD_KEYS,
    Choices,
    choices_table,
    read_choices,
)
from ircompare.scorecard.profiles import profile_names

NOTHING = "{}"


def as_text(held: Choices) -> str:
    """The choices that are not defaults, as one line of JSON; a profile's file is left out."""
    shown = held if held.profile in profile_names() else replace(held, profile=None)
    return json.dumps(choices_table(shown, str), ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> Choices | None:
    """The choices of such a line; None where it has no meaning. It never names a file."""
    faults: list[str] = []
    try:
        table = json.loads(text)
        found = read_choices(table, ".", lambda key, value, expected: faults.append(key))
    except (AttributeError, TypeError, ValueError):
        return None
    faults += [key for key in table if key not in SCORECARD_KEYS]
    known = found.profile is None or found.profile in profile_names()
    return found if known and not faults else None
