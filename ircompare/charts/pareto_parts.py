"""What the charts of recall against precision share: rows, axes, service levels and whiskers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

import altair as alt

from ircompare.charts.theme import Palette, axis
from ircompare.inference.student import Interval
from ircompare.scorecard.pareto import Front, Noun, Point, ServiceLevel
from ircompare.scoring.numbers import counted, decimal, value_text

if TYPE_CHECKING:
    import pandas as pd

CHANNELS = (("x", alt.X, "recall"), ("y", alt.Y, "precision"))
HEIGHT = 330
LABELLED = (1, 2, 3, 5, 10, 20, 50)
MARGIN, ROOM, HIGHEST = 1.12, 0.15, 1.03
NAMED, FEW_RUNS = 5, 12
TEXTS = {
    "text_recall": "Recall",
    "recall_interval": "Recall, 95 %",
    "text_precision": "Precision",
    "precision_interval": "Precision, 95 %",
    "front": "Front",
}
AXES = {
    "cutoff": ("mean Recall@k", "mean precision@k (÷ k)"),
    "threshold": ("mean recall", "mean precision (÷ documents returned)"),
    "configuration": ("mean recall", "mean precision (÷ k)"),
}


def point_rows(front: Front, level: ServiceLevel | None, side: str) -> list[dict[str, object]]:
    """One row a point, in the order given, with exact texts and what it keeps of the levels."""
    named = _named(front)
    return [
        {
            "side": side,
            "order": at,
            "name": point.name,
            "label": point.name.removeprefix("score "),
            "named": at in named,
            "recall": float(point.recall),
            "precision": float(point.precision),
            "text_recall": value_text(point.recall),
            "text_precision": value_text(point.precision),
            **_ends("recall", point.recall_interval),
            **_ends("precision", point.precision_interval),
            "on": on,
            "front": "on the front" if on else f"another {front.noun} is better in both",
            "compliance": "no level declared" if level is None else level.compliance(point),
        }
        for at, (point, on) in enumerate(zip(front.points, front.on_front, strict=True))
    ]


def _named(front: Front) -> set[int]:
    """Places of the points that bear their name: round cutoffs, or a few along the way."""
    if front.noun == "cutoff":
        return {k - 1 for k in LABELLED}
    if front.noun == "configuration":
        return _named_runs(front)
    return _spread(front.points)


def _spread(points: Sequence[Point]) -> set[int]:
    """Places of a few points that lie evenly along the way from the first to the last."""
    steps = (
        math.hypot(float(after.recall - before.recall), float(after.precision - before.precision))
        for before, after in pairwise(points)
    )
    along = [0.0, *accumulate(steps)]
    wanted = (along[-1] * at / (NAMED - 1) for at in range(NAMED))
    return {min(range(len(along)), key=lambda at: abs(along[at] - place)) for place in wanted}


def _named_runs(front: Front) -> set[int]:
    """Run A, run B and what is on the front; all where they are few."""
    if len(front.points) <= FEW_RUNS:
        return set(range(len(front.points)))
    return {0, 1, *(at for at, on in enumerate(front.on_front) if on)}


def _ends(name: str, interval: Interval | None) -> dict[str, object]:
    """An interval as it is, and its ends within the values that there are."""
    if interval is None:
        return {f"{name}_low": None, f"{name}_high": None, f"{name}_interval": "none"}
    return {
        f"{name}_low": max(interval.low, 0.0),
        f"{name}_high": min(interval.high, 1.0),
        f"{name}_interval": interval_words(interval),
    }


def interval_words(interval: Interval) -> str:
    """An interval of a mean, such as `0.310 to 0.560`."""
    return f"{decimal(interval.low)} to {decimal(interval.high)}"


def places_of(
    frame: pd.DataFrame,
    level: ServiceLevel | None,
    palette: Palette,
    noun: Noun,
    from_zero: bool = True,
) -> dict[str, Any]:
    """Both axes, to a little beyond the largest value, whisker and level.

    Args:
        from_zero: Whether they begin at 0, else a little below the least of these.
    """
    ends = {name: _ends_of(frame, name, level) for _, _, name in CHANNELS}
    return {
        channel: make(
            f"{name}:Q",
            title=title,
            scale=alt.Scale(domain=_domain(*ends[name], from_zero)),
            axis=axis(palette, tickCount=5, format=".3~f"),
        )
        for (channel, make, name), title in zip(CHANNELS, AXES[noun], strict=True)
    }


def _ends_of(frame: pd.DataFrame, name: str, level: ServiceLevel | None) -> tuple[float, float]:
    """Least and largest of the values, the whiskers that are drawn, and a level above 0."""
    told = [float(getattr(level, name))] if getattr(level, name, 0) else []
    named = frame.loc[frame["named"]]
    for column in (frame[name], named[f"{name}_low"], named[f"{name}_high"]):
        told += column.dropna().astype(float).tolist()
    return min(told), max(told)


def _domain(low: float, high: float, from_zero: bool) -> list[float]:
    if from_zero:
        return [0, max(min(MARGIN * high, HIGHEST), 0.05)]
    room = max(ROOM * (high - low), 0.005)
    return [max(low - room, 0.0), min(high + room, HIGHEST)]


def service_level(
    level: ServiceLevel | None, places: dict[str, Any], palette: Palette
) -> list[Any]:
    """The area in which both levels are kept, and a line for each that is above 0."""
    import pandas as pd

    if level is None:
        return []
    held = {"recall": float(level.recall), "precision": float(level.precision)}
    base: Any = alt.Chart(pd.DataFrame([held]))
    dotted = {"color": palette.soft, "strokeDash": [2, 3]}
    area = base.mark_rect(color=palette.shade, clip=True)
    return [
        area.encode(**places, x2=alt.value("width"), y2=alt.value(0)),
        *(
            base.mark_rule(**dotted).encode(**{channel: places[channel]})
            for channel, _, name in CHANNELS
            if held[name]
        ),
    ]


def whiskers(
    frame: pd.DataFrame, places: dict[str, Any], palette: Palette, dashes: Mapping[str, list[int]]
) -> list[Any]:
    """The intervals of the named points.

    Args:
        dashes: Of each side, how its lines are dashed.
    """
    layers = []
    for side, dash in dashes.items():
        chosen = frame["named"] & (frame["side"] == side)
        for (channel, _, name), (other, _, _) in zip(CHANNELS, CHANNELS[::-1], strict=True):
            own = frame[chosen & frame[f"{name}_low"].notna()]
            if own.empty:
                continue
            rule: Any = alt.Chart(own).mark_rule(
                color=palette.soft, opacity=0.7, strokeWidth=1, strokeDash=dash
            )
            low = places[channel].copy(deep=True)
            low.shorthand = f"{name}_low:Q"
            held = {channel: low, f"{channel}2": f"{name}_high:Q", other: places[other]}
            layers.append(rule.encode(**held))
    return layers


def tooltips(rows: pd.DataFrame, level: ServiceLevel | None) -> list[alt.Tooltip]:
    """What is told of a point beside its name: intervals and levels only where there are some."""
    known = any((rows[f"{name}_interval"] != "none").any() for _, _, name in CHANNELS)
    texts = {name: title for name, title in TEXTS.items() if known or "interval" not in name}
    texts |= {} if level is None else {"compliance": "Service level"}
    return [alt.Tooltip(f"{name}:N", title=title) for name, title in texts.items()]


def front_words(front: Front, level: ServiceLevel | None) -> str:
    """First and last point, and how many are on the front and keep the level."""
    ends = [_words(point) for point in dict.fromkeys((front.points[0], front.points[-1]))]
    words = f"{' to '.join(ends)}, {counted(sum(front.on_front), front.noun)} on the front"
    if level is None:
        return words
    return f"{words}, {len(front.compliant(level))} of them within the service level"


def _words(point: Point) -> str:
    return f"{point.name} ({decimal(point.recall)}, {decimal(point.precision)})"
