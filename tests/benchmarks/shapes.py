"""The data sets: what each looks like, and where its files stand."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True)
class Shape:
    """What a data set looks like.

    Attributes:
        name: Its folder.
        queries, depth: Queries, and documents a query; every query is answered in full.
        judged: Judged documents a query: a mean with at least one each, or exact if whole.
        grades: Shares of the grades 0, 1, 2 …
        documents: Size of the corpus; ids are numbers below it.
        long_ids: Ids of 25 bytes instead of plain numbers.
        doubles: Scores with all the digits of a double, as Python writes them.
        ties: Neighbours in run A with equal scores.
        separator, end, shuffled: Between fields, after a line, and whether lines are in disorder.
    """

    name: str
    queries: int
    depth: int
    judged: float
    grades: tuple[float, ...] = (0, 1)
    documents: int = 8_841_823
    long_ids: bool = False
    doubles: bool = False
    ties: int = 0
    separator: str = " "
    end: str = "\n"
    shuffled: bool = False

    def smaller(self) -> Shape:
        """The same at a size for a test."""
        queries, depth = min(self.queries, 40), min(self.depth, 120)
        ties = math.ceil(self.ties * queries * depth / (self.queries * self.depth))
        judged = min(self.judged, 20)
        name = f"small-{self.name}"
        return replace(self, name=name, queries=queries, depth=depth, ties=ties, judged=judged)


@dataclass(frozen=True)
class Files:
    """The files of one data set."""

    qrels: Path
    a: Path
    b: Path

    @property
    def runs(self) -> tuple[Path, Path]:
        return self.a, self.b

    def size(self) -> int:
        """Bytes of both runs."""
        return sum(path.stat().st_size for path in self.runs)

    def copies(self, count: int) -> tuple[Path, ...]:
        """Any number of runs: these two again and again, under other names."""
        more = [self._linked(place) for place in range(2, count)]
        return (*self.runs, *more)

    def _linked(self, place: int) -> Path:
        path = self.runs[place % 2]
        link = path.with_name(f"{path.stem}-{place // 2}.run")
        link.unlink(missing_ok=True)
        link.symlink_to(path.name)
        return link


def files_of(home: Path) -> Files:
    return Files(home / "qrels.txt", home / "a.run", home / "b.run")


S = Shape("S", 225, 100, 8.2, documents=1_400)
D = Shape("D", 50, 1_000, 200, (0.6, 0.2, 0.12, 0.08), long_ids=True, separator="\t")
M = Shape("M", 6_980, 1_000, 1.07, ties=330_016)
FEWER = replace(M, name="tenth-queries", queries=698, ties=33_002)
SHALLOW = replace(M, name="tenth-depth", depth=100, ties=33_002)
REGULAR = replace(M, name="regular", queries=1_000, ties=47_280)
AWKWARD = (
    REGULAR,
    replace(REGULAR, name="tabs", separator="\t"),
    replace(REGULAR, name="long-ids", long_ids=True),
    replace(REGULAR, name="blanks", separator="   "),
    replace(REGULAR, name="shuffled", shuffled=True),
    replace(REGULAR, name="crlf", end="\r\n"),
    replace(REGULAR, name="doubles", doubles=True),
)
SHAPES = (S, D, M, FEWER, SHALLOW, *AWKWARD)
