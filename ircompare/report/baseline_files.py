"""A baseline on disk: written whole, never over another one unless that one is kept in history."""

from __future__ import annotations

from pathlib import Path

from ircompare.consistency.baseline import (
    META_FILE,
    RANKINGS_FILE,
    Baseline,
    BaselineMeta,
    meta_json,
    rankings_json,
    version_problems,
)
from ircompare.errors import InputError, Problem, quote
from ircompare.readers.baseline import read_baseline
from ircompare.report.atomic import write_atomic
from ircompare.report.phrases import plain
from ircompare.scoring.numbers import counted

HISTORY = "history"
UNNAMED = "unnamed"


def write_baseline(baseline: Baseline, folder: Path, *, replace: bool = False) -> Path | None:
    """Write both files of a baseline into a folder, which is made where it is absent.

    The files that say what was recorded come last, so that a write cut short leaves a baseline
    that the gate calls stale.

    Args:
        replace: Whether a baseline that stands there may be moved to `history/<its version>/`.

    Returns:
        The folder of history to which an earlier baseline was moved; None where there was none.

    Raises:
        InputError: A baseline stands there and `replace` is not set; its version, or that of the
            new one, is taken by another in history; or the folder cannot be written.
    """
    standing = [name for name in (RANKINGS_FILE, META_FILE) if (folder / name).exists()]
    version = baseline.meta.version if baseline.meta else None
    if standing and not replace:
        raise _refused(folder, standing)
    kept = folder / HISTORY / _version_of(folder) if standing else None
    _check_free(folder, kept, version or UNNAMED)
    _make_folder(folder if kept is None else kept)
    for name in reversed(standing):
        if kept is not None:
            _move(folder / name, kept / name)
    write_atomic(folder / RANKINGS_FILE, rankings_json(baseline).encode())
    write_atomic(folder / META_FILE, meta_json(baseline).encode())
    return kept


def recorded_text(baseline: Baseline, folder: str, kept: Path | None) -> str:
    """What was recorded, where, and what became of an earlier baseline."""
    meta = baseline.meta or BaselineMeta()
    lines = [
        f"recorded baseline {plain(meta.version or UNNAMED)} in {folder}",
        f"engine {plain(meta.engine_version or '')} · "
        f"{counted(len(baseline.rankings or {}), 'query')} · {counted(baseline.slots, 'slot')} · "
        f"library of {counted(meta.pages or 0, 'page')}",
        f"fingerprint v1 {meta.fingerprint}",
        f"fingerprint v2 {meta.fingerprint_v2}",
    ]
    if kept is not None:
        lines.append(f"the earlier baseline is kept in {kept}")
    return "\n".join(lines) + "\n"


def _version_of(folder: Path) -> str:
    """Version of the baseline that stands in a folder, as a name for a folder of history."""
    try:
        standing = read_baseline(folder)
    except InputError:
        standing = None
    version = standing.meta.version if standing and standing.meta else None
    if version is not None and not version_problems(version, "baseline version"):
        return version
    taken = {path.name for path in (folder / HISTORY).glob(f"{UNNAMED}*")}
    names = (f"{UNNAMED}-{number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def _check_free(folder: Path, kept: Path | None, version: str) -> None:
    """Refuse a version that another baseline has: their reports would be taken for one trend."""
    taken = (folder / HISTORY / version).exists() or (kept is not None and kept.name == version)
    if taken:
        raise InputError(
            Problem(
                "version-taken",
                f"baseline version {quote(version)} is taken by an earlier baseline",
                str(folder),
                expected="a version of its own for every baseline",
                mend="choose another version; reports of two baselines are never mixed",
            )
        )
    if kept is not None and kept.exists():
        raise InputError(
            Problem(
                "version-taken",
                f"history already holds a baseline of version {quote(kept.name)}",
                str(kept),
                expected="a free place for the baseline that is replaced",
                mend="move that folder away first; nothing is written over",
            )
        )


def _refused(folder: Path, standing: list[str]) -> InputError:
    return InputError(
        Problem(
            "baseline-exists",
            "folder already holds a baseline",
            str(folder),
            expected="a folder without a baseline",
            found=" and ".join(standing),
            mend="choose another folder, or replace it (--replace); "
            f"the old one is kept in {HISTORY}/",
        )
    )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_write(folder, error) from error


def _move(path: Path, to: Path) -> None:
    try:
        path.replace(to)
    except OSError as error:
        raise _cannot_write(to, error) from error


def _cannot_write(path: Path, error: OSError) -> InputError:
    return InputError(
        Problem(
            "cannot-write",
            f"folder {quote(str(path))} cannot be written",
            found=error.strerror or str(error),
            mend="check the path and its permissions",
        )
    )
