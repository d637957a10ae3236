"""The fronts of recall against precision as JSON and as lines."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress

from ircompare.inference.student import Interval
from ircompare.report.phrases import plain
from ircompare.report.scorecard_tables import Json
from ircompare.report.text import columns
from ircompare.scorecard.pareto import Front, Point, ServiceLevel
from ircompare.scoring.numbers import counted, decimal, number_text


@dataclass(frozen=True)
class TradeOff:
    """Recall against precision as it was asked for.

    Attributes:
        fronts: Those of run A and run B, or one of all runs where each is a point.
        names: Of the runs, A first.
        k: The cutoff that all points have where each is a run.
        level: The service level agreed on, None without one.
    """

    fronts: tuple[Front, ...]
    names: tuple[str, ...]
    k: int
    level: ServiceLevel | None = None

    @property
    def of_runs(self) -> bool:
        """Whether each point is a run."""
        return self.fronts[0].noun == "configuration"


def pareto_json(held: TradeOff) -> Json:
    """Every point, exact, whether it is on its front, and which service levels it keeps."""
    first, level = held.fronts[0], held.level
    sides = ("runs",) if held.of_runs else ("a", "b")
    return {
        "points": first.noun,
        **({"k": held.k} if held.of_runs else {}),
        "queries": first.count,
        "precision": first.precision,
        "noisy": first.noisy,
        "service_level": None
        if level is None
        else {"recall": number_text(level.recall), "precision": number_text(level.precision)},
        **{side: _points(one, level) for side, one in zip(sides, held.fronts, strict=True)},
    }


def _points(front: Front, level: ServiceLevel | None) -> list[Json]:
    return [
        {
            "name": point.name,
            "recall": number_text(point.recall),
            "precision": number_text(point.precision),
            "recall_interval": _ends(point.recall_interval),
            "precision_interval": _ends(point.precision_interval),
            "on_front": on,
            "compliance": None if level is None else level.compliance(point),
        }
        for point, on in zip(front.points, front.on_front, strict=True)
    ]


def _ends(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


def pareto_text(held: TradeOff) -> str:
    """The points on each front, those behind it counted; every run where each is a point."""
    at = f" at k = {held.k}" if held.of_runs else ""
    lines = ["", f"Recall against precision{at} ({held.fronts[0].precision})"]
    if held.level is not None:
        least = (decimal(held.level.recall), decimal(held.level.precision))
        lines.append(
            "Service level: recall of at least {}, precision of at least {}".format(*least)
        )
    titles = ("All runs",) if held.of_runs else _titles(held.names)
    for title, front in zip(titles, held.fronts, strict=True):
        of = counted(len(front.points), front.noun)
        whose = "the" if held.of_runs else "its"
        lines += ["", f"{title}: {sum(front.on_front)} of {of} on {whose} front"]
        lines += _table(front, held)
    return "\n".join(lines) + "\n"


def _titles(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{role} {plain(name)}" for role, name in zip("AB", names, strict=True))


def _table(front: Front, held: TradeOff) -> list[str]:
    """The points with their means: of runs all, else those on the front."""
    pairs = zip(front.points, front.on_front, strict=True)
    shown = [(point, on) for point, on in pairs if on or held.of_runs]
    head = ("", "recall", "precision", "front", "service level")
    rows = [head, *(_cells(point, on, held.level) for point, on in shown)]
    wanted = (True, True, True, held.of_runs, held.level is not None)
    return columns([tuple(compress(row, wanted)) for row in rows])


def _cells(point: Point, on: bool, level: ServiceLevel | None) -> tuple[str, ...]:
    return (
        plain(point.name),
        _number(decimal(point.recall), point.recall_interval),
        _number(decimal(point.precision), point.precision_interval),
        "on it" if on else "behind",
        "" if level is None else level.compliance(point),
    )


def _number(text: str, interval: Interval | None) -> str:
    """A mean with its 95 % interval where few queries carry it."""
    if interval is None:
        return text
    return f"{text} [{decimal(interval.low)}, {decimal(interval.high)}]"
