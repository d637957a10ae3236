"""A full report as Markdown: the same texts and tables; a chart is its description."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ircompare.model.visible import visible
from ircompare.report.full.blocks import (
    Block,
    Facts,
    FullReport,
    Items,
    Picture,
    Section,
    Strip,
    Table,
    Text,
)
from ircompare.report.markdown import escaped
from ircompare.scoring.numbers import count_text

_DEEPEST = 6
_START = re.compile(r"^(\d+(?=[.)])|(?=[-+]))")


def markdown(report: FullReport) -> str:
    """The report as Markdown; every text stands in it literally."""
    lines = [f"# {_line(report.title)}", *_written(report.blocks, 2), _line(report.made)]
    return "\n\n".join(lines) + "\n"


def _written(blocks: Sequence[Block], level: int) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Section):
            yield f"{'#' * min(level, _DEEPEST)} {_line(block.title)}"
            yield from _written(block.blocks, level + 1)
        else:
            yield _one(block)


def _one(block: Text | Facts | Items | Table | Strip | Picture) -> str:
    if isinstance(block, Text):
        text = _line(block.text)
        return f"**{text}**" if block.role == "lead" else text
    if isinstance(block, Facts):
        return "\n".join(f"- {_line(name)}: {_line(value)}" for name, value in block.pairs)
    if isinstance(block, Items):
        return "\n".join(f"- {_line(text)}" for text in block.texts)
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Strip):
        counts = block.counts
        return (
            f"{_line(block.title)}: ▼ {count_text(counts.regressed)} regressed, "
            f"═ {count_text(counts.tied)} tied, ▲ {count_text(counts.improved)} improved"
        )
    return f"{_line(block.title)}: {_line(block.alt)}"


def _table(block: Table) -> str:
    marks = [":--" if at in block.words else "--:" for at in range(len(block.head))]
    rows = [
        [_strong(cell, (row, at) in block.strong) for at, cell in enumerate(cells)]
        for row, cells in enumerate(block.rows)
    ]
    lines = [[_cell(name) for name in block.head], marks, *rows]
    body = "\n".join(f"| {' | '.join(row)} |" for row in lines)
    return f"{_line(block.caption)}\n\n{body}"


def _strong(text: str, strong: bool) -> str:
    return f"**{_cell(text)}**" if strong and text else _cell(text)


def _cell(text: str) -> str:
    return escaped(visible(" ".join(text.split())))


def _line(text: str) -> str:
    """One line that starts no list."""
    return _START.sub(lambda found: f"{found[0]}\\", _cell(text))
