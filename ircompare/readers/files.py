"""Inputs from paths: what cannot be opened is an input error like any other."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ircompare.errors import InputError, Problem
from ircompare.readers.formats import DESCRIBED
from ircompare.readers.loaded import Loaded, Slot
from ircompare.readers.reading import read, run_name

_DESCRIPTIONS = (".meta.json", ".meta.yaml", ".meta.yml")


def load(
    path: str | os.PathLike[str], slot: Slot | None = None, *, name: str | None = None
) -> Loaded[Any]:
    """One file from disk; beside a run, a file `<run>.meta.json` or `.yaml` describes it.

    Raises:
        InputError: The path cannot be read, or with every problem of the file.
    """
    place = Path(path)
    data = _bytes_of(place, slot)
    companion = _companion(place) if slot in {"run", None} else None
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


def _companion(path: Path) -> bytes | None:
    """The description beside a run, by its whole name or by its stem."""
    stems = dict.fromkeys((path.name, run_name(path.name)))
    for candidate in (path.with_name(stem + end) for stem in stems for end in _DESCRIPTIONS):
        if candidate != path and candidate.is_file():
            return candidate.read_bytes()
    return None
