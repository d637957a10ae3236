"""A judged run is found again only where nothing has changed that its values rest on."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from ircompare.engines.kept import KeptRuns
from ircompare.engines.work import Task, score_one
from ircompare.errors import InputError, Problem
from ircompare.scoring.judged_run import JudgedRun
from tests.engines import made

ABOUT: Mapping[str, object] = {"version": "1", "files": {"qrels": "abc"}}


@pytest.fixture
def task(tmp_path: Path) -> Task:
    path = next(path for path in made.write_runs(tmp_path / "runs") if path.name == "trec0.run")
    return Task(str(path), "trec0", "runs/trec0.run")


def judged(task: Task) -> JudgedRun:
    outcome = score_one(task, made.ground())
    assert isinstance(outcome, JudgedRun)
    return outcome


def fresh(tmp_path: Path, about: Mapping[str, object] = ABOUT) -> KeptRuns:
    """The folder as another command finds it."""
    return KeptRuns(tmp_path, about)


def test_what_comes_back_is_what_was_kept(tmp_path: Path, task: Task) -> None:
    note = Problem("remark", "a remark", "x.run", line=7, found="文", contract_reason="reason")
    found = replace(
        judged(task), notes=(note,), provenance={"tag": "文", "depth": [1, {"a": None}]}
    )
    fresh(tmp_path).put(task, found)
    again = fresh(tmp_path).get(task)
    assert again is not None
    assert made.told(again) == made.told(found)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"name": "else"}, id="name"),
        pytest.param({"source": "else"}, id="path as given"),
        pytest.param({"level": "chunk"}, id="level"),
    ],
)
def test_another_task_is_another_run(tmp_path: Path, task: Task, other: dict[str, str]) -> None:
    fresh(tmp_path).put(task, judged(task))
    assert fresh(tmp_path).get(task) is not None
    assert fresh(tmp_path).get(replace(task, **other)) is None


def test_another_protocol_file_or_version_is_another_run(tmp_path: Path, task: Task) -> None:
    fresh(tmp_path).put(task, judged(task))
    assert fresh(tmp_path, {**ABOUT, "version": "2"}).get(task) is None
    assert fresh(tmp_path, {**ABOUT, "files": {"qrels": "abd"}}).get(task) is None


def test_a_changed_file_is_another_run_even_at_its_old_time(tmp_path: Path, task: Task) -> None:
    fresh(tmp_path).put(task, judged(task))
    path = Path(task.path)
    before = path.stat()
    path.write_bytes(path.read_bytes().replace(b" t\n", b" u\n"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert fresh(tmp_path).get(task) is None


def test_a_new_description_beside_it_makes_another_run(tmp_path: Path, task: Task) -> None:
    fresh(tmp_path).put(task, judged(task))
    Path(f"{task.path}.meta.json").write_text("{}")
    assert fresh(tmp_path).get(task) is None


def test_a_file_that_changes_while_it_is_scored_is_not_found_again(
    tmp_path: Path, task: Task
) -> None:
    kept = fresh(tmp_path)
    assert task not in kept
    Path(task.path).write_text("q0 Q0 d1 1 1.0 t\n")
    kept.put(task, judged(task))
    assert kept.get(task) is not None
    assert fresh(tmp_path).get(task) is None


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda data: b"", id="empty"),
        pytest.param(lambda data: data[:-30], id="cut short"),
        pytest.param(lambda data: data[:200] + b"\0" * 40 + data[240:], id="overwritten"),
        pytest.param(lambda data: b"\x80\x04N.", id="a pickle"),
    ],
)
def test_a_spoilt_file_counts_as_absent(tmp_path: Path, task: Task, spoil: object) -> None:
    kept = fresh(tmp_path)
    kept.put(task, judged(task))
    place = kept.place(task)
    place.write_bytes(spoil(place.read_bytes()))  # type: ignore[operator]
    assert task not in fresh(tmp_path)


def test_clearing_leaves_what_is_not_its_own(tmp_path: Path, task: Task) -> None:
    for name, stays in (("mixed", True), ("own", False)):
        folder = tmp_path / name
        folder.mkdir()
        kept = fresh(folder)
        kept.put(task, judged(task))
        if stays:
            (folder / "notes.txt").touch()
        kept.clear([task])
        assert folder.exists() == stays
    assert [path.name for path in (tmp_path / "mixed").iterdir()] == ["notes.txt"]


def test_a_folder_that_is_gone_is_an_input_error(tmp_path: Path, task: Task) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        fresh(tmp_path / "gone").put(task, judged(task))
