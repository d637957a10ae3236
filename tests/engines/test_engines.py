"""The values are the same whatever scores the runs, and a worker that dies loses none."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from distributed import Client

from ircompare.engines import cluster as cluster_engine
from ircompare.engines.cluster import on_cluster
from ircompare.engines.processes import in_processes
from ircompare.engines.work import Engine, Ground, Refusal, in_process, score_one
from ircompare.errors import InputError
from tests.engines import made
from tests.engines.conftest import cluster

pytestmark = pytest.mark.xdist_group("cluster")


@pytest.fixture(params=["processes", "cluster"])
def engine(request: pytest.FixtureRequest) -> Engine:
    if request.param == "processes":
        return partial(in_processes, jobs=2)
    return partial(on_cluster, address=request.getfixturevalue("scheduler"))


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    return made.write_runs(tmp_path / "runs")


def outcomes(engine: Engine, score: object, paths: list[Path]) -> dict[str, object]:
    done = list(engine(score, made.ground(), made.tasks_for(paths)))  # type: ignore[arg-type]
    assert len(done) == len(paths)
    return {task.source: made.told(outcome) for task, outcome in done}


def test_every_engine_finds_the_same(engine: Engine, tmp_path: Path) -> None:
    drawn = [made.write_runs(tmp_path / f"{seed}", seed) for seed in range(4)]
    paths = [path for runs in drawn for path in runs]
    expected = outcomes(in_process, score_one, paths)
    assert outcomes(engine, score_one, paths) == expected
    refused = [name for name, outcome in expected.items() if isinstance(outcome, Refusal)]
    assert refused == [f"{seed}/{name}" for seed in range(4) for name in ("bad.run", "empty.run")]


def test_no_runs_are_no_work(engine: Engine) -> None:
    assert outcomes(engine, score_one, []) == {}


def test_a_loop_that_runs_already_does_not_matter(scheduler: str, runs: list[Path]) -> None:
    engine = partial(on_cluster, address=scheduler)

    async def notebook() -> dict[str, object]:
        return outcomes(engine, score_one, runs)

    with ThreadPoolExecutor(1) as pool:  # this thread may have a loop of another test
        found = pool.submit(asyncio.run, notebook()).result()
    assert found == outcomes(in_process, score_one, runs)


def test_a_worker_that_dies_in_the_middle_loses_no_run(engine: Engine, runs: list[Path]) -> None:
    victim = runs[4].rename(runs[4].with_name("victim"))
    paths = [*runs[:4], victim, *runs[5:]]
    assert outcomes(engine, made.dies_once, paths) == outcomes(in_process, score_one, paths)
    assert victim.with_name("victim.died").exists()


def test_only_a_run_that_always_kills_is_given_up(engine: Engine, runs: list[Path]) -> None:
    victim = runs[0].rename(runs[0].with_name("victim"))
    paths = [victim, *runs[1:]]
    found = outcomes(engine, made.dies_always, paths)
    given_up = found.pop("runs/victim")
    assert isinstance(given_up, Refusal)
    assert str(given_up).splitlines()[:2] == [
        "runs/victim: every process that scored this run died of it",
        "  expected: a process that lives until the run is scored",
    ]
    assert found == outcomes(in_process, score_one, runs[1:])


def test_the_only_worker_of_a_cluster_may_die(lone_worker: str, runs: list[Path]) -> None:
    victim = runs[5].rename(runs[5].with_name("victim"))
    paths = [*runs[:5], victim, *runs[6:]]
    engine = partial(on_cluster, address=lone_worker)
    assert outcomes(engine, made.dies_once, paths) == outcomes(in_process, score_one, paths)


def test_a_worker_that_is_back_in_time_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, lone_worker: str, runs: list[Path]
) -> None:
    await_worker, waited = cluster_engine._await_worker, []

    def counted(client: Client, address: str) -> None:
        waited.append(address)
        await_worker(client, address)

    monkeypatch.setattr(cluster_engine, "_await_worker", counted)
    monkeypatch.setattr(cluster_engine, "_SECONDS_BETWEEN_LOOKS", 0.01)
    victim = runs[5].rename(runs[5].with_name("victim"))
    paths = [*runs[:5], victim, *runs[6:]]
    engine = partial(on_cluster, address=lone_worker)
    assert outcomes(engine, made.dies_once, paths) == outcomes(in_process, score_one, paths)
    assert len(waited) > 1


def test_when_the_last_worker_is_gone_the_runs_scored_before_are_not_lost(
    monkeypatch: pytest.MonkeyPatch,
    mortal_worker: tuple[str, subprocess.Popen[bytes]],
    runs: list[Path],
) -> None:
    address, worker = mortal_worker
    monkeypatch.setattr(cluster_engine, "_SECONDS_BETWEEN_LOOKS", 0.1)
    victim = runs[-1].rename(runs[-1].with_name("victim"))
    tasks = made.tasks_for([*runs[:-1], victim])
    engine = partial(on_cluster, address=address)
    with closing(engine(made.never_ends, made.ground(), tasks)) as done:
        found = [next(done)[0] for _ in tasks[:-1]]
        monkeypatch.setattr(cluster_engine, "_SECONDS_FOR_WORKER", 0.1)
        worker.kill()
        with pytest.raises(InputError) as caught:
            next(done)
    assert str(caught.value).splitlines() == [
        f"{address}: Dask scheduler has had no worker for 0.1 seconds",
        f"  mend:     start one: dask worker {address}",
    ]
    assert sorted(task.source for task in found) == [task.source for task in tasks[:-1]]


def test_what_all_runs_share_is_sent_again_should_it_be_lost(
    monkeypatch: pytest.MonkeyPatch, scheduler: str, runs: list[Path]
) -> None:
    send, sent = cluster_engine._shared, []

    def lost_at_first(client: Client, ground: Ground) -> object:
        sent.append(ground)
        lost = len(sent) == 1
        return client.submit(made.was_lost, pure=False) if lost else send(client, ground)

    monkeypatch.setattr(cluster_engine, "_shared", lost_at_first)
    engine = partial(on_cluster, address=scheduler)
    assert outcomes(engine, score_one, runs) == outcomes(in_process, score_one, runs)
    assert len(sent) == 2


def test_a_worker_that_dies_while_it_answers_loses_no_run(runs: list[Path]) -> None:
    victim = runs[4].rename(runs[4].with_name("victim"))
    paths = [*runs[:4], victim, *runs[5:]]
    engine = partial(in_processes, jobs=2)
    expected = outcomes(in_process, score_one, paths)
    assert outcomes(engine, made.dies_while_it_answers, paths) == expected
    assert victim.with_name("victim.died").exists()


def test_work_that_is_broken_off_leaves_no_process(runs: list[Path]) -> None:
    tasks = made.tasks_for(runs)
    with closing(in_processes(made.meets_another, made.ground(), tasks, jobs=2)) as done:
        next(done)
        workers = made.came(runs[0].parent)
    assert len(workers) == 2
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


def test_work_that_is_done_leaves_no_process(runs: list[Path]) -> None:
    engine = partial(in_processes, jobs=2)
    expected = outcomes(in_process, score_one, runs)
    assert outcomes(engine, made.meets_another, runs) == expected
    for worker in made.came(runs[0].parent):
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


def test_an_error_of_ours_comes_out_as_it_is(engine: Engine, runs: list[Path]) -> None:
    with pytest.raises(ZeroDivisionError):
        outcomes(engine, made.divides_by_zero, runs)


def refusal(address: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        list(on_cluster(score_one, made.ground(), [], address=address))
    return str(caught.value).splitlines()


def test_without_dask_it_is_said_how_to_get_it(root: Path) -> None:
    # In a process of its own: the threads of the cluster above go on importing parts of Dask.
    code = (
        "import sys; sys.modules['distributed'] = None\n"
        "from ircompare.engines.cluster import on_cluster\n"
        "from ircompare.errors import InputError\n"
        "try:\n"
        "    next(on_cluster(None, None, [], address='tcp://host:8786'))\n"
        "except InputError as error:\n"
        "    print(error)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=root, check=True, stdout=subprocess.PIPE, text=True
    )
    lines = said.stdout.splitlines()
    assert lines[:2] == [
        "Dask is not installed",
        "  expected: the package distributed, for --scheduler",
    ]
    assert lines[-1] == '  mend:     pip install "ircompare[dask]"'


@pytest.mark.parametrize("address", ["nonsense", "http://x:1", "tcp://127.0.0.1:1"])
def test_an_address_where_nobody_answers(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr("ircompare.engines.cluster._SECONDS_FOR_SCHEDULER", 1)
    lines = refusal(address)
    assert lines[0] == f"{address}: no Dask scheduler answers"
    assert lines[-1] == "  mend:     check the address, and that the scheduler runs"


def test_a_cluster_without_workers_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ircompare.engines.cluster._SECONDS_FOR_WORKER", 0.1)
    with cluster(0) as made_of_none:
        address = made_of_none.scheduler_address
        assert refusal(address) == [
            f"{address}: Dask scheduler has had no worker for 0.1 seconds",
            f"  mend:     start one: dask worker {address}",
        ]


def test_a_worker_of_another_version_is_refused(
    monkeypatch: pytest.MonkeyPatch, scheduler: str, runs: list[Path]
) -> None:
    monkeypatch.setattr("ircompare.engines.cluster.package_version", lambda: "0.0.7")
    engine = partial(on_cluster, address=scheduler)
    with pytest.raises(InputError, match="2 of 2 workers have another version of ircompare"):
        outcomes(engine, score_one, runs)
