"""A small data set of the points on which tools differ, one query each."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from tests.benchmarks.shapes import Files, files_of

Values = tuple[Fraction | None, Fraction | None]
ONE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)


@dataclass(frozen=True)
class Case:
    """One query.

    Attributes:
        query: Its id.
        what: The point.
        judged: Lines of the qrels: document and grade.
        listed: Lines of the run: document, rank and score.
        expected: Our Recall@10 and RR@10; None for no value.
    """

    query: str
    what: str
    judged: tuple[str, ...]
    listed: tuple[str, ...]
    expected: Values


def _ranked(*documents: str) -> tuple[str, ...]:
    """Lines with falling scores."""
    return tuple(f"{doc} {rank} {50 - rank}" for rank, doc in enumerate(documents, start=1))


ELEVEN = _ranked(*(str(number) for number in range(20, 31)))
CASES = (
    Case("1", "relevant at rank 10", ("29 1",), ELEVEN, (ONE, Fraction(1, 10))),
    Case("2", "relevant at rank 11: RR@10", ("30 1",), ELEVEN, (NONE, NONE)),
    Case("3", "tie, relevant id lower", ("5 1",), ("5 1 2", "6 2 2"), (ONE, HALF)),
    Case("4", "tie, relevant id higher", ("6 1",), ("5 1 2", "6 2 2"), (ONE, ONE)),
    Case("5", "tie of 9 (relevant) and 10: bytes", ("9 1",), ("10 1 2", "9 2 2"), (ONE, ONE)),
    Case(
        "6",
        "scores that differ beyond 32 bits",
        ("5 1",),
        ("5 1 20.000000001", "6 2 20.0"),
        (ONE, ONE),
    ),
    Case("7", "rank column against scores", ("5 1",), ("5 1 1.5", "6 2 2.5"), (ONE, HALF)),
    Case("8", "lines in disorder", ("5 1",), ("5 2 1.5", "6 1 2.5"), (ONE, HALF)),
    Case("9", "document 7, judged 007", ("007 1",), _ranked("7", "8"), (NONE, NONE)),
    Case("10", "query missing in the run", ("5 1",), (), (NONE, NONE)),
    Case("11", "nothing relevant", ("5 0",), _ranked("5", "6"), (None, None)),
    Case("12", "no judgement at all", (), _ranked("5", "6"), (None, None)),
    Case("13", "negative grade above", ("5 -1", "6 2"), _ranked("5", "6"), (ONE, HALF)),
    Case("14", "negative score", ("6 1",), ("5 1 -0.5", "6 2 -1.5"), (ONE, HALF)),
)
REPEATED = Case("1", "document twice in a ranking", ("5 1",), _ranked("5", "6", "5"), (None, None))


def written(home: Path, *cases: Case) -> Files:
    """The files of some cases; both runs are the same."""
    home.mkdir(parents=True, exist_ok=True)
    files = files_of(home)
    judged = [f"{case.query} 0 {line}\n" for case in cases for line in case.judged]
    listed = []
    for case in cases:
        for line in case.listed:
            document, rank, score = line.split()
            listed.append(f"{case.query} Q0 {document} {rank} {score} tag\n")
    files.qrels.write_text("".join(judged), "ascii")
    for run in files.runs:
        run.write_text("".join(listed), "ascii")
    return files
