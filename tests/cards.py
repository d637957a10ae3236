"""The scorecard as the command line gives it, and what the help centre's files alone say."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from typing import Any

import pytest

from ircompare.cli import main
from tests.conftest import HELPCENTRE as HELP

Out = pytest.CaptureFixture[str]


def card(capsys: Out, *words: str) -> dict[str, Any]:
    assert main(["scorecard", "--format", "json", *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def rows(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["dimension"]: row for row in found["rows"]}


def table(name: str) -> list[dict[str, str]]:
    with (HELP / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t" if name.endswith("tsv") else ","))


def queries() -> dict[str, dict[str, Any]]:
    lines = (HELP / "queries.jsonl").read_text("utf-8").splitlines()
    return {one["_id"]: one for one in map(json.loads, lines)}


def rankings(run: str) -> dict[str, list[str]]:
    ranked: dict[str, list[str]] = {}
    for line in (HELP / "runs" / f"{run}.run").read_text("utf-8").splitlines():
        query, _, document, *_ = line.split()
        ranked.setdefault(query, []).append(document)
    return ranked


def recalls(run: str) -> dict[str, Fraction]:
    """Recall@5 of every answered test question, from the files alone."""
    relevant, ranked = json.loads((HELP / "relevant.json").read_text("utf-8")), rankings(run)
    return {
        query: Fraction(len(set(ranked.get(query, [])[:5]) & set(relevant[query])), len(of))
        for query, of in relevant.items()
        if of and queries()[query]["split"] == "test"
    }
