"""Files read in the background: once for all who ask, told how far, ended when asked to."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from ircompare.dashboard import loading
from ircompare.dashboard.data.understood import kept, understand
from ircompare.dashboard.files import Given, from_path
from ircompare.dashboard.loading import Background, CancelledError


@pytest.fixture
def given(tmp_path) -> Given:
    """A run on disk that nobody has read."""
    path = tmp_path / "a.run"
    path.write_text("q1 Q0 d1 1 2.5 t\n", "utf-8")
    return from_path(path, "run")


@pytest.fixture
def busy() -> Iterator[tuple[Background, Event]]:
    """A pool all of whose threads wait until the event is set."""
    held, go_on = Background(), Event()
    for _ in range(loading.THREADS):
        held.pool.submit(go_on.wait)
    yield held, go_on
    go_on.set()
    held.close()


def test_a_file_is_read_and_kept(given):
    reading = Background().read(given)
    assert reading.future.result().loaded.counts["queries"] == 1
    assert not reading.running
    assert kept(given).usable
    assert (reading.done, reading.total) == (given.stamp[0], given.stamp[0])


def test_two_who_ask_for_a_file_wait_for_one_reading(busy, given):
    held, _ = busy
    first = held.read(given)
    assert held.read(Given(**{**vars(given), "role": "B", "level": "chunk"})) is first
    assert held.read(Given(**{**vars(given), "name": "other"})) is not first


def test_a_file_that_waits_for_its_turn_is_running_and_knows_its_size(busy, given):
    reading = busy[0].read(given)
    assert (reading.running, reading.done, reading.total) == (True, 0, given.stamp[0])
    assert loading.still_running([reading]) == (reading,)


def test_progress_is_noted(busy, given):
    reading = busy[0].read(given)
    reading.tell(3, 17)
    assert (reading.done, reading.total) == (3, 17)


def test_a_cancelled_reading_ends_at_the_next_word_of_the_reader(busy, given):
    reading = busy[0].read(given)
    reading.cancel()
    assert not reading.running
    with pytest.raises(CancelledError):
        reading.tell(3, 17)


def test_what_was_cancelled_while_it_was_read_is_not_kept(given):
    def end(done: int, total: int) -> None:
        raise CancelledError

    with pytest.raises(CancelledError):
        understand(given, end)
    assert kept(given) is None


def test_what_was_cancelled_is_read_anew_when_asked_for(busy, given):
    held, go_on = busy
    first = held.read(given)
    first.cancel()
    second = held.read(given)
    assert second is not first
    go_on.set()
    assert second.future.result().usable
    assert first.future.cancelled()


def test_a_file_that_is_gone_is_an_error_and_asked_for_again(given, tmp_path):
    (tmp_path / "a.run").unlink()
    found = Background().read(given).future.result()
    assert found.error.problems[0].code == "no-longer-held"
    assert kept(given) is None


def test_nobody_waits_longer_than_patience_and_only_once(busy, given, monkeypatch):
    monkeypatch.setattr(loading, "PATIENCE", 0.0)
    held, go_on = busy
    reading = held.read(given)
    loading.wait_a_moment([reading])
    assert reading.running
    monkeypatch.setattr(loading, "PATIENCE", 60.0)
    go_on.set()
    loading.wait_a_moment([reading])
    assert not reading.running


def test_at_the_end_nothing_is_read_any_more(busy, given):
    held, go_on = busy
    reading = held.read(given)
    held.close()
    go_on.set()
    assert reading.future.cancelled()
