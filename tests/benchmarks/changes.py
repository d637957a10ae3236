"""What a change of k costs, in the core and on the Compare page: `changes.py core|page FOLDER`.

Run in a process of its own; prints JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.benchmarks.measure import CommandFailedError
from tests.benchmarks.shapes import files_of

ROOT = Path(__file__).resolve().parents[2]
CUTOFFS = range(1, 101)
PAGE_CUTOFFS = (11, 12, 20, 50, 100)
TABLE, CUTOFF = "dataframe", "Cutoff k"


@dataclass(frozen=True)
class Change:
    """One change of k.

    Attributes:
        median, p95: Seconds.
        sent, table: Largest page in bytes, without its table, and the table; 0 for the core.
        rows: Most rows of the table; 0 for the core.
    """

    median: float
    p95: float
    sent: int = 0
    table: int = 0
    rows: int = 0


def change(kind: str, home: Path) -> Change:
    """Measure it in a process of its own, for the data set of a folder."""
    command = [sys.executable, "-m", "tests.benchmarks.changes", kind, str(home)]
    ended = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if ended.returncode:
        raise CommandFailedError(f"change of k, {kind}:\n{ended.stderr[-2_000:]}")
    return Change(**json.loads(ended.stdout.splitlines()[-1]))


def in_core(home: Path) -> Change:
    """Both runs and measures: exact means, verdicts, sorted deltas."""
    import numpy as np

    from ircompare import Protocol, compare, read_collection, read_run

    files = files_of(home)
    a, b = (read_run(path) for path in files.runs)
    comparison = compare(read_collection(files.qrels), a, b, Protocol(judgements="pooled"))

    def step(k: int) -> None:
        now = comparison.at(k)
        for measure in ("recall", "rr"):
            now.a.mean(measure), now.b.mean(measure), now.counts(measure)
            np.sort(now.deltas(measure).floats())

    return Change(*timed(step, CUTOFFS))


def on_page(home: Path) -> Change:
    """The whole script of the Compare page; neither network nor drawing are in it."""
    from ircompare.dashboard.files import from_path, library, with_roles
    from tests.pages import opened

    files = files_of(home)
    given = [from_path(files.qrels, "qrels"), *(from_path(path, "run") for path in files.runs)]
    digest = library().register(with_roles(given))
    page = opened("compare", digest, judgements="pooled", k="10")

    def step(k: int) -> None:
        next(item for item in page.number_input if item.label == CUTOFF).set_value(k).run()
        assert not page.exception

    times = timed(step, PAGE_CUTOFFS)
    sizes, rows = [], []
    for k in PAGE_CUTOFFS:
        step(k)
        sizes.append(_sizes(page))
        rows += [len(frame.value) for frame in page.dataframe]
    sent = max(size.total() - size[TABLE] for size in sizes)
    return Change(*times, sent, max(size[TABLE] for size in sizes), max(rows))


def timed(step: Callable[[int], None], cutoffs: range | tuple[int, ...]) -> tuple[float, float]:
    """Median and 95th percentile of the seconds that steps take."""
    taken = []
    for k in cutoffs:
        began = time.perf_counter()
        step(k)
        taken.append(time.perf_counter() - began)
    taken.sort()
    return taken[len(taken) // 2], taken[min(len(taken) * 95 // 100, len(taken) - 1)]


def _sizes(page: Any) -> Counter[str]:
    """Bytes of what a page sends to the browser, by kind of element."""
    sizes: Counter[str] = Counter()
    for element in _elements(page._tree):
        message = getattr(element, "proto", None)
        if message is not None:
            sizes[element.type] += message.ByteSize()
    return sizes


def _elements(node: Any) -> Iterator[Any]:
    for child in node.children.values():
        if hasattr(child, "children"):
            yield from _elements(child)
        else:
            yield child


if __name__ == "__main__":
    measure = {"core": in_core, "page": on_page}[sys.argv[1]]
    print(json.dumps(asdict(measure(Path(sys.argv[2])))))
