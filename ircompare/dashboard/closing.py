"""What the server does at its end: no file is read any more, and no upload stays on disk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ircompare.dashboard.downloads import hold
from ircompare.dashboard.files import library
from ircompare.dashboard.loading import background


@asynccontextmanager
async def tidied(app: object) -> AsyncIterator[None]:
    """The life of the server, tidied up behind it; a signal that ends it runs nothing later."""
    hold()
    yield
    if background.made:
        background().close()
    if library.made:
        library().close()
