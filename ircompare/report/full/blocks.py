"""What a full report is made of, whatever it is written as: plain texts, tables and pictures.

Every text may come from a file. The writers show it literally; nothing in it is markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from ircompare.scoring.comparison import Counts

Role = Literal["text", "lead", "note"]


@dataclass(frozen=True)
class Text:
    """A paragraph: usual, the sentence to read first, or what stands back."""

    kind: ClassVar[str] = "text"
    text: str
    role: Role = "text"


@dataclass(frozen=True)
class Facts:
    """Names with what they stand for."""

    kind: ClassVar[str] = "facts"
    pairs: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Items:
    """A list of sentences."""

    kind: ClassVar[str] = "items"
    texts: Sequence[str]


@dataclass(frozen=True)
class Table:
    """Rows of texts; the first cell of a row names it.

    Attributes:
        caption: What the table holds.
        head: Name of each column.
        rows: As many cells each.
        words: Columns of words, aligned to the left; the others hold figures.
        strong: Cells that stand out, by row and column from 0.
    """

    kind: ClassVar[str] = "table"
    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: frozenset[int] = frozenset({0})
    strong: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class Strip:
    """Improved, tied and regressed of one measure as a stacked bar."""

    kind: ClassVar[str] = "strip"
    title: str
    counts: Counts


@dataclass(frozen=True)
class Picture:
    """A chart as SVG, once for light and once for dark pages.

    Attributes:
        title: What it shows.
        alt: The chart in a sentence or two, with its numbers.
        light, dark: SVG in UTF-8.
    """

    kind: ClassVar[str] = "picture"
    title: str
    alt: str
    light: bytes = field(repr=False)
    dark: bytes = field(repr=False)


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it.

    Attributes:
        listed: Whether the table of contents names it.
    """

    kind: ClassVar[str] = "section"
    title: str
    blocks: Sequence[Block]
    listed: bool = True


Block = Text | Facts | Items | Table | Strip | Picture | Section


@dataclass(frozen=True)
class FullReport:
    """One comparison, or several one after the other.

    Attributes:
        title: Names the whole.
        blocks: What is said of all of it, then one section a part.
        made: When and with what it was made.
    """

    title: str
    blocks: Sequence[Block]
    made: str
