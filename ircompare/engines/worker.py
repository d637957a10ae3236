"""One process of several: made ready once, then given one run after the other.

Nothing heavy is imported here: a fresh process comes by this module before all others.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from dataclasses import dataclass
from multiprocessing.connection import Connection
from threading import Thread
from traceback import format_exc
from typing import TYPE_CHECKING

from ircompare.engines.without_pandas import keep_pandas_out

if TYPE_CHECKING:
    from ircompare.engines.work import Ground, Outcome, Score, Task


@dataclass(frozen=True)
class Fault:
    """An error of ours while a run was scored."""

    error: Exception


def serve(pipe: Connection) -> None:
    """Answer for one run after the other until the pipe ends.

    An interrupt is for the parent to answer, whom a worker follows.

    Args:
        pipe: Brings what scores a run and what it is scored against, pickled; then the runs.
    """
    keep_pandas_out()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    try:
        score, ground = pickle.loads(pipe.recv_bytes())
        while True:
            _answer(pipe, score, pipe.recv(), ground)
    except (EOFError, OSError):
        return


def _answer(pipe: Connection, score: Score, task: Task, ground: Ground) -> None:
    """Send what became of a run."""
    found: Outcome | Fault
    try:
        found = score(task, ground)
        data = pickle.dumps(found, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        error.add_note(format_exc())
        data = _packed(error)
    pipe.send_bytes(data)


def _packed(error: Exception) -> bytes:
    """An error as bytes, by its words alone where it cannot be packed itself."""
    try:
        return pickle.dumps(Fault(error))
    except Exception:
        return pickle.dumps(Fault(RuntimeError(format_exc())))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
