"""Recall against precision of both runs at every cutoff, with the front and the service levels."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import altair as alt

from ircompare.charts.drawn import Drawn
from ircompare.charts.theme import SIZE, Palette, axis, haloed, sized
from ircompare.charts.words import run_title
from ircompare.scorecard.pareto import Front, Point, ServiceLevel
from ircompare.scoring.numbers import counted, decimal, value_text

if TYPE_CHECKING:
    import pandas as pd

HEIGHT = 330
LABELLED = (1, 2, 3, 5, 10, 20, 50)
MARGIN = 1.12
TEXTS = {"text_recall": "Recall", "text_precision": "Precision", "front": "Front"}


def pareto(
    a: Front,
    b: Front,
    names: tuple[str, str],
    level: ServiceLevel | None,
    palette: Palette,
) -> Drawn:
    """The cutoffs of run A, dashed and hollow, and of run B; those off their front stand back.

    Args:
        names: Of run A and of run B.
        level: The least recall and precision agreed on, shaded where both are kept; or None.
    """
    import pandas as pd

    frame = pd.DataFrame([*point_rows(a, level, "a"), *point_rows(b, level, "b")])
    places = _places(frame, level, palette)
    layers = [
        *_service(level, places, palette),
        _lines(frame, names, palette).encode(**places),
        *(_points(frame, side, palette).encode(**places) for side in ("a", "b")),
        *(layer.encode(**places) for layer in _labels(frame, palette)),
    ]
    return Drawn(sized(alt.layer(*layers), HEIGHT), None, "pareto", _alt(a, b, names, level))


def point_rows(front: Front, level: ServiceLevel | None, side: str) -> list[dict[str, object]]:
    """One row a point, in the order given, with exact texts and what it keeps of the levels."""
    return [
        {
            "side": side,
            "order": at,
            "name": point.name,
            "recall": float(point.recall),
            "precision": float(point.precision),
            "text_recall": value_text(point.recall),
            "text_precision": value_text(point.precision),
            "on": on,
            "front": "on the front" if on else "another cutoff is better in both",
            "compliance": "no level declared" if level is None else level.compliance(point),
        }
        for at, (point, on) in enumerate(zip(front.points, front.on_front, strict=True))
    ]


def _places(frame: pd.DataFrame, level: ServiceLevel | None, palette: Palette) -> dict[str, Any]:
    """Both axes, from 0 to a little beyond the largest value and the level."""
    return {
        channel: make(
            f"{name}:Q",
            title=title,
            scale=alt.Scale(domain=[0, _end(frame[name].max(), getattr(level, name, 0))]),
            axis=axis(palette, tickCount=5, format=".2~f"),
        )
        for channel, make, name, title in (
            ("x", alt.X, "recall", "mean Recall@k"),
            ("y", alt.Y, "precision", "mean precision@k (÷ k)"),
        )
    }


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


def _points(frame: pd.DataFrame, side: str, palette: Palette) -> Any:
    """The cutoffs of one run, hollow for A; those off the front are small and pale."""
    own = frame[frame["side"] == side]
    tips = [alt.Tooltip(f"{name}:N", title=title) for name, title in TEXTS.items()]
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
                alt.Tooltip("compliance:N", title="Service level"),
            ],
        )
    )


def _labels(frame: pd.DataFrame, palette: Palette) -> list[Any]:
    """The cutoffs by name: A's below its points, B's above, where there are few."""
    layers = []
    for side, options in (
        ("a", {"align": "right", "baseline": "top", "dx": -5, "dy": 4}),
        ("b", {"align": "left", "baseline": "bottom", "dx": 5, "dy": -4}),
    ):
        own = frame[(frame["side"] == side) & (frame["order"] + 1).isin(LABELLED)]
        base: Any = alt.Chart(own)
        text = base.mark_text(fontSize=SIZE - 1, color=palette.soft, **options)
        layers += haloed(text.encode(text="name:N"), palette)
    return layers


def _alt(a: Front, b: Front, names: tuple[str, str], level: ServiceLevel | None) -> str:
    told = [
        f"run {role} {name}: {_side(front, level)}"
        for role, name, front in zip("AB", names, (a, b), strict=True)
    ]
    return f"Mean recall, across, against mean precision, upwards; {'; '.join(told)}."


def _side(front: Front, level: ServiceLevel | None) -> str:
    ends = [_words(point) for point in dict.fromkeys((front.points[0], front.points[-1]))]
    words = f"{' to '.join(ends)}, {counted(sum(front.on_front), 'cutoff')} on the front"
    if level is None:
        return words
    return f"{words}, {len(front.compliant(level))} of them within the service level"


def _words(point: Point) -> str:
    return f"{point.name} ({decimal(point.recall)}, {decimal(point.precision)})"
