"""Recall against precision of both runs at every cutoff or score threshold, with the fronts."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import altair as alt

from ircompare.charts.drawn import Drawn
from ircompare.charts.theme import SIZE, Palette, axis, haloed, sized
from ircompare.charts.words import run_title
from ircompare.inference.student import Interval
from ircompare.scorecard.pareto import Front, Point, ServiceLevel
from ircompare.scoring.numbers import counted, decimal, value_text

if TYPE_CHECKING:
    import pandas as pd

CHANNELS = (("x", alt.X, "recall"), ("y", alt.Y, "precision"))
HEIGHT = 330
LABELLED = (1, 2, 3, 5, 10, 20, 50)
MARGIN = 1.12
NAMED = 5
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


def pareto(
    a: Front,
    b: Front,
    names: tuple[str, str],
    level: ServiceLevel | None,
    palette: Palette,
) -> Drawn:
    """The points of run A, dashed and hollow, and of run B; those off their front stand back.

    On few queries the named points have whiskers both ways, their 95 % intervals.

    Args:
        names: Of run A and of run B.
        level: The least recall and precision agreed on, shaded where both are kept; or None.
    """
    import pandas as pd

    frame = pd.DataFrame([*point_rows(a, level, "a"), *point_rows(b, level, "b")])
    places = _places(frame, level, palette, AXES[b.noun])
    layers = [
        *_service(level, places, palette),
        *_whiskers(frame, places, palette),
        _lines(frame, names, palette).encode(**places),
        *(_points(frame, side, level, palette).encode(**places) for side in ("a", "b")),
        *(layer.encode(**places) for layer in _labels(frame, palette)),
    ]
    return Drawn(sized(alt.layer(*layers), HEIGHT), None, "pareto", _alt(a, b, names, level))


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
    """Places of the points that bear their name: round cutoffs, or a few evenly apart."""
    last = len(front.points) - 1
    if front.noun == "cutoff":
        return {k - 1 for k in LABELLED}
    return {round(at * last / (NAMED - 1)) for at in range(NAMED)}


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


def _places(
    frame: pd.DataFrame, level: ServiceLevel | None, palette: Palette, titles: tuple[str, str]
) -> dict[str, Any]:
    """Both axes, from 0 to a little beyond the largest value, whisker and level."""
    return {
        channel: make(
            f"{name}:Q",
            title=title,
            scale=alt.Scale(domain=[0, _end(_largest(frame, name), getattr(level, name, 0))]),
            axis=axis(palette, tickCount=5, format=".2~f"),
        )
        for (channel, make, name), title in zip(CHANNELS, titles, strict=True)
    }


def _largest(frame: pd.DataFrame, name: str) -> float:
    highs = frame.loc[frame["named"], f"{name}_high"].dropna()
    return float(max([float(frame[name].max()), *highs.astype(float).tolist()]))


def _end(largest: float, level: Fraction | int) -> float:
    return max(min(MARGIN * max(largest, float(level)), 1.03), 0.05)


def _service(level: ServiceLevel | None, places: dict[str, Any], palette: Palette) -> list[Any]:
    """The area in which both levels are kept, and their two lines."""
    import pandas as pd

    if level is None:
        return []
    held = {"recall": float(level.recall), "precision": float(level.precision)}
    base: Any = alt.Chart(pd.DataFrame([held]))
    dotted = {"color": palette.soft, "strokeDash": [2, 3]}
    return [
        base.mark_rect(color=palette.shade).encode(
            **places, x2=alt.value("width"), y2=alt.value(0)
        ),
        base.mark_rule(**dotted).encode(x=places["x"]),
        base.mark_rule(**dotted).encode(y=places["y"]),
    ]


def _whiskers(frame: pd.DataFrame, places: dict[str, Any], palette: Palette) -> list[Any]:
    """The intervals of the named points, run A dashed as its line is."""
    layers = []
    for side, dash in (("a", [3, 2]), ("b", [1, 0])):
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


def _lines(frame: pd.DataFrame, names: tuple[str, str], palette: Palette) -> Any:
    roles = [run_title(role, name) for role, name in zip("AB", names, strict=True)]
    held = frame.assign(run=frame["side"].map(dict(zip("ab", roles, strict=True))))
    dash = alt.StrokeDash(
        "run:N",
        title=None,
        scale=alt.Scale(domain=roles, range=[[5, 4], [1, 0]]),
        legend=alt.Legend(
            orient="top",
            labelColor=palette.ink,
            labelFontSize=SIZE,
            symbolStrokeColor=palette.ink,
            symbolSize=420,
            labelLimit=220,
        ),
    )
    line: Any = alt.Chart(held).mark_line(color=palette.ink, strokeWidth=1.5)
    return line.encode(strokeDash=dash, order="order:Q")


def _points(frame: pd.DataFrame, side: str, level: ServiceLevel | None, palette: Palette) -> Any:
    """The points of one run, hollow for A; those off the front are small and pale."""
    own = frame[frame["side"] == side]
    known = (own["recall_interval"] != "none").any() or (own["precision_interval"] != "none").any()
    texts = {name: title for name, title in TEXTS.items() if known or "interval" not in name}
    texts |= {} if level is None else {"compliance": "Service level"}
    tips = [alt.Tooltip(f"{name}:N", title=title) for name, title in texts.items()]
    on = alt.datum.on
    return (
        alt.Chart(own)
        .mark_point(
            filled=True,
            fill=palette.background if side == "a" else palette.ink,
            stroke=palette.ink,
            opacity=1,
        )
        .encode(
            size=alt.condition(on, alt.value(64), alt.value(20)),
            opacity=alt.condition(on, alt.value(1), alt.value(0.45)),
            tooltip=[
                alt.Tooltip("name:N", title=f"Run {side.upper()}"),
                *tips,
            ],
        )
    )


def _labels(frame: pd.DataFrame, palette: Palette) -> list[Any]:
    """The named points: A's below its points, B's above, where there are few."""
    layers = []
    for side, options in (
        ("a", {"align": "right", "baseline": "top", "dx": -5, "dy": 4}),
        ("b", {"align": "left", "baseline": "bottom", "dx": 5, "dy": -4}),
    ):
        own = frame[(frame["side"] == side) & frame["named"]]
        base: Any = alt.Chart(own)
        text = base.mark_text(fontSize=SIZE - 1, color=palette.soft, **options)
        layers += haloed(text.encode(text="label:N"), palette)
    return layers


def _alt(a: Front, b: Front, names: tuple[str, str], level: ServiceLevel | None) -> str:
    told = [
        f"run {role} {name}: {_side(front, level)}"
        for role, name, front in zip("AB", names, (a, b), strict=True)
    ]
    return f"Mean recall, across, against mean precision, upwards; {'; '.join(told)}."


def _side(front: Front, level: ServiceLevel | None) -> str:
    ends = [_words(point) for point in dict.fromkeys((front.points[0], front.points[-1]))]
    words = f"{' to '.join(ends)}, {counted(sum(front.on_front), front.noun)} on the front"
    if level is None:
        return words
    return f"{words}, {len(front.compliant(level))} of them within the service level"


def _words(point: Point) -> str:
    return f"{point.name} ({decimal(point.recall)}, {decimal(point.precision)})"
