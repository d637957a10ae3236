"""Which way a number is better: up, down, or towards a target."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ircompare.scoring.values import APPROXIMATE_TIE

Number = Fraction | float


@dataclass(frozen=True)
class Direction:
    """Which way a number is better.

    Attributes:
        kind: `up`, `down` or `target`.
        target: The value to come close to; 0 for the other kinds, which do not use it.
    """

    kind: Literal["up", "down", "target"]
    target: Fraction = Fraction(0)

    def gain(self, a: Number, b: Number) -> Number:
        """How much better B is than A, in the unit of the number; below 0 where it is worse.

        >>> [DOWN.gain(Fraction(3), Fraction(1)), TO_ZERO.gain(Fraction(-1, 2), Fraction(1, 4))]
        [Fraction(2, 1), Fraction(1, 4)]
        """
        if self.kind == "target":
            return _distance(a, self.target) - _distance(b, self.target)
        return b - a if self.kind == "up" else a - b

    def verdict(self, a: Number, b: Number) -> int | None:
        """1 better, 0 the same, −1 worse; None where the value crosses its target: no colour.

        What is not exact is the same below 1e-12.
        """
        if self.kind == "target" and (a - self.target) * (b - self.target) < 0:
            return None
        gain = self.gain(a, b)
        least = APPROXIMATE_TIE if isinstance(gain, float) else 0
        return int(gain > least) - int(gain < -least)

    def __str__(self) -> str:
        return self.kind if self.kind != "target" else f"target {self.target}"


def _distance(a: Number, b: Number) -> Number:
    return a - b if a > b else b - a


UP = Direction("up")
DOWN = Direction("down")
TO_ZERO = Direction("target")
