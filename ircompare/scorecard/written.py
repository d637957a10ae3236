"""Numbers of a TOML file, exact as written and within bounds."""

from __future__ import annotations

from fractions import Fraction

from ircompare.errors import quote

LONGEST, FARTHEST = 40, 99


def exact(text: str) -> Fraction:
    """A decimal as a fraction; for `tomllib.loads(…, parse_float=exact)`.

    Raises:
        ValueError: Not a finite number, longer than 40 characters, or beyond 10^±99: a fraction
            of 10^999999999 would fill the memory.

    >>> exact("0.15"), exact("1_000.5e-1")
    (Fraction(3, 20), Fraction(2001, 20))
    """
    _, _, power = text.lower().partition("e")
    if len(text) > LONGEST or (power and abs(int(power)) > FARTHEST):
        raise ValueError(f"the number {quote(text)} is too long or too large")
    return Fraction(text)
