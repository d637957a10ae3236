"""A real dashboard and a real Chromium: started once, watched for errors and outside requests."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest

from tests.conftest import PATIENCE

sync_api = pytest.importorskip("playwright.sync_api")
MILLISECONDS = PATIENCE * 1_000
sync_api.expect.set_options(timeout=MILLISECONDS)
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
CHARTS = '[data-testid="stVegaLiteChart"] :is(svg,canvas).marks'
GRIDS = '[data-testid="stDataFrame"]'
# The cells of a grid are drawn; a table that only screen readers see has them once they are.
CELLS = "canvas [role=gridcell]"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+(?=\s)")
FITS = (
    "() => { const main = document.querySelector('[data-testid=stMain]');"
    " return main.scrollWidth - main.clientWidth <= 1; }"
)
UNCUT = (
    "grid => { const held = grid.querySelector('.dvn-scroller');"
    " return held.scrollWidth - held.clientWidth <= 1; }"
)
# On a deep link Streamlit's client first looks for its server below the page's own path.
PROBES = ("/_stcore/health", "/_stcore/host-config")


@pytest.hookimpl(tryfirst=True)  # xdist looks for groups in the same hook
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
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=SWITCHES, timeout=MILLISECONDS
        )
        yield browser
        browser.close()


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """The address of a server that was started, once it answers there.

    The system gives it a port that is free, which it prints.
    """
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        printed = ADDRESS.search(log.read_text("utf-8"))
        if printed and _answers(printed[0]):
            return printed[0]
        time.sleep(0.1)
    process.terminate()
    pytest.fail(f"the dashboard's server did not start:\n{log.read_text('utf-8')}")


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=PATIENCE):
            return True
    except OSError:
        return False


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
            home = tmp_path_factory.mktemp("home")
            command = [sys.executable, "-u", "-m", "streamlit", "run", str(ROOT / "app.py")]
            command += ["--server.port", "0", "--server.headless", "true"]
            command += ["--server.fileWatcherType", "none", "--", *arguments]
            places = {"HOME": home, "PYTHONPATH": ROOT, "TMPDIR": temporary}
            environment = {**os.environ, **{name: str(path) for name, path in places.items()}}
            log = home / "server.log"
            with log.open("wb") as file:
                process = subprocess.Popen(
                    command, cwd=ROOT, env=environment, stdout=file, stderr=subprocess.STDOUT
                )
            running[arguments] = _address(process, log), process
        return running[arguments][0]

    yield start
    for _, process in running.values():
        process.terminate()
        process.wait(PATIENCE)
    assert list(temporary.glob("ircompare-*")) == []


class Watched:
    """A page with what went wrong on it: console errors and requests to other hosts."""

    def __init__(self, page: object, url: str) -> None:
        self.page, self.url = page, url
        self.errors: list[str] = []
        self.foreign: list[str] = []
        self._socket: Any = None
        page.on("websocket", lambda socket: setattr(self, "_socket", socket))  # type: ignore[attr-defined]
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

    def open(self, path: str = "/") -> None:
        """Open a path of the dashboard, or a whole address of it, and wait for its first run."""
        self.page.goto(path if path.startswith("http") else self.url + path)  # type: ignore[attr-defined]
        self.settle()

    def reload(self) -> None:
        """Load the page anew and wait for its first run."""
        self.page.reload()  # type: ignore[attr-defined]
        self.settle()

    def settle(self) -> None:
        """Wait until a fresh page has run. Later runs begin late: wait for what they show."""
        self.page.wait_for_selector(IDLE)  # type: ignore[attr-defined]

    def see(self, text: str) -> None:
        """Wait until a text is visible and the run that shows it is over.

        While a page runs, what its last run showed elsewhere still stands beside the new.
        """
        sync_api.expect(self.page.get_by_text(text).first).to_be_visible()  # type: ignore[attr-defined]
        self.settle()

    def address(self, pattern: str) -> str:
        """Wait until the address matches a pattern; its first group, else all that matched."""
        wanted = re.compile(pattern)
        self.page.wait_for_url(wanted)  # type: ignore[attr-defined]
        found = wanted.search(self.page.url)  # type: ignore[attr-defined]
        assert found
        return found[1] if wanted.groups else found[0]

    def here(self) -> str:
        """The whole address, as the page itself knows it."""
        return str(self.page.evaluate("location.href"))  # type: ignore[attr-defined]

    def follow(self, name: str) -> None:
        """Go to a page by its name in the sidebar and wait until it has run."""
        bar = self.page.locator('[data-testid="stSidebar"]')  # type: ignore[attr-defined]
        bar.get_by_role("link", name=name, exact=True).click()
        self.address(f"//[^/]+/{'' if name == 'Data' else name.lower()}([?]|$)")
        self.settle()

    def charts(self, count: int) -> None:
        """Wait until so many charts are drawn."""
        sync_api.expect(self.page.locator(CHARTS)).to_have_count(count)  # type: ignore[attr-defined]
        self.settle()

    def grid(self, number: int = 0, *, of: int) -> object:
        """A table, once its cells are drawn, by its place among those that the page will have."""
        grids = self.page.locator(GRIDS)  # type: ignore[attr-defined]
        sync_api.expect(grids).to_have_count(of)
        grid = grids.nth(number)
        grid.scroll_into_view_if_needed()
        sync_api.expect(grid.locator(CELLS).first).to_be_attached()
        return grid

    def uncut(self, number: int, *, of: int) -> None:
        """Wait until all columns of a table are in sight."""
        grid = self.grid(number, of=of)
        self.page.wait_for_function(UNCUT, arg=grid.element_handle())  # type: ignore[attr-defined]

    def give(self, *paths: Path, into: str = "Drop qrels, runs") -> None:
        """Drop files on the place whose label says so; at first that of the Data page for all."""
        self.settle()
        place = self.page.get_by_test_id("stFileUploader").filter(has_text=into)  # type: ignore[attr-defined]
        sync_api.expect(place).to_have_count(1)
        place.locator('input[type="file"]').set_input_files(list(paths))

    def cutoff(self) -> object:
        """The field of the cutoff in the sidebar."""
        bar = self.page.locator('[data-testid="stSidebar"]')  # type: ignore[attr-defined]
        return bar.get_by_role("spinbutton", name="Cutoff k")

    def saved(self, button: str, to: Path, *, exact: bool = False) -> Path:
        """Press a button that hands out a file, and put it somewhere."""
        with self.page.expect_download() as waiting:  # type: ignore[attr-defined]
            self.page.get_by_role("button", name=button, exact=exact).click()  # type: ignore[attr-defined]
        waiting.value.save_as(to)
        return to

    def tones(self, wanted: str, other: str) -> None:
        """Wait until charts are drawn in one colour, and find nothing in the other."""
        charts = self.page.locator(CHARTS)  # type: ignore[attr-defined]
        sync_api.expect(
            charts.locator(f':is([fill="{wanted}"], [stroke="{wanted}"])').first
        ).to_be_attached()
        markup = charts.evaluate_all("marks => marks.map(mark => mark.outerHTML)")
        assert not any(other in mark for mark in markup)

    @contextmanager
    def said(self) -> Iterator[None]:
        """Wait until what is done inside was told to the server."""
        with self._socket.expect_event("framesent"):
            yield

    def fits(self) -> None:
        """Wait until nothing is wider than the window, as it is while charts find their size."""
        self.page.wait_for_function(FITS)  # type: ignore[attr-defined]


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
        context.set_default_timeout(MILLISECONDS)
        context.add_init_script("delete window.showSaveFilePicker")
        watched = Watched(context.new_page(), serve(*arguments))
        opened.append((context, watched))
        return watched

    yield start
    for context, watched in opened:
        context.close()  # type: ignore[attr-defined]
        assert watched.foreign == []
        assert watched.errors == []
