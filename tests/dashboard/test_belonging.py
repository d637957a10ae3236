"""Tables go with their run, whichever role it is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ircompare.dashboard.belonging import belongs
from ircompare.dashboard.files import Given, Role, add, swapped, with_roles


def run(name: str, role: Role = "", path: str = "") -> Given:
    return Given(f"{name}.run", name, "run", role, path=path)


def table(name: str, role: Role = "", of: str = "", **parts: str) -> Given:
    return Given(name, name, "measurements", role, of=of, **parts)  # type: ignore[arg-type]


def roles(files: Sequence[Given]) -> dict[str, str]:
    return {item.source: item.role for item in files}


def given(files: Sequence[Given], wanted: dict[str, Role]) -> tuple[Given, ...]:
    """The files after the runs were given other roles."""
    return with_roles([replace(one, role=wanted.get(one.source, one.role)) for one in files])


THREE = with_roles(
    [run("a"), run("b"), run("c"), table("1", "A"), table("2", "B"), table("3", of="c.run")]
)


def test_a_table_of_a_run_that_is_not_compared_has_no_role() -> None:
    assert roles(THREE) == {"a.run": "A", "b.run": "B", "c.run": "", "1": "A", "2": "B", "3": ""}


def test_another_run_as_b_brings_its_own_table() -> None:
    held = given(THREE, {"b.run": "", "c.run": "B"})
    assert roles(held) == {"a.run": "A", "b.run": "", "c.run": "B", "1": "A", "2": "", "3": "B"}
    back = given(held, {"b.run": "B", "c.run": ""})
    assert roles(back) == roles(THREE)


def test_tables_are_exchanged_with_their_runs() -> None:
    assert roles(swapped(THREE)) == roles(with_roles(swapped(THREE)))
    assert roles(swapped(THREE))["1"] == "B"


def test_a_table_of_a_run_that_is_gone_is_not_given_to_the_next_one() -> None:
    left = [one for one in THREE if one.source != "b.run"]
    held = with_roles(left)
    assert roles(held) == {"a.run": "A", "c.run": "B", "1": "A", "2": "", "3": "B"}


def test_a_table_without_a_run_waits_for_the_one_that_gets_its_role() -> None:
    held = with_roles([table("1"), table("2")])
    assert [(one.role, one.of) for one in held] == [("A", ""), ("B", "")]
    held = with_roles([*held, run("a"), run("b")])
    assert [one.of for one in held] == ["a.run", "b.run", "", ""]


def test_a_third_table_is_told_by_the_name_of_its_run() -> None:
    runs = [run("bm25"), run("lsa"), run("splade")]
    held = with_roles([*runs, table("splade.csv"), table("bm25.csv"), table("lsa.csv")])
    found = {one.source: (one.role, one.of) for one in held if one.slot != "run"}
    assert found == {
        "splade.csv": ("", "splade.run"),
        "bm25.csv": ("A", "bm25.run"),
        "lsa.csv": ("B", "lsa.run"),
    }


def test_a_run_that_is_not_compared_has_one_table_by_name() -> None:
    runs = [run("a", "A"), run("b", "B"), run("xyz")]
    held = with_roles([*runs, table("xyz.1.csv"), table("xyz.2.csv")])
    assert [one.of for one in held if one.slot != "run"] == ["xyz.run", ""]


def test_the_same_file_as_both_runs_leaves_each_table_with_its_role() -> None:
    both = [run("a", "A", "/x/a.run"), run("a", "B", "/x/a.run")]
    held = with_roles([*both, table("1", "A", "/x/a.run"), table("2", "B", "/x/a.run")])
    assert [one.role for one in held] == ["A", "B", "A", "B"]
    assert [belongs(held[2], one) for one in both] == [True, False]
    assert [belongs(held[3], one) for one in both] == [False, True]


def test_a_table_given_again_stays_with_its_run() -> None:
    again = replace(THREE[5], digest="new", of="")
    held = add(THREE, [again])
    assert [(one.digest, one.of) for one in held if one.source == "3"] == [("new", "c.run")]


def test_repeated_runs_go_with_their_run() -> None:
    held = with_roles([*THREE, Given("again", "r", "repeat", "B")])
    assert given(held, {"b.run": "", "c.run": "B"})[-1].role == ""


@pytest.mark.parametrize("slot", ["corpus", "queries", "qrels", "variants"])
def test_what_belongs_to_no_run_is_tied_to_none(slot: str) -> None:
    held = with_roles([run("a"), run("b"), run("c"), Given("c.json", "1", slot)])  # type: ignore[arg-type]
    assert (held[-1].role, held[-1].of) == ("", "")


def test_belongs_tells_the_tables_of_each_run() -> None:
    found = {
        one.source: [item.source for item in THREE if belongs(item, one)]
        for one in THREE
        if one.slot == "run"
    }
    assert found == {"a.run": ["1"], "b.run": ["2"], "c.run": ["3"]}
