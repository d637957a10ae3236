"""Uploads on disk: by content, in a private folder, gone when they must be."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from ircompare.dashboard.spool import Spool
from ircompare.errors import InputError


def test_a_file_stands_on_disk_byte_for_byte_and_nothing_beside_it():
    spool = Spool(100)
    digest = spool.put(b"\0\r\nrow")
    place = spool.path(digest)
    assert place.read_bytes() == spool.bytes(digest) == b"\0\r\nrow"
    assert list(place.parent.iterdir()) == [place]
    assert place.name == digest


def test_its_folder_is_for_this_user_only():
    spool = Spool(100)
    folder = spool.path(spool.put(b"x")).parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_same_content_is_held_once():
    spool = Spool(100)
    assert spool.put(b"a") == spool.put(b"a") != spool.put(b"b")


def test_what_is_dropped_leaves_the_disk():
    spool = Spool(10)
    first = spool.put(b"12345")
    place = spool.path(first)
    second = spool.put(b"abcde")
    assert place.exists()
    spool.put(b"x")
    assert not place.exists()
    assert (spool.path(first), spool.bytes(first)) == (None, None)
    assert spool.bytes(second) == b"abcde"


def test_a_file_that_somebody_removed_is_no_longer_held_and_can_be_put_again():
    spool = Spool(100)
    digest = spool.put(b"a")
    spool.path(digest).unlink()
    assert (spool.path(digest), spool.bytes(digest)) == (None, None)
    assert spool.put(b"a") == digest
    assert spool.bytes(digest) == b"a"


def test_closing_removes_the_folder():
    spool = Spool(100)
    folder = spool.path(spool.put(b"a")).parent
    spool.close()
    assert not folder.exists()


def test_what_cannot_be_written_is_an_input_error():
    spool = Spool(100)
    spool.close()
    with pytest.raises(InputError) as caught:
        spool.put(b"a")
    assert caught.value.problems[0].code == "cannot-write"


def test_threads_that_put_and_drop_at_once_leave_what_is_held_on_disk():
    spool, contents = Spool(3), [bytes([number]) for number in range(6)]

    def put(number: int) -> None:
        spool.put(contents[number % len(contents)])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(put, range(600)))
    held = [spool.put(content) for content in contents[:3]]
    places = [spool.path(digest) for digest in held]
    assert [place.read_bytes() for place in places] == contents[:3]
    assert sorted(places[0].parent.iterdir()) == sorted(places)
