"""Inputs from paths: what cannot be opened is an input error like any other."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from ircompare.errors import InputError, Problem, printable
from ircompare.readers.formats import DESCRIBED
from ircompare.readers.loaded import Loaded, Slot, Tell
from ircompare.readers.provenance import from_companion
from ircompare.readers.reading import read, run_name, stem

DESCRIPTIONS = (".meta.json", ".meta.yaml", ".meta.yml")
LARGE = 1 << 20


def load(
    path: str | os.PathLike[str],
    slot: Slot | None = None,
    *,
    name: str | None = None,
    source: str | None = None,
    companion: bytes | None = None,
    tell: Tell | None = None,
) -> Loaded[Any]:
    """One file from disk; beside a run, a file `<run>.meta.json` or `.yaml` describes it.

    Args:
        path: Where it is.
        slot: What the file is to be read as; None for what it looks like.
        name: Name of the run, None for the file name without its suffixes; of qrels of several
            judges the one whose grades count, or `majority`.
        source: Name of the file in messages; None for its path.
        companion: The description of a run; None for the file beside it.
        tell: Called with the bytes read so far and those in all while a large file is read; what
            it raises ends the reading.

    Raises:
        InputError: The path cannot be read, or with every problem of the file.
    """
    if slot == "repeat":
        repeated = load(path, "run", name=name, source=source, companion=companion, tell=tell)
        return replace(repeated, slot=slot)
    place, shown = Path(path), printable(source or str(path))
    if slot == "corpus" and _is_large(place):
        from ircompare.readers.large_corpus.load import large_corpus

        corpus = large_corpus(place, shown, tell)
        if corpus is not None:
            return corpus
    large = slot == "run" and _is_large(place)
    data = b"" if large else _bytes_of(place, slot)
    if companion is None and slot in {"run", None}:
        companion = companion_of(place)
    if large:
        stored = _in_pieces(place, shown, name, companion, tell)
        if stored is not None:
            return stored
        data = _bytes_of(place, slot)
    found = read(data, shown, slot, name=name, companion=companion)
    if tell is not None:
        tell(len(data), len(data))
    return found


def _is_large(path: Path) -> bool:
    try:
        return path.stat().st_size >= LARGE
    except (OSError, ValueError):
        return False


def _in_pieces(
    path: Path, source: str, name: str | None, companion: bytes | None, tell: Tell | None
) -> Loaded[Any] | None:
    """A large run whose rows stay on disk; None where it has to be read as a whole."""
    from ircompare.readers.stored import stored_run

    described = from_companion(companion, f"{source} (description)")
    return stored_run(path, source, name or run_name(source), described, tell)


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


def is_text(path: str) -> bool:
    """Whether a page, an address or a settings file can hold a path: all of it is UTF-8."""
    return printable(path) == path


def require_text(path: str) -> None:
    """Refuse a path that no page, address or settings file can hold.

    Raises:
        InputError: Bytes of it are not UTF-8.
    """
    if not is_text(path):
        raise InputError(
            Problem(
                "path-not-utf-8",
                "path is not UTF-8, so the dashboard cannot show it",
                path,
                expected="names of file and folders in UTF-8",
                mend="rename it; the commands that score and check read it as it is",
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
