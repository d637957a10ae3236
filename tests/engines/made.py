"""A folder of runs of every kind, what they are scored against, and ways of scoring that kill."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
from pathlib import Path

import numpy as np

from ircompare.engines.work import Ground, Outcome, Refusal, Task, score_one
from ircompare.model.collection import Collection, Qrels
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope

QUERIES = [f"q{number}" for number in range(12)]
DOCUMENTS = ["d0", "d1", "d10", "d2", "é", "z", "文", "😀"]
BAD = "q1 Q0 d1 1 2.0 t\nq1 Q0 d1 2 1.0 t\n"


def write_runs(folder: Path, seed: int = 7) -> list[Path]:
    """Runs with ties, gaps, empty rankings and without scores, one packed; two that are bad."""
    chance = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(6):
        name = folder / f"trec{number}.run"
        name.write_text(_trec(chance), "utf-8")
    (folder / "packed.run.gz").write_bytes(gzip.compress(_trec(chance).encode()))
    lists = {query: chance.sample(DOCUMENTS, chance.randrange(8)) for query in QUERIES[:9]}
    (folder / "lists.json").write_text(json.dumps(lists), "utf-8")
    (folder / "bad.run").write_text(BAD, "utf-8")
    (folder / "empty.run").write_bytes(b"")
    return sorted(path for path in folder.iterdir() if path.is_file())


def _trec(chance: random.Random) -> str:
    lines = []
    for query in chance.sample(QUERIES, 10):
        for rank, document in enumerate(chance.sample(DOCUMENTS, chance.randint(1, 8)), 1):
            lines.append(f"{query} Q0 {document} {rank} {chance.choice([2, 1.5, 1, -1])} t\n")
    return "".join(lines)


def qrels_text(seed: int = 7) -> str:
    """Judgements, some negative, in TREC form."""
    chance = random.Random(seed)
    pairs = [(query, document) for query in QUERIES for document in chance.sample(DOCUMENTS, 4)]
    return "".join(f"{query} 0 {doc} {chance.choice([-1, 0, 1, 1, 2])}\n" for query, doc in pairs)


def ground(seed: int = 7) -> Ground:
    """The same judgements as a ground to score on."""
    judged: dict[str, dict[str, int]] = {}
    for line in qrels_text(seed).splitlines():
        query, _, doc, grade = line.split()
        judged.setdefault(query, {})[doc] = int(grade)
    collection = Collection(Qrels.from_dict(judged))
    return Ground(Scope.of(collection, Protocol(judgements="pooled")))


def tasks_for(paths: list[Path]) -> list[Task]:
    return [Task(str(path), path.stem, f"{path.parent.name}/{path.name}") for path in paths]


def told(outcome: Outcome) -> object:
    """An outcome as something that can be compared, array by array."""
    if isinstance(outcome, Refusal):
        return outcome
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in vars(outcome).items()
    }


def dies_once(task: Task, ground: Ground) -> Outcome:
    """Score a run, but kill the process that first comes to a run named `victim…`."""
    mark = Path(f"{task.path}.died")
    if task.name.startswith("victim") and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return score_one(task, ground)


def dies_always(task: Task, ground: Ground) -> Outcome:
    """Score a run, but kill every process that comes to a run named `victim…`."""
    if task.name.startswith("victim"):
        os.kill(os.getpid(), signal.SIGKILL)
    return score_one(task, ground)


def divides_by_zero(task: Task, ground: Ground) -> Outcome:
    """A bug."""
    raise ZeroDivisionError
