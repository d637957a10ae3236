"""Earlier gate reports, from the JSON that `gate --format json` wrote."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

from ircompare.consistency.conditions import Status
from ircompare.consistency.past import PastReport
from ircompare.errors import Problems
from ircompare.readers.baseline import Fields, json_object
from ircompare.readers.jsontext import as_plain


def read_gate_report(data: bytes, source: str) -> PastReport:
    """What is kept of an earlier report.

    Raises:
        InputError: The file is no gate report, with all its faults.
    """
    problems = Problems(source)
    read = json_object(data, source, problems)
    plain = as_plain(read[1]) if read else None
    given = plain if isinstance(plain, dict) else {}
    fields = Fields({name: value for name, value in given.items() if value is not None}, problems)
    status = fields.text("gate", get_args(Status).__contains__, "the status of a gate report")
    report = PastReport(
        status=status or "",
        engine_version=fields.text("engineVersion"),
        baseline_version=fields.text("baselineVersion"),
        recall=_ratio(fields, "recallAt5"),
        top1_matches=fields.count("top1Matches"),
        top1_queries=fields.count("top1Queries"),
        top5_jaccard=_ratio(fields, "top5Jaccard"),
        source=source,
    )
    if read and status is None and not len(problems):
        _note_foreign(problems)
    if report.recall is not None and report.baseline_version is None:
        fields.refuse("baselineVersion", "the version of the baseline beside its indicators")
    problems.raise_any()
    return report


def _ratio(fields: Fields, name: str) -> Fraction | None:
    """A ratio between 0 and 1, written as a fraction."""
    text = fields.text(name, _is_ratio, "a fraction between 0 and 1, such as 33/34")
    return None if text is None else Fraction(text)


def _is_ratio(text: str) -> bool:
    above, slash, below = text.partition("/")
    digits = all(part.isascii() and part.isdigit() for part in (above, below if slash else "1"))
    return digits and (not slash or int(below) > 0) and 0 <= Fraction(text) <= 1


def _note_foreign(problems: Problems) -> None:
    problems.add(
        "no-gate-report",
        "file is no report of the consistency gate",
        expected='an object with "gate", "baselineVersion" and the indicators',
        mend="give the output of gate --format json",
    )
