"""A full report as one HTML file that needs nothing else: no script, no font, no host.

Jinja escapes every text; what a text could hide or reorder is written out first. Charts are
images, in which a browser runs nothing and loads nothing.
"""

from __future__ import annotations

import base64
from itertools import takewhile
from typing import TYPE_CHECKING

from ircompare.errors import InputError, Problem
from ircompare.model.visible import visible
from ircompare.report.full.blocks import FullReport, Section

if TYPE_CHECKING:
    from jinja2 import Environment


def html(report: FullReport) -> str:
    """The report as HTML.

    Raises:
        InputError: Jinja2 is not installed.
    """
    environment = _environment()
    style = environment.get_template("report.css").render()
    opening = list(takewhile(lambda block: not isinstance(block, Section), report.blocks))
    return environment.get_template("report.html").render(
        report=report, opening=opening, sections=report.blocks[len(opening) :], style=style
    )


def require_html() -> None:
    """Refuse to go on where no HTML can be written.

    Raises:
        InputError: Jinja2 is not installed.
    """
    try:
        import jinja2  # noqa: F401
    except ModuleNotFoundError as error:
        raise InputError(
            Problem(
                "no-html",
                "Jinja2 is not installed, so no report can be written as HTML",
                expected="the packages of the extra report",
                mend='pip install -e ".[report]", or write the report as Markdown',
            )
        ) from error


def _environment() -> Environment:
    require_html()
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("ircompare.report.full"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["image"] = _image
    return environment


def _finalize(value: object) -> object:
    """Whatever a template prints; texts that are not markup are made visible."""
    return visible(value) if type(value) is str else value


def _image(svg: bytes) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(svg).decode('ascii')}"
