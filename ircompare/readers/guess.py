"""What some content looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ircompare.readers.loaded import Slot

Form = Literal["lines", "json", "jsonl", "table", "parquet", "topics"]


@dataclass(frozen=True)
class Guess:
    """The likeliest slot and format of some content.

    Attributes:
        slot: What it looks like.
        format: Name of the format, such as "TREC run".
        compression: "gzip", "zstd" or "".
        why: What speaks for it, in a few words.
        alternatives: Other slots it may be meant for, likeliest first.
        sure: Whether nothing else is at all likely; then another slot is a mistake.
    """

    slot: Slot
    format: str
    compression: str = ""
    why: str = ""
    alternatives: tuple[Slot, ...] = ()
    sure: bool = False


@dataclass(frozen=True)
class Seen:
    """The form of some content and, where it looks like anything, the guess."""

    form: Form
    guess: Guess | None = None
