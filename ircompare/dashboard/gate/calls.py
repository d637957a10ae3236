"""The gate's decision for a session, computed once for what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ircompare.consistency.baseline import Baseline, BaselineMeta
from ircompare.consistency.conditions import Condition, conditions
from ircompare.consistency.gate import gate
from ircompare.consistency.library import Library
from ircompare.consistency.past import PastReport
from ircompare.consistency.result import GateReport
from ircompare.dashboard import state
from ircompare.dashboard.dataset import Dataset, dataset
from ircompare.dashboard.gate import files as gate_files
from ircompare.dashboard.gate import folders as gate_folders
from ircompare.dashboard.gate import state as gate_state
from ircompare.errors import InputError
from ircompare.model.collection import Corpus
from ircompare.model.stored import AnyRun
from ircompare.readers.library import PAGES, read_library

UNUSABLE, NOT_RUN = "INPUT ERROR", "NOT RUN"
_USAGE = {"bad-version", "no-run"}


@dataclass(frozen=True)
class Decision:
    """What the gate decided, or why it could not.

    Attributes:
        report: None where the gate ended with an input error.
        error: None where it did not.
    """

    report: GateReport | None = None
    error: InputError | None = None

    @property
    def status(self) -> str:
        """The word of the badge."""
        if self.report is not None:
            return self.report.status
        return NOT_RUN if self.lacks_usage else UNUSABLE

    @property
    def lacks_usage(self) -> bool:
        """Whether nothing is wrong but that a run or the engine's version is still to be given."""
        problems = self.error.problems if self.error is not None else ()
        return bool(problems) and {problem.code for problem in problems} <= _USAGE

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """All conditions up to the one that decided."""
        if self.report is not None:
            return self.report.conditions
        return conditions(0 if self.lacks_usage else 2)


def runs_of(data: Dataset | None) -> dict[str, AnyRun]:
    """Every usable run that is loaded, by its file name."""
    found = {item.given.source: item.loaded for item in (data.files if data else ())}
    return {
        source: loaded.value
        for source, loaded in found.items()
        if loaded is not None and isinstance(loaded.value, AnyRun)
    }


def judged(data: Dataset | None) -> tuple[str, ...]:
    """File names of the runs that the gate judges."""
    known = runs_of(data)
    chosen = tuple(name for name in gate_state.setup().judged if name in known)
    if chosen or data is None:
        return chosen
    current = data.file("run", "B") or data.file("run", "A")
    return (current.given.source,) if current and current.given.source in known else ()


def decision() -> Decision | None:
    """The decision for what this session asks; None without a baseline or while files are read."""
    asked = gate_state.setup()
    if not asked.gate or state.loading():
        return None
    data = state.data()
    return _decided(
        asked.gate,
        state.digest(),
        judged(data),
        asked.engine,
        asked.pages,
        gate_state.readings(),
        previous(),
    )


def baseline_in_force() -> Baseline | None:
    """The baseline that was given, None without one."""
    digest = gate_state.setup().gate
    return gate_files.baseline(digest) if digest else None


def previous() -> PastReport | None:
    """The last earlier report, to which indicators are compared."""
    held = gate_state.reports()
    return held[-1] if held else None


@lru_cache(maxsize=32)
def _decided(
    digest: str,
    dataset_digest: str,
    names: tuple[str, ...],
    engine: str,
    folder: str,
    readings: int,
    earlier: PastReport | None,
) -> Decision:
    data = dataset(dataset_digest) if dataset_digest else None
    held = runs_of(data)
    recorded = gate_files.baseline(digest)
    meta = (recorded.meta if recorded else None) or BaselineMeta()
    try:
        pages = library(dataset_digest, folder, meta.pattern or PAGES, meta.strip_suffix, readings)
        runs = [held[name].whole() for name in names]
        return Decision(gate(recorded, runs, pages, engine or None, previous=earlier))
    except InputError as error:
        return Decision(error=error)


@lru_cache(maxsize=8)
def library(
    dataset_digest: str, folder: str, pattern: str, strip_suffix: bool, readings: int
) -> Library | None:
    """The pages of a folder below the data folder, else those of the loaded corpus.

    Raises:
        InputError: They cannot be read.
    """
    if folder:
        return read_library(gate_folders.below(folder), pages=pattern, strip_suffix=strip_suffix)
    data = dataset(dataset_digest) if dataset_digest else None
    item = data.file("corpus") if data else None
    if item is None:
        return None
    if item.error is not None:
        raise item.error
    corpus = item.loaded.value if item.loaded else None
    return Library.from_corpus(corpus) if isinstance(corpus, Corpus) else None
