"""The runs of a settings file: their paths, names, levels and tables."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from ircompare.errors import Problems
from ircompare.model.levels import Level
from ircompare.readers.settings_values import refuse_unknown, refuse_value

RUN_TABLES = ("measurements", "answers")


@dataclass(frozen=True)
class RunFile:
    """A run's file and the name it is shown by.

    Attributes:
        path: The file.
        name: None for the name of the file.
        level: Whether it names chunks or documents; None where its ids tell.
        measurements, answers: Paths of its tables for the scorecard, None without.
    """

    path: str
    name: str | None = None
    level: Level | None = None
    measurements: str | None = None
    answers: str | None = None


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
        refuse_unknown(entry, ("path", "name", "level", *RUN_TABLES), f"{place}.", problems)
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
            yield RunFile(path, name, level, **tables)


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


def relative_path(path: str, folder: Path) -> str:
    """A path below a folder as seen from there; any other as it stands."""
    place = Path(path)
    inside = place.is_absolute() and place.is_relative_to(folder.absolute())
    return place.relative_to(folder.absolute()).as_posix() if inside else path
