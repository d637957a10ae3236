"""Charts as pictures, made on this machine at the time of the report.

Altair is imported when one is drawn and not before: scoring and the summary do without it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ircompare.report.full.blocks import Picture

if TYPE_CHECKING:
    from ircompare.charts.drawn import Drawn
    from ircompare.charts.theme import Palette

_NEEDED = {"altair": "Altair", "pandas": "pandas", "vl_convert": "vl-convert"}


def absent() -> list[str]:
    """The packages that drawing needs and that are not installed, by name."""
    return [name for module, name in _NEEDED.items() if find_spec(module) is None]


def picture(title: str, make: Callable[[Palette], Drawn]) -> Picture:
    """A chart in light and in dark colours.

    Args:
        title: What it shows.
        make: Gives the chart in the colours of a palette.
    """
    from ircompare.charts.drawn import made_unchecked
    from ircompare.charts.export import to_svg
    from ircompare.charts.theme import Palette

    light, dark = Palette.light(), Palette.dark()
    drawn = made_unchecked(make, light)
    return Picture(
        title,
        drawn.alt,
        to_svg(drawn.chart, light),
        to_svg(made_unchecked(make, dark).chart, dark),
    )
