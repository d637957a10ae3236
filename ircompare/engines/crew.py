"""How work is shared out among workers that may die: no run is lost with one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from ircompare.engines.work import Outcome, Outcomes, Refusal, Task
from ircompare.errors import Problem

ATTEMPTS = 3


class Crew(Protocol):
    """Some workers that have been told what all runs share."""

    @property
    def width(self) -> int:
        """How many runs to give them at a time, so that none of them waits."""

    def submit(self, task: Task) -> None:
        """Give them a run."""

    def next(self) -> tuple[Task, Outcome | None]:
        """Wait for one of the runs given; None where it was lost with a worker."""


Hire = Callable[[int | None], AbstractContextManager[Crew]]


def scored_by(hire: Hire, tasks: Sequence[Task], mend: str) -> Outcomes:
    """Have runs scored.

    When a worker dies, the runs that were lost with it are scored again one by one, so that only
    a run that kills its own worker time after time is given up.

    Args:
        hire: Makes a fresh crew, of so many workers, None for as many as there are.
        mend: What to do about a run that was given up.
    """
    waiting = deque(tasks)
    while waiting:
        lost: list[Task] = []
        yield from _until_one_is_lost(hire, waiting, lost)
        for task in lost:
            yield task, _alone(hire, task) or _given_up(task, mend)


def _until_one_is_lost(hire: Hire, waiting: deque[Task], lost: list[Task]) -> Outcomes:
    """Have the runs that wait scored; once one is lost, only those that were under way."""
    under_way = 0
    with hire(None) as crew:
        while under_way or (waiting and not lost):
            while waiting and not lost and under_way < crew.width:
                crew.submit(waiting.popleft())
                under_way += 1
            task, outcome = crew.next()
            under_way -= 1
            if outcome is None:
                lost.append(task)
            else:
                yield task, outcome


def _alone(hire: Hire, task: Task) -> Outcome | None:
    """Have one run scored while no other is, in a few attempts; None where all of them fail."""
    for _ in range(ATTEMPTS - 1):
        with hire(1) as crew:
            crew.submit(task)
            _, outcome = crew.next()
            if outcome is not None:
                return outcome
    return None


def _given_up(task: Task, mend: str) -> Refusal:
    problem = Problem(
        "worker-lost",
        "every process that scored this run died of it",
        task.source,
        expected="a process that lives until the run is scored",
        mend=mend,
    )
    return Refusal((problem,), 1)
