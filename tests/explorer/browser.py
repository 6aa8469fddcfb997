"""Chromium, and what a test looks at on a page in it."""

from __future__ import annotations

import importlib.util
import re
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


def serving(server: Server, page=None):
    """A server in a thread, for as long as a test needs it. A `page` that lives longer is left
    first: what it still asks for would be refused, which Chromium reports as an error."""
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    if page:
        page.goto("about:blank")
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
        self._handlers = {
            "console": self._said,
            "pageerror": lambda error: self.errors.append(str(error)),
            "dialog": lambda dialog: self.errors.append(f"dialog {dialog.message}"),
            "request": lambda request: self.requests.append(request.url),
        }
        for event, handler in self._handlers.items():
            page.on(event, handler)

    def leave(self) -> None:
        """Hand the page to the next test as a new one: empty, and nothing of it stored."""
        page = self.page
        # What happened so far is told before nobody listens.
        page.wait_for_timeout(0)
        for event, handler in self._handlers.items():
            page.remove_listener(event, handler)
        page.unroute_all()
        page.goto("about:blank")
        page.mouse.move(-1, -1)
        page.emulate_media(media="null", forced_colors="null", reduced_motion="null")
        page.context.clear_cookies()
        storage = page.context.new_cdp_session(page)
        for origin in set(re.findall(r"(?m)^\w+://[^/]*", "\n".join(self.requests))):
            storage.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        storage.detach()

    def _said(self, message) -> None:
        # A refused build is an answer with an error's status, which Chromium notes by itself.
        place = (message.location or {}).get("url", "")
        refused = message.text.startswith("Failed to load resource") and "api/build" in place
        if message.type in ("error", "warning") and not refused:
            self.errors.append(f"{message.text} ({place})")

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


@pytest.fixture(scope="session")
def used_pages(chromium):
    """Pages to use again: what Chromium does for a new one takes longer than most tests."""
    found: list = []
    yield found
    for page in found:
        page.context.close()


@pytest.fixture
def watched(chromium, used_pages, request):
    """An empty page that shows 37 lines of code; afterwards nothing may have gone wrong on it.

    A test marked `new_page` has one that no other test uses.
    """
    size = {"width": 1366, "height": 1200}
    own = request.node.get_closest_marker("new_page") is not None
    if own or not used_pages:
        page = chromium.new_context(viewport=size).new_page()
    else:
        page = used_pages.pop()
        page.set_viewport_size(size)
    page.emulate_media(color_scheme="light")
    found = Watched(page)
    yield found
    if own or found.errors:
        page.context.close()
    else:
        found.leave()
        used_pages.append(page)
    assert not found.errors, found.errors


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

    def choose(self, label: str) -> None:
        """Choose a kernel to compare with, in the tab."""
        self.actions += 1
        self.page.get_by_label("Compare with another kernel").select_option(label=label)


def tab(page, name: str) -> None:
    """Open a tab of the details."""
    page.get_by_role("tab", name=name, exact=True).click()


def compare(page, label: str) -> None:
    """Choose what the kernel is compared with."""
    tab(page, "Compare")
    page.get_by_label("Compare with another kernel").select_option(label=label)


def by_cost(page, side: str, head: str) -> None:
    """Sort a pane's lines by a cost, which its header names."""
    page.locator(f"#{side} .cost-head").get_by_role("button", name=head).click()


def cost(line, name: str = "chosen") -> str:
    """A line's share of a cost in its margin."""
    return line.locator(f".cost.{name}").inner_text().strip()
