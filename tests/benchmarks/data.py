"""Makes the data sets: judgements and two runs in TREC form, from a fixed random start."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tests.benchmarks.shapes import Files, Shape, files_of

START = 20_240_229
BLOCK = 500  # queries made at once


def made(shape: Shape, folder: Path) -> Files:
    """The data set's files in a folder of its own, made unless they stand there already."""
    home = folder / shape.name
    recipe = hashlib.sha256(Path(__file__).read_bytes() + repr(shape).encode()).hexdigest()
    marker = home / "recipe"
    if not (marker.exists() and marker.read_text("ascii") == recipe):
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        write(shape, home)
        marker.write_text(recipe, "ascii")
    return files_of(home)


def write(shape: Shape, home: Path) -> None:
    """Write judgements and both runs; shapes that differ in form only hold the same values."""
    draw = np.random.default_rng(START)
    files = files_of(home)
    worlds = list(_blocks(shape, draw))
    _write_lines(files.qrels, (_judgement_lines(shape, world) for world in worlds))
    _write_run(files.a, shape, (world.ranking(draw) for world in worlds), draw, Style("bm25-A", 4))
    flat = replace(shape, ties=0)
    _write_run(files.b, flat, (world.ranking(draw) for world in worlds), draw, Style("dense-B", 6))


@dataclass(frozen=True)
class Style:
    """How a run is written."""

    tag: str
    decimals: int


@dataclass(frozen=True)
class World:
    """Some queries with the documents that runs may find.

    Attributes:
        queries: Their numbers (shape: n).
        documents: Distinct numbers in a row, the judged ones in front (shape: n × width).
        grades: Of the judged ones, -1 where a query has fewer (shape: n × judged).
        appeal: What both runs see alike, low is good (shape: n × width).
        depth: Documents that a run takes.
    """

    queries: np.ndarray
    documents: np.ndarray
    grades: np.ndarray
    appeal: np.ndarray
    depth: int

    def ranking(self, draw: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Queries, and the documents of one run, best first (shape: n × depth)."""
        keys = (self.appeal + draw.random(self.appeal.shape, np.float32)) / 2
        front = keys[:, : self.grades.shape[1]]
        front **= np.where(self.grades > 0, 4, 2)
        front[self.grades < 0] = 2
        best = np.argsort(keys, axis=1, kind="stable")[:, : self.depth]
        return self.queries, np.take_along_axis(self.documents, best, axis=1)


def _blocks(shape: Shape, draw: np.random.Generator) -> Iterator[World]:
    queries = _query_numbers(shape, draw)
    counts = _judged_counts(shape, draw)
    width = int(counts.max()) + shape.depth * 3 // 2
    for start in range(0, shape.queries, BLOCK):
        part = slice(start, start + BLOCK)
        rows = len(queries[part])
        most = int(counts.max())
        grades = draw.choice(len(shape.grades), (rows, most), p=shape.grades)
        grades[np.arange(most) >= counts[part, None]] = -1
        grades[:, 0] = np.maximum(grades[:, 0], 1)
        # One number out of each of `width` equal stretches: distinct without looking back.
        stretch = shape.documents // width
        numbers = np.arange(width) * stretch + draw.integers(0, stretch, (rows, width))
        documents = draw.permuted(numbers.astype(np.int32), axis=1)
        yield World(
            queries[part],
            documents,
            grades.astype(np.int8),
            draw.random((rows, width), np.float32),
            shape.depth,
        )


def _query_numbers(shape: Shape, draw: np.random.Generator) -> np.ndarray:
    """Plain numbers from 1, or scattered ones as MS MARCO has them in large sets."""
    if shape.queries < 500:
        return np.arange(1, shape.queries + 1)
    return draw.choice(1_102_000, shape.queries, replace=False) + 400


def _judged_counts(shape: Shape, draw: np.random.Generator) -> np.ndarray:
    """Judged documents of each query, at least one; their sum is what the mean asks."""
    total = round(shape.judged * shape.queries)
    if float(shape.judged).is_integer():
        return np.full(shape.queries, int(shape.judged))
    share = np.full(shape.queries, 1 / shape.queries)
    return 1 + draw.multinomial(total - shape.queries, share)


def _write_run(
    path: Path,
    shape: Shape,
    rankings: Iterator[tuple[np.ndarray, np.ndarray]],
    draw: np.random.Generator,
    style: Style,
) -> None:
    tied = np.zeros(shape.queries * (shape.depth - 1), bool)
    tied[draw.choice(len(tied), shape.ties, replace=False)] = True
    by_query = tied.reshape(shape.queries, shape.depth - 1)
    lines = _run_lines(shape, rankings, by_query, draw, style)
    if shape.shuffled:
        whole = pa.concat_arrays(list(lines))
        disorder = np.random.default_rng(START).permutation(len(whole))
        lines = iter([whole.take(pa.array(disorder))])
    _write_lines(path, lines)


def _run_lines(
    shape: Shape,
    rankings: Iterator[tuple[np.ndarray, np.ndarray]],
    tied: np.ndarray,
    draw: np.random.Generator,
    style: Style,
) -> Iterator[Any]:
    start = 0
    for queries, documents in rankings:
        rows = len(queries)
        units = _falling(rows, shape.depth, tied[start : start + rows], draw, style)
        start += rows
        yield _joined(
            shape,
            np.repeat(queries, shape.depth),
            "Q0",
            _ids(shape, documents.ravel()),
            np.tile(np.arange(1, shape.depth + 1), rows),
            _scores(shape, units.ravel(), style),
            style.tag,
        )


def _falling(
    rows: int, depth: int, tied: np.ndarray, draw: np.random.Generator, style: Style
) -> np.ndarray:
    """Scores in units of the last decimal, falling along a row except where tied."""
    one = 10**style.decimals
    steps = draw.integers(1, one // 25, (rows, depth))
    steps[:, 1:][tied] = 0
    steps[:, 0] = draw.integers(0, one)
    return np.asarray(one * (4 + depth // 50) + steps.sum(axis=1)[:, None] - steps.cumsum(axis=1))


def _scores(shape: Shape, units: np.ndarray, style: Style) -> Any:
    if shape.doubles:
        return pa.array(units / (3.0011 * 10**style.decimals)).cast(pa.string())
    whole, rest = np.divmod(units, 10**style.decimals)
    padded = pc.utf8_lpad(pa.array(rest).cast(pa.string()), style.decimals, "0")
    return pc.binary_join_element_wise(pa.array(whole).cast(pa.string()), padded, ".")


def _judgement_lines(shape: Shape, world: World) -> Any:
    row, column = np.nonzero(world.grades >= 0)
    return _joined(
        replace(shape, end="\n"),
        world.queries[row],
        "0",
        _ids(shape, world.documents[row, column]),
        world.grades[row, column],
    )


def _ids(shape: Shape, numbers: np.ndarray) -> Any:
    """Document ids as strings: plain numbers, or in the form of ClueWeb's."""
    plain = pa.array(numbers).cast(pa.string())
    if not shape.long_ids:
        return plain
    digits = pc.utf8_lpad(plain, 11, "0")
    parts = [pc.utf8_slice_codeunits(digits, *ends) for ends in ((0, 4), (4, 6), (6, 11))]
    parts[0] = pc.binary_join_element_wise("clueweb09-en", parts[0], "")
    return pc.binary_join_element_wise(*parts, "-")


def _joined(shape: Shape, *columns: Any) -> Any:
    """Lines with their ends, from columns of strings, numbers and constants."""
    texts = [
        pa.array(column).cast(pa.string()) if isinstance(column, np.ndarray) else column
        for column in columns
    ]
    lines = pc.binary_join_element_wise(*texts, shape.separator)
    return pc.binary_join_element_wise(lines, shape.end, "")


def _write_lines(path: Path, lines: Iterator[Any]) -> None:
    """One block after the other: the values buffer of the strings is the text of the file."""
    with path.open("wb") as file:
        for block in lines:
            offsets = np.frombuffer(block.buffers()[1], np.int32)
            file.write(block.buffers()[2][int(offsets[0]) : int(offsets[len(block)])])
