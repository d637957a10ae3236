"""Reports that several tests look at, made once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from ircompare.report.full.blocks import FullReport
from ircompare.report.full.build import full_report
from ircompare.report.full.extras import Extras
from ircompare.report.full.html import html
from ircompare.scoring.comparison import Comparison
from tests.report.full.pages import Element, parsed

WHEN = datetime(2031, 2, 3, 4, 5, tzinfo=UTC)


@pytest.fixture(scope="session")
def golden(golden_pair: Callable[[int], Comparison]) -> Comparison:
    """The tutorial's comparison at k = 2."""
    return golden_pair(2)


@pytest.fixture(scope="session")
def golden_report(golden: Comparison) -> FullReport:
    return full_report([golden], Extras(), WHEN)


@pytest.fixture(scope="session")
def golden_html(golden_report: FullReport) -> str:
    return html(golden_report)


@pytest.fixture(scope="session")
def golden_page(golden_html: str) -> Element:
    return parsed(golden_html)
