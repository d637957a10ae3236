"""Exact values as text: rounded once, from the fraction, and never across a verdict.

- A value below 1 that would round to 1 is written `<1`; one above 0 that would round to 0 `>0`.
- A delta keeps its sign. One that would round to 0 is written `+<0.001` or `−<0.001` (that is: a
  rise or a fall by less than the last digit shown), one that would round to 1 `+<1` or `−<1`.
- Values that are not exact (nDCG) carry `≈`.

Files (JSON, CSV) hold fractions with an ASCII minus, as `fractions.Fraction` reads them; text for
people has U+2212.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

Number = Fraction | float
MINUS = "−"
SIGNS = {1: "▲", 0: "═", -1: "▼"}
VERDICTS = {1: "improved", 0: "tied", -1: "regressed"}
APPROX = "≈"
NO_VALUE = "no value"
MAX_DIGITS = 9
PLACES = 3
_MORE_PLACES = (3, 4, 6)


def fraction_text(value: Fraction) -> str:
    """The reduced fraction for a file, such as `5/6`, `1` or `-1/2`."""
    return str(Fraction(value))


def number_text(value: Number | None) -> str | float | None:
    """A value for JSON: exact ones as fraction text, approximate ones as a number, else None."""
    return fraction_text(value) if isinstance(value, Fraction | int) else value


def decimal(value: Number, places: int = PLACES) -> str:
    """Decimal, rounded half-even from the exact value; see the module for `<1` and `>0`.

    >>> decimal(Fraction(107, 40), 2), decimal(Fraction(69_999, 70_000)), decimal(Fraction(-1, 3))
    ('2.68', '<1', '−0.333')
    """
    exact = Fraction(value)
    below = _crossing(abs(exact), places)
    if below is not None:
        turned = {"<": ">", ">": "<"}[below[0]] if exact < 0 else below[0]
        return turned + (MINUS if exact < 0 and below[1] == "1" else "") + below[1]
    return (MINUS if exact < 0 else "") + _rounded(abs(exact), places)


def delta_decimal(value: Number, places: int = PLACES) -> str:
    """Signed decimal of a delta; 0 has no sign.

    >>> delta_decimal(Fraction(1, 3)), delta_decimal(Fraction(-1, 9999)), delta_decimal(Fraction(0))
    ('+0.333', '−<0.001', '0.000')
    """
    exact = Fraction(value)
    if exact == 0:
        return _rounded(exact, places)
    return _sign(exact) + size_decimal(exact, places)


def size_decimal(value: Number, places: int = PLACES) -> str:
    """Decimal of the size of a delta without its sign, as in "rose by 0.015"."""
    exact = abs(Fraction(value))
    crossed = _crossing(exact, places)
    if crossed is None:
        return _rounded(exact, places)
    return crossed if crossed == "<1" else f"<{_rounded(Fraction(1, 10**places), places)}"


def is_short(value: Number) -> bool:
    """Whether a value is written as a fraction: exact, denominator of at most 9 digits."""
    return not isinstance(value, float) and len(str(Fraction(value).denominator)) <= MAX_DIGITS


def short_text(value: Number | None, places: int = PLACES) -> str:
    """A value as fraction where it is short, else as decimal alone; `≈` where not exact."""
    if value is None:
        return NO_VALUE
    if is_short(value):
        return fraction_text(Fraction(value)).replace("-", MINUS)
    return (APPROX if isinstance(value, float) else "") + decimal(value, places)


def value_text(value: Number | None, places: int = PLACES) -> str:
    """A value as fraction and decimal, such as `5/6 (0.833)`; whole numbers stand alone.

    >>> value_text(Fraction(5, 6)), value_text(Fraction(1)), value_text(0.4146929)
    ('5/6 (0.833)', '1', '≈0.415')
    """
    return _with_decimal(value, short_text(value, places), decimal, places)


def short_delta(value: Number | None, places: int = PLACES) -> str:
    """A delta with its sign, as fraction where it is short, else as decimal."""
    if value is None:
        return NO_VALUE
    if is_short(value):
        exact = Fraction(value)
        return _sign(exact) + fraction_text(abs(exact)) if exact else "0"
    return (APPROX if isinstance(value, float) else "") + delta_decimal(value, places)


def delta_text(value: Number | None, places: int = PLACES) -> str:
    """A delta with its sign as fraction and decimal, such as `−1/6 (−0.167)`."""
    return _with_decimal(value, short_delta(value, places), delta_decimal, places)


def places_for(*values: Number) -> int:
    """The fewest of 3, 4 or 6 places at which different values, and not-0 ones, look different."""
    exact = {Fraction(value) for value in values}
    for places in _MORE_PLACES:
        rounded = {_rounded(abs(value), places) for value in exact}
        if len(rounded) == len({abs(value) for value in exact}) and not any(
            value and not _units(abs(value), places) for value in exact
        ):
            return places
    return _MORE_PLACES[-1]


def places_that_add_up(total: Number, parts: list[Number]) -> int:
    """The fewest of 3, 4 or 6 places at which the rounded parts sum to the rounded total.

    No part but 0 itself is rounded to 0 there.
    """
    for places in _MORE_PLACES:
        whole = round(Fraction(total) * 10**places)
        rounded = [round(Fraction(part) * 10**places) for part in parts]
        seen = all(at or not part for at, part in zip(rounded, parts, strict=True))
        if seen and whole == sum(rounded):
            return places
    return _MORE_PLACES[-1]


def count_text(count: int) -> str:
    """A count with a comma between thousands."""
    return f"{count:,}"


def counted(count: int, one: str, many: str | None = None) -> str:
    """A count with its noun, such as `1 query` or `7,000 queries`."""
    plural = many or (f"{one[:-1]}ies" if one.endswith("y") else f"{one}s")
    return f"{count_text(count)} {one if count == 1 else plural}"


def grade_text(grade: int) -> str:
    """A grade in words, such as `grade 2` or `grade −1`."""
    return f"grade {MINUS if grade < 0 else ''}{abs(grade)}"


def percent(share: Number, places: int = 1) -> str:
    """A share in per cent, such as `9.1 %`."""
    return f"{decimal(Fraction(share) * 100, places)} %"


def _sign(exact: Fraction) -> str:
    return MINUS if exact < 0 else "+"


def _units(size: Fraction, places: int) -> int:
    """Size in units of the last place, rounded half-even."""
    scale: int = 10**places
    return round(size * scale)


def _rounded(size: Fraction, places: int) -> str:
    whole, rest = divmod(_units(size, places), 10**places)
    return f"{whole:,}.{rest:0{places}d}" if places else f"{whole:,}"


def _crossing(size: Fraction, places: int) -> str | None:
    """`>0` or `<1` where plain rounding of a size would cross a verdict."""
    units = _units(size, places)
    if size and not units:
        return ">0"
    return "<1" if size < 1 and units == 10**places else None


def _with_decimal(
    value: Number | None, text: str, form: Callable[[Number, int], str], places: int
) -> str:
    if value is None or not is_short(value) or Fraction(value).denominator == 1:
        return text
    return f"{text} ({form(value, places)})"
