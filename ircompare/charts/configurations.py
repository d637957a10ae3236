"""Recall against precision of several runs, a point each, with the front that they make."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
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
from ircompare.scorecard.pareto import Front, ServiceLevel

if TYPE_CHECKING:
    import pandas as pd

WIDEST = 150


def configurations(front: Front, level: ServiceLevel | None, palette: Palette) -> Drawn:
    """Run A, hollow, run B, filled, and further runs, squares; those behind the front are pale.

    On few queries the named points have whiskers both ways, their 95 % intervals. The axes begin
    a little below the least value: the runs are compared with each other, not with nothing.

    Args:
        front: Of run A, run B and the further runs, in this order; at least one.
        level: The least recall and precision agreed on, shaded where both are kept; or None.
    """
    import pandas as pd

    frame = pd.DataFrame(point_rows(front, level, "run"))
    frame["role"] = [("A", "B")[at] if at < 2 else "" for at in frame["order"]]
    frame["label"] = _joined(front, frame["role"])
    places = places_of(frame, level, palette, front.noun, from_zero=False)
    layers = [
        *service_level(level, places, palette),
        *whiskers(frame, places, palette, {"run": [1, 0]}),
        _line(frame, palette).encode(**places),
        *(_points(frame, role, level, palette).encode(**places) for role in _roles(frame)),
        *(layer.encode(**places) for layer in _labels(frame, palette)),
    ]
    told = f"Mean recall, across, against mean precision, upwards: {front_words(front, level)}."
    return Drawn(sized(alt.layer(*layers), HEIGHT), None, "configurations", told)


def _joined(front: Front, roles: Iterable[str]) -> list[str]:
    """The names at each point; of runs at one place the first bears all, the others none."""
    together: dict[tuple[Fraction, Fraction], list[str]] = {}
    places = [(point.recall, point.precision) for point in front.points]
    for place, role, point in zip(places, roles, front.points, strict=True):
        together.setdefault(place, []).append(f"{role} {point.name}".strip())
    return [", ".join(together.pop(place, [])) for place in places]


def _roles(frame: pd.DataFrame) -> list[str]:
    """Further runs first, so that run A and run B lie above them."""
    return sorted(set(frame["role"]))


def _line(frame: pd.DataFrame, palette: Palette) -> Any:
    """What joins the points of the front, from the least recall to the most."""
    base: Any = alt.Chart(frame[frame["on"]])
    return base.mark_line(color=palette.soft, strokeWidth=1.5).encode(order="recall:Q")


def _points(frame: pd.DataFrame, role: str, level: ServiceLevel | None, palette: Palette) -> Any:
    own = frame[frame["role"] == role]
    base: Any = alt.Chart(own)
    filled = palette.background if role == "A" else palette.ink if role else palette.soft
    shown = base.mark_point(
        filled=True,
        fill=filled,
        stroke=palette.ink,
        shape="circle" if role else "square",
        opacity=1,
    )
    return shown.encode(
        size=alt.condition(alt.datum.on, alt.value(80), alt.value(36)),
        opacity=alt.condition(alt.datum.on, alt.value(1), alt.value(0.6)),
        tooltip=[
            alt.Tooltip("name:N", title=f"Run {role}".strip()),
            *tooltips(own, level),
        ],
    )


def _labels(frame: pd.DataFrame, palette: Palette) -> list[Any]:
    """The named runs: above and right of a point on the front, below and left of one behind."""
    layers = []
    for on, options in (
        (True, {"align": "left", "baseline": "bottom", "dx": 6, "dy": -4}),
        (False, {"align": "right", "baseline": "top", "dx": -6, "dy": 4}),
    ):
        own = frame[(frame["on"] == on) & frame["named"]]
        base: Any = alt.Chart(own)
        text = base.mark_text(fontSize=SIZE - 1, color=palette.soft, limit=WIDEST, **options)
        layers += haloed(text.encode(text="label:N"), palette)
    return layers
