"""The fronts of recall against precision as JSON and as lines."""

from __future__ import annotations

from ircompare.inference.student import Interval
from ircompare.report.phrases import plain
from ircompare.report.scorecard_tables import Json
from ircompare.report.text import columns
from ircompare.scorecard.pareto import Front, Point
from ircompare.scoring.numbers import counted, decimal, number_text

Fronts = tuple[Front, Front]


def pareto_json(fronts: Fronts) -> Json:
    """Every point of both runs, exact, and whether it is on the front of its run."""
    a, b = fronts
    return {
        "points": a.noun,
        "queries": a.count,
        "precision": a.precision,
        "noisy": a.noisy,
        "a": _points(a),
        "b": _points(b),
    }


def _points(front: Front) -> list[Json]:
    return [
        {
            "name": point.name,
            "recall": number_text(point.recall),
            "precision": number_text(point.precision),
            "recall_interval": _ends(point.recall_interval),
            "precision_interval": _ends(point.precision_interval),
            "on_front": on,
        }
        for point, on in zip(front.points, front.on_front, strict=True)
    ]


def _ends(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


def pareto_text(fronts: Fronts, names: tuple[str, str]) -> str:
    """The points on either front, those behind it counted."""
    lines = ["", f"Recall against precision ({fronts[0].precision})"]
    for role, name, front in zip("AB", names, fronts, strict=True):
        pairs = zip(front.points, front.on_front, strict=True)
        on = [point for point, is_on in pairs if is_on]
        of = counted(len(front.points), front.noun)
        lines += ["", f"{role} {plain(name)}: {len(on)} of {of} on its front"]
        lines += columns([("", "recall", "precision"), *map(_cells, on)])
    return "\n".join(lines) + "\n"


def _cells(point: Point) -> tuple[str, str, str]:
    return (
        point.name,
        _number(decimal(point.recall), point.recall_interval),
        _number(decimal(point.precision), point.precision_interval),
    )


def _number(text: str, interval: Interval | None) -> str:
    """A mean with its 95 % interval where few queries carry it."""
    if interval is None:
        return text
    return f"{text} [{decimal(interval.low)}, {decimal(interval.high)}]"
