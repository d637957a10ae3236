"""The gate's conditions in the order in which they are tried, and what each leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Status = Literal["PASS", "GATE_FAIL", "BASELINE_STALE", "SKIPPED", "UNSTABLE"]
State = Literal["passed", "decided", "not reached", "not checked"]

UNUSABLE_INPUT = 4
EXIT_CODES: dict[Status, int] = {
    "PASS": 0,
    "SKIPPED": 0,
    "GATE_FAIL": 2,
    "BASELINE_STALE": 3,
    "UNSTABLE": 5,
}
MEANINGS: dict[int, str] = {
    0: "PASS, or SKIPPED because no library was given",
    2: "GATE_FAIL: a page of the baseline is no longer in the top 5",
    3: "BASELINE_STALE: the library changed, or there is no baseline; record one",
    4: "unusable input or wrong usage",
    5: "UNSTABLE: several runs of the same engine differ",
}
_STEPS: tuple[tuple[str, str], ...] = (
    ("The gate is used rightly: an engine version and a run are given.", "wrong usage"),
    ("A library is given.", "SKIPPED"),
    ("Library, baseline and run can be read and fit together.", "input error"),
    ("The baseline can certify: version, fingerprint and at least one page.", "BASELINE_STALE"),
    ("The library is the one on which the baseline was recorded.", "BASELINE_STALE"),
    ("Several runs of this engine return the same top 5.", "UNSTABLE"),
    ("Every page of the baseline is still in the top 5.", "GATE_FAIL"),
    ("Nothing stands against it.", "PASS"),
)
LAST = len(_STEPS) - 1
_SEVERAL_RUNS = 5


@dataclass(frozen=True)
class Condition:
    """One step of the decision.

    Attributes:
        number: Its place in the order, from 0.
        text: What must hold for the next step to be tried.
        otherwise: What the gate says where it does not hold; PASS at the last step.
        state: Whether it held, decided, was not reached, or could not be checked.
    """

    number: int
    text: str
    otherwise: str
    state: State


def conditions(decided_by: int, *, several_runs: bool = True) -> tuple[Condition, ...]:
    """All conditions in order, as a checklist up to the one that decided.

    Args:
        decided_by: Its number; 0 and 2 stand for an InputError of the gate.
        several_runs: Whether there was more than one run to compare with one another.

    Raises:
        ValueError: There is no condition of that number.
    """
    if not 0 <= decided_by <= LAST:
        raise ValueError(f"decided_by must be between 0 and {LAST}, not {decided_by}")
    return tuple(
        Condition(number, text, otherwise, _state(number, decided_by, several_runs))
        for number, (text, otherwise) in enumerate(_STEPS)
    )


def exit_code(status: Status) -> int:
    """Exit code of a status."""
    return EXIT_CODES[status]


def _state(number: int, decided_by: int, several_runs: bool) -> State:
    if number == decided_by:
        return "decided"
    if number > decided_by:
        return "not reached"
    if number == 0 and decided_by == 1:
        return "not checked"
    return "not checked" if number == _SEVERAL_RUNS and not several_runs else "passed"
