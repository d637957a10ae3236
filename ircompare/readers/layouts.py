"""The columns of each line format, and how a line is cut into them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ircompare.errors import Problems
from ircompare.readers import numbers
from ircompare.readers.loaded import Slot

if TYPE_CHECKING:
    from ircompare.readers.columnar import Kind

NUMERIC = {
    "score": numbers.check_score,
    "grade": numbers.check_grade,
    "rank": numbers.check_rank,
}


@dataclass(frozen=True)
class Layout:
    """The columns of one line format; "" stands for a column that is not read."""

    format: str
    columns: tuple[str, ...]
    shown: str
    kind: Kind | None = None

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.columns)


LAYOUTS: dict[Slot, tuple[Layout, ...]] = {
    "run": (
        Layout(
            "TREC run",
            ("query_id", "", "doc_id", "rank", "score", "tag"),
            "qid Q0 docid rank score tag",
            "trec-run",
        ),
        Layout("MS MARCO run", ("query_id", "doc_id", "rank"), "qid docid rank", "msmarco-run"),
    ),
    "qrels": (
        Layout(
            "TREC qrels", ("query_id", "", "doc_id", "grade"), "qid iter docid grade", "trec-qrels"
        ),
        Layout("BEIR qrels", ("query_id", "doc_id", "grade"), "qid docid grade"),
    ),
}


def blank_fields(line: str) -> list[str]:
    """Fields between runs of ASCII blanks; any other white space belongs to a field."""
    return [field for field in line.replace("\t", " ").split(" ") if field]


def tab_fields(line: str) -> list[str]:
    """Fields between tabs, each without blanks at its ends."""
    return [field.strip(" ") for field in line.split("\t")]


def is_record(fields: Sequence[str], layout: Layout) -> bool:
    """Whether fields are of the right number, with numbers where the layout has them."""
    if len(fields) != layout.width:
        return False
    trial = Problems("")
    for name, field in zip(layout.columns, fields, strict=True):
        if name in NUMERIC:
            NUMERIC[name](field, False, None, trial)
    return not len(trial)


def choose_layout(layouts: Sequence[Layout], lines: Sequence[str]) -> tuple[Layout, bool]:
    """The layout of some records and whether tabs alone separate the fields.

    They do where every record has exactly the layout's number of tab-separated fields; a few
    tabs in a file of blanks are not taken for three columns.
    """
    widest = layouts[0]
    for layout in layouts:
        if all(line.count("\t") == layout.width - 1 for line in lines):
            stray = layout is not widest and not is_record(tab_fields(lines[0]), layout)
            if not (stray and is_record(blank_fields(lines[0]), widest)):
                return layout, True
    widths = Counter(len(blank_fields(line)) for line in lines[:1000])
    return max(layouts, key=lambda layout: widths[layout.width]), False
