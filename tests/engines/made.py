"""A folder of runs of every kind, what they are scored against, and ways of scoring that kill."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from threading import Event, Thread, main_thread
from types import SimpleNamespace
from typing import Any

import numpy as np

from ircompare.engines.work import Ground, Outcome, Refusal, Task, score_one
from ircompare.errors import Problem
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
        _wait_for_nanny()
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return score_one(task, ground)


def dies_always(task: Task, ground: Ground) -> Outcome:
    """Score a run, but kill every process that comes to a run named `victim…`."""
    if task.name.startswith("victim"):
        _wait_for_nanny()
        os.kill(os.getpid(), signal.SIGKILL)
    return score_one(task, ground)


def never_ends(task: Task, ground: Ground) -> Outcome:
    """Score a run, but come to no end with one named `victim…`."""
    if task.name.startswith("victim"):
        Event().wait()
    return score_one(task, ground)


def _wait_for_nanny() -> None:
    """Wait until the nanny of a Dask worker knows that it runs: else it would not replace it."""
    if "distributed" not in sys.modules:
        return
    from distributed import get_worker
    from distributed.protocol.pickle import dumps
    from distributed.utils import sync

    worker = get_worker()

    async def asked() -> bool:
        answer = await worker.rpc(worker.nanny).run(function=dumps(_runs))
        assert answer["status"] == "OK", answer
        return bool(answer["result"])

    while not sync(worker.loop, asked):
        time.sleep(0.01)


def _runs(dask_worker: Any) -> bool:
    """Whether a nanny is up and knows that its worker is."""
    process = dask_worker.process
    states = [dask_worker.status, process.status if process else None]
    return [state and state.name for state in states] == ["running", "running"]


def dies_while_it_answers(task: Task, ground: Ground) -> Outcome:
    """Score a run, but kill the process that first answers for one named `victim…`, in mid-word."""
    mark = Path(f"{task.path}.died")
    if task.name.startswith("victim") and not mark.exists():
        mark.touch()
        Thread(target=_die_in, args=("_send",), daemon=True).start()
        return Refusal((Problem("large", "x" * (64 << 20)),), 1)
    return score_one(task, ground)


def _die_in(function: str) -> None:
    """Kill this process as soon as its main thread is in a function of that name."""
    while sys._current_frames()[main_thread().ident or 0].f_code.co_name != function:
        time.sleep(0.0001)
    os.kill(os.getpid(), signal.SIGKILL)


def meets_another(task: Task, ground: Ground) -> Outcome:
    """Score a run once two processes have come to one; each leaves its id as a file's name."""
    folder = Path(task.path).parent
    (folder / f"{os.getpid()}.came").touch()
    while len(came(folder)) < 2:
        time.sleep(0.01)
    return score_one(task, ground)


def came(folder: Path) -> list[int]:
    """Ids of the processes that came to a run of a folder."""
    return [int(path.stem) for path in folder.glob("*.came")]


def was_lost() -> None:
    """What a Dask scheduler says of a task whose workers died of it, or beside it."""
    from distributed.scheduler import KilledWorker

    raise KilledWorker("shared", SimpleNamespace(address="tcp://host:1"), 1)


def divides_by_zero(task: Task, ground: Ground) -> Outcome:
    """A bug."""
    raise ZeroDivisionError
