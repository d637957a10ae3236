"""The engine that scores runs on an existing Dask cluster."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import metadata
from typing import TYPE_CHECKING

from ircompare.engines.crew import scored_by
from ircompare.engines.work import Ground, Outcome, Outcomes, Score, Task, package_version
from ircompare.errors import InputError, Problem, some

if TYPE_CHECKING:
    from distributed import Client, Future, as_completed

_MEND = "give the workers of the cluster more memory"
_SECONDS_FOR_SCHEDULER = 10
_SECONDS_FOR_WORKER = 60
_SECONDS_BETWEEN_LOOKS = 30


def on_cluster(score: Score, ground: Ground, tasks: Sequence[Task], *, address: str) -> Outcomes:
    """Score runs on the workers of a Dask scheduler, which read the files themselves.

    Args:
        score: Importable by name on the workers.
        address: Of the scheduler, such as `tcp://host:8786`.

    Raises:
        InputError: Dask is not installed, no scheduler answers, there is no worker for a minute,
            at first or later, or a worker has another version of this package.
    """
    with _client(address) as client:
        _require_workers(client, address)
        shared = _shared(client, ground)

        def hire(_: int | None) -> AbstractContextManager[_Crew]:
            nonlocal shared
            if shared.status not in ("pending", "finished"):  # it was lost time after time
                shared = _shared(client, ground)
            return nullcontext(_Crew(client, address, score, shared))

        yield from scored_by(hire, tasks, _MEND)


def _shared(client: Client, ground: Ground) -> Future[Ground]:
    """What all runs share, sent once: workers pass it on to each other.

    Should all their copies be lost, it is made again, as scattered data would not be.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph")
        return client.submit(_same, ground, pure=False)


def _same(ground: Ground) -> Ground:
    return ground


class _Crew:
    def __init__(self, client: Client, address: str, score: Score, ground: Future[Ground]) -> None:
        self._client, self._address, self._score, self._ground = client, address, score, ground
        self._under_way: dict[Future[Outcome], Task] = {}
        self._done = self._watched()

    @property
    def width(self) -> int:
        """Twice the threads of the cluster as it is now, and at least one run."""
        return 2 * sum(self._client.nthreads().values()) or 1

    def submit(self, task: Task) -> None:
        future = self._client.submit(self._score, task, self._ground, pure=False)
        self._under_way[future] = task
        self._done.add(future)

    def next(self) -> tuple[Task, Outcome | None]:
        """The next run; one that was lost with a worker is repeated by Dask itself, a few times.

        It also gives up runs that only waited on the workers that died.

        Raises:
            InputError: All workers are gone, and for a minute none has come.
        """
        from distributed.scheduler import KilledWorker

        future = self._first_done()
        task = self._under_way.pop(future)
        try:
            return task, future.result()
        except (CancelledError, KilledWorker):
            return task, None

    def _first_done(self) -> Future[Outcome]:
        while True:
            try:
                return next(self._done)
            except TimeoutError:
                _await_worker(self._client, self._address)
                self._done = self._watched()

    def _watched(self) -> as_completed:
        """The runs under way as they are done; for a while, then there is to be a worker still."""
        from distributed import as_completed

        return as_completed(
            list(self._under_way), loop=self._client.loop, timeout=_SECONDS_BETWEEN_LOOKS
        )


@contextmanager
def _client(address: str) -> Iterator[Client]:
    try:
        from distributed import Client
    except ImportError as error:
        raise InputError(
            Problem(
                "no-dask",
                "Dask is not installed",
                expected="the package distributed, for --scheduler",
                found=str(error),
                mend='pip install "ircompare[dask]"',
            )
        ) from error
    try:
        # In a thread of its own: the caller's may have a loop that runs, as in a notebook.
        with ThreadPoolExecutor(1) as pool:
            pool.submit(asyncio.run, _reach(address)).result()
    except (OSError, ValueError) as error:
        raise InputError(
            Problem(
                "no-scheduler",
                "no Dask scheduler answers",
                address,
                expected="the address that `dask scheduler` prints, such as tcp://host:8786",
                found=str(error),
                mend="check the address, and that the scheduler runs",
            )
        ) from error
    with Client(address, set_as_default=False) as client:
        yield client


def _await_worker(client: Client, address: str) -> None:
    """Wait for a worker where there is none; one that is paused counts.

    Raises:
        InputError: None has come.
    """
    if client.nthreads():
        return
    try:
        client.wait_for_workers(1, timeout=_SECONDS_FOR_WORKER)
    except TimeoutError as error:
        raise InputError(
            Problem(
                "no-worker",
                f"Dask scheduler has had no worker for {_SECONDS_FOR_WORKER} seconds",
                address,
                mend=f"start one: dask worker {address}",
            )
        ) from error


async def _reach(address: str) -> None:
    """Greet the scheduler: a client that finds none would go on looking even after its end."""
    from distributed.comm.core import connect
    from distributed.security import Security

    secured = Security().get_connection_args("client")
    comm = await connect(address, timeout=_SECONDS_FOR_SCHEDULER, **secured)
    await comm.close()


def _require_workers(client: Client, address: str) -> None:
    """Wait for a worker, and refuse those that might give other values."""
    _await_worker(client, address)
    own = package_version()
    found = client.run(metadata.version, "ircompare", on_error="return")
    others = {worker: version for worker, version in found.items() if version != own}
    if own is not None and others:
        raise InputError(
            Problem(
                "other-version",
                f"{len(others)} of {len(found)} workers have another version of ircompare, or none",
                address,
                expected=f"ircompare {own}, so that values do not depend on the worker",
                found=some(f"{worker}: {version}" for worker, version in others.items()),
                mend="install the same version on every worker",
            )
        )
