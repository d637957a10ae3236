"""What a server has one of is made once, by whichever thread comes first."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from ircompare.dashboard.single import Single


def test_it_is_made_when_first_asked_for_and_stays():
    held = Single(list)
    assert not held.made
    first = held()
    assert held.made
    assert held() is first


def test_threads_that_ask_at_once_have_the_same():
    at_once = Barrier(8)
    made = []

    def make() -> object:
        made.append(object())
        return made[-1]

    held = Single(make)

    def ask(_: int) -> object:
        at_once.wait()
        return held()

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(ask, range(8)))
    assert made == [found[0]]
    assert all(one is found[0] for one in found)
