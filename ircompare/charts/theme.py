"""Colours, axes and text widths that all charts share."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import altair as alt

FONTS = (
    "'Source Sans', 'Source Sans 3', 'Helvetica Neue', Arial, 'Noto Sans CJK SC', 'PingFang SC', "
    "'Microsoft YaHei', 'Noto Sans', sans-serif"
)
TALLEST = 600
EXPORT_WIDTH = 720
SIZE = 12
FEW, MANY = 30, 400
TICKS = (-1, -0.5, 0, 0.5, 1)
SIGNED = "datum.value == 0 ? '0' : replace(format(datum.value, '+.3~f'), '-', '−')"
BARELY = 0.004
PADDING = {"left": 4, "right": 8, "top": 6, "bottom": 4}
FLUSH = {"left": 0, "right": 0, "top": 0, "bottom": 0}
NARROW = "(containerSize()[0] || 999) < 560"


@dataclass(frozen=True)
class Palette:
    """Colours of one appearance. The three verdict colours mean nothing else.

    Attributes:
        ink, soft: Foreground of marks and text, and of what stands back.
        grid, shade, background: Lines, shaded areas, and the page.
    """

    improved: str
    tied: str
    regressed: str
    ink: str
    soft: str
    grid: str
    shade: str
    background: str

    @classmethod
    def light(cls) -> Palette:
        """For a light page."""
        return cls(
            improved="#0072B2",
            tied="#757B87",
            regressed="#D55E00",
            ink="#31333F",
            soft="#666B78",
            grid="#E8EAEE",
            shade="#F0F2F6",
            background="#FFFFFF",
        )

    @classmethod
    def dark(cls) -> Palette:
        """For a dark page: lighter tones of the same hues."""
        return cls(
            improved="#56B4E9",
            tied="#8D939E",
            regressed="#E69F00",
            ink="#FAFAFA",
            soft="#A9AFBC",
            grid="#33312E",
            shade="#242220",
            background="#171614",
        )

    @classmethod
    def of(cls, appearance: str | None) -> Palette:
        """By name: "dark", anything else is light."""
        return cls.dark() if appearance == "dark" else cls.light()

    def verdict(self, sign: int) -> str:
        """Colour of improved (1), tied (0) or regressed (−1)."""
        return {1: self.improved, 0: self.tied, -1: self.regressed}[sign]


def verdict_colour(palette: Palette, **options: Any) -> alt.Color:
    """Colour by the column `verdict`, without a legend: signs and words say it too."""
    return alt.Color("verdict:N", scale=_verdict_scale(palette), **{"legend": None, **options})


def verdict_outline(palette: Palette) -> alt.Stroke:
    """Outline in the colour of the mark, so that narrow marks side by side leave no pale seams."""
    return alt.Stroke("verdict:N", scale=_verdict_scale(palette), legend=None)


def _verdict_scale(palette: Palette) -> alt.Scale:
    return alt.Scale(
        domain=["regressed", "tied", "improved"],
        range=[palette.regressed, palette.tied, palette.improved],
    )


def chosen_stroke(chosen: alt.Parameter, palette: Palette) -> dict[str, Any]:
    """Encodings that outline the selected marks."""
    picked: Any = {"param": chosen.name, "value": 2.5, "empty": False}
    return {
        "stroke": alt.StrokeValue(palette.ink),
        "strokeWidth": alt.StrokeWidthValue(0, condition=picked),
    }


def row_targets(base: Any, palette: Palette) -> Any:
    """The whole row of each query as a target for the pointer; it can hardly be seen."""
    return base.mark_rect(color=palette.ink, opacity=BARELY)


def axis(palette: Palette, **options: Any) -> alt.Axis:
    """An axis that stays behind the marks: thin grid, no domain line, no ticks."""
    quiet: Mapping[str, Any] = {
        "gridColor": palette.grid,
        "gridWidth": 1,
        "domain": False,
        "ticks": False,
        "labelColor": palette.ink,
        "titleColor": palette.soft,
        "titleFontWeight": "normal",
        "labelFontSize": SIZE,
        "titleFontSize": SIZE,
        "labelPadding": 6,
    }
    return alt.Axis(**{**quiet, **options})


def signed_axis(palette: Palette, **options: Any) -> alt.Axis:
    """An axis of deltas: numbers with their sign, 0 without one."""
    return axis(palette, **{"labelExpr": SIGNED, **options})


def label_limit() -> alt.ExprRef:
    """Pixels for a text label on an axis: a third of a narrow chart, more on a wide one."""
    return alt.ExprRef(f"{NARROW} ? 118 : 290")


def numbers_above(palette: Palette, upright: bool = False) -> dict[str, Any]:
    """Options of numbers above bars: upright where the chart is narrow, or always."""
    when = "true" if upright else NARROW
    return {
        "fontSize": SIZE - 1,
        "color": palette.ink,
        "angle": alt.ExprRef(f"{when} ? 270 : 0"),
        "align": alt.ExprRef(f"{when} ? 'left' : 'center'"),
        "baseline": alt.ExprRef(f"{when} ? 'middle' : 'bottom'"),
        "dx": alt.ExprRef(f"{when} ? 4 : 0"),
        "dy": alt.ExprRef(f"{when} ? 0 : -3"),
    }


def haloed(text: Any, palette: Palette) -> list[Any]:
    """A text over lines: first its outline in the colour of the page, then the text itself."""
    halo = text.copy(deep=True)
    halo.mark.stroke, halo.mark.strokeWidth = palette.background, 6
    halo.mark.strokeJoin, halo.mark.color = "round", palette.background
    return [halo, text]


def styled(chart: alt.TopLevelMixin, palette: Palette) -> dict[str, Any]:
    """The chart as a Vega-Lite specification that looks right outside the dashboard."""
    spec = chart.to_dict(validate=False)
    spec["width"] = EXPORT_WIDTH
    spec["background"] = palette.background
    spec["padding"] = 16
    spec["config"] = {
        **spec.get("config", {}),
        "font": FONTS,
        "view": {"stroke": None},
        "axis": {"labelColor": palette.ink, "titleColor": palette.soft},
        "legend": {"labelColor": palette.ink, "titleColor": palette.soft, "labelFontSize": SIZE},
    }
    return spec


def at_pixel(channel: Any, pixel: float | alt.ExprRef) -> Any:
    """A place in pixels on a channel such as `alt.YValue`; Altair left its constructor untyped."""
    return channel(pixel)


def layered(rows: list[dict[str, Any]], *layers: Any) -> Any:
    """Layers over the same rows, which are held once and never copied."""
    return alt.layer(*layers, data=alt.InlineData(values=rows))


def sized(chart: Any, height: float, padding: Mapping[str, int] = PADDING) -> Any:
    """The chart as wide as its container, without a frame; `height` is that of the plot itself."""
    # Altair's own setters copy the whole chart each.
    fitted = chart.copy(deep=False)
    fitted.width, fitted.height = "container", min(height, TALLEST)
    fitted.padding = dict(padding)
    fitted.autosize = alt.AutoSizeParams(type="fit-x", contains="padding")
    fitted.config = alt.Config(view=alt.ViewConfig(stroke=None))
    return fitted


def cells(text: str) -> int:
    """Width of a text in cells; Chinese, Japanese and Korean characters take two."""
    return sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in text)


def short(text: str, n: int) -> str:
    """Text on one line in at most n cells; what is cut off is marked by an ellipsis.

    >>> short("a long  question", 8), short("密码忘了怎么办", 8)
    ('a long…', '密码忘…')
    """
    line = " ".join(text.split())
    if cells(line) <= n:
        return line
    used, kept = 1, ""
    for char in line:
        used += cells(char)
        if used > n:
            break
        kept += char
    return f"{kept.rstrip()}…"
