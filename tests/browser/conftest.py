"""A real dashboard and a real Chromium: started once, watched for errors and outside requests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlparse

import pytest

sync_api = pytest.importorskip("playwright.sync_api")
ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
IDLE = (
    '[data-testid="stApp"][data-test-script-state="notRunning"]'
    '[data-test-connection-state="CONNECTED"]'
)
# On a deep link Streamlit's client first looks for its server below the page's own path.
PROBES = ("/_stcore/health", "/_stcore/host-config")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """One browser for all tests; required where IRCOMPARE_BROWSER says so."""
    if CHROMIUM is None:
        if os.environ.get("IRCOMPARE_BROWSER") == "required":
            pytest.fail("Chromium is required here and was not found")
        pytest.skip("Chromium is not installed: `apt-get install chromium` brings it")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield browser
        browser.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        if process.poll() is not None:
            pytest.fail("the dashboard's server ended at its start")
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail("the dashboard's server did not become healthy in 30 seconds")


@pytest.fixture(scope="session")
def temporary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the servers put their temporary files."""
    return tmp_path_factory.mktemp("temporary")


@pytest.fixture(scope="session")
def serve(
    tmp_path_factory: pytest.TempPathFactory, temporary: Path
) -> Iterator[Callable[..., str]]:
    """Starts a dashboard with arguments and gives its address; the same arguments, the same one.

    A server that was told to end leaves no temporary file behind.
    """
    running: dict[tuple[str, ...], tuple[str, subprocess.Popen[bytes]]] = {}

    def start(*arguments: str) -> str:
        if arguments not in running:
            port = _free_port()
            home = tmp_path_factory.mktemp("home")
            command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py")]
            command += ["--server.port", str(port), "--server.headless", "true"]
            command += ["--server.fileWatcherType", "none", "--", *arguments]
            places = {"HOME": home, "PYTHONPATH": ROOT, "TMPDIR": temporary}
            environment = {**os.environ, **{name: str(path) for name, path in places.items()}}
            log = (home / "server.log").open("wb")
            process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT
            )
            url = f"http://127.0.0.1:{port}"
            _wait_for(url, process)
            running[arguments] = url, process
        return running[arguments][0]

    yield start
    for _, process in running.values():
        process.terminate()
        process.wait(timeout=20)
    assert list(temporary.glob("ircompare-*")) == []


class Watched:
    """A page with what went wrong on it: console errors and requests to other hosts."""

    def __init__(self, page: object, url: str) -> None:
        self.page, self.url = page, url
        self.errors: list[str] = []
        self.foreign: list[str] = []
        page.on("console", self._hear)  # type: ignore[attr-defined]
        page.on("pageerror", lambda fault: self.errors.append(str(fault)))  # type: ignore[attr-defined]
        page.on("request", self._see)  # type: ignore[attr-defined]

    def _hear(self, message: object) -> None:
        at = urlparse(message.location.get("url", "")).path  # type: ignore[attr-defined]
        if message.type == "error" and not at.endswith(PROBES):  # type: ignore[attr-defined]
            self.errors.append(message.text)  # type: ignore[attr-defined]

    def _see(self, request: object) -> None:
        found = urlparse(request.url)  # type: ignore[attr-defined]
        if found.scheme in ("http", "https", "ws", "wss") and found.hostname != "127.0.0.1":
            self.foreign.append(request.url)  # type: ignore[attr-defined]

    def settle(self) -> None:
        """Wait until the script has ended and the page is connected."""
        self.page.wait_for_selector(IDLE, timeout=30_000)  # type: ignore[attr-defined]
        self.page.wait_for_timeout(250)  # type: ignore[attr-defined]
        self.page.wait_for_selector(IDLE, timeout=30_000)  # type: ignore[attr-defined]

    def open(self, path: str = "/") -> None:
        """Open a path of the dashboard and wait for it."""
        self.page.goto(self.url + path)  # type: ignore[attr-defined]
        self.settle()

    def see(self, text: str) -> None:
        """Wait until a text is visible."""
        sync_api.expect(self.page.get_by_text(text).first).to_be_visible(timeout=20_000)  # type: ignore[attr-defined]


@pytest.fixture
def visit(chromium: object, serve: Callable[..., str]) -> Iterator[Callable[..., Watched]]:
    """Opens a dashboard in a context of its own; at the end nothing may have gone wrong."""
    opened: list[tuple[object, Watched]] = []

    def start(
        *arguments: str, width: int = 1400, height: int = 1000, scheme: str = "light"
    ) -> Watched:
        context = chromium.new_context(  # type: ignore[attr-defined]
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
            accept_downloads=True,
        )
        context.add_init_script("delete window.showSaveFilePicker")
        watched = Watched(context.new_page(), serve(*arguments))
        opened.append((context, watched))
        return watched

    yield start
    for context, watched in opened:
        context.close()  # type: ignore[attr-defined]
        assert watched.foreign == []
        assert watched.errors == []
