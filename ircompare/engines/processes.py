"""The engine that scores runs in several processes of this machine."""

from __future__ import annotations

import multiprocessing
import pickle
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import cast

from ircompare.engines.crew import scored_by
from ircompare.engines.work import Ground, Outcome, Outcomes, Score, Task
from ircompare.engines.worker import Fault, serve

_MEND = "give each process more memory: fewer --jobs"


def in_processes(score: Score, ground: Ground, tasks: Sequence[Task], *, jobs: int) -> Outcomes:
    """Score runs in so many processes.

    Args:
        score: Importable by name, as the processes start afresh.
        jobs: How many processes, at least 1; never more than there are runs.
    """
    most = min(jobs, len(tasks))

    def hire(count: int | None) -> AbstractContextManager[_Crew]:
        return _processes(score, ground, count or most)

    return scored_by(hire, tasks, _MEND)


class _Worker:
    """One process, with a pipe of its own: nothing is shared that its death could leave locked."""

    def __init__(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.pipe, theirs = spawn.Pipe()
        self.process: BaseProcess = spawn.Process(target=serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()  # its death now ends the pipe

    def tell(self, data: bytes) -> None:
        """Send it something; where it has died, its answer says so."""
        with suppress(OSError):
            self.pipe.send_bytes(data)

    def answer(self) -> Outcome | None:
        """What became of the run that it was given, None where it has died.

        An error of ours is raised here.
        """
        try:
            found: Outcome | Fault = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(found, Fault):
            raise found.error
        return found


class _Crew:
    """Workers that are given one run at a time, so that none waits behind a slow one."""

    def __init__(self, workers: Sequence[_Worker]) -> None:
        self.width = 2 * len(workers)
        self._idle = list(workers)
        self._busy: dict[Connection, tuple[_Worker, Task]] = {}
        self._waiting: deque[Task] = deque()
        self._answers: deque[tuple[Task, Outcome | None]] = deque()

    def submit(self, task: Task) -> None:
        self._waiting.append(task)
        self._hand_out()

    def next(self) -> tuple[Task, Outcome | None]:
        self._collect()
        if not self._answers:  # nobody lives who could score those that wait
            self._answers.extend((task, None) for task in self._waiting)
            self._waiting.clear()
        return self._answers.popleft()

    def _hand_out(self) -> None:
        while self._idle and self._waiting:
            worker, task = self._idle.pop(), self._waiting.popleft()
            self._busy[worker.pipe] = worker, task
            worker.tell(pickle.dumps(task))

    def _collect(self) -> None:
        """Take every answer that is there, and wait for one where there is none."""
        for pipe in wait(list(self._busy), 0 if self._answers else None) if self._busy else ():
            worker, task = self._busy.pop(cast(Connection, pipe))
            found = worker.answer()
            self._answers.append((task, found))
            if found is not None:
                self._idle.append(worker)
        self._hand_out()


@contextmanager
def _processes(score: Score, ground: Ground, count: int) -> Iterator[_Crew]:
    """Processes that hold what all runs share; they are ended at once where work is broken off."""
    shared = pickle.dumps((score, ground), pickle.HIGHEST_PROTOCOL)
    workers: list[_Worker] = []
    try:
        for _ in range(count):
            workers.append(_Worker())
        for worker in workers:
            worker.tell(shared)
        yield _Crew(workers)
    except BaseException:
        for worker in workers:
            worker.process.terminate()
        raise
    finally:
        for worker in workers:
            worker.pipe.close()
        for worker in workers:
            worker.process.join()
