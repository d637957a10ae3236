"""Charts as PNG and SVG, made on this machine without the network."""

from __future__ import annotations

import json
from typing import Any

from ircompare.charts.theme import Palette, styled


def to_png(chart: Any, palette: Palette, scale: float = 2) -> bytes:
    """The chart as PNG on the palette's background.

    Args:
        scale: Pixels a unit of length; 2 is sharp on most screens.
    """
    import vl_convert

    spec = json.dumps(styled(chart, palette))
    return bytes(vl_convert.vegalite_to_png(spec, scale=scale))


def to_svg(chart: Any, palette: Palette) -> bytes:
    """The chart as SVG in UTF-8 on the palette's background."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(json.dumps(styled(chart, palette)))).encode()
