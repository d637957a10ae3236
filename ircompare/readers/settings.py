"""`ircompare.toml`: paths, run names and protocol for every command and the dashboard.

    corpus = "corpus.jsonl"
    queries = "queries.jsonl"
    qrels = "qrels.txt"
    judge = "majority"
    chunk_map = "chunk_map.tsv"

    [[runs]]
    path = "runs/bm25.run"
    name = "bm25"
    level = "chunk"

    [protocol]
    k = 10
    judgements = "pooled"
    budget = 5

    [declared]
    margins = { MRR = 0.02 }

Only the paths of files that are used stand there, `judge` only where several judges differ: the
name of one, or majority; `level` only where the ids do not tell chunks from documents, and of
`budget` and `token_budget` at most one. Relative paths start at the folder of the file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, get_args

from ircompare.errors import InputError, Problem, Problems
from ircompare.inference.declared import NOTHING_DECLARED, Declared
from ircompare.model.levels import Level
from ircompare.model.protocol import Judgements, NoRelevant, Order, Protocol
from ircompare.readers.declared import DECLARED_KEYS, declared_table, read_declared
from ircompare.readers.loaded import Slot
from ircompare.readers.settings_values import refuse_unknown, refuse_value, toml_table

SETTINGS_NAME = "ircompare.toml"
FILES: tuple[Slot, ...] = ("corpus", "queries", "qrels", "chunk_map")
FIELD_KEYS = ("split", "k", "judgements", "min_relevance", "order", "no_relevant")
BUDGET_KEYS = ("budget", "token_budget")
PROTOCOL_KEYS = (*FIELD_KEYS, *BUDGET_KEYS)
_CHOICES = {
    "judgements": get_args(Judgements),
    "order": get_args(Order),
    "no_relevant": get_args(NoRelevant),
}
_WHOLE = ("k", "min_relevance", *BUDGET_KEYS)


@dataclass(frozen=True)
class RunFile:
    """A run's file and the name it is shown by.

    Attributes:
        path: The file.
        name: None for the name of the file.
        level: Whether it names chunks or documents; None where its ids tell.
    """

    path: str
    name: str | None = None
    level: Level | None = None


@dataclass(frozen=True)
class Settings:
    """What a settings file says; nothing in it has a default here.

    Attributes:
        corpus, queries, qrels: Paths, None where the file names none.
        runs: The runs, the reference first.
        protocol: The fields of Protocol that the file sets, by name; a chunk budget as `budget`
            or `token_budget`.
        source: Name of the file.
        chunk_map: Path, None where the file names none.
        declared: What was declared before looking at values.
        judge: Whose grades count in qrels of several judges; None where not declared.
    """

    corpus: str | None = None
    queries: str | None = None
    qrels: str | None = None
    runs: tuple[RunFile, ...] = ()
    protocol: Mapping[str, object] = field(default_factory=dict)
    source: str = ""
    chunk_map: str | None = None
    declared: Declared = NOTHING_DECLARED
    judge: str | None = None

    @classmethod
    def of(
        cls,
        files: Iterable[tuple[Slot, str, str | None]],
        protocol: Protocol,
        levels: Mapping[str, Level] | None = None,
        declared: Declared | None = None,
    ) -> Settings:
        """Settings from (slot, path, name) of each file, qrels named by judge, and a protocol.

        Args:
            levels: Level of each run that was given one, by path.
            declared: What was declared, None for nothing.
        """
        listed, told = list(files), levels or {}
        paths: dict[str, Any] = {slot: path for slot, path, _ in listed if slot in FILES}
        runs = tuple(
            RunFile(path, name, told.get(path)) for slot, path, name in listed if slot == "run"
        )
        chosen = {key: getattr(protocol, key) for key in FIELD_KEYS}
        chosen |= budget_keys(protocol)
        said = {key: value for key, value in chosen.items() if value is not None}
        judge = next((name for slot, _, name in listed if slot == "qrels"), None)
        held = declared or NOTHING_DECLARED
        return cls(**paths, runs=runs, protocol=said, declared=held, judge=judge)

    def files(self) -> Iterator[tuple[Slot, str, str | None]]:
        """(slot, path, name) of each file named, the runs last; the name of qrels is a judge."""
        for slot in FILES:
            path: str | None = getattr(self, slot)
            if path is not None:
                yield slot, path, self.judge if slot == "qrels" else None
        for run in self.runs:
            yield "run", run.path, run.name


def budget_keys(protocol: Protocol) -> dict[str, int]:
    """The budget of a protocol under the key that a settings file has for it, if there is one."""
    budget = protocol.chunks.budget if protocol.chunks is not None else None
    if budget is None:
        return {}
    return {"budget" if budget.unit == "chunks" else "token_budget": budget.n}


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
    table = toml_table(data, source)
    refuse_unknown(table, (*FILES, "judge", "runs", "protocol", "declared"), "", problems)
    paths: dict[str, Any] = {slot: _path(table.get(slot), slot, folder, problems) for slot in FILES}
    runs = tuple(_runs(table.get("runs", []), folder, problems))
    protocol = _protocol(table.get("protocol", {}), problems)
    declared = _declared(table.get("declared", {}), problems)
    judge = _judge(table.get("judge"), problems)
    problems.raise_any()
    return Settings(
        **paths, runs=runs, protocol=protocol, source=source, declared=declared, judge=judge
    )


def write_settings(settings: Settings, *, folder: str | os.PathLike[str] | None = None) -> str:
    """The text of a settings file.

    Args:
        settings: What to write; it is read back as the same.
        folder: Paths below it are written relative to it; None leaves them as they are.
    """
    import tomli_w

    table: dict[str, object] = {}

    def short(path: str) -> str:
        return path if folder is None else _relative(path, Path(folder))

    for slot, path, _ in settings.files():
        if slot != "run":
            table[slot] = short(path)
    if settings.judge:
        table["judge"] = settings.judge
    if settings.runs:
        table["runs"] = [
            {key: value for key, value in vars(run).items() if value is not None}
            | {"path": short(run.path)}
            for run in settings.runs
        ]
    if settings.protocol:
        table["protocol"] = dict(settings.protocol)
    declared = declared_table(settings.declared)
    if declared:
        table["declared"] = declared
    return tomli_w.dumps(table)


def _path(
    value: object, key: str, folder: str | os.PathLike[str], problems: Problems
) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or not value:
        refuse_value(key, value, "a path in quotes", problems)
        return None
    return str(Path(folder) / value)


def _judge(value: object, problems: Problems) -> str | None:
    if value is None or (isinstance(value, str) and value):
        return value
    refuse_value("judge", value, "the name of a judge in quotes, or majority", problems)
    return None


def _runs(value: object, folder: str | os.PathLike[str], problems: Problems) -> Iterator[RunFile]:
    if not isinstance(value, list):
        refuse_value("runs", value, 'tables [[runs]] with "path" and perhaps "name"', problems)
        return
    for number, entry in enumerate(value, 1):
        place = f"runs[{number}]"
        if not isinstance(entry, dict):
            refuse_value(place, entry, 'a table with "path" and perhaps "name"', problems)
            continue
        refuse_unknown(entry, ("path", "name", "level"), f"{place}.", problems)
        path = _path(entry.get("path", 0), f"{place}.path", folder, problems)
        name, level = entry.get("name"), entry.get("level")
        if level is not None and level not in get_args(Level):
            refuse_value(f"{place}.level", level, "chunk or document", problems)
        elif name is not None and not (isinstance(name, str) and name):
            refuse_value(f"{place}.name", name, "a name in quotes", problems)
        elif path is not None:
            yield RunFile(path, name, level)


def _protocol(value: object, problems: Problems) -> dict[str, object]:
    if not isinstance(value, dict):
        refuse_value("protocol", value, "a table [protocol]", problems)
        return {}
    refuse_unknown(value, PROTOCOL_KEYS, "protocol.", problems)
    said = {key: value[key] for key in PROTOCOL_KEYS if key in value}
    if set(BUDGET_KEYS) <= said.keys():
        problems.add(
            "two-budgets",
            'keys "protocol.budget" and "protocol.token_budget" stand side by side',
            expected="at most one of them",
            mend="remove one of the two",
        )
    for key, choice in said.items():
        expected = _fault(key, choice)
        if expected:
            refuse_value(f"protocol.{key}", choice, expected, problems)
    return said


def _declared(value: object, problems: Problems) -> Declared:
    if not isinstance(value, dict):
        refuse_value("declared", value, "a table [declared]", problems)
        return NOTHING_DECLARED
    refuse_unknown(value, DECLARED_KEYS, "declared.", problems)
    return read_declared(value, partial(refuse_value, problems=problems))


def _fault(key: str, value: object) -> str:
    """What would have been right, "" where the value is."""
    if key in _WHOLE:
        good = isinstance(value, int) and not isinstance(value, bool) and value >= 1
        return "" if good else "a whole number of at least 1"
    if key in _CHOICES:
        return "" if value in _CHOICES[key] else f"one of {', '.join(_CHOICES[key])}"
    return "" if isinstance(value, str) and value else "the name of a split in quotes"


def _relative(path: str, folder: Path) -> str:
    place = Path(path)
    inside = place.is_absolute() and place.is_relative_to(folder.absolute())
    return place.relative_to(folder.absolute()).as_posix() if inside else path
