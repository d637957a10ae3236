"""The few sentences that are fixed, so that no page can say more than the numbers allow."""

from __future__ import annotations

from collections.abc import Sequence

from ircompare.inference.conclusion import Conclusion
from ircompare.inference.detectable import Detectable
from ircompare.inference.plan import MIN_UNITS
from ircompare.scoring.numbers import counted, short_delta, short_text, size_decimal

CONDITION = "if these queries are a random sample of the queries you care about"
HAND_PICKED = "they are not a sample; read as description"
IMPOSSIBLE = "a significant result was impossible by construction"
RR_SCALE = (
    "MRR averages 1/rank; whether such averages are meaningful is disputed (Fuhr 2017; "
    "Moffat 2022). The rank table beside it makes no such assumption."
)
_WORDS = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_LISTED = 5


def description(conclusions: Sequence[Conclusion]) -> str:
    """What stands in place of a p-value and an interval.

    Args:
        conclusions: The measures of one comparison on which nothing was tested, at least one.
    """
    first = conclusions[0]
    scope = first.comparison.a.scope
    kind = "eligible" if scope.protocol.no_relevant == "exclude" else "scored"
    count = first.counts.total
    figures = " ".join(_figures(found) for found in conclusions)
    reach = f"{_these(count)} and nothing else"
    return (
        f"{counted(count, f'{kind} query')}. {figures} These figures describe {reach}. "
        f"No significance test is reported: {_reason(conclusions)}."
    )


def detection(found: Detectable, unit: str = "query") -> str:
    """The planning figure in words.

    Args:
        found: The minimum detectable difference.
        unit: `query` or `group`.
    """
    many = counted(found.units, unit)
    spread, change = (size_decimal(x, 2) for x in (found.deviation, found.difference))
    return (
        f"With {many} and the observed spread (sd {spread}) a paired test detects a true mean "
        f"change of about ±{change} in 80 % of samples."
    )


def _figures(found: Conclusion) -> str:
    """Such as `RR@2 1/2 → 5/6 (Δ +1/3): 2 wins, 1 loss (q2).`."""
    a, b = (side.mean(found.key) for side in (found.comparison.a, found.comparison.b))
    counts = found.counts
    parts = [
        counted(counts.improved, "win"),
        *([counted(counts.tied, "tie")] if counts.tied else []),
        _losses(counts.regressed, found.regressed),
    ]
    label = found.measure.at(found.comparison.k)
    change = f"{short_text(a)} → {short_text(b)} (Δ {short_delta(found.delta)})"
    return f"{label} {change}: {', '.join(parts)}."


def _losses(count: int, regressed: Sequence[str]) -> str:
    text = "1 loss" if count == 1 else f"{count:,} losses"
    if not regressed:
        return text
    rest = count - _LISTED
    named = ", ".join(regressed[:_LISTED]) + (f" and {rest:,} more" if rest > 0 else "")
    return f"{text} ({named})"


def _these(count: int) -> str:
    if count == 1:
        return "this one query"
    return f"these {_WORDS[count] if count < len(_WORDS) else f'{count:,}'} queries"


def _reason(conclusions: Sequence[Conclusion]) -> str:
    limits = {found.limit for found in conclusions}
    unit = "query" if conclusions[0].units == conclusions[0].counts.total else "group"
    if limits == {"differing"}:
        return _smallest(conclusions, unit, [found.smallest_p for found in conclusions])
    if "family" in limits:
        corrected = _smallest(conclusions, unit, [found.attainable for found in conclusions])
        return f"corrected for every declared test, {corrected}: {IMPOSSIBLE}"
    units = conclusions[0].units
    return f"{counted(units, unit)} are too few, at least {MIN_UNITS} are needed"


def _smallest(conclusions: Sequence[Conclusion], unit: str, values: Sequence[float]) -> str:
    many = [found.differing for found in conclusions]
    listed = " and ".join(str(count) for count in many)
    noun = counted(1 if many == [1] else 2, f"non-tied {unit}").split(" ", 1)[1]
    shown = " and ".join(f"{value:.4g}" for value in values)
    verb = "p-value is" if len(values) == 1 else "p-values are"
    return f"with {listed} {noun} the smallest possible two-sided {verb} {shown}"
