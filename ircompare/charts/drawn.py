"""What a chart function returns, and the two selections that pages listen to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import altair as alt

Selection = Literal["pick", "group"]


@dataclass(frozen=True, eq=False)
class Drawn:
    """A chart and what a page must know about it.

    Attributes:
        chart: The Altair chart, as wide as its container.
        selection: Name of its selection parameter: `pick` where a mark stands for one thing that
            can be opened, `group` where it stands for several queries; None without one.
        form: Name of the form that was chosen for this number of queries.
        alt: The chart in a sentence or two, with its numbers.
        fields: Columns that a selection reports.
        left_out: How many things there was no room for.
    """

    chart: Any
    selection: Selection | None
    form: str
    alt: str
    fields: tuple[str, ...] = ()
    left_out: int = 0


class Unchecked:
    """A chart that is written out without Altair's validation, which takes half of the time.

    The tests write every form with it; a page need not check them anew at every step of k.
    """

    def __init__(self, chart: Any) -> None:
        self._chart = chart

    def to_dict(self) -> dict[str, Any]:
        """The chart as a Vega-Lite specification."""
        spec: dict[str, Any] = self._chart.to_dict(validate=False)
        return spec


def chooser(name: Selection, *fields: str) -> alt.Parameter:
    """A selection by click that reports the given columns; empty until something is clicked."""
    return alt.selection_point(name=name, fields=list(fields), on="click", empty=False)
