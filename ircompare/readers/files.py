"""Inputs from paths: what cannot be opened is an input error like any other."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ircompare.errors import InputError, Problem
from ircompare.readers.formats import DESCRIBED
from ircompare.readers.loaded import Loaded, Slot
from ircompare.readers.reading import read, stem

DESCRIPTIONS = (".meta.json", ".meta.yaml", ".meta.yml")


def load(
    path: str | os.PathLike[str], slot: Slot | None = None, *, name: str | None = None
) -> Loaded[Any]:
    """One file from disk; beside a run, a file `<run>.meta.json` or `.yaml` describes it.

    Raises:
        InputError: The path cannot be read, or with every problem of the file.
    """
    place = Path(path)
    data = _bytes_of(place, slot)
    companion = companion_of(place) if slot in {"run", None} else None
    return read(data, str(path), slot, name=name, companion=companion)


def _bytes_of(path: Path, slot: Slot | None) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        fault, mend = "no such file", "check the path"
    except IsADirectoryError:
        fault, mend = "path is a folder", "give one file of it"
    except PermissionError:
        fault, mend = "file may not be read", "check its permissions"
    except (OSError, ValueError) as error:
        fault, mend = f"file cannot be read: {getattr(error, 'strerror', None) or error}", ""
    expected = DESCRIBED.get(slot, "") if slot else ""
    raise InputError(
        Problem(
            "no-such-file",
            fault,
            str(path),
            expected=f"{slot}: {expected}" if expected else "a file",
            mend=mend,
        )
    )


def companion_names(source: str) -> tuple[str, ...]:
    """The names a description beside a run may have: its whole name or its stem comes first."""
    stems = dict.fromkeys((source, stem(source)))
    return tuple(name + end for name in stems for end in DESCRIPTIONS)


def companion_of(path: Path) -> bytes | None:
    """The description beside a run, None without one."""
    for candidate in (path.with_name(name) for name in companion_names(path.name)):
        if candidate != path and candidate.is_file():
            return _bytes_of(candidate, None)
    return None
