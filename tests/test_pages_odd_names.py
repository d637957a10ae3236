"""The dashboard beside files whose names are not UTF-8: it says so and opens none of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ircompare.dashboard import opening
from ircompare.dashboard.files import from_path
from ircompare.dashboard.gate import folders as gate_folders
from ircompare.dashboard.text import plain
from ircompare.errors import InputError
from tests.conftest import TUTORIAL
from tests.pages import opened, session, tutorial_set, words

ODD = os.fsdecode(b"bm25-\xff.json")
WHY = "bm25-\\udcff.json: path is not UTF-8, so the dashboard cannot show it"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a run of the tutorial under two names, one of them odd."""
    run = (TUTORIAL / "run.fixture_A.json").read_bytes()
    (tmp_path / "plain.json").write_bytes(run)
    try:
        (tmp_path / ODD).write_bytes(run)
    except OSError:
        pytest.skip("this file system holds no such names")
    monkeypatch.setattr(opening, "data_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def started_with(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The words that the dashboard is started with, to be filled by a test."""
    told: list[str] = ["app.py"]
    monkeypatch.setattr(sys, "argv", told)
    opening.arguments.cache_clear()
    yield told
    opening.arguments.cache_clear()


def test_a_path_is_refused_with_the_way_out(folder: Path) -> None:
    with pytest.raises(InputError) as caught:
        from_path(folder / ODD)
    assert str(caught.value) == (
        f"{folder}/{WHY}\n"
        "  expected: names of file and folders in UTF-8\n"
        "  mend:     rename it; the commands that score and check read it as it is"
    )


def test_a_file_in_such_a_folder_is_refused_too(folder: Path) -> None:
    inside = folder / os.fsdecode(b"sub-\xff")
    inside.mkdir()
    (inside / "run.json").write_bytes(b"{}")
    with pytest.raises(InputError, match=r"sub-\\udcff/run\.json: path is not UTF-8"):
        from_path(inside / "run.json")


def test_the_folder_lists_what_can_be_opened_and_names_the_rest(folder: Path) -> None:
    at = opened("data", tutorial_set(), k="2")
    assert at.multiselect(key="folder_choice").options == ["plain.json"]
    told = 'Not listed, as their names are not UTF-8: "bm25-\\udcff.json".'
    assert plain(f"{told} Renamed, they can be opened here.") in words(at)


def test_without_such_names_nothing_is_said_of_them(folder: Path) -> None:
    (folder / ODD).unlink()
    at = opened("data", tutorial_set(), k="2")
    assert "not UTF" not in words(at)


def test_a_file_of_the_command_line_is_told_on_the_data_page(
    folder: Path, started_with: list[str]
) -> None:
    files = [("--qrels", TUTORIAL / "qrels.json"), ("--run", folder / ODD)]
    started_with += [str(word) for pair in files for word in pair]
    at = session().run()
    assert not at.exception
    assert WHY in words(at)
    assert [item.source for item in at.session_state["given_files"]] == ["qrels.json"]


def test_settings_in_such_a_folder_open_nothing_and_say_why(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = folder / os.fsdecode(b"sub-\xff")
    inside.mkdir()
    (inside / "run.json").write_bytes(b"{}")
    monkeypatch.setattr(opening, "data_folder", lambda: inside)
    at = opened("data", tutorial_set(), k="2")
    generation = at.session_state["upload_generation"]
    settings = b'runs = [{ path = "run.json" }]\n'
    at.file_uploader(key=f"upload-{generation}").set_value([("x.toml", settings, "")]).run()
    assert not at.exception
    assert "sub-\\udcff/run.json: path is not UTF-8" in words(at)


def test_the_gate_offers_only_folders_that_a_menu_can_show(folder: Path) -> None:
    for name in (b"wiki", b"wiki-\xff", b"wiki/sub-\xff"):
        (folder / os.fsdecode(name)).mkdir()
    assert gate_folders.folders() == ["wiki"]
