"""What the tests of inference share."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def light_garbage() -> Iterator[None]:
    """Leave what stands out of every collection: statsmodels' multipletests runs one a call."""
    gc.freeze()
    yield
    gc.unfreeze()
