"""A library from disk: a folder of pages, or a corpus file."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from ircompare.consistency.baseline import note_library
from ircompare.consistency.library import Library, without_suffix
from ircompare.errors import InputError, Problem, Problems, quote
from ircompare.readers.identifiers import check_id
from ircompare.readers.loaded import Loaded

PAGES = "**/*.md"


def read_library(
    path: str | os.PathLike[str], *, pages: str = PAGES, strip_suffix: bool = False
) -> Library:
    """The pages of a folder by relative POSIX name, or the texts of a corpus file by id.

    Hidden files and folders are left out and links are not followed.

    Args:
        pages: Which files of a folder are pages; `**` stands for any number of folders.
        strip_suffix: Whether names lose their extension.

    Raises:
        InputError: The path is absent or unreadable, holds no page, or holds one that is not
            UTF-8.
    """
    root = Path(path)
    library = _from_corpus(root) if _is_file(root) else _from_folder(root, pages, strip_suffix)
    problems = Problems(library.source)
    note_library(library, problems)
    problems.raise_any()
    return library


def _is_file(path: Path) -> bool:
    """Whether a path is a file; one that may not be looked at counts as a folder."""
    try:
        return path.is_file()
    except OSError:
        return False


def _from_corpus(path: Path) -> Library:
    from ircompare.readers.files import load

    loaded: Loaded[object] = load(path, "corpus")
    return Library.from_corpus(loaded.value)  # type: ignore[arg-type]


def _from_folder(root: Path, pages: str, strip_suffix: bool) -> Library:
    pattern = _parts(pages)
    problems = Problems(str(root))
    bodies: dict[str, str | bytes] = {}
    for file in _files(root, problems):
        parts = file.relative_to(root).parts
        if not _matches(parts, pattern):
            continue
        name = "/".join(parts)
        name = check_id(without_suffix(name) if strip_suffix else name, "page name", None, problems)
        if name in bodies:
            _note_same_name(name, file, problems)
        bodies[name] = _bytes_of(file, problems)
    problems.raise_any()
    return Library.from_pages(bodies, source=str(root), pattern=pages, strip_suffix=strip_suffix)


def _files(root: Path, problems: Problems) -> Iterator[Path]:
    """Every regular file that is not hidden, in order of names; folders behind links are left."""

    def refused(error: OSError) -> None:
        problems.add(
            "no-such-file" if isinstance(error, FileNotFoundError) else "unreadable-folder",
            f"folder cannot be read: {error.strerror}",
            source=str(error.filename),
            expected="a folder of pages, or a corpus file",
            mend="check the path and its permissions",
        )

    for folder, inner, files in os.walk(root, onerror=refused, followlinks=False):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        places = [Path(folder, name) for name in sorted(files) if not name.startswith(".")]
        yield from (place for place in places if stat.S_ISREG(place.lstat().st_mode))


def _bytes_of(file: Path, problems: Problems) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        problems.add(
            "unreadable-file",
            f"page cannot be read: {error.strerror}",
            source=str(file),
            mend="check its permissions",
        )
        return b""


def _parts(pattern: str) -> tuple[str, ...]:
    """The parts of a pattern between its slashes."""
    parts = tuple(pattern.split("/"))
    if not all(parts) or ".." in parts or "." in parts:
        raise InputError(
            Problem(
                "bad-pattern",
                f"pattern of pages {quote(pattern)} is not relative to the library",
                expected=f"a relative pattern such as {PAGES}",
            )
        )
    return parts


def _matches(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether the parts of a path match those of a pattern; upper and lower case differ."""
    if not pattern:
        return not parts
    if pattern[0] == "**":
        return any(_matches(parts[at:], pattern[1:]) for at in range(len(parts) + 1))
    return bool(parts) and fnmatchcase(parts[0], pattern[0]) and _matches(parts[1:], pattern[1:])


def _note_same_name(name: str, file: Path, problems: Problems) -> None:
    problems.add(
        "duplicate-page",
        f"page name {quote(name)} twice",
        source=str(file),
        expected="each name once",
        found="two files that differ in their extension alone",
        mend="keep the extensions, or narrow the pattern of the pages",
    )
