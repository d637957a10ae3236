"""A folder of runs stands for its files."""

from __future__ import annotations

from pathlib import Path

import pytest

from ircompare.errors import InputError
from ircompare.readers.folders import run_files, unfolded
from ircompare.readers.settings import RunFile


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "runs"
    (place / "inner").mkdir(parents=True)
    (place / "inner" / "deep.run").touch()
    for name in ("b.run", "a10.run", "a2.run", ".hidden", "Z.run", "b.run.meta.json"):
        (place / name).touch()
    for name in ("b.meta.yaml", "c.meta.yml", "meta.json"):
        (place / name).touch()
    return place


def test_files_by_name_without_hidden_ones_descriptions_and_folders(folder: Path) -> None:
    names = [Path(path).name for path in run_files(str(folder))]
    assert names == ["Z.run", "a10.run", "a2.run", "b.run", "meta.json"]


def test_a_link_counts_also_where_it_leads_nowhere(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.run").touch()
    (folder / "to_file").symlink_to(tmp_path / "elsewhere.run")
    (folder / "to_nowhere").symlink_to(tmp_path / "gone.run")
    (folder / "to_folder").symlink_to(tmp_path)
    names = {Path(path).name for path in run_files(str(folder))}
    assert {"to_file", "to_nowhere"} < names
    assert "to_folder" not in names


def test_order_is_kept_and_a_file_named_before_its_folder_is_not_taken_twice(folder: Path) -> None:
    reference = RunFile(str(folder / "inner" / ".." / "b.run"), level="chunk")
    found = unfolded([reference, RunFile(str(folder), level="document"), RunFile("absent.run")])
    assert found[0] == reference
    assert [Path(run.path).name for run in found[1:-1]] == [
        "Z.run",
        "a10.run",
        "a2.run",
        "meta.json",
    ]
    assert {run.level for run in found[1:-1]} == {"document"}
    assert found[-1] == RunFile("absent.run")


def test_files_named_one_by_one_stay_as_they_were(folder: Path) -> None:
    runs = [RunFile(str(folder / "b.run"), name) for name in (None, "x", None)]
    assert unfolded(runs) == tuple(runs)


def test_a_folder_without_runs_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "x.meta.json").touch()
    with pytest.raises(InputError) as caught:
        unfolded([RunFile(str(tmp_path))])
    assert str(caught.value).splitlines() == [
        f"{tmp_path}: folder holds no run",
        "  expected: files, each of them a run; hidden files, folders in it and descriptions "
        "(*.meta.json, *.meta.yaml, *.meta.yml) do not count",
        "  mend:     check the path",
    ]


def test_a_folder_cannot_have_one_name(folder: Path) -> None:
    with pytest.raises(InputError) as caught:
        unfolded([RunFile(str(folder), "mine")])
    assert str(caught.value).splitlines()[0] == f'{folder}: folder has the run name "mine"'
