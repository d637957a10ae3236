"""What is held for all sessions: within its limit, the longest unused dropped first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ircompare.dashboard.recent import Recent

KEYS = st.sampled_from("abcde")


def test_the_longest_unused_is_dropped_and_returned():
    held = Recent(2)
    assert held.put("a", 1) == []
    assert held.put("b", 2) == []
    assert held.get("a") == 1
    assert held.put("c", 3) == [2]
    assert [held.get(key) for key in "abc"] == [1, None, 3]


@pytest.mark.parametrize(
    ("limit", "kept"),
    [
        pytest.param(10, ["xxxxx", "yyyyy"], id="exactly at the limit"),
        pytest.param(9, [None, "yyyyy"], id="one above it"),
        pytest.param(1, [None, "yyyyy"], id="the newest is kept whatever it weighs"),
    ],
)
def test_values_weigh_what_they_weigh(limit, kept):
    held = Recent(limit, len)
    held.put("x", "xxxxx")
    held.put("y", "yyyyy")
    assert [held.get("x"), held.get("y")] == kept


def test_a_value_put_again_weighs_once():
    held = Recent(10, len)
    held.put("x", "xxxxx")
    held.put("y", "yyyyy")
    assert held.put("x", "xxxx") == []
    assert held.put("z", "z") == []
    assert held.put("z", "zz") == ["yyyyy"]


@given(st.lists(st.tuples(KEYS, st.none() | st.integers(0, 6))), st.integers(0, 12))
def test_it_holds_what_a_list_in_order_of_use_holds(steps, limit):
    """A step gets a key, or puts a value of some weight under it."""
    held, used = Recent(limit, int), []
    for key, value in steps:
        known = dict(used)
        if value is None:
            assert held.get(key) == known.get(key)
        else:
            held.put(key, value)
            known[key] = value
        if key in known:
            used = [*((other, old) for other, old in used if other != key), (key, known[key])]
        while len(used) > 1 and sum(old for _, old in used) > limit:
            used.pop(0)
    assert [held.get(key) for key in "abcde"] == [dict(used).get(key) for key in "abcde"]
