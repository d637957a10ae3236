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
# Stands for the profile that a command line named by its path.
OWN = ":own"


def as_text(held: Choices, own: str | None = None) -> str:
    """The choices that are not defaults, as one line of JSON; it names no file.

    Args:
        own: Path of the profile that is told as `OWN`; that of any other is left out.
    """
    known = held.profile in profile_names()
    mark = OWN if own is not None and held.profile == own else None
    shown = held if known else replace(held, profile=mark)
    return json.dumps(choices_table(shown, str), ensure_ascii=False, separators=(",", ":"))


def from_text(text: str, own: str | None = None) -> Choices | None:
    """The choices of such a line; None where it has no meaning. It never names a file.

    Args:
        own: Path of the profile that `OWN` stands for; None for none.
    """
    faults: list[str] = []
    try:
        table = json.loads(text)
        found = read_choices(table, ".", lambda key, value, expected: faults.append(key))
    except (AttributeError, TypeError, ValueError):
        return None
    faults += [key for key in table if key not in SCORECARD_KEYS]
    known = found.profile in (None, OWN) or found.profile in profile_names()
    if not known or faults:
        return None
    return replace(found, profile=own) if found.profile == OWN else found
