"""A folder where a run is asked for stands for all runs in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ircompare.errors import InputError, Problem, quote
from ircompare.readers.files import DESCRIPTIONS
from ircompare.readers.settings_runs import RunFile


def unfolded(runs: Iterable[RunFile]) -> tuple[RunFile, ...]:
    """The runs with every folder replaced by its files, in their order.

    A file that was named before its folder is not taken twice, so that a reference may be named
    first. Other settings of a folder hold for each of its files.

    Raises:
        InputError: A folder without runs, one that cannot be listed, or one that has a run name.
    """
    found: list[RunFile] = []
    taken: set[Path] = set()
    for run in runs:
        for path in _files(run):
            place = Path(path).resolve()
            if path == run.path or place not in taken:
                found.append(replace(run, path=path))
            taken.add(place)
    return tuple(found)


def _files(run: RunFile) -> Iterator[str]:
    """The path of a run, or of every run in a folder."""
    if not Path(run.path).is_dir():
        yield run.path
        return
    if run.name is not None:
        raise InputError(
            Problem(
                "named-folder",
                f"folder has the run name {quote(run.name)}",
                run.path,
                expected="a name for one file, or a folder of runs without one",
                mend="leave the name out: each run is named after its file",
            )
        )
    yield from run_files(run.path)


def run_files(folder: str) -> list[str]:
    """Every file of a folder by name, but hidden ones and descriptions of runs; not its folders.

    Raises:
        InputError: There is none, or the folder cannot be listed.
    """
    try:
        names = sorted(place.name for place in Path(folder).iterdir() if _counts(place))
    except OSError as error:
        found = error.strerror or str(error)
        raise InputError(
            Problem("no-such-file", "folder cannot be listed", folder, found=found)
        ) from error
    if not names:
        raise InputError(
            Problem(
                "empty-folder",
                "folder holds no run",
                folder,
                expected="files, each of them a run; hidden files, folders in it and "
                f"descriptions ({', '.join('*' + end for end in DESCRIPTIONS)}) do not count",
                mend="check the path",
            )
        )
    return [str(Path(folder) / name) for name in names]


def _counts(place: Path) -> bool:
    """Whether an entry of a folder is meant as a run; a link that leads nowhere is, to be told."""
    if place.name.startswith(".") or place.name.endswith(DESCRIPTIONS):
        return False
    return place.is_file() or (place.is_symlink() and not place.exists())
