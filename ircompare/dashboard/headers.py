"""Security headers: what a page may load and talk to is this server, nothing else."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

import streamlit
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def _own_inline_scripts() -> list[str]:
    """Hashes of the inline scripts of Streamlit's own page, so that these may run and no other."""
    page = Path(streamlit.__file__).parent / "static" / "index.html"
    scripts = _INLINE.findall(page.read_bytes()) if page.is_file() else []
    digests = (base64.b64encode(hashlib.sha256(script).digest()).decode() for script in scripts)
    return [f"'sha256-{digest}'" for digest in digests]


POLICY = "; ".join(
    [
        "default-src 'self'",
        " ".join(["script-src 'self'", *_own_inline_scripts()]),
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws: wss:",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    ]
)


class SecurityHeaders:
    """Adds the headers to every HTTP response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and amend the start of its response."""

        async def amended(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers: Any = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = POLICY
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
            await send(message)

        await self.app(scope, receive, amended if scope["type"] == "http" else send)
