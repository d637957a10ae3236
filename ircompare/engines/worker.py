"""One process of several: made ready once, then given one run after the other.

Nothing heavy is imported here: a fresh process comes by this module before all others.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from threading import Thread
from typing import TYPE_CHECKING

from ircompare.engines.without_pandas import keep_pandas_out

if TYPE_CHECKING:
    from ircompare.engines.work import Ground, Outcome, Score, Task

_given: tuple[Score, Ground]


def prepare(shared: bytes) -> None:
    """Take what all runs share; an interrupt is for the parent to answer, whom a worker follows.

    Args:
        shared: What scores a run and what it is scored against, pickled.
    """
    global _given
    keep_pandas_out()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    _given = pickle.loads(shared)


def score_here(task: Task) -> Outcome:
    """Score one run."""
    score, ground = _given
    return score(task, ground)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
