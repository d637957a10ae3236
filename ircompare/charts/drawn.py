"""What a chart function returns, and the two selections that pages listen to."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import altair as alt
from altair.utils.schemapi import debug_mode

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

    @cached_property
    def spec(self) -> dict[str, Any]:
        """The chart as a Vega-Lite specification with its rows as Arrow tables; not to be changed.

        Written once, and without Altair's validation: see `made_unchecked`.
        """
        import pyarrow as pa

        spec: dict[str, Any] = self.chart.to_dict(validate=False)
        held = spec.get("datasets", {})
        # A mark without data stands once: Altair gives it one row without columns.
        tables = {name: pa.Table.from_pylist(held[name]) for name in held if any(held[name])}
        return spec | {"datasets": held | tables}


def made_unchecked(make: Callable[..., Drawn], *args: Hashable) -> Drawn:
    """A chart made without Altair's validation of every part, which takes half of the time.

    The tests make and write every form with it; a page need not check them anew for each k.
    """
    with debug_mode(False):
        return make(*args)


def chooser(name: Selection, *fields: str) -> alt.Parameter:
    """A selection by click that reports the given columns; empty until something is clicked."""
    return alt.selection_point(name=name, fields=list(fields), on="click", empty=False)
