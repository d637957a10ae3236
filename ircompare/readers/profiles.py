"""Profiles and alert rules from where they are: in the package, on disk, or given as bytes."""

from __future__ import annotations

from pathlib import Path

from ircompare.errors import InputError, Problem
from ircompare.scorecard.alerts import Rule, read_rules
from ircompare.scorecard.profiles import Profile, load_profile, read_profile

SUFFIX = ".toml"
NAMED = "a TOML file, or the name of a profile without a suffix"


def profile_of(name: str, given: bytes | None = None) -> Profile:
    """The profile that a name or a path ending in `.toml` stands for.

    Args:
        given: The bytes of the file, where they are at hand; None to read it from disk.

    Raises:
        InputError: There is no such profile, or with every problem of its file.
    """
    if given is not None:
        return read_profile(given, name)
    if not name.endswith(SUFFIX):
        return load_profile(name)
    return read_profile(_bytes_of(name, "profile", NAMED), name)


def rules_at(path: str) -> tuple[Rule, ...]:
    """The alert rules of a file.

    Raises:
        InputError: It cannot be read, or with every problem of the file.
    """
    return read_rules(_bytes_of(path, "alert rules", "a TOML file"), path)


def _bytes_of(path: str, what: str, expected: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(
            Problem(
                "no-such-file",
                f"{what} cannot be read: {getattr(error, 'strerror', None) or error}",
                path,
                expected=expected,
                mend="check the path",
            )
        ) from error
