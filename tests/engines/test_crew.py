"""How runs are shared out among workers that die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from hypothesis import given
from hypothesis import strategies as st

from ircompare.engines.crew import ATTEMPTS, scored_by
from ircompare.engines.work import Outcome, Refusal, Task
from ircompare.errors import Problem


class Workers:
    """Workers that answer in any order; each run kills so many of them before it is scored.

    With one dies everything that was given to them, as in a pool of processes.
    """

    def __init__(self, deaths: Mapping[str, int], width: int, choices: st.DataObject) -> None:
        self._left, self._choices = Counter(deaths), choices
        self.width, self.given, self.crews = width, list[Task](), 0
        self.most = 0

    @contextmanager
    def hire(self, count: int | None) -> Iterator[Workers]:
        assert not self.given
        self.crews += 1
        self._dead, self._alone = False, count == 1
        yield self

    def submit(self, task: Task) -> None:
        self.given.append(task)
        self.most = max(self.most, len(self.given))
        assert not (self._alone and len(self.given) > 1)

    def next(self) -> tuple[Task, Outcome | None]:
        at = self._choices.draw(st.integers(0, len(self.given) - 1))
        task = self.given.pop(at)
        if not self._dead and self._left[task.name]:
            self._left[task.name] -= 1
            self._dead = True
        return task, None if self._dead else outcome_of(task)


def outcome_of(task: Task) -> Refusal:
    return Refusal((Problem("scored", task.name),), 1)


deaths = st.dictionaries(
    st.sampled_from("abcdefgh"), st.sampled_from([0, 0, 1, ATTEMPTS - 1, ATTEMPTS, 99])
)


@given(deaths, st.integers(1, 4), st.data())
def test_every_run_has_one_outcome_and_only_killers_are_given_up(
    deaths: dict[str, int], width: int, choices: st.DataObject
) -> None:
    workers = Workers(deaths, width, choices)
    tasks = [Task(name, name, name) for name in "abcdefgh"]
    done = list(scored_by(workers.hire, tasks, "rest"))
    assert sorted(task.name for task, _ in done) == list("abcdefgh")
    assert workers.most <= width
    for task, outcome in done:
        if deaths.get(task.name, 0) < ATTEMPTS - 1:
            assert outcome == outcome_of(task)
        if deaths.get(task.name, 0) > ATTEMPTS:
            assert isinstance(outcome, Refusal)
            assert outcome.problems[0].code == "worker-lost"
