"""Everything the gate looks at, read from paths: all faults of all files at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from ircompare.consistency.baseline import Baseline, BaselineMeta
from ircompare.consistency.library import Library
from ircompare.consistency.past import PastReport
from ircompare.errors import InputError, Problems
from ircompare.model.run import Run
from ircompare.readers.baseline import bytes_if_there, read_baseline
from ircompare.readers.files import load
from ircompare.readers.gate_reports import read_gate_report
from ircompare.readers.library import PAGES, read_library
from ircompare.readers.loaded import Loaded

AnyPath = str | os.PathLike[str]
Value = TypeVar("Value")


@dataclass(frozen=True, eq=False)
class GateInputs:
    """What the gate is given; without a library nothing was read."""

    library: Library | None = None
    baseline: Baseline | None = None
    runs: tuple[Loaded[Run], ...] = ()
    previous: PastReport | None = None


def read_gate_inputs(
    library: AnyPath | None,
    baseline: AnyPath,
    runs: Sequence[AnyPath],
    previous: AnyPath | None = None,
    *,
    pages: str | None = None,
    strip_suffix: bool | None = None,
) -> GateInputs:
    """Library, baseline, runs and an earlier report.

    Args:
        library: Folder or corpus file; None reads nothing at all.
        pages, strip_suffix: Which files are pages and how they are named; None for what the
            baseline was recorded with.

    Raises:
        InputError: With the faults of all inputs.
    """
    if library is None:
        return GateInputs()
    problems = Problems("")
    recorded = _noted(partial(read_baseline, baseline), problems)
    meta = (recorded.meta if recorded else None) or BaselineMeta()
    chosen = pages if pages is not None else meta.pattern or PAGES
    strip = meta.strip_suffix if strip_suffix is None else strip_suffix
    read = _noted(partial(read_library, library, pages=chosen, strip_suffix=strip), problems)
    loaded = [_noted(partial(_run, path), problems) for path in runs]
    past = None if previous is None else _noted(partial(gate_report_at, previous), problems)
    problems.raise_any()
    return GateInputs(read, recorded, tuple(run for run in loaded if run is not None), past)


def _run(path: AnyPath) -> Loaded[Run]:
    loaded = load(path, "run")
    return replace(loaded, value=loaded.value.whole())


def gate_report_at(path: AnyPath) -> PastReport:
    """An earlier report of the gate.

    Raises:
        InputError: It is absent, or no report of the gate.
    """
    problems = Problems(str(path))
    data = bytes_if_there(Path(path), problems)
    if data is None and not len(problems):
        problems.add("no-such-file", "no such file", expected="a report of the gate in JSON")
    problems.raise_any()
    return read_gate_report(data or b"", str(path))


def _noted(read: Callable[[], Value], problems: Problems) -> Value | None:
    """What was read; None, and its problems, where it cannot be."""
    try:
        return read()
    except InputError as error:
        problems.extend(error.problems)
        problems.total += error.total - len(error.problems)
        return None
