"""The package from Python: read a collection and runs, evaluate, compare."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ircompare.errors import printable
from ircompare.model.collection import Collection
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from ircompare.model.stored import AnyRun
from ircompare.readers import load
from ircompare.readers.reading import run_name
from ircompare.scoring.comparison import Comparison
from ircompare.scoring.comparison import compare as pair
from ircompare.scoring.evaluation import Evaluation
from ircompare.scoring.evaluation import evaluate as score
from ircompare.scoring.sweep import Sweep, common_depth
from ircompare.scoring.sweep import sweep as sweep_to

FilePath = str | os.PathLike[str]


def read_collection(
    qrels: FilePath, *, corpus: FilePath | None = None, queries: FilePath | None = None
) -> Collection:
    """What runs are judged against, from files of any format.

    Raises:
        InputError: With every problem of the first file that has one.
    """
    return Collection(
        load(qrels, "qrels").value,
        None if corpus is None else load(corpus, "corpus").value,
        None if queries is None else load(queries, "queries").value,
    )


def read_run(path: FilePath, name: str | None = None) -> AnyRun:
    """A run from a file of any format.

    Args:
        path: The file.
        name: Run name; None for the file name without its suffixes.

    Raises:
        InputError: With every problem of the file.
    """
    run: AnyRun = load(path, "run", name=name).value
    return run


def read_runs(paths: Iterable[FilePath]) -> tuple[AnyRun, ...]:
    """Several runs; those whose files are named alike get their folder in front.

    Raises:
        InputError: With every problem of the first file that has one.
    """
    listed = [os.fspath(path) for path in paths]
    names = distinct_names(listed)
    return tuple(read_run(path, name) for path, name in zip(listed, names, strict=True))


def distinct_names(paths: Sequence[str]) -> list[str]:
    """A run name for each file: its stem; with the folder or the ending where two are alike.

    >>> distinct_names(["a/bm25.run", "b/bm25.run", "lsa.run", "lsa.run"])
    ['a/bm25', 'b/bm25', 'lsa', 'lsa (2)']
    >>> distinct_names(["a/bm25.run", "a/bm25.trec"])
    ['bm25.run', 'bm25.trec']
    """
    alike: dict[str, list[str]] = {}
    for path in dict.fromkeys(paths):
        alike.setdefault(run_name(path), []).append(path)
    apart = (pair for group in alike.values() for pair in _told_apart(group))
    told = {path: printable(name) for path, name in apart}
    names: dict[str, None] = {}
    for path in paths:
        plain = name = told[path]
        again = 1
        while name in names:
            again += 1
            name = f"{plain} ({again})"
        names[name] = None
    return list(names)


def _told_apart(paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The name of each of some files that have one stem: the shortest that tells them apart."""
    places = [Path(path).absolute() for path in paths]
    stems = [run_name(path) for path in paths]
    folders = [place.parent.name for place in places]
    ways = (
        stems,
        ["/".join(filter(None, pair)) for pair in zip(folders, stems, strict=True)],
        [place.name for place in places],
        [f"{place.parent.name}/{place.name}" for place in places],
    )
    yield from zip(
        paths, next((way for way in ways if len(set(way)) == len(way)), stems), strict=True
    )


def evaluate(collection: Collection, run: AnyRun, protocol: Protocol | None = None) -> Evaluation:
    """One run under a protocol; `.mean("recall")`, `.values("rr")`, `.to_pandas()`.

    Args:
        collection, run: As read.
        protocol: None for the defaults: k 10, exhaustive judgements.

    Raises:
        InputError: Collection or run do not fit the protocol.
    """
    return score(run, Scope.of(collection, protocol or Protocol()))


def compare(
    collection: Collection, a: AnyRun, b: AnyRun, protocol: Protocol | None = None
) -> Comparison:
    """Run B, the candidate, against run A, the reference, paired by query.

    Args:
        collection, a, b: As read.
        protocol: None for the defaults: k 10, exhaustive judgements.

    Raises:
        InputError: Collection or runs do not fit the protocol.
    """
    scope = Scope.of(collection, protocol or Protocol())
    return pair(score(a, scope), score(b, scope))


def sweep(comparison: Comparison, depth: int | None = None) -> Sweep:
    """The comparison at every cutoff 1 … depth.

    Args:
        comparison: At least one query scored.
        depth: None for the largest cutoff that both runs reach.

    Raises:
        ValueError: No query is scored.
    """
    return sweep_to(comparison, depth or common_depth((comparison.a, comparison.b)))
