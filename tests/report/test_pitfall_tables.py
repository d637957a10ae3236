"""How numbers go wrong, told: which mistakes change a number, which turn a delta, and how."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings

from ircompare.inference.pitfalls import PITFALLS, pitfalls
from ircompare.report.pitfall_tables import (
    DELTA,
    HEAD,
    harmless_sentence,
    mistake_rows,
    mistakes,
    mistakes_json,
    mistakes_sentence,
    mistakes_text,
)
from tests.worlds import contrast, worlds

F = Fraction


def both(comparison):
    return mistakes([(comparison.a, None), (comparison.b, None)])


def test_runs_on_which_no_mistake_shows_say_so():
    pair = contrast({"q": {"a": 1}}, {"q": ["a"]}, {"q": ["a"]}, k=1)
    found = both(pair)
    assert (found.rows, found.harmless) == ((), tuple(PITFALLS))
    assert mistakes_sentence(found) == "None of six common mistakes would change a number here."
    assert mistakes_text(found).splitlines() == [mistakes_sentence(found), harmless_sentence(found)]


def test_a_mistake_that_shows_in_one_run_stands_for_both_and_the_delta():
    """B misses q2: dropped, its mean rises from 1/2 to 1, and the delta from −1/2 to 0."""
    qrels = {"q1": {"a": 1}, "q2": {"b": 1}}
    pair = contrast(qrels, {"q1": ["a"], "q2": ["b"]}, {"q1": ["a"]}, k=1)
    found = both(pair)
    rows = [(row.run, row.wrong, row.right, row.turns) for row in found.rows]
    assert rows == [
        ("A", F(1), F(1), False),
        ("B", F(1), F(1, 2), False),
        (DELTA, F(0), F(-1, 2), True),
    ]
    assert mistakes_sentence(found) == (
        "One of six common mistakes would change a number here; the sign of a mean delta would be "
        "another with missing queries dropped from the mean."
    )
    assert mistake_rows(found)[0] == HEAD
    assert mistake_rows(found)[3][3:] == ("0", "−1/2 (−0.500)", "")


def test_a_fraction_too_long_for_a_cell_is_a_decimal():
    """Half of 9,973 and of 9,967 documents: 49850000/99400891 as a fraction."""
    ids = [f"d{n}" for n in range(9973)]
    qrels = {"q": dict.fromkeys(ids, 1), "p": dict.fromkeys(ids[:9967], 1)}
    run = {"q": ids[:5000], "p": ids[:5000]}
    found = both(contrast(qrels, run, run, k=5000))
    row = next(row for row in mistake_rows(found) if row[0].startswith("hit rate"))
    assert row[3:5] == ("1", "0.502")


@settings(max_examples=40, deadline=None)
@given(worlds())
def test_rows_and_json_hold_the_same_values(pair_world):
    pair = pair_world[0].compare()
    found = both(pair)
    for role, side in (("A", pair.a), ("B", pair.b)):
        told = {row.key: row for row in found.rows if row.run == role}
        for one, held in zip(pitfalls(side), mistakes_json(side, None), strict=True):
            assert held["mistake"] == one.key
            assert held["wrong"] == (None if one.wrong is None else str(one.wrong))
            if one.matters:
                assert (told[one.key].wrong, told[one.key].right) == (one.wrong, one.right)
    gaps = {row.key: row for row in found.rows if row.run == DELTA}
    for row in found.rows:
        if row.run == "A" and row.wrong is not None:
            b = next(one for one in found.rows if (one.key, one.run) == (row.key, "B"))
            assert gaps[row.key].wrong == (None if b.wrong is None else b.wrong - row.wrong)
