"""Recall against precision of both runs at every cutoff or score threshold, with the fronts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from ircompare.charts.drawn import Drawn
from ircompare.charts.pareto_parts import (
    HEIGHT,
    front_words,
    places_of,
    point_rows,
    service_level,
    tooltips,
    whiskers,
)
from ircompare.charts.theme import SIZE, Palette, haloed, sized
from ircompare.charts.words import run_title
from ircompare.scorecard.pareto import Front, ServiceLevel

if TYPE_CHECKING:
    import pandas as pd

DASHES = {"a": [3, 2], "b": [1, 0]}


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
    places = places_of(frame, level, palette, b.noun)
    layers = [
        *service_level(level, places, palette),
        *whiskers(frame, places, palette, DASHES),
        _lines(frame, names, palette).encode(**places),
        *(_points(frame, side, level, palette).encode(**places) for side in ("a", "b")),
        *(layer.encode(**places) for layer in _labels(frame, palette)),
    ]
    return Drawn(sized(alt.layer(*layers), HEIGHT), None, "pareto", _alt(a, b, names, level))


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
                *tooltips(own, level),
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
        f"run {role} {name}: {front_words(front, level)}"
        for role, name, front in zip("AB", names, (a, b), strict=True)
    ]
    return f"Mean recall, across, against mean precision, upwards; {'; '.join(told)}."
