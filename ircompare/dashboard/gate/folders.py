"""Folders below the data folder: those that hold a baseline, and those that may be a library."""

from __future__ import annotations

from pathlib import Path

from ircompare.consistency.baseline import META_FILE, RANKINGS_FILE
from ircompare.dashboard import opening
from ircompare.dashboard.gate.files import Parts, unreadable
from ircompare.errors import InputError, Problem
from ircompare.readers.files import is_text

LISTED = 300


def from_folder(name: str) -> Parts:
    """The files of a baseline in a folder below the data folder.

    Raises:
        InputError: The folder is not below it, or a file cannot be read.
    """
    folder = below(name)
    try:
        return {
            file: (folder / file).read_bytes()
            for file in (RANKINGS_FILE, META_FILE)
            if (folder / file).is_file()
        }
    except OSError as fault:
        raise unreadable(name, fault.strerror or str(fault)) from fault


def below(name: str) -> Path:
    """A folder below the data folder by its relative name.

    Raises:
        InputError: It lies elsewhere.
    """
    root = opening.data_folder()
    path = (root / name).resolve()
    if not path.is_relative_to(root):
        raise InputError(
            Problem(
                "outside",
                "folder is not below the folder of the dashboard",
                name,
                expected=f"a folder below {root.name or root}",
            )
        )
    return path


def folders() -> list[str]:
    """Names of the folders up to three deep below the data folder that a menu can show.

    Hidden ones are left out.
    """
    root = opening.data_folder()
    found = []
    for pattern in ("*/", "*/*/", "*/*/*/"):
        for path in sorted(root.glob(pattern)):
            parts = path.relative_to(root).parts
            if not any(part.startswith((".", "__")) for part in parts) and not path.is_symlink():
                found.append("/".join(parts))
    return [name for name in found if is_text(name)][:LISTED]


def baseline_folders() -> list[str]:
    """Those of the folders that hold a baseline."""
    root = opening.data_folder()
    return [
        name
        for name in folders()
        if any((root / name / file).is_file() for file in (RANKINGS_FILE, META_FILE))
    ]
