"""One file as one value: unpack, recognise, read, and say what was understood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath
from typing import Any, cast

from ircompare.errors import InputError, Problem, Problems
from ircompare.model.chunks import ChunkMap
from ircompare.model.collection import Corpus, Qrels, Queries
from ircompare.model.run import Run
from ircompare.readers.built import Built
from ircompare.readers.chunkmap import build_chunk_map
from ircompare.readers.corpus import build_corpus
from ircompare.readers.formats import DESCRIBED, FORMATS
from ircompare.readers.guess import Seen
from ircompare.readers.judges import of_one_grade
from ircompare.readers.loaded import Loaded, Slot
from ircompare.readers.names import REQUIRED
from ircompare.readers.pairs import build_pairs
from ircompare.readers.provenance import Described, from_companion
from ircompare.readers.qrels import build_qrels
from ircompare.readers.queries import build_queries
from ircompare.readers.run import build_run
from ircompare.readers.scorecard_builders import build_answers, build_measurements, build_variants
from ircompare.readers.sniff import look, recognised
from ircompare.readers.table import Table
from ircompare.readers.unpack import Content, unpack

_PACKED = {".gz", ".zst", ".zstd"}
_FORMS = {
    "lines": "lines of this form",
    "json": "one JSON value",
    "jsonl": "JSON lines",
    "table": "a table",
    "parquet": "Parquet",
    "topics": "TREC topics",
}
_WORDED = {
    "corpus": "a corpus",
    "queries": "queries",
    "qrels": "qrels",
    "run": "a run",
    "chunk_map": "a chunk map",
    "baseline": "a baseline",
    "variants": "a table of variants",
    "measurements": "measurements of a run",
    "answers": "answer labels",
    "pairs": "pairs of a run",
}
Builder = Callable[[Table, Problems, str, Described], Built[Any]]

BUILDERS: dict[Slot, Builder] = {
    "corpus": lambda table, problems, name, companion: build_corpus(table, problems),
    "queries": lambda table, problems, name, companion: build_queries(table, problems),
    "qrels": lambda table, problems, name, companion: build_qrels(table, problems),
    "run": build_run,
    "chunk_map": lambda table, problems, name, companion: build_chunk_map(table, problems),
    "variants": lambda table, problems, name, companion: build_variants(table, problems),
    "measurements": lambda table, problems, name, companion: build_measurements(table, problems),
    "answers": lambda table, problems, name, companion: build_answers(table, problems),
    "pairs": lambda table, problems, name, companion: build_pairs(table, problems),
}


def read(
    data: bytes,
    source: str,
    slot: Slot | None = None,
    *,
    name: str | None = None,
    companion: bytes | None = None,
) -> Loaded[Any]:
    """One file as a corpus, queries, qrels, a run or a chunk map.

    Args:
        data: The bytes as supplied, packed or not.
        source: Name of the file, for messages and as the run's name.
        slot: What the file is to be read as; None for what it looks like.
        name: Name of the run, None for the file name without its suffixes; of qrels of several
            judges the one whose grades count, or `majority`.
        companion: A file beside a run that describes it, YAML or JSON.

    Raises:
        InputError: With every problem of the file.
        ValueError: No reader is offered for the slot.
    """
    if slot == "repeat":
        return replace(read(data, source, "run", name=name, companion=companion), slot=slot)
    if slot is not None and slot not in BUILDERS:
        raise ValueError(f"slot must be one of {', '.join(BUILDERS)}, not {slot!r}")
    content = unpack(data, source)
    seen = look(content)
    wanted = slot or _proposed(content, seen)
    try:
        return _read_as(wanted, content, seen, name, companion)
    except InputError as error:
        raise swapped(wanted, content, seen, error) or error from None


def read_corpus(data: bytes, source: str) -> Loaded[Corpus]:
    """One file as a corpus; see `read`."""
    return cast("Loaded[Corpus]", read(data, source, "corpus"))


def read_queries(data: bytes, source: str) -> Loaded[Queries]:
    """One file as queries; see `read`."""
    return cast("Loaded[Queries]", read(data, source, "queries"))


def read_qrels(data: bytes, source: str) -> Loaded[Qrels]:
    """One file as qrels; see `read`."""
    return cast("Loaded[Qrels]", read(data, source, "qrels"))


def read_run(
    data: bytes, source: str, *, name: str | None = None, companion: bytes | None = None
) -> Loaded[Run]:
    """One file as a run; see `read`."""
    return cast("Loaded[Run]", read(data, source, "run", name=name, companion=companion))


def read_chunk_map(data: bytes, source: str) -> Loaded[ChunkMap]:
    """One file as a chunk map; see `read`."""
    return cast("Loaded[ChunkMap]", read(data, source, "chunk_map"))


def run_name(source: str) -> str:
    """How a run is called where nothing else names it: its file's stem without a leading `run.`.

    >>> run_name("runs/run.bm25.json"), run_name("minilm.run.gz"), run_name("run.txt")
    ('bm25', 'minilm', 'run')
    """
    return stem(source).removeprefix("run.")


def stem(source: str) -> str:
    """File name without folder, compression and suffix."""
    path = PurePath(source)
    if path.suffix.lower() in _PACKED:
        path = path.with_suffix("")
    return path.stem or source


def _proposed(content: Content, seen: Seen) -> Slot:
    guess = recognised(content, seen)
    if guess.slot in BUILDERS:
        return guess.slot
    raise content.refuse(
        "unread-slot",
        f"file looks like a {guess.slot.replace('_', ' ')}, which is not read here",
        found=guess.why,
        mend="say what it is, if it is anything else",
    )


def _read_as(
    slot: Slot, content: Content, seen: Seen, named: str | None, companion: bytes | None
) -> Loaded[Any]:
    name, judge = named or run_name(content.source), named or ""
    problems = Problems(content.source)
    reader = FORMATS[slot].get(seen.form)
    if reader is None:
        raise _unread(slot, content, seen)
    table = reader(content, slot, problems)
    if not len(problems) and not len(table) and not table.listed and not _may_be_empty(slot, seen):
        raise _no_records(content, table)
    if any(column not in table.columns for column in REQUIRED[slot]):
        raise InputError(in_order(problems), problems.total)
    described = from_companion(companion, f"{content.source} (description)")
    if slot == "qrels":
        table = of_one_grade(table, judge, problems)
    built = BUILDERS[slot](table, problems, name, described)
    if len(problems):
        raise InputError(in_order(problems), problems.total)
    return Loaded(
        value=built.value,
        slot=slot,
        source=content.source,
        format=table.format,
        compression=content.compression,
        size=content.size,
        digest=content.digest,
        counts=built.counts,
        samples=table.samples,
        warnings=built.warnings,
    )


def in_order(problems: Problems) -> list[Problem]:
    """The problems by line, those without a line first."""
    return sorted(problems, key=lambda problem: problem.line or 0)


def _may_be_empty(slot: Slot, seen: Seen) -> bool:
    """Only a run in JSON may hold nothing: `{}` misses every query."""
    return slot == "run" and seen.form == "json"


def _unread(slot: Slot, content: Content, seen: Seen) -> InputError:
    return content.refuse(
        "unread-format",
        f"{_FORMS[seen.form]} cannot be read as {_WORDED[slot]}",
        expected=DESCRIBED[slot],
        found=seen.guess.why if seen.guess else "",
        mend="write the file in one of these formats",
    )


def _no_records(content: Content, table: Table) -> InputError:
    skipped = {"blank lines": table.blank, "comment lines": table.comments}
    found = ", ".join(f"{count} {name}" for name, count in skipped.items() if count)
    return content.refuse(
        "no-records",
        "file holds no record",
        expected="at least one record",
        found=found or "nothing but a header",
        mend="check how the file was written",
    )


def swapped(slot: Slot, content: Content, seen: Seen, error: InputError) -> InputError | None:
    """Instead of the faults of a file that is plainly meant for another slot: that."""
    guess = seen.guess
    if guess is None or not guess.sure or slot in {guess.slot, *guess.alternatives}:
        return None
    first = error.problems[0]
    return content.refuse(
        "wrong-slot",
        f"file looks like {_WORDED.get(guess.slot, guess.slot)}, not like {_WORDED[slot]}",
        line=first.line,
        expected=f"{slot}: {DESCRIBED[slot]}",
        found=guess.why,
        mend=f"give it as {_WORDED.get(guess.slot, guess.slot)}; two files may be swapped",
    )
