"""Files as given to the dashboard, and where every session of the server finds them again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from ircompare import readers
from ircompare.dashboard.belonging import bound, followed, namesake
from ircompare.dashboard.recent import Recent
from ircompare.dashboard.single import Single
from ircompare.dashboard.spool import Spool
from ircompare.errors import InputError, Problem
from ircompare.model.levels import Level
from ircompare.readers.files import DESCRIPTIONS, companion_names, companion_of, require_text
from ircompare.readers.loaded import Slot

Role = Literal["A", "B", ""]
HELD_BYTES = 4 << 30
HELD_SETS = 200
WORDS: dict[Slot, str] = {
    "corpus": "corpus",
    "queries": "quer",
    "qrels": "qrel",
    "run": "run",
    "pairs": "pair",
}
SINGLE: tuple[Slot, ...] = ("corpus", "queries", "qrels", "chunk_map", "baseline", "variants")
# Slots of which run A and run B have one file each; the runs themselves come first.
PAIRED: tuple[Slot, ...] = ("run", "measurements", "answers", "pairs")
# Slots of which either run has any number.
SEVERAL: tuple[Slot, ...] = ("repeat",)


@dataclass(frozen=True)
class Given:
    """One file as a user gave it.

    Attributes:
        source: Its name, as shown.
        digest: Of an upload, that of its bytes, under which the library holds them; of a file
            opened from a path, that of path and stamp.
        slot: What it is read as.
        role: For runs and their tables, whether of run A, run B or neither.
        name: Run name, None for the one its file gives.
        path: Where it was opened from; "" for an upload.
        stamp: Size and modification time in nanoseconds when it was opened from a path.
        companion: Digest of the file beside a run that describes it; "" without one.
        beside: Stamps of the descriptions beside a run opened from a path, None where absent.
        level: Whether a run was said to name chunks or documents; "" where its ids decide.
        of: Path or source of the run that a table belongs to; "" as long as none is known.
    """

    source: str
    digest: str
    slot: Slot
    role: Role = ""
    name: str | None = None
    path: str = ""
    stamp: tuple[int, int] | None = None
    companion: str = ""
    beside: tuple[tuple[int, int] | None, ...] = ()
    level: Level | Literal[""] = ""
    of: str = ""

    @property
    def changed(self) -> bool:
        """Whether the file on disk is no longer the one that was opened."""
        return bool(self.path) and self.stamp is not None and stamp_of(self.path) != self.stamp

    @property
    def described_anew(self) -> bool:
        """Whether the description beside a run came, went or is another one on disk now."""
        return self.slot == "run" and bool(self.beside) and _beside(self.path) != self.beside


class Library(Spool):
    """Files by digest, on disk, and sets of them by digest: those unused for longest go first."""

    def __init__(self, limit: int = HELD_BYTES) -> None:
        super().__init__(limit)
        self._sets: Recent[str, tuple[Given, ...]] = Recent(HELD_SETS)

    def register(self, given: Sequence[Given]) -> str:
        """Hold a set of files and return its digest."""
        digest = hashlib.blake2b(repr(tuple(given)).encode(), digest_size=8).hexdigest()
        self._sets.put(digest, tuple(given))
        return digest

    def files(self, digest: str) -> tuple[Given, ...] | None:
        """The files of a set, None where it is not known."""
        return self._sets.get(digest)


library = Single(Library)
"""The one library of this server."""


def from_upload(source: str, data: bytes) -> Given:
    """A given file from uploaded bytes, with the slot its content proposes.

    Raises:
        InputError: They cannot be put on disk.
    """
    held = library()
    digest = held.put(data)
    return Given(source, digest, _proposed(held.path(digest), source))


def from_path(path: Path, slot: Slot | None = None, name: str | None = None) -> Given:
    """A given file opened from disk and watched there; it is neither copied nor held.

    Raises:
        InputError: No such file, it cannot be read, or its path is not UTF-8.
    """
    require_text(str(path))
    stamp = _stamp_of_readable(path)
    proposed = slot or _proposed(path, path.name)
    beside = companion_of(path) if proposed == "run" else None
    return Given(
        path.name,
        hashlib.blake2b(repr((str(path), stamp)).encode(), digest_size=16).hexdigest(),
        proposed,
        name=name,
        path=str(path),
        stamp=stamp,
        companion=library().put(beside) if beside is not None else "",
        beside=_beside(path) if proposed == "run" else (),
    )


def _stamp_of_readable(path: Path) -> tuple[int, int] | None:
    try:
        if path.exists() and not path.is_file():
            raise _unopened(path, "not a regular file")
        stamp = stamp_of(path)
        path.open("rb").close()
    except OSError as fault:
        raise _unopened(path, str(fault.strerror)) from fault
    return stamp


def _unopened(path: Path, why: str) -> InputError:
    return InputError(
        Problem(
            "no-such-file",
            f"{path.name} cannot be opened: {why}",
            str(path),
            expected="a file that can be read",
            mend="check the path and its permissions",
        )
    )


def stamp_of(path: str | Path) -> tuple[int, int] | None:
    """Size and modification time of a file, None where it is gone."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _beside(path: str | Path) -> tuple[tuple[int, int] | None, ...]:
    """Stamps of the files that may describe a run of this path."""
    place = Path(path)
    return tuple(stamp_of(place.with_name(name)) for name in companion_names(place.name))


def _proposed(path: Path | None, source: str) -> Slot:
    """The slot of the content; where it could be several, the one that the name speaks of."""
    if path is None:
        return "run"
    try:
        guess = readers.sniff_path(path, source)
    except (InputError, OSError):
        return "run"
    named = (slot for slot in guess.alternatives if WORDS.get(slot, "\0") in source.lower())
    return guess.slot if guess.sure else next(named, guess.slot)


def add(files: Sequence[Given], new: Sequence[Given]) -> tuple[Given, ...]:
    """The files with new ones added; a new file replaces one of its name or its single slot."""
    kept = list(files)
    for item in new:
        gone = replaced_by(kept, item)
        kept = [old for old in kept if old not in gone]
        if gone and _same_file(gone[0], item):
            same = gone[0].slot == item.slot
            item = replace(item, role=gone[0].role, of=gone[0].of) if same else item
        kept.append(item)
    return with_roles(kept)


def replaced_by(files: Sequence[Given], new: Given) -> list[Given]:
    """The files that a new one takes the place of: first that of its name, then of its slot."""
    again = [old for old in files if _same_file(old, new)][:1]
    alone = [old for old in files if old.slot == new.slot] if new.slot in SINGLE else []
    return [*again, *(old for old in alone if old not in again)]


def _same_file(old: Given, new: Given) -> bool:
    """Whether a new file takes the place of an old one: the same name, and no other path.

    Measurements, answer labels and pairs of a run may all have its name.
    """
    elsewhere = old.path and new.path and old.path != new.path
    apart = old.slot != new.slot and {old.slot, new.slot} <= {"measurements", "answers", "pairs"}
    alike = _repeats(old) == _repeats(new)
    return old.source == new.source and not elsewhere and not apart and alike


def uploaded(files: Sequence[Given], name: str, slot: Slot, role: Role) -> Given | None:
    """The upload of a name, that of a slot and role before any other; None without one."""
    alike = [item for item in files if not item.path and item.source == name]
    own = (item for item in alike if (item.slot, item.role) == (slot, role))
    return next(own, alike[-1] if alike else None)


def _repeats(item: Given) -> Role | None:
    """Which run a file repeats; None where it is no repeated run."""
    return item.role if item.slot in SEVERAL else None


def is_description(source: str) -> bool:
    """Whether a file describes the run beside it, by its name."""
    return source.endswith(DESCRIPTIONS)


def describe(files: Sequence[Given], source: str, data: bytes) -> tuple[Given, ...]:
    """The files with a description attached to its run.

    Raises:
        InputError: None of the files is the run that it names.
    """
    runs = [item for item in files if item.slot == "run" and source in companion_names(item.source)]
    if not runs:
        raise InputError(
            Problem(
                "no-such-run",
                "description has no run beside it",
                source,
                expected="a run of the same name, such as bm25.run for bm25.run.meta.json",
                mend="drop it together with its run, or after it",
            )
        )
    digest = library().put(data)
    return tuple(replace(item, companion=digest) if item in runs else item for item in files)


def with_roles(files: Sequence[Given]) -> tuple[Given, ...]:
    """The files with run A and run B given out: kept where set, else in order of appearance.

    A table of a run goes to the run whose name is in its own, where that has none yet; so does a
    repeated run of which it is not said what it repeats. From then on it goes with its run.
    """
    owned = (*PAIRED, *SEVERAL)
    settled = [item if item.slot in owned else replace(item, role="") for item in files]
    settled = _roles_of("run", settled)
    settled = [followed(item, settled) for item in settled]
    for slot in PAIRED[1:]:
        settled = _roles_of(slot, settled)
    lone = [item.slot in SEVERAL and not item.role and not item.of for item in settled]
    named = [
        replace(item, role=run.role) if alone and (run := namesake(item, settled)) else item
        for item, alone in zip(settled, lone, strict=True)
    ]
    return bound(named, PAIRED[1:], SEVERAL)


def _roles_of(slot: Slot, files: Sequence[Given]) -> list[Given]:
    taken = {item.role for item in files if item.slot == slot}
    free: list[Role] = [role for role in ("A", "B") if role not in taken]
    settled = []
    for item in files:
        run = namesake(item, files)
        of_another = run is not None and not run.role
        if item.slot == slot and not (item.role or item.of or of_another) and free:
            role = run.role if run is not None and run.role in free else free[0]
            free.remove(role)
            item = replace(item, role=role)
        settled.append(item)
    return settled


def swapped(files: Sequence[Given]) -> tuple[Given, ...]:
    """The files with run A and run B exchanged."""
    other: dict[Role, Role] = {"A": "B", "B": "A", "": ""}
    return tuple(replace(item, role=other[item.role]) for item in files)
