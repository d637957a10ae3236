"""The command that a page offers prints the values the page shows."""

from __future__ import annotations

import shlex

from ircompare.model.chunks import ChunkMap
from ircompare.model.protocol import Budget, Protocol
from ircompare.report.command import copy_command


def test_two_runs_are_compared_and_a_comes_first() -> None:
    files = [
        ("run", "B", "runs/new.run"),
        ("run", "A", "runs/old.run"),
        ("qrels", "", "qrels.txt"),
    ]
    assert copy_command(files, Protocol(k=10, judgements="pooled")) == (
        "python -m ircompare compare --qrels qrels.txt --run runs/old.run --run runs/new.run "
        "--k 10 --judgements pooled"
    )


def test_every_choice_that_is_no_default_is_written() -> None:
    protocol = Protocol(
        k=5, split="dev", judgements="pooled", min_relevance=2, order="rank", no_relevant="zero"
    )
    assert copy_command([("qrels", "", "q"), ("run", "A", "a")], protocol) == (
        "python -m ircompare evaluate --qrels q --run a --k 5 --split dev --judgements pooled "
        "--min-relevance 2 --order rank --no-relevant zero"
    )


def test_paths_are_quoted_for_the_shell() -> None:
    path = "my runs/$(rm x)'s.run"
    text = copy_command([("qrels", "", path)], Protocol())
    assert shlex.split(text) == ["python", "-m", "ircompare", "check", "--qrels", path]


def test_chunk_map_level_and_budget_are_written() -> None:
    rule = ChunkMap.from_dict({"a#0": "a"}).rule(Budget("chunks", 3))
    files = [("qrels", "", "q"), ("chunk_map", "", "m.tsv"), ("run", "A", "a"), ("run", "B", "b")]
    assert copy_command(files, Protocol(k=5, chunks=rule), {"b": "chunk"}) == (
        "python -m ircompare compare --qrels q --chunk-map m.tsv --run a --run b "
        "--level B=chunk --k 5 --budget 3"
    )
