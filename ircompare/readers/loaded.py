"""What a reader made of a file: the value, and everything a user should be told about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from ircompare.errors import Problem

Slot = Literal[
    "corpus",
    "queries",
    "qrels",
    "run",
    "chunk_map",
    "baseline",
    "variants",
    "measurements",
    "answers",
    "pairs",
    "repeat",
]
Tell = Callable[[int, int], None]
Value = TypeVar("Value", covariant=True)


@dataclass(frozen=True, eq=False)
class Loaded(Generic[Value]):
    """One file as understood.

    Attributes:
        value: The Corpus, Queries, Qrels or Run.
        slot: What the file was read as; `repeat` is a run that another one is compared with.
        source: Its name, as given.
        format: Name of the format found, such as "TREC run" or "JSON query → ids".
        compression: "gzip", "zstd" or "".
        size: Bytes as supplied (compressed where it was).
        digest: Hexadecimal digest of the supplied bytes; a cache key, not a fingerprint.
        counts: What was counted, in the order to show: "queries" → 225, "rows" → 22500, …
        samples: Up to three records as they stand in the file, shortened.
        warnings: Remarks that do not stop the work.
    """

    value: Value
    slot: Slot
    source: str
    format: str
    compression: str = ""
    size: int = 0
    digest: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    samples: tuple[str, ...] = ()
    warnings: tuple[Problem, ...] = ()
