"""How the weight of a document falls with its age: a half-life or a time constant, with presets."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal, cast

from ircompare.scoring.numbers import counted

Kind = Literal["half_life", "time_constant"]
NAMES: dict[Kind, str] = {"half_life": "half-life", "time_constant": "time constant"}


@dataclass(frozen=True)
class Decay:
    """How the weight of a document falls with its age.

    Attributes:
        kind: `half_life`, after which the weight is 1/2, or `time_constant`, after which it is
            1/e = .368. The two differ by the factor ln 2, so a bare number is never taken.
        span: Above 0.

    Raises:
        ValueError: A span that is not above 0.
    """

    kind: Kind
    span: timedelta

    def __post_init__(self) -> None:
        if self.span <= timedelta(0):
            raise ValueError(f"{self.kind} must be above 0")

    @property
    def half_life(self) -> timedelta:
        """After how long the weight is 1/2."""
        return self.span if self.kind == "half_life" else self.span * math.log(2)

    def spans(self, age: timedelta) -> float:
        """How many spans old; an age below 0 counts as 0."""
        return max(age / self.span, 0.0)

    def after(self, spans: float) -> float:
        """Weight after so many spans, in [0, 1]; 0 only past what a float can hold."""
        return 2.0**-spans if self.kind == "half_life" else math.exp(-spans)

    def weight(self, age: timedelta) -> float:
        """Weight of a document of some age; an age below 0 counts as 0."""
        return self.after(self.spans(age))

    def __str__(self) -> str:
        return f"{NAMES[self.kind]} of {span_words(self.span)}"


def span_words(span: timedelta) -> str:
    """A span in whole days where it is some, else in hours.

    >>> span_words(timedelta(days=1825)), span_words(timedelta(hours=36)), span_words(timedelta(1))
    ('1,825 days', '36 hours', '1 day')
    """
    days, rest = divmod(span, timedelta(days=1))
    if days and not rest:
        return counted(days, "day", "days")
    hours = span / timedelta(hours=1)
    told = int(hours) if hours.is_integer() else hours
    return "1 hour" if told == 1 else f"{told:,} hours"


PRESETS = {
    "news": Decay("half_life", timedelta(hours=2)),
    "e-commerce": Decay("half_life", timedelta(days=7)),
    "academic": Decay("half_life", timedelta(days=5 * 365)),
}

WRITTEN = re.compile(r"(half_life|time_constant)=(\d{1,6}(?:\.\d{1,6})?)([hd])", re.ASCII)
EXPECTED = f"one of {', '.join(PRESETS)}, or such as half_life=48h or time_constant=3d"


def decay_of(text: str) -> Decay:
    """The decay of a preset's name, or as written with hours or days.

    Raises:
        ValueError: It is neither, or a span of 0.

    >>> str(decay_of("time_constant=3d"))
    'time constant of 3 days'
    """
    if text in PRESETS:
        return PRESETS[text]
    found = WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError(f"a decay is {EXPECTED}, not {text!r}")
    kind, number, unit = found.groups()
    span = timedelta(hours=float(number)) if unit == "h" else timedelta(days=float(number))
    return Decay(cast("Kind", kind), span)
