"""A Dask cluster of this machine, started once for all tests that want one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from dask import config
from distributed import LocalCluster

from ircompare.engines import cluster as cluster_engine
from tests.conftest import PATIENCE, ROOT

cluster_engine._SECONDS_FOR_SCHEDULER = cluster_engine._SECONDS_FOR_WORKER = PATIENCE
# A local cluster gives a worker up that is not back in 15 seconds, and would then have none.
config.set(
    {
        "distributed.deploy.lost-worker-timeout": f"{PATIENCE}s",
        "distributed.comm.timeouts.connect": f"{PATIENCE}s",
    }
)


def cluster(workers: int) -> LocalCluster:
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        dashboard_address=":0",
        scheduler_port=0,
        silence_logs=50,
    )


@pytest.fixture(scope="session")
def scheduler() -> Iterator[str]:
    """The address of a scheduler with two workers."""
    with config.set({"distributed.scheduler.allowed-failures": 1}), cluster(2) as made:
        yield made.scheduler_address


@pytest.fixture
def lone_worker() -> Iterator[str]:
    """The address of a scheduler with one worker, with which all is lost that it holds."""
    with cluster(1) as made:
        yield made.scheduler_address


@pytest.fixture
def mortal_worker() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address of a scheduler, and its one worker, which nobody replaces when it is killed."""
    options = ["--no-nanny", "--no-dashboard", "--nthreads", "1"]
    with cluster(0) as made:
        worker = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", made.scheduler_address, *options],
            cwd=ROOT,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield made.scheduler_address, worker
        finally:
            worker.kill()
            worker.wait()
