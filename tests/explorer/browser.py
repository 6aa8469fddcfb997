"""Chromium, and what a test looks at on a page in it."""

from __future__ import annotations

import importlib.util
import shutil
import threading

import pytest
from exhaustive import sampled_tuples

from schedules.explorer.serve import Server

VTHREAD = "gemm/sgemm_tvm:vthread"
FETCH = "gemm/sgemm_tvm:cooperative_fetch"

CHROMIUM = "/usr/bin/chromium"
INSTALL = "apt-get update && apt-get install -y chromium && pip install -e '.[browser]'"
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZES = [(1440, 900), (800, 900), (390, 844)]
# By default the smallest in the dark, the others in the light.
WINDOWS = sampled_tuples(
    [(*size, scheme) for scheme in ("light", "dark") for size in SIZES],
    [(1440, 900, "light"), (800, 900, "light"), (390, 844, "dark")],
)
# A slow machine under load.
PATIENCE_MS = 300_000


def serving(server: Server):
    """A server in a thread, for as long as a test needs it."""
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.end()


class Watched:
    """A browser's page, with what went wrong on it."""

    def __init__(self, page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", lambda dialog: self.errors.append(f"dialog {dialog.message}"))
        page.on("request", lambda request: self.requests.append(request.url))

    def _said(self, message) -> None:
        # A refused build is an answer with an error's status, which Chromium notes by itself.
        refused = message.text.startswith("Failed to load resource") and "api/build" in (
            message.location or {}
        ).get("url", "")
        if message.type in ("error", "warning") and not refused:
            self.errors.append(message.text)

    def outside(self, own: str) -> list[str]:
        """Requests to anything but `own` and data inside the page."""
        return [url for url in self.requests if not url.startswith((own, "data:"))]


@pytest.fixture(scope="session")
def chromium(request):
    """Debian's Chromium, driven by Playwright; without it these tests are skipped, and say how."""
    missing = [
        name
        for name, there in (
            ("Chromium", shutil.which(CHROMIUM)),
            ("Playwright", importlib.util.find_spec("playwright")),
        )
        if not there
    ]
    if missing:
        text = f"no {' and no '.join(missing)} here: {INSTALL}"
        if request.config.getoption("--require-browser"):
            pytest.fail(text)
        pytest.skip(text)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def watched(chromium):
    """A fresh page that shows 37 lines of code; afterwards nothing may have gone wrong on it."""
    context = chromium.new_context(viewport={"width": 1366, "height": 1110}, color_scheme="light")
    found = Watched(context.new_page())
    yield found
    context.close()
    assert found.errors == []


def expecting(locator):
    from playwright.sync_api import expect

    return expect(locator)


def where(page) -> str:
    return page.locator("#where").inner_text()


def lines(page, side: str) -> list[str]:
    return page.locator(f"#{side}-code .line").all_inner_texts()


def field(page, name: str):
    return page.locator(f'#fields [name="{name}"]')


def edit(page, name: str, value: int) -> None:
    field(page, name).fill(str(value))
    field(page, name).press("Enter")


class Counted:
    """A page on which every action of a hand is counted: a click, a key, a field filled."""

    def __init__(self, page) -> None:
        self.page = page
        self.actions = 0

    def click(self, locator) -> None:
        self.actions += 1
        locator.click()

    def press(self, key: str) -> None:
        self.actions += 1
        self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.actions += 1
        self.page.keyboard.type(text)

    def edit(self, name: str, value: int) -> None:
        self.actions += 1
        edit(self.page, name, value)

    def select(self, locator, value: str) -> None:
        self.actions += 1
        locator.select_option(value)
