"""What an engine does for one run: read it and judge it. A bad file is a result like any other."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from importlib import metadata

from ircompare.errors import InputError, Problem
from ircompare.model.chunks import ChunkMap
from ircompare.model.collection import Collection, Corpus
from ircompare.model.levels import Level
from ircompare.model.protocol import Budget
from ircompare.model.scope import Scope
from ircompare.readers import load
from ircompare.scoring.chunked import ruled
from ircompare.scoring.judged_run import JudgedRun
from ircompare.scoring.sides import rule_for, side_with_hint


@dataclass(frozen=True)
class Task:
    """One run to score.

    Attributes:
        path: Absolute path of its file, as whoever scores it sees it.
        name: Run name.
        source: Path as it was given, for messages.
        level: What the user decided that the run names; None where its ids decide.
    """

    path: str
    name: str
    source: str
    level: Level | None = None


@dataclass(frozen=True)
class Refusal:
    """Why a run could not be scored.

    Attributes:
        problems: The first problems of its file.
        total: How many there are.
    """

    problems: tuple[Problem, ...]
    total: int

    def __str__(self) -> str:
        """The first problem, and how many more there are."""
        return str(InputError(self.problems[:1], self.total))


@dataclass(frozen=True, eq=False)
class Ground:
    """What all runs of a command are scored against; it is sent to every worker once.

    Attributes:
        scope: The queries and judgements, without a chunk rule.
        chunk_map: None where none was given.
        budget: The chunk budget asked for, None for everything received.
    """

    scope: Scope
    chunk_map: ChunkMap | None = None
    budget: Budget | None = None

    def without_texts(self) -> Ground:
        """The same with the ids of the corpus alone, which is all that judging needs."""
        collection = self.scope.collection
        if collection.corpus is None:
            return self
        bare = Corpus(collection.corpus.ids, source=collection.corpus.source)
        slim = Collection(collection.qrels, bare, collection.queries)
        return replace(self, scope=replace(self.scope, collection=slim))


Outcome = JudgedRun | Refusal
Score = Callable[[Task, Ground], Outcome]
Outcomes = Generator[tuple[Task, Outcome], None, None]
Engine = Callable[[Score, Ground, Sequence[Task]], Outcomes]


def score_one(task: Task, ground: Ground) -> Outcome:
    """Read one run and judge it."""
    try:
        loaded = load(task.path, "run", name=task.name, source=task.source)
        side = side_with_hint(loaded.value, ground.scope, ground.chunk_map, task.level)
        rule = rule_for([side], ground.chunk_map, ground.budget)
        return JudgedRun.of(
            side.evaluation(ruled(ground.scope, rule)),
            collapsed=side.collapsed is not None,
            reason=side.decision.reason,
            notes=tuple(dict.fromkeys((*loaded.warnings, *side.notes))),
        )
    except InputError as error:
        return Refusal(error.problems, error.total)


def in_process(score: Score, ground: Ground, tasks: Sequence[Task]) -> Outcomes:
    """The engine that scores one run after the other in this process."""
    for task in tasks:
        yield task, score(task, ground)


def package_version() -> str | None:
    """Version of this package, None where it runs from a checkout that is not installed."""
    try:
        return metadata.version("ircompare")
    except metadata.PackageNotFoundError:
        return None
