"""Groups of paraphrases: what names them, and what reaches into another split."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ircompare.api import read_collection
from ircompare.errors import InputError
from ircompare.inference.groups import Straddle, default_group_field, groups_of
from ircompare.model.protocol import Protocol
from ircompare.model.scope import Scope
from tests.inference.made import with_fields
from tests.worlds import pooled


def scope(
    labels: Sequence[Any], splits: Sequence[str | None] | None = None, field: str = "group"
) -> Scope:
    ranks = {f"q{at}": 1 for at in range(len(labels))}
    return with_fields(ranks, ranks, {field: labels}, splits).a.scope


def test_queries_of_one_value_are_one_group():
    found = groups_of(scope(["x", "y", "x", "z", "y"]), "group")
    assert found.codes.tolist() == [0, 1, 0, 2, 1]
    assert found.labels == ("x", "y", "z")
    assert found.field == "group"
    assert (found.straddling, found.notes) == ((), ())


def test_a_query_without_a_value_is_a_group_of_its_own():
    found = groups_of(scope(["x", None, "", "x", None]), "group")
    assert found.codes.tolist() == [0, 1, 2, 0, 3]
    assert found.labels == ("x", "", "", "")


def test_values_are_compared_as_text():
    assert groups_of(scope([1, "1", 2, True]), "group").codes.tolist() == [0, 0, 1, 2]
    assert groups_of(scope([["a"], ["a"]]), "group").codes.tolist() == [0, 0]
    assert groups_of(scope([0, 0, "x"]), "group").codes.tolist() == [0, 0, 1]


def test_only_queries_of_the_split_are_numbered():
    found = groups_of(scope(["x", "y", "z", "x"], ["dev", "test", "test", "dev"]), "group")
    assert found.codes.tolist() == [0, 1]
    assert found.labels == ("y", "z")
    assert found.straddling == ()


def test_a_group_in_two_splits_is_named():
    found = groups_of(scope(["x", "y", "x", "x"], ["test", "test", "dev", "train"]), "group")
    assert found.straddling == (Straddle("x", ("q0",), (("q2", "dev"), ("q3", "train"))),)
    (note,) = found.notes
    assert note.code == "group-straddles-splits"
    assert note.what == '1 group reaches into another split: "x"'
    assert note.found == '"q0" here and "q2" in "dev"'


def test_several_groups_in_two_splits_are_counted():
    labels, splits = ["a", "b", "a", "b"], ["test", "test", "dev", "dev"]
    (note,) = groups_of(scope(labels, splits), "group").notes
    assert note.what == '2 groups reach into another split: "a", "b"'


def test_queries_without_a_group_never_straddle():
    assert groups_of(scope(["", None, ""], ["test", "dev", "dev"]), "group").straddling == ()


def test_a_query_without_a_split_is_in_no_other_one():
    assert groups_of(scope(["x", "x"], ["test", None]), "group").straddling == ()


def test_a_query_that_the_queries_file_lacks_is_a_group_of_its_own():
    base = scope(["x", "x"])
    grown = type(base.collection)(
        type(base.collection.qrels).from_dict({"q0": {"r": 1}, "q1": {"r": 1}, "more": {"r": 1}}),
        None,
        base.collection.queries,
    )
    found = groups_of(Scope.of(grown, Protocol(judgements="pooled")), "group")
    assert found.codes.tolist() == [0, 0, 1]
    assert found.labels == ("x", "")


def test_a_field_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(InputError) as raised:
        groups_of(scope(["x"], field="intent"), "topic")
    (problem,) = raised.value.problems
    assert problem.code == "no-such-field"
    assert problem.what == 'queries have no field "topic" to group them by'
    assert (problem.source, problem.found) == ("queries.jsonl", '"intent"')


def test_without_a_queries_file_there_is_nothing_to_group_by():
    with pytest.raises(InputError, match="there is no queries file"):
        groups_of(pooled({"q": {"r": 1}}), "group")


def test_the_field_called_group_is_the_default():
    assert default_group_field(scope(["x"])) == "group"
    assert default_group_field(scope(["x"], field="intent")) is None
    assert default_group_field(pooled({"q": {"r": 1}})) is None


def test_the_help_centre_has_groups_of_paraphrases(root: Path) -> None:
    folder = root / "data" / "helpcentre"
    collection = read_collection(folder / "qrels.txt", queries=folder / "queries.jsonl")
    split = Scope.of(collection, Protocol(judgements="pooled"))
    found = groups_of(split, default_group_field(split) or "")
    assert 10 < len(found.labels) < len(split)
    assert found.straddling == ()
