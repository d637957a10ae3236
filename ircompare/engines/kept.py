"""Judged runs on disk: one small file each, found again by everything that it depends on."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from ircompare.engines.work import Task
from ircompare.errors import Problem, printable
from ircompare.model.protocol import canonical_json, sha256_text
from ircompare.readers.files import companion_names
from ircompare.report.atomic import write_atomic
from ircompare.scoring.judged_run import JudgedRun

FORM = 1
_ARRAYS = ("returned", "bounds", "ranks", "judgements", "tie_first", "tie_last")
_UNREADABLE = (
    OSError,
    EOFError,
    ValueError,
    KeyError,
    TypeError,
    zipfile.BadZipFile,
    zlib.error,
)


class KeptRuns:
    """A folder of judged runs.

    A run is found again only where nothing has changed that its values rest on: path, size and
    times of its file and of the description beside it, its name and level, and `about`. A file
    that cannot be read counts as absent. Cutoffs do not matter: every value is taken anew.

    Args:
        folder: An existing folder.
        about: All else that the values depend on, as JSON can hold it.
    """

    def __init__(self, folder: Path, about: Mapping[str, object]) -> None:
        self._folder = folder
        self._about = {"form": FORM, **about}
        self._places: dict[Task, Path] = {}

    def place(self, task: Task) -> Path:
        """Where a run is kept, by the state in which its file was when it was first asked for."""
        if task not in self._places:
            key = {"about": self._about, "run": vars(task), "states": _states(Path(task.path))}
            digest = sha256_text(printable(canonical_json(key)))
            self._places[task] = self._folder / f"{digest}.npz"
        return self._places[task]

    def __contains__(self, task: Task) -> bool:
        return self.get(task) is not None

    def get(self, task: Task) -> JudgedRun | None:
        """The run as it was judged before, None if it was not or its file has changed."""
        try:
            return _unpacked(self.place(task))
        except _UNREADABLE:
            return None

    def put(self, task: Task, judged: JudgedRun) -> None:
        """Keep a run.

        Raises:
            InputError: The folder cannot be written.
        """
        write_atomic(self.place(task), _packed(judged))

    def clear(self, tasks: Sequence[Task]) -> None:
        """Remove these runs, and the folder if nothing else is in it."""
        for task in tasks:
            self.place(task).unlink(missing_ok=True)
        with suppress(OSError):
            self._folder.rmdir()


def _states(path: Path) -> list[tuple[str, int, int, int]]:
    """Name, size and times of a run's file and of the descriptions beside it."""
    found = []
    for name in (path.name, *companion_names(path.name)):
        with suppress(OSError):
            state = path.with_name(name).stat()
            found.append((name, state.st_size, state.st_mtime_ns, state.st_ctime_ns))
    return found


def _packed(judged: JudgedRun) -> bytes:
    facts = {name: value for name, value in vars(judged).items() if name not in _ARRAYS}
    facts["notes"] = [note.as_dict() for note in judged.notes]
    text = np.frombuffer(json.dumps(facts, default=str).encode(), np.uint8)
    buffer = io.BytesIO()
    arrays = {name: getattr(judged, name) for name in _ARRAYS}
    np.savez_compressed(buffer, facts=text, **arrays)
    return buffer.getvalue()


def _unpacked(path: Path) -> JudgedRun:
    with np.load(path, allow_pickle=False) as kept:
        facts: dict[str, Any] = json.loads(kept["facts"].tobytes())
        facts |= {name: kept[name] for name in _ARRAYS}
    facts["notes"] = tuple(Problem(**note) for note in facts["notes"])
    return JudgedRun(**{field.name: facts[field.name] for field in fields(JudgedRun)})
