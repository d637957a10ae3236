"""Runs and qrels of one record a line: TREC, MS MARCO and BEIR without a header."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa

from ircompare.errors import Problems, quote
from ircompare.readers import numbers, provenance
from ircompare.readers.layouts import (
    LAYOUTS,
    NUMERIC,
    Layout,
    blank_fields,
    choose_layout,
    is_record,
    tab_fields,
)
from ircompare.readers.loaded import Slot
from ircompare.readers.names import KNOWN, REQUIRED, plain, spellings
from ircompare.readers.table import Column, Line, Table, filled_lines, line_numbers
from ircompare.readers.text import shorten, text_of
from ircompare.readers.unpack import Content

_ODD_BLANKS = "\x0b\x0c\x1c\x1d\x1e\x1f"
COLUMNAR_FROM = 128 << 10
Splitter = Callable[[str], list[str]]


def read_lines(content: Content, slot: Slot, problems: Problems) -> Table:
    """The records of a run or of qrels in a line format; faults are noted."""
    quick = _columnar(content, slot) if len(content.raw) >= COLUMNAR_FROM else None
    if quick is not None:
        return quick
    text = text_of(content, problems)
    filled, blank = filled_lines(text)
    marked = "\n#" in text or text.startswith("#")
    unmarked = [line for line in filled if line[1][0] != "#"] if marked else filled
    layout, tabbed = choose_layout(LAYOUTS[slot], [line for _, line in unmarked or filled])
    split = tab_fields if tabbed else str.split if _is_plain(text) else blank_fields
    header = provenance.header_lines(filled) if marked else []
    records = _without_comments(filled, header, layout, split) if marked else filled
    described = provenance.from_header(header, problems.source)
    return replace(
        _parse(records, layout, tabbed, split, problems),
        blank=blank,
        comments=len(filled) - len(records),
        provenance=described.values,
        warnings=described.warnings,
    )


def _is_plain(text: str) -> bool:
    """Whether `str.split` knows no other white space in a text than ASCII blanks."""
    return text.isascii() and not any(odd in text for odd in _ODD_BLANKS)


def _without_comments(
    filled: Sequence[Line], header: Sequence[Line], layout: Layout, split: Splitter
) -> Sequence[Line]:
    """The lines that are no comment: those without a `#` in front, and records in spite of it."""
    told = {number for number, _ in header}
    return [
        (number, line)
        for number, line in filled
        if line[0] != "#" or (number not in told and is_record(split(line), layout))
    ]


def _columnar(content: Content, slot: Slot) -> Table | None:
    """A large regular file by its columns; None where the strict reader has to decide."""
    from ircompare.readers.columnar import trec_columns

    first = content.raw[: content.raw.find(b"\n") + 1].decode("utf-8", "replace").strip("\r\n")
    layout, _ = choose_layout(LAYOUTS[slot], [first])
    found = None if layout.kind is None else trec_columns(content.raw, layout.kind)
    if found is None or (layout.kind == "trec-run" and found.tag is None):
        return None
    columns: dict[str, Column] = {"query_id": found.queries, "doc_id": found.documents}
    numeric = {"score": found.scores, "rank": found.ranks, "grade": found.grades}
    columns |= {name: pa.array(column) for name, column in numeric.items() if column is not None}
    if found.tag is not None:
        columns["tag"] = [found.tag]
    head = content.raw[:1000].decode("utf-8", "ignore").replace("\r", "").split("\n")
    return Table(
        layout.format,
        columns,
        np.arange(1, len(found.documents) + 1),
        typed=True,
        samples=tuple(shorten(line) for line in head[:3]),
        proven=True,
    )


def _parse(
    records: Sequence[Line], layout: Layout, tabbed: bool, split: Splitter, problems: Problems
) -> Table:
    records = _without_header(records, layout, split, problems)
    columns = _regular(records, layout, tabbed)
    if columns is None:
        records, columns = _irregular(records, layout, split, problems)
    return Table(
        layout.format,
        {name: column for name, column in zip(layout.columns, columns, strict=True) if name},
        line_numbers([number for number, _ in records]),
        samples=tuple(shorten(line) for _, line in records[:3]),
    )


def _regular(records: Sequence[Line], layout: Layout, tabbed: bool) -> list[list[str]] | None:
    """All columns at once where one separator stands between any two fields; else None."""
    mark, marks = "\t" if tabbed else " ", layout.width - 1
    if not records or any(line.count(mark) != marks for _, line in records):
        return None
    joined = mark.join([line for _, line in records])
    fields = joined.split(mark)
    if not tabbed and ("" in fields or "\t" in joined or not _is_plain(joined)):
        return None
    if tabbed and " " in joined:
        fields = [field.strip(" ") for field in fields]
    return [fields[at :: layout.width] for at in range(layout.width)]


def _irregular(
    records: Sequence[Line], layout: Layout, split: Splitter, problems: Problems
) -> tuple[Sequence[Line], list[list[str]]]:
    """The records of the right width and their columns; the others are noted."""
    rows = [split(line) for _, line in records]
    if any(len(row) != layout.width for row in rows):
        _note_widths(records, rows, layout, problems)
        kept = [at for at, row in enumerate(rows) if len(row) == layout.width]
        records, rows = [records[at] for at in kept], [rows[at] for at in kept]
    return records, [[row[at] for row in rows] for at in range(layout.width)]


def _without_header(
    records: Sequence[Line], layout: Layout, split: Splitter, problems: Problems
) -> Sequence[Line]:
    """Note a first line that names its columns, some in words that are not known, and drop it."""
    rows = [split(line) for _, line in records[:2]]
    if len(rows) < 2 or len(rows[0]) != layout.width or not is_record(rows[1], layout):
        return records
    if any(
        name in NUMERIC and plain(field) not in KNOWN
        for name, field in zip(layout.columns, rows[0], strict=True)
    ):
        return records
    slot: Slot = "qrels" if "grade" in layout.columns else "run"
    problems.add(
        "unknown-columns",
        "first line looks like a header with unknown column names",
        line=records[0][0],
        expected="; ".join(f"{name}: {spellings(slot, name)}" for name in REQUIRED[slot]),
        found=", ".join(rows[0]),
        mend="rename the columns, or remove the line",
    )
    return records[1:]


def _note_widths(
    records: Sequence[Line], rows: Sequence[Sequence[str]], layout: Layout, problems: Problems
) -> None:
    untabbed = _breaks_tab_rule(records, layout)
    for (number, line), row in zip(records, rows, strict=True):
        if len(row) == layout.width:
            continue
        count = f"{len(row)} column{'s' if len(row) != 1 else ''}"
        problems.add(
            "column-count",
            f"{count} instead of {layout.width}",
            line=number,
            expected=f"{layout.width} columns ({layout.shown})",
            found=quote(line, 100),
            mend=_how_to_mend(row, layout, untabbed),
        )


def _breaks_tab_rule(records: Sequence[Line], layout: Layout) -> int | None:
    """First line that keeps a file of mostly tabs from being split on tabs alone."""
    broken = [number for number, line in records if line.count("\t") != layout.width - 1]
    return broken[0] if broken and len(broken) * 2 < len(records) else None


def _how_to_mend(row: Sequence[str], layout: Layout, untabbed: int | None) -> str:
    if len(row) == layout.width - 1 and layout.columns[-1] == "tag" and _is_decimal(row[-1]):
        return "add a tag, the name of the run, as the last column"
    if len(row) < layout.width:
        return "add what is missing"
    if untabbed is not None:
        return (
            f"an id with blanks needs {layout.width} tab-separated fields on every line; "
            f"line {untabbed} has another number of them"
        )
    return "if an id holds blanks, separate the columns of every line by tabs"


def _is_decimal(field: str) -> bool:
    trial = Problems("")
    numbers.check_score(field, False, None, trial)
    return not len(trial)
