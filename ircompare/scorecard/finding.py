"""A finding: named numbers with what they rest on, of which neither side is better."""

from __future__ import annotations

from dataclasses import dataclass

from ircompare.scorecard.direction import Number
from ircompare.scorecard.row import Input, State, needs


@dataclass(frozen=True)
class Finding:
    """What is described and not judged, such as how alike two rankings are.

    Attributes:
        key, title: Its names in files and for people.
        label: What exactly was computed.
        values: (name, number), such as of run A and of run B, or of each domain.
        n_used: Number of queries that the values rest on.
        inputs: What they were made from.
        missing: Inputs to supply, where it is not computable.
        why: The reason in words where there is no value.

    Raises:
        ValueError: Values without inputs, or neither a value nor a reason.
    """

    key: str
    title: str
    label: str
    values: tuple[tuple[str, Number], ...] = ()
    n_used: int = 0
    inputs: tuple[Input, ...] = ()
    missing: tuple[str, ...] = ()
    why: str = ""

    def __post_init__(self) -> None:
        if self.values and not self.inputs:
            raise ValueError(f"{self.key}: a number needs its inputs")
        if bool(self.values) == bool(self.why):
            raise ValueError(f"{self.key}: either values or a reason")

    @property
    def state(self) -> State:
        """`NOT_COMPUTABLE` where an input is missing, `UNDEFINED` where they give no value."""
        if self.missing:
            return "NOT_COMPUTABLE"
        return "COMPUTED" if self.values else "UNDEFINED"


def lacking(key: str, title: str, missing: list[str]) -> Finding:
    """A finding whose inputs are not all there."""
    return Finding(key, title, title, missing=tuple(missing), why=needs(missing))
