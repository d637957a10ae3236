"""Scenario profiles: which components count, how much, and on which scale; data a user can copy.

A profile is a TOML file: `title`, `note` and a list of `components`. Each component has a `weight`
and the range `low` to `high` that is mapped to 0 to 1, and is either one of the twelve dimensions
(`dimension = "recall_at_5"`) or a column of the user's own measurements (`column = "compiles"`
with `direction = "up"` or `"down"`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import Any, Literal

from ircompare.errors import InputError, Problem, Problems, quote, some
from ircompare.model.protocol import canonical_json, sha256_text
from ircompare.scorecard.dimensions import DIMENSIONS
from ircompare.scorecard.direction import DOWN, UP, Direction
from ircompare.scorecard.written import exact

FOLDER = files("ircompare.scorecard") / "scenarios"
DIRECTIONS = {"up": UP, "down": DOWN}
KEYS = {"dimension", "column", "direction", "weight", "low", "high"}


@dataclass(frozen=True)
class Component:
    """One component of a profile.

    Attributes:
        kind: Whether it is one of the twelve dimensions or a column of the user's own.
        key: Key of the dimension, or name of the column.
        weight: At least 0, not normalised.
        low, high: Range of the number that is mapped to 0 to 1; low < high.
        direction: Which way the number is better.
    """

    kind: Literal["dimension", "column"]
    key: str
    weight: Fraction
    low: Fraction
    high: Fraction
    direction: Direction

    @property
    def title(self) -> str:
        """Its name for people."""
        return DIMENSIONS[self.key].title if self.kind == "dimension" else self.key


@dataclass(frozen=True)
class Profile:
    """Components with weights, chosen before looking at any value.

    Attributes:
        title, note: What it is for, and what to know about it.
        components: At least one, each once.
    """

    title: str
    components: tuple[Component, ...]
    note: str = ""

    @property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights, normalised to sum to 1 exactly, in the order of the components."""
        total = sum(component.weight for component in self.components)
        return tuple(component.weight / total for component in self.components)

    @property
    def sha256(self) -> str:
        """Fingerprint of components, ranges and normalised weights; not of title and note."""
        parts = [
            {
                component.kind: component.key,
                "weight": str(weight),
                "low": str(component.low),
                "high": str(component.high),
                "direction": str(component.direction),
            }
            for component, weight in zip(self.components, self.weights, strict=True)
        ]
        return sha256_text(canonical_json(sorted(parts, key=canonical_json)))


def profile_names() -> tuple[str, ...]:
    """Names of the profiles that come with the package."""
    return tuple(
        sorted(one.name.removesuffix(".toml") for one in FOLDER.iterdir() if _is_toml(one.name))
    )


def profile_text(name: str) -> str:
    """The file of a profile that comes with the package, to copy and edit.

    Raises:
        InputError: There is no such profile.
    """
    if name not in profile_names():
        raise InputError(
            Problem(
                "no-such-profile",
                f"there is no profile {quote(name)}",
                expected=f"one of {', '.join(profile_names())}, or the path of a TOML file",
            )
        )
    return (FOLDER / f"{name}.toml").read_text("utf-8")


def load_profile(name: str) -> Profile:
    """A profile that comes with the package.

    Raises:
        InputError: There is no such profile.
    """
    return read_profile(profile_text(name).encode(), f"{name}.toml")


def read_profile(data: bytes, source: str) -> Profile:
    """A profile from the bytes of a TOML file; numbers are exact as written.

    Raises:
        InputError: Every fault of the file together.
    """
    try:
        table = tomllib.loads(data.decode("utf-8-sig"), parse_float=exact)
    except ValueError as fault:
        raise InputError(
            Problem("bad-profile", f"the profile is not readable TOML: {fault}", source)
        ) from None
    problems = Problems(source)
    rows = table.get("components")
    listed = rows if isinstance(rows, list) else []
    components = [_component(row, place, problems) for place, row in enumerate(listed, 1)]
    known = [component for component in components if component is not None]
    _check_whole(known, len(listed), problems)
    problems.raise_any()
    return Profile(str(table.get("title", source)), tuple(known), str(table.get("note", "")))


def _component(row: Any, place: int, problems: Problems) -> Component | None:
    """One component; None where its faults were noted."""
    before, table = len(problems), row if isinstance(row, Mapping) else {}
    where = f"component {place}"
    unknown = sorted(set(table) - KEYS)
    if unknown:
        _note(problems, f"{where} has the unknown key {some(unknown)}", ", ".join(sorted(KEYS)))
    named = [kind for kind in ("dimension", "column") if kind in table]
    if len(named) != 1:
        _note(problems, f"{where} must be one dimension or one column", "`dimension` or `column`")
        return None
    kind, key = named[0], table[named[0]]
    if not isinstance(key, str) or (kind == "dimension" and key not in DIMENSIONS):
        _note(problems, f"{where} names no {kind} with {key!r}", f"one of {', '.join(DIMENSIONS)}")
        return None
    direction = _direction(table, kind, key, problems)
    numbers = [_number(table, name, where, problems) for name in ("weight", "low", "high")]
    weight, low, high = numbers
    if weight is not None and weight < 0:
        _note(problems, f"{where} has the weight {weight}", "a weight of at least 0")
    if low is not None and high is not None and low >= high:
        _note(problems, f"{where} has the range {low} to {high}", "low below high")
    if len(problems) > before or weight is None or low is None or high is None or not direction:
        return None
    chosen: Literal["dimension", "column"] = "dimension" if kind == "dimension" else "column"
    return Component(chosen, key, weight, low, high, direction)


def _direction(
    table: Mapping[str, Any], kind: str, key: str, problems: Problems
) -> Direction | None:
    """The direction of a dimension is its own; a column declares one."""
    given = table.get("direction")
    if kind == "dimension":
        if given is not None:
            _note(problems, f"{key} has a direction of its own", "no `direction`")
        return DIMENSIONS[key].direction
    if given not in DIRECTIONS:
        _note(problems, f"column {quote(key)} has no direction", '`direction = "up"` or `"down"`')
    return DIRECTIONS.get(str(given))


def _number(table: Mapping[str, Any], name: str, where: str, problems: Problems) -> Fraction | None:
    value = table.get(name)
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        _note(problems, f"{where} has no number {quote(name)}", f"`{name}` as a decimal number")
        return None
    return Fraction(value)


def _check_whole(known: list[Component], listed: int, problems: Problems) -> None:
    if not listed:
        _note(problems, "the profile has no component", "`[[components]]`, at least one")
    names = [(component.kind, component.key) for component in known]
    for name in sorted({one for one in names if names.count(one) > 1}):
        _note(problems, f"{' '.join(name)} stands twice", "each component once")
    if known and not any(component.weight for component in known):
        _note(problems, "all weights are 0", "at least one weight above 0")


def _note(problems: Problems, what: str, expected: str) -> None:
    problems.add("bad-profile", what, expected=expected)


def _is_toml(name: str) -> bool:
    return name.endswith(".toml")
