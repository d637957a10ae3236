"""The table `[scorecard]` of a settings file: what was declared before looking at values.

    [scorecard]
    head_min = 100
    tail_max = 5
    training_domains = ["account", "billing"]
    profile = "customer-service"

    [scorecard.fields]
    query_group = "language"

The keys are those of the scorecard's settings; `frequency_shares` and `intent_steps` take
decimals in quotes.
`fields` says what a field is called where it is not by its own name. Only where `profile` names a
profile of the package or a TOML file is there a composite.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from ircompare.readers.scorecard_fields import FIELDS
from ircompare.scorecard.settings import Settings

Refuse = Callable[[str, object, str], None]
SETTING_KEYS = tuple(one.name for one in fields(Settings))
SCORECARD_KEYS = (*SETTING_KEYS, "profile", "fields")
_LISTS = ("intent_labels", "training_domains")


@dataclass(frozen=True)
class Choices:
    """What a scorecard declares.

    Attributes:
        settings: What fixes its numbers.
        fields: (key of `FIELDS`, name in the files) where that is not its own, by key.
        profile: A profile by name or path; None for no composite.
    """

    settings: Settings = field(default_factory=Settings)
    fields: tuple[tuple[str, str], ...] = ()
    profile: str | None = None


NOTHING_CHOSEN = Choices()


def read_choices(
    table: Mapping[str, object], folder: str | os.PathLike[str], refuse: Refuse
) -> Choices:
    """The choices of a table; unknown keys are the caller's to refuse.

    Args:
        table: The table `[scorecard]`, empty where the file has none.
        folder: Where the path of a profile starts.
        refuse: Notes a key, its value and what was expected.
    """
    chosen: dict[str, Any] = {key: table[key] for key in SETTING_KEYS if key in table}
    for key in _LISTS:
        if key in chosen:
            chosen[key] = _names(key, chosen[key], refuse)
    if "frequency_shares" in chosen:
        chosen["frequency_shares"] = _shares(chosen["frequency_shares"], refuse)
    if "intent_steps" in chosen:
        chosen["intent_steps"] = _steps(chosen["intent_steps"], refuse)
    if isinstance(chosen.get("reference_time"), date):  # TOML has days and times of its own
        chosen["reference_time"] = chosen["reference_time"].isoformat()
    settings = Settings()
    try:
        settings = Settings(**chosen)
    except (TypeError, ValueError) as fault:
        key = next((name for name in chosen if str(fault).startswith(name)), "head_min")
        refuse(f"scorecard.{key}", table.get(key), str(fault))
    return Choices(
        settings,
        _fields(table.get("fields", {}), refuse),
        _profile(table.get("profile"), folder, refuse),
    )


def choices_table(choices: Choices, short: Callable[[str], str]) -> dict[str, object]:
    """The table that gives these choices again; defaults are left out.

    Args:
        short: Writes the path of a profile as the file is to have it.
    """
    usual = asdict(Settings())
    held = choices.settings.as_dict()
    table = {
        key: held[key]
        for key, value in asdict(choices.settings).items()
        if value != usual[key] and held[key] is not None
    }
    if choices.profile is not None:
        path = choices.profile.endswith(".toml")
        table["profile"] = short(choices.profile) if path else choices.profile
    if choices.fields:
        table["fields"] = dict(choices.fields)
    return table


def _names(key: str, value: object, refuse: Refuse) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(one, str) and one for one in value):
        return tuple(value)
    refuse(f"scorecard.{key}", value, "a list of names in quotes")
    return ()


def _shares(value: object, refuse: Refuse) -> tuple[Fraction, Fraction] | None:
    try:
        head, tail = (Fraction(str(one)) for one in value)  # type: ignore[attr-defined]
    except (TypeError, ValueError, ZeroDivisionError):
        refuse("scorecard.frequency_shares", value, 'two shares such as ["0.01", "0.1"]')
        return None
    return head, tail


def _steps(value: object, refuse: Refuse) -> tuple[Fraction, ...]:
    try:
        return tuple(Fraction(str(one)) for one in (value if isinstance(value, list) else [""]))
    except (ValueError, ZeroDivisionError):
        refuse("scorecard.intent_steps", value, 'weights such as ["0.4", "0.3", "0.3"]')
        return ()


def _fields(value: object, refuse: Refuse) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict):
        refuse("scorecard.fields", value, 'a table such as { query_group = "language" }')
        return ()
    found = []
    for key, name in sorted(value.items()):
        if key not in FIELDS:
            refuse(f"scorecard.fields.{key}", name, f"one of the keys {', '.join(FIELDS)}")
        elif not isinstance(name, str) or not name:
            refuse(f"scorecard.fields.{key}", name, "the name of a field in quotes")
        else:
            found.append((key, name))
    return tuple(found)


def _profile(value: object, folder: str | os.PathLike[str], refuse: Refuse) -> str | None:
    """A path starts at the folder of the settings file; a name has no suffix."""
    if value is None:
        return None
    if not isinstance(value, str) or not value:
        refuse("scorecard.profile", value, "the name of a profile, or a TOML file, in quotes")
        return None
    return str(Path(folder) / value) if value.endswith(".toml") else value
