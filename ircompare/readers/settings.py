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

Tables of the scorecard stand in `variants`, and in `measurements`, `answers` and `pairs` of a
run, whose repeated runs are the list `repeats`; what it declares in
`[scorecard]` (see `scorecard_settings.py`).

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
from ircompare.readers.scorecard_settings import (
    NOTHING_CHOSEN,
    SCORECARD_KEYS,
    Choices,
    choices_table,
    read_choices,
)
from ircompare.readers.settings_runs import RunFile, read_path, read_runs, relative_path, run_table
from ircompare.readers.settings_values import refuse_unknown, refuse_value, toml_table

SETTINGS_NAME = "ircompare.toml"
FILES: tuple[Slot, ...] = ("corpus", "queries", "qrels", "chunk_map")
PATHS = (*FILES, "variants")
KEYS = (*PATHS, "judge", "runs", "protocol", "declared", "scorecard")
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
        variants: Path of the scorecard's table of variants, None where the file names none.
        scorecard: What was declared for the scorecard.
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
    variants: str | None = None
    scorecard: Choices = NOTHING_CHOSEN

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
        paths: dict[str, Any] = {slot: path for slot, path, _ in listed if slot in PATHS}
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

    def tables(self) -> Iterator[tuple[Slot, str]]:
        """(slot, path) of each table for the scorecard, and of each repeated run."""
        if self.variants is not None:
            yield "variants", self.variants
        for run in self.runs:
            yield from run.tables()


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
    refuse_unknown(table, KEYS, "", problems)
    paths: dict[str, Any] = {
        slot: read_path(table.get(slot), slot, folder, problems) for slot in PATHS
    }
    runs = tuple(read_runs(table.get("runs", []), folder, problems))
    protocol = _protocol(table.get("protocol", {}), problems)
    declared = _declared(table.get("declared", {}), problems)
    scorecard = _scorecard(table.get("scorecard", {}), folder, problems)
    judge = _judge(table.get("judge"), problems)
    problems.raise_any()
    return Settings(
        **paths,
        runs=runs,
        protocol=protocol,
        source=source,
        declared=declared,
        judge=judge,
        scorecard=scorecard,
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
        return path if folder is None else relative_path(path, Path(folder))

    for slot, path, _ in settings.files():
        if slot != "run":
            table[slot] = short(path)
    if settings.variants is not None:
        table["variants"] = short(settings.variants)
    if settings.judge:
        table["judge"] = settings.judge
    if settings.runs:
        table["runs"] = [run_table(run, short) for run in settings.runs]
    if settings.protocol:
        table["protocol"] = dict(settings.protocol)
    declared = declared_table(settings.declared)
    if declared:
        table["declared"] = declared
    scorecard = choices_table(settings.scorecard, short)
    if scorecard:
        table["scorecard"] = scorecard
    return tomli_w.dumps(table)


def _judge(value: object, problems: Problems) -> str | None:
    if value is None or (isinstance(value, str) and value):
        return value
    refuse_value("judge", value, "the name of a judge in quotes, or majority", problems)
    return None


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


def _scorecard(value: object, folder: str | os.PathLike[str], problems: Problems) -> Choices:
    if not isinstance(value, dict):
        refuse_value("scorecard", value, "a table [scorecard]", problems)
        return NOTHING_CHOSEN
    refuse_unknown(value, SCORECARD_KEYS, "scorecard.", problems)
    return read_choices(value, folder, partial(refuse_value, problems=problems))


def _fault(key: str, value: object) -> str:
    """What would have been right, "" where the value is."""
    if key in _WHOLE:
        good = isinstance(value, int) and not isinstance(value, bool) and value >= 1
        return "" if good else "a whole number of at least 1"
    if key in _CHOICES:
        return "" if value in _CHOICES[key] else f"one of {', '.join(_CHOICES[key])}"
    return "" if isinstance(value, str) and value else "the name of a split in quotes"
