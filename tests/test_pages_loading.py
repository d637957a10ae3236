"""While files are read: what every page shows, and what becomes of a cancelled file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from itertools import count
from threading import Event

import pytest
from streamlit.testing.v1 import AppTest

from ircompare.dashboard import loading
from ircompare.dashboard.data.understood import understand
from ircompare.dashboard.files import from_path, library, with_roles
from ircompare.dashboard.text import plain
from tests.pages import button, opened, session, words

QRELS = {"q1": {"d1": 1, "d2": 0}}
A, B = {"q1": ["d1", "d2"]}, {"q1": ["d2", "d1"]}
NUMBERS = count()
HEADLINE = plain("MRR@10 1 → 1/2 on 1 query")


@pytest.fixture
def go_on(monkeypatch) -> Iterator[Callable[[], None]]:
    """Keep every reader waiting until this is called; pages show at once that they wait."""
    monkeypatch.setattr(loading, "PATIENCE", 0.0)
    free = Event()
    pool = loading.background().pool
    held = [pool.submit(free.wait) for _ in range(loading.THREADS)]

    def let_go() -> None:
        free.set()
        wait(held)

    yield let_go
    let_go()


@pytest.fixture
def files(tmp_path) -> Callable[..., str]:
    """Hold three files opened from paths, perhaps some of them read, and return their digest."""

    def hold(*, a: object = A, read: tuple[str, ...] = ()) -> str:
        given = []
        for name, content in (("qrels", QRELS), ("first", a), ("second", B)):
            path = tmp_path / f"{name}.json"
            path.write_text(json.dumps(content) + " " * next(NUMBERS), "utf-8")
            given.append(from_path(path, "qrels" if name == "qrels" else "run"))
        for item in given:
            if item.source in read:
                understand(item)
        return library().register(with_roles(given))

    return hold


def bars(at: AppTest) -> list[str]:
    return [item.proto.text for item in at.get("progress")]


def sources(at: AppTest) -> list[tuple[str, str]]:
    return [(item.source, item.role) for item in at.session_state["given_files"]]


def finished(at: AppTest) -> AppTest:
    """The page once everything is read."""
    wait([reading.future for reading in at.session_state["readings"]])
    at.run()
    assert not at.exception
    return at


@pytest.mark.parametrize("page", ["data", "compare", "query", "cutoffs", "chunks", "gate"])
def test_every_page_says_what_is_read_and_then_opens(page, go_on, files):
    at = opened(page, files(), judgements="pooled")
    assert "**Reading 3 files**" in words(at)
    assert bars(at) == [plain(f"{name}.json: <0.1 MB") for name in ("qrels", "first", "second")]
    assert button(at, "Cancel")
    assert "Open this sample" not in [item.label for item in at.button]
    go_on()
    finished(at)
    assert "Reading" not in words(at)
    assert not bars(at)


def test_a_deep_link_opens_with_its_settings_once_all_is_read(go_on, files):
    digest = files()
    at = opened("compare", digest, judgements="pooled", k="10", sort="id")
    assert "**A** first" in words(at)
    go_on()
    finished(at)
    assert HEADLINE in words(at)
    assert at.query_params["ds"] == digest
    assert at.selectbox(key="filter-sort").value == "id"


def test_settings_answer_while_files_are_read(go_on, files):
    at = opened("compare", files(), judgements="pooled")
    at.number_input(key="k").set_value(1).run()
    assert bars(at)
    assert at.query_params["k"] == "1"
    go_on()
    finished(at)
    assert plain("MRR@1 1 → 0 on 1 query") in words(at)


def test_the_bars_show_how_far_each_file_is(go_on, files):
    at = opened("compare", files(), judgements="pooled")
    _, first, _ = at.session_state["readings"]
    first.tell(120_000_000, 480_000_000)
    at.run()
    assert bars(at)[1] == plain("first.json: 120 of 480 MB")
    assert at.get("progress")[1].proto.value == 25


def test_only_what_is_not_read_yet_is_waited_for(go_on, files):
    digest = files(read=("qrels.json", "first.json"))
    at = opened("compare", digest, judgements="pooled")
    assert "**Reading 1 file**" in words(at)
    assert bars(at) == [plain("second.json: <0.1 MB")]
    go_on()
    assert HEADLINE in words(finished(at))


def test_a_reload_waits_for_the_same_reading(go_on, files):
    digest = files()
    first, second = (opened("compare", digest, judgements="pooled") for _ in range(2))
    assert first.session_state["readings"] == second.session_state["readings"]
    go_on()
    assert HEADLINE in words(finished(second))


def test_a_cancelled_file_is_left_out_and_can_be_read_again(go_on, files):
    digest = files()
    at = opened("compare", digest, judgements="pooled")
    button(at, "Cancel").click().run()
    assert not at.exception
    assert sources(at) == []
    assert plain("qrels.json, first.json, second.json") in words(at)
    assert "ds" not in at.query_params
    button(at, "Read again").click().run()
    assert sources(at) == [("qrels.json", ""), ("first.json", "A"), ("second.json", "B")]
    assert at.query_params["ds"] == digest
    go_on()
    assert HEADLINE in words(finished(at))


def test_cancelling_leaves_what_was_read(go_on, files):
    at = opened("data", files(read=("qrels.json", "first.json")), judgements="pooled")
    button(at, "Cancel").click().run()
    assert not at.exception
    assert sources(at) == [("qrels.json", ""), ("first.json", "A")]
    assert button(at, "See the run")
    button(at, "Read again").click().run()
    assert sources(at)[-1] == ("second.json", "B")
    go_on()
    assert button(finished(at), "Compare")


def test_files_are_taken_while_others_are_read(go_on, files):
    at = opened("data", files(), judgements="pooled")
    upload = ("third.json", json.dumps({"q1": ["d2"]}).encode(), "application/json")
    at.file_uploader(key="upload-0").set_value([upload]).run()
    assert not at.exception
    assert sources(at)[-1] == ("third.json", "")
    assert len(bars(at)) == 4
    go_on()
    assert "queries are scored" in "\n".join(item.value for item in finished(at).success)


def test_a_new_file_takes_the_notice_of_a_cancelled_one_away(go_on, files):
    at = opened("data", files(), judgements="pooled")
    button(at, "Cancel").click().run()
    assert "Reading was cancelled" in words(at)
    upload = ("third.json", json.dumps({"q1": ["d2"]}).encode(), "application/json")
    at.file_uploader(key="upload-0").set_value([upload]).run()
    assert "Reading was cancelled" not in words(at)


def test_what_is_wrong_with_a_file_is_said_once_it_is_read(go_on, files):
    at = opened("data", files(a={"q1": ["d1", "d1"]}), judgements="pooled")
    assert not at.error
    go_on()
    finished(at)
    assert 'document "d1" twice for query "q1"' in words(at)


def test_without_anything_to_read_nothing_is_shown():
    at = session().run()
    assert not bars(at)
    assert at.session_state["readings"] == ()
