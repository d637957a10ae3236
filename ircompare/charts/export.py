"""Charts as PNG and SVG, made on this machine without the network."""

from __future__ import annotations

import json
from typing import Any

from ircompare.charts.theme import Palette, styled
from ircompare.model.visible import visible


def to_png(chart: Any, palette: Palette, scale: float = 2) -> bytes:
    """The chart as PNG on the palette's background.

    Args:
        scale: Pixels a unit of length; 2 is sharp on most screens.
    """
    import vl_convert

    return bytes(vl_convert.vegalite_to_png(_spec(chart, palette), scale=scale))


def to_svg(chart: Any, palette: Palette) -> bytes:
    """The chart as SVG in UTF-8 on the palette's background."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(_spec(chart, palette))).encode()


def _spec(chart: Any, palette: Palette) -> str:
    """The specification as JSON; what no image can hold, such as a control, is written out."""
    return json.dumps(_visible(styled(chart, palette)))


def _visible(value: Any) -> Any:
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {name: _visible(item) for name, item in value.items()}
    return [_visible(item) for item in value] if isinstance(value, list | tuple) else value
