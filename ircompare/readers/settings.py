"""`ircompare.toml`: paths, run names and protocol for every command and the dashboard.

    corpus = "corpus.jsonl"
    queries = "queries.jsonl"
    qrels = "qrels.txt"

    [[runs]]
    path = "runs/bm25.run"
    name = "bm25"

    [protocol]
    k = 10
    judgements = "pooled"

Relative paths start at the folder of the file.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from ircompare.errors import InputError, Problem, Problems, quote
from ircompare.model.protocol import Judgements, NoRelevant, Order, Protocol
from ircompare.readers.loaded import Slot

SETTINGS_NAME = "ircompare.toml"
FILES: tuple[Slot, ...] = ("corpus", "queries", "qrels")
PROTOCOL_KEYS = ("split", "k", "judgements", "min_relevance", "order", "no_relevant")
_CHOICES = {
    "judgements": get_args(Judgements),
    "order": get_args(Order),
    "no_relevant": get_args(NoRelevant),
}
_WHOLE = ("k", "min_relevance")


@dataclass(frozen=True)
class RunFile:
    """A run's file and the name it is shown by.

    Attributes:
        path: The file.
        name: None for the name of the file.
    """

    path: str
    name: str | None = None


@dataclass(frozen=True)
class Settings:
    """What a settings file says; nothing in it has a default here.

    Attributes:
        corpus, queries, qrels: Paths, None where the file names none.
        runs: The runs, the reference first.
        protocol: The fields of Protocol that the file sets, by name.
        source: Name of the file.
    """

    corpus: str | None = None
    queries: str | None = None
    qrels: str | None = None
    runs: tuple[RunFile, ...] = ()
    protocol: Mapping[str, object] = field(default_factory=dict)
    source: str = ""

    @classmethod
    def of(cls, files: Iterable[tuple[Slot, str, str | None]], protocol: Protocol) -> Settings:
        """Settings from (slot, path, name) of each file and a whole protocol."""
        listed = list(files)
        paths = {slot: path for slot, path, _ in listed if slot in FILES}
        runs = tuple(RunFile(path, name) for slot, path, name in listed if slot == "run")
        chosen = {key: getattr(protocol, key) for key in PROTOCOL_KEYS}
        said = {key: value for key, value in chosen.items() if value is not None}
        return cls(paths.get("corpus"), paths.get("queries"), paths.get("qrels"), runs, said)

    def files(self) -> Iterator[tuple[Slot, str, str | None]]:
        """(slot, path, name) of each file named, the runs last and in order."""
        for slot, path in zip(FILES, (self.corpus, self.queries, self.qrels), strict=True):
            if path is not None:
                yield slot, path, None
        for run in self.runs:
            yield "run", run.path, run.name


def load_settings(path: str | os.PathLike[str]) -> Settings:
    """The settings file at a path.

    Raises:
        InputError: It cannot be read, or with every problem in it.
    """
    place = Path(path)
    try:
        data = place.read_bytes()
    except OSError as error:
        raise InputError(
            Problem(
                "no-such-file",
                f"settings cannot be read: {error.strerror or error}",
                str(path),
                expected=f"a settings file such as {SETTINGS_NAME}",
                mend="check the path",
            )
        ) from error
    return read_settings(data, str(path), folder=place.parent)


def read_settings(data: bytes, source: str, *, folder: str | os.PathLike[str] = ".") -> Settings:
    """A settings file from its bytes.

    Args:
        data: The bytes, TOML in UTF-8.
        source: Name of the file, for messages.
        folder: Where relative paths start.

    Raises:
        InputError: With every problem of the file.
    """
    problems = Problems(source)
    table = _toml(data, source)
    _refuse_unknown(table, (*FILES, "runs", "protocol"), "", problems)
    paths = {slot: _path(table.get(slot), slot, folder, problems) for slot in FILES}
    runs = tuple(_runs(table.get("runs", []), folder, problems))
    protocol = _protocol(table.get("protocol", {}), problems)
    problems.raise_any()
    corpus, queries, qrels = (paths[slot] for slot in FILES)
    return Settings(corpus, queries, qrels, runs, protocol, source)


def write_settings(settings: Settings, *, folder: str | os.PathLike[str] | None = None) -> str:
    """The text of a settings file.

    Args:
        settings: What to write; it is read back as the same.
        folder: Paths below it are written relative to it; None leaves them as they are.
    """
    import tomli_w

    table: dict[str, object] = {}
    runs = []
    for slot, path, name in settings.files():
        short = path if folder is None else _relative(path, Path(folder))
        if slot == "run":
            runs.append({"path": short} if name is None else {"path": short, "name": name})
        else:
            table[slot] = short
    if runs:
        table["runs"] = runs
    if settings.protocol:
        table["protocol"] = dict(settings.protocol)
    return tomli_w.dumps(table)


def _toml(data: bytes, source: str) -> dict[str, object]:
    try:
        return tomllib.loads(data.removeprefix(b"\xef\xbb\xbf").decode("utf-8"))
    except UnicodeDecodeError as error:
        found = f"byte 0x{data[error.start]:02X}"
        problem = Problem("bad-encoding", "settings are not UTF-8", source, found=found)
    except tomllib.TOMLDecodeError as error:
        problem = Problem("bad-toml", "settings are not TOML", source, found=str(error))
    raise InputError(problem)


def _refuse_unknown(
    table: Mapping[str, object], known: Iterable[str], inside: str, problems: Problems
) -> None:
    names = tuple(known)
    for key in table:
        if key not in names:
            problems.add(
                "unknown-key",
                f"unknown key {quote(inside + key)}",
                expected=", ".join(inside + name for name in names),
                mend="remove the key or correct its name",
            )


def _path(
    value: object, key: str, folder: str | os.PathLike[str], problems: Problems
) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or not value:
        _refuse_value(key, value, "a path in quotes", problems)
        return None
    return str(Path(folder) / value)


def _runs(value: object, folder: str | os.PathLike[str], problems: Problems) -> Iterator[RunFile]:
    if not isinstance(value, list):
        _refuse_value("runs", value, 'tables [[runs]] with "path" and perhaps "name"', problems)
        return
    for number, entry in enumerate(value, 1):
        place = f"runs[{number}]"
        if not isinstance(entry, dict):
            _refuse_value(place, entry, 'a table with "path" and perhaps "name"', problems)
            continue
        _refuse_unknown(entry, ("path", "name"), f"{place}.", problems)
        path = _path(entry.get("path", 0), f"{place}.path", folder, problems)
        name = entry.get("name")
        if name is not None and not (isinstance(name, str) and name):
            _refuse_value(f"{place}.name", name, "a name in quotes", problems)
        elif path is not None:
            yield RunFile(path, name)


def _protocol(value: object, problems: Problems) -> dict[str, object]:
    if not isinstance(value, dict):
        _refuse_value("protocol", value, "a table [protocol]", problems)
        return {}
    _refuse_unknown(value, PROTOCOL_KEYS, "protocol.", problems)
    said = {key: value[key] for key in PROTOCOL_KEYS if key in value}
    for key, choice in said.items():
        expected = _fault(key, choice)
        if expected:
            _refuse_value(f"protocol.{key}", choice, expected, problems)
    return said


def _fault(key: str, value: object) -> str:
    """What would have been right, "" where the value is."""
    if key in _WHOLE:
        good = isinstance(value, int) and not isinstance(value, bool) and value >= 1
        return "" if good else "a whole number of at least 1"
    if key in _CHOICES:
        return "" if value in _CHOICES[key] else f"one of {', '.join(_CHOICES[key])}"
    return "" if isinstance(value, str) and value else "the name of a split in quotes"


def _refuse_value(key: str, value: object, expected: str, problems: Problems) -> None:
    problems.add(
        "bad-value",
        f"key {quote(key)} has a value that cannot be used",
        expected=expected,
        found="nothing" if value in (None, 0) and key.endswith("path") else quote(repr(value)),
        mend="correct the value",
    )


def _relative(path: str, folder: Path) -> str:
    place = Path(path)
    inside = place.is_absolute() and place.is_relative_to(folder.absolute())
    return place.relative_to(folder.absolute()).as_posix() if inside else path
