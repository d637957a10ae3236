"""What a settings file holds before it means anything: its TOML, and refusals of single values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ircompare.errors import InputError, Problem, Problems, quote


def toml_table(data: bytes, source: str) -> dict[str, object]:
    """The table of a file.

    Raises:
        InputError: It is not TOML, or not UTF-8.
    """
    import tomllib

    try:
        return tomllib.loads(data.removeprefix(b"\xef\xbb\xbf").decode("utf-8"))
    except UnicodeDecodeError as error:
        found = f"byte 0x{data[error.start]:02X}"
        problem = Problem("bad-encoding", "settings are not UTF-8", source, found=found)
    except tomllib.TOMLDecodeError as error:
        problem = Problem("bad-toml", "settings are not TOML", source, found=str(error))
    raise InputError(problem)


def refuse_unknown(
    table: Mapping[str, object], known: Iterable[str], inside: str, problems: Problems
) -> None:
    """Note each key that the file may not have."""
    names = tuple(known)
    for key in table:
        if key not in names:
            problems.add(
                "unknown-key",
                f"unknown key {quote(inside + key)}",
                expected=", ".join(inside + name for name in names),
                mend="remove the key or correct its name",
            )


def refuse_value(key: str, value: object, expected: str, problems: Problems) -> None:
    """Note a value that is not what its key expects."""
    problems.add(
        "bad-value",
        f"key {quote(key)} has a value that cannot be used",
        expected=expected,
        found="nothing" if value in (None, 0) and key.endswith("path") else quote(repr(value)),
        mend="correct the value",
    )
