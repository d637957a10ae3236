"""What every test may lean on: where the sample data stand, and the golden collection."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
GOLDEN = ROOT / "tests" / "golden"
TUTORIAL = DATA / "tutorial"
HELPCENTRE = DATA / "helpcentre"
SHARED = ROOT.parent / "shared" / "data"

# Seconds for which a test waits for a state that an idle machine reaches at once, before it fails.
PATIENCE = 300

# No test asserts on time; under CI the same examples are drawn every time.
hypothesis.settings.register_profile(
    "house",
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
)
hypothesis.settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not SHARED.exists():
        absent = pytest.mark.skip(reason="the folder shared/ is not beside the checkout")
        for item in items:
            if item.get_closest_marker("shared"):
                item.add_marker(absent)


@pytest.fixture(autouse=True)
def own_main_module() -> Iterator[None]:
    """Streamlit leaves a page as `__main__`, which a process that starts later would run."""
    held = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = held


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The public collections beside the checkout."""
    return SHARED


@pytest.fixture(scope="session")
def tutorial() -> Path:
    """The golden fixture's files."""
    return TUTORIAL


@pytest.fixture
def in_tutorial(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test runs in the tutorial's folder, where its settings file stands."""
    monkeypatch.chdir(TUTORIAL)


@pytest.fixture
def in_helpcentre(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test runs in the help centre's folder, where its settings file stands."""
    monkeypatch.chdir(HELPCENTRE)


@pytest.fixture(scope="module")
def full_set() -> str:
    """Digest of the help centre with every file that its sample has, held by the library."""
    from ircompare.dashboard.files import library
    from ircompare.dashboard.samples import SAMPLES

    return library().register(SAMPLES["helpcentre"].given())


@pytest.fixture(scope="session")
def expected() -> dict[str, Any]:
    """The golden fixture's expected output."""
    return json.loads((GOLDEN / "expected.json").read_text("utf-8"))
