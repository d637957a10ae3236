"""The runs of a settings file: their paths, names, levels and tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from ircompare.errors import Problems
from ircompare.model.levels import Level
from ircompare.readers.loaded import Slot
from ircompare.readers.settings_values import refuse_unknown, refuse_value

RUN_TABLES = ("measurements", "answers", "pairs")
REPEATS = "repeats"


@dataclass(frozen=True)
class RunFile:
    """A run's file and the name it is shown by.

    Attributes:
        path: The file.
        name: None for the name of the file.
        level: Whether it names chunks or documents; None where its ids tell.
        measurements, answers, pairs: Paths of its tables for the scorecard, None without.
        repeats: Paths of repeated runs, other answers of the same system to the same queries.
    """

    path: str
    name: str | None = None
    level: Level | None = None
    measurements: str | None = None
    answers: str | None = None
    pairs: str | None = None
    repeats: tuple[str, ...] = ()

    def tables(self) -> Iterator[tuple[Slot, str]]:
        """(slot, path) of each of its tables for the scorecard, and of its repeated runs."""
        for slot in RUN_TABLES:
            path = getattr(self, slot)
            if path is not None:
                yield cast("Slot", slot), path
        for path in self.repeats:
            yield "repeat", path


def read_runs(
    value: object, folder: str | os.PathLike[str], problems: Problems
) -> Iterator[RunFile]:
    """The runs of a list of tables; faults are noted, and what has one is left out."""
    if not isinstance(value, list):
        refuse_value("runs", value, 'tables [[runs]] with "path" and perhaps "name"', problems)
        return
    for number, entry in enumerate(value, 1):
        place = f"runs[{number}]"
        if not isinstance(entry, dict):
            refuse_value(place, entry, 'a table with "path" and perhaps "name"', problems)
            continue
        refuse_unknown(
            entry, ("path", "name", "level", *RUN_TABLES, REPEATS), f"{place}.", problems
        )
        path = read_path(entry.get("path", 0), f"{place}.path", folder, problems)
        name, level = entry.get("name"), entry.get("level")
        if level is not None and level not in get_args(Level):
            refuse_value(f"{place}.level", level, "chunk or document", problems)
        elif name is not None and not (isinstance(name, str) and name):
            refuse_value(f"{place}.name", name, "a name in quotes", problems)
        elif path is not None:
            tables = {
                key: read_path(entry.get(key), f"{place}.{key}", folder, problems)
                for key in RUN_TABLES
            }
            repeats = _paths(entry.get(REPEATS, []), f"{place}.{REPEATS}", folder, problems)
            yield RunFile(path, name, level, **tables, repeats=repeats)


def _paths(
    value: object, key: str, folder: str | os.PathLike[str], problems: Problems
) -> tuple[str, ...]:
    """A list of paths; what is none is refused."""
    if not isinstance(value, list):
        refuse_value(key, value, "a list of paths in quotes", problems)
        return ()
    found = (
        read_path(0 if one is None else one, f"{key}[{number}]", folder, problems)
        for number, one in enumerate(value, 1)
    )
    return tuple(path for path in found if path is not None)


def read_path(
    value: object, key: str, folder: str | os.PathLike[str], problems: Problems
) -> str | None:
    """A path that starts at a folder; None where there is none, or where it was refused."""
    if value is None:
        return None
    if not isinstance(value, str) or not value:
        refuse_value(key, value, "a path in quotes", problems)
        return None
    return str(Path(folder) / value)


def run_table(run: RunFile, short: Callable[[str], str]) -> dict[str, object]:
    """A run as its table in a settings file.

    Args:
        short: Gives a path as it is to be written.
    """
    table: dict[str, object] = {
        key: short(value) if key in ("path", *RUN_TABLES) else value
        for key, value in vars(run).items()
        if key != REPEATS and value is not None
    }
    return table | ({REPEATS: [short(path) for path in run.repeats]} if run.repeats else {})


def relative_path(path: str, folder: Path) -> str:
    """A path below a folder as seen from there; any other as it stands."""
    place = Path(path)
    inside = place.is_absolute() and place.is_relative_to(folder.absolute())
    return place.relative_to(folder.absolute()).as_posix() if inside else path
