"""What a tool found, read from its output: values of each query and run, and the means."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

MEASURES = ("R@10", "R@100", "RR@10")
PARTS = ("numerator", "denominator")
NO_VALUE = ("", "nan")
COLUMNS = tuple(f"{measure} {run}" for run in "ab" for measure in MEASURES)


@dataclass(frozen=True)
class Sheet:
    """Values and means by column: a measure and a run, such as `R@10 a`.

    Attributes:
        values: Query to column to value; a column that has no value is absent.
        means: Column to mean.
    """

    values: dict[str, dict[str, float]]
    means: dict[str, float]


def read_ours(per_query: Path, report: Path) -> Sheet:
    """From the files of `compare --per-query … --format json` at the cutoffs 10 and 100.

    Values come from the exact numerators and denominators.
    """
    values: dict[str, dict[str, float]] = {}
    with per_query.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            found = values.setdefault(row["query_id"], {})
            for column, name, run in _ours(int(row["k"])):
                if row["scored"] == "true":
                    top, below = (row[f"{name}_{run}_{part}"] for part in PARTS)
                    found[column] = int(top) / int(below)
    means = {
        column: float(Fraction(result["measures"][name][run]))
        for result in json.loads(report.read_bytes())
        for column, name, run in _ours(result["protocol"]["k"])
    }
    return Sheet(values, means)


def _ours(k: int) -> Iterator[tuple[str, str, str]]:
    """Column, name of the measure in our files, run."""
    for run in "ab":
        yield f"R@{k} {run}", "recall", run
        if k == 10:
            yield f"RR@{k} {run}", "rr", run


def read_paired(path: Path) -> Sheet:
    """From the file that `peer_tasks.py` writes: the means stand in the row `all`."""
    with path.open(encoding="utf-8", newline="") as file:
        values = {
            row.pop("query_id"): {
                column: float(text) for column, text in row.items() if text not in NO_VALUE
            }
            for row in csv.DictReader(file)
        }
    return Sheet(values, values.pop("all"))


def read_trec_eval(a: Path, b: Path, *, clip: bool = True) -> Sheet:
    """From what `trec_eval -q` prints, four decimals; the join that it does not do itself.

    Args:
        a, b: Its output for each run.
        clip: Take a reciprocal rank below one tenth for 0: it knows no cutoff for it.
    """
    names = {"recall_10": "R@10", "recall_100": "R@100", "recip_rank": "RR@10"}
    values: dict[str, dict[str, float]] = {}
    for run, path in (("a", a), ("b", b)):
        for line in path.read_text("utf-8").splitlines():
            name, query, text = (field.strip() for field in line.split("\t"))
            value = float(text)
            if clip and name == "recip_rank" and value < 0.1:
                value = 0.0
            values.setdefault(query, {})[f"{names[name]} {run}"] = value
    printed = values.pop("all")
    return Sheet(values, printed | _means(values) if clip else printed)


def _means(values: dict[str, dict[str, float]]) -> dict[str, float]:
    """Means of what was clipped here, so that the printed ones no longer hold."""
    columns = [column for column in COLUMNS if column.startswith("RR")]
    found = {
        column: [row[column] for row in values.values() if column in row] for column in columns
    }
    return {column: sum(listed) / len(listed) for column, listed in found.items() if listed}
