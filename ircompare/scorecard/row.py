"""A row of the scorecard: two values with everything they rest on, or why there are none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ircompare.scorecard.direction import Direction, Number

State = Literal["COMPUTED", "NOT_COMPUTABLE", "UNDEFINED", "LOW_N"]
Quadrant = Literal["effect", "robustness", "fairness", "efficiency"]


@dataclass(frozen=True)
class Dimension:
    """What a row measures.

    Attributes:
        key: Its name in code, files and addresses.
        title: Its name for people.
        definition: What it is, in one sentence.
        unit: What it is counted in; "" for a share or a plain number.
    """

    key: str
    title: str
    quadrant: Quadrant
    direction: Direction
    definition: str
    unit: str = ""


@dataclass(frozen=True)
class Input:
    """One thing that a number was made from, such as a file or a declared threshold."""

    name: str
    value: str


@dataclass(frozen=True)
class Part:
    """A number that belongs to a row and is always shown with it.

    Attributes:
        key, label: Its names in files and for people.
        value_a, value_b: Of run A and of run B; None where it is undefined.
        direction: Which way it is better; None where neither is.
    """

    key: str
    label: str
    value_a: Number | None
    value_b: Number | None
    direction: Direction | None = None

    @classmethod
    def of(
        cls,
        key: str,
        label: str,
        values: Iterable[Number | None],
        direction: Direction | None = None,
    ) -> Part:
        """A part from the values of A and B, in this order."""
        value_a, value_b = values
        return cls(key, label, value_a, value_b, direction)

    @property
    def delta(self) -> Number | None:
        """B − A; None where either is undefined."""
        return delta_of(self.value_a, self.value_b)


@dataclass(frozen=True)
class Row:
    """One dimension of run B against run A.

    Attributes:
        dimension: What is measured.
        label: What exactly was computed, with the choices that fix it.
        state: `COMPUTED`; `LOW_N`, values on too few observations; `UNDEFINED`, the inputs are
            there but give no value; `NOT_COMPUTABLE`, an input is missing.
        value_a, value_b: Exact where the inputs are.
        n_used: Number of observations that both values rest on.
        inputs: What the values were made from; never empty where there is a value.
        missing: Inputs to supply, where it is not computable.
        why: The reason in words, for every state but `COMPUTED`.
        parts: Numbers that belong to it.
        counts: Further numbers of observations by name, such as those left out.

    Raises:
        ValueError: A number without inputs, or parts that contradict the state.
    """

    dimension: Dimension
    label: str
    state: State
    value_a: Number | None = None
    value_b: Number | None = None
    n_used: int = 0
    inputs: tuple[Input, ...] = ()
    missing: tuple[str, ...] = ()
    why: str = ""
    parts: tuple[Part, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        values = (self.value_a, self.value_b)
        both = None not in values
        if (values != (None, None) or self.parts) and not self.inputs:
            raise ValueError(f"{self.dimension.key}: a number needs its inputs")
        if both != (self.state in ("COMPUTED", "LOW_N")):
            raise ValueError(f"{self.dimension.key}: {self.state} contradicts its values")
        if bool(self.missing) != (self.state == "NOT_COMPUTABLE"):
            raise ValueError(f"{self.dimension.key}: what is missing contradicts {self.state}")
        if bool(self.why) == (self.state == "COMPUTED"):
            raise ValueError(f"{self.dimension.key}: {self.state} contradicts its reason")

    @property
    def delta(self) -> Number | None:
        """B − A; None where there is no value."""
        return delta_of(self.value_a, self.value_b)

    @property
    def gain(self) -> Number | None:
        """How much better B is than A, by the direction; None where there is no value."""
        if self.value_a is None or self.value_b is None:
            return None
        return self.dimension.direction.gain(self.value_a, self.value_b)

    @property
    def verdict(self) -> int | None:
        """1 better, 0 the same, −1 worse; None without values, or across the target."""
        if self.value_a is None or self.value_b is None:
            return None
        return self.dimension.direction.verdict(self.value_a, self.value_b)

    def part(self, key: str) -> Part:
        """One of the parts.

        Raises:
            KeyError: There is no such part.
        """
        return {part.key: part for part in self.parts}[key]


def delta_of(a: Number | None, b: Number | None) -> Number | None:
    """B − A; None where either is undefined."""
    return None if a is None or b is None else b - a


def needs(missing: Sequence[str]) -> str:
    """The reason of what is not computable."""
    return f"needs: {', '.join(_of_both(missing))}"


def _of_both(missing: Sequence[str]) -> list[str]:
    """What both runs lack, told once."""
    a, b, both = "of run A", "of run B", "of both runs"
    alike = [text.replace(a, b) in missing and text.replace(b, a) in missing for text in missing]
    told = (
        text.replace(a, both).replace(b, both) if shared else text
        for text, shared in zip(missing, alike, strict=True)
    )
    return list(dict.fromkeys(told))


def not_computable(
    dimension: Dimension,
    missing: Sequence[str],
    *,
    label: str = "",
    inputs: Sequence[Input] = (),
    parts: Sequence[Part] = (),
) -> Row:
    """A row that lacks inputs; `parts` are labelled stand-ins that need none of them."""
    return Row(
        dimension,
        label or dimension.title,
        "NOT_COMPUTABLE",
        inputs=tuple(inputs),
        missing=tuple(missing),
        why=needs(missing),
        parts=tuple(parts),
    )


def measured(
    dimension: Dimension,
    values: tuple[Number | None, Number | None],
    inputs: Sequence[Input],
    *,
    n_used: int,
    label: str = "",
    parts: Sequence[Part] = (),
    counts: Mapping[str, int] | None = None,
    low: str = "",
    undefined: str = "",
) -> Row:
    """A row whose inputs are all there: computed, on too few observations, or undefined.

    Args:
        values: Of A and of B; None for either makes the row undefined.
        low: Why the observations are too few; "" where they are enough.
        undefined: Why a value of None has none.
    """
    has_both = None not in values
    state: State = ("LOW_N" if low else "COMPUTED") if has_both else "UNDEFINED"
    return Row(
        dimension,
        label or dimension.title,
        state,
        *values,
        n_used=n_used,
        inputs=tuple(inputs),
        why=low if has_both else undefined or "no observation is left to measure",
        parts=tuple(parts),
        counts=counts or {},
    )
