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
    beside = path.parent / f".{path.name}.{os.urandom(4).hex()}"
    try:
        try:
            with beside.open("xb") as file:
                yield file
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
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
