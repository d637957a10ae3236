"""A baseline as one archive that the server holds by content."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from functools import lru_cache

from ircompare.consistency.baseline import (
    META_FILE,
    RANKINGS_FILE,
    Baseline,
    meta_json,
    rankings_json,
)
from ircompare.dashboard.files import library
from ircompare.errors import InputError, Problem
from ircompare.readers.baseline import parse_baseline

LIMIT = 256 << 20
_DAY = (1980, 1, 1, 0, 0, 0)
_START = b"PK\x03\x04"
Parts = Mapping[str, bytes]


def zipped(parts: Parts) -> bytes:
    """Both files of a baseline as one archive; the same files give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in (RANKINGS_FILE, META_FILE):
            if name in parts:
                archive.writestr(zipfile.ZipInfo(name, _DAY), parts[name], zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def parts_of(baseline: Baseline) -> Parts:
    """The two files that record a baseline."""
    return {
        RANKINGS_FILE: rankings_json(baseline).encode(),
        META_FILE: meta_json(baseline).encode(),
    }


def unzipped(data: bytes, source: str) -> Parts:
    """The files of a baseline in an archive, in whatever folder; others are left.

    Raises:
        InputError: It is no archive, or its files are too large.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {
                name: _bounded(archive, entry)
                for entry in archive.infolist()
                for name in (RANKINGS_FILE, META_FILE)
                if entry.filename.rsplit("/", 1)[-1] == name
            }
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError) as fault:
        raise unreadable(source, str(fault)) from fault


def given_parts(files: Mapping[str, bytes]) -> Parts:
    """The files of a baseline among uploads: an archive, or the two files, known by name.

    Raises:
        InputError: None of them is a file of a baseline.
    """
    found: dict[str, bytes] = {}
    for name, data in files.items():
        if data.startswith(_START):
            found.update(unzipped(data, name))
        elif name in (RANKINGS_FILE, META_FILE):
            found[name] = data
    if not found:
        raise InputError(
            Problem(
                "no-baseline",
                "no file of a baseline was given",
                expected=f"{RANKINGS_FILE} and {META_FILE}, or the archive that holds both",
                found=", ".join(files) or "nothing",
                mend="give both files under these names",
            )
        )
    return found


def held(parts: Parts) -> str:
    """Hold a baseline on the server and return its digest.

    Raises:
        InputError: It cannot be read.
    """
    parse_baseline(parts.get(RANKINGS_FILE), parts.get(META_FILE))
    return library().put(zipped(parts))


@lru_cache(maxsize=16)
def baseline(digest: str) -> Baseline | None:
    """The baseline of a digest, None where the server no longer holds it."""
    data = library().bytes(digest)
    if data is None:
        return None
    parts = unzipped(data, "baseline")
    return parse_baseline(parts.get(RANKINGS_FILE), parts.get(META_FILE))


def archive(digest: str, held_now: Baseline) -> bytes:
    """A baseline as one archive: the very files that were given, while the server holds them."""
    return library().bytes(digest) or zipped(parts_of(held_now))


def _bounded(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    with archive.open(entry) as file:
        data = file.read(LIMIT + 1)
    if len(data) > LIMIT:
        raise unreadable(entry.filename, f"more than {LIMIT >> 20} MB unpacked")
    return data


def unreadable(source: str, found: str) -> InputError:
    """The error of a baseline that cannot be opened."""
    return InputError(
        Problem(
            "unreadable-file",
            "baseline cannot be opened",
            source,
            expected=f"{RANKINGS_FILE} and {META_FILE}, or the archive that holds both",
            found=found,
        )
    )
