"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ircompare.errors import InputError, Problem, quote


def write_atomic(path: Path, data: bytes) -> None:
    """Write a file beside its place and move it there, so that no half of it is ever seen.

    Raises:
        InputError: The folder is absent or cannot be written.
    """
    with atomic_file(path) as file:
        file.write(data)


@contextmanager
def atomic_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write piece by piece; it stands at its place once the block ends without an error.

    Raises:
        InputError: The folder is absent or cannot be written.
    """
    import tempfile

    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
            _usual_mode(name)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(
            Problem(
                "cannot-write",
                f"file {quote(str(path))} cannot be written",
                expected="a folder that exists and may be written",
                found=error.strerror or str(error),
                mend="choose another place",
            )
        ) from error


def _usual_mode(name: str) -> None:
    """Give a temporary file the permissions of any new file."""
    mask = os.umask(0)
    os.umask(mask)
    Path(name).chmod(0o666 & ~mask)
