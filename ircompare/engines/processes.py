"""The engine that scores runs in several processes of this machine."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager

from ircompare.engines.crew import scored_by
from ircompare.engines.work import Ground, Outcome, Outcomes, Score, Task
from ircompare.engines.worker import prepare, score_here

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


class _Crew:
    def __init__(self, workers: ProcessPoolExecutor, count: int) -> None:
        self._workers = workers
        self._under_way: dict[Future[Outcome], Task] = {}
        self.width = 2 * count

    def submit(self, task: Task) -> None:
        try:
            future = self._workers.submit(score_here, task)
        except BrokenProcessPool as error:
            future = Future()
            future.set_exception(error)
        self._under_way[future] = task

    def next(self) -> tuple[Task, Outcome | None]:
        done, _ = wait(self._under_way, return_when=FIRST_COMPLETED)
        future = next(future for future in self._under_way if future in done)
        task = self._under_way.pop(future)
        try:
            return task, future.result()
        except BrokenProcessPool:
            return task, None


@contextmanager
def _processes(score: Score, ground: Ground, count: int) -> Iterator[_Crew]:
    """Processes that hold what all runs share; they are ended at once where work is broken off."""
    before = set(multiprocessing.active_children())
    shared = pickle.dumps((score, ground), pickle.HIGHEST_PROTOCOL)
    workers = ProcessPoolExecutor(
        count, multiprocessing.get_context("spawn"), initializer=prepare, initargs=(shared,)
    )
    try:
        yield _Crew(workers, count)
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        workers.shutdown(cancel_futures=True)  # waits, so that no process outlives this
