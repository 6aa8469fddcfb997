"""Fixtures of the explorer's tests: the page as a file and live, in a browser."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest
from browser import ARGUMENTS, CHROMIUM, INSTALL, PATIENCE_MS, VTHREAD, Watched, expecting, serving
from conftest import FILES
from played_builds import FOREVER_S, echo

from schedules.explorer.page import report
from schedules.explorer.queries import perform
from schedules.explorer.serve import Server
from schedules.explorer.workers import Workers


@pytest.fixture(scope="session")
def workers():
    """A worker that builds nothing."""
    found = Workers(echo, count=1, seconds=FOREVER_S)
    yield found
    found.end()


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
def report_file(tmp_path_factory) -> Path:
    """The page of a few rungs, as a file."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    rungs = [
        "gemm/sgemm_tvm:naive",
        "gemm/sgemm_tvm:cooperative_fetch",
        "gemm/sgemm_tvm:vthread",
        "gemm/sgemm_cpu:serial",
        str(FILES / "marked_up.py"),
    ]
    file.write_text(report(rungs), encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def server():
    """The live page, with two workers of its own."""
    yield from serving(Server(0, Workers(perform, seconds=FOREVER_S)))


@pytest.fixture
def watched(chromium):
    """A fresh page of 1366 x 768; afterwards nothing may have gone wrong on it."""
    context = chromium.new_context(viewport={"width": 1366, "height": 768}, color_scheme="light")
    found = Watched(context.new_page())
    yield found
    context.close()
    assert found.errors == []


@pytest.fixture
def opened(watched, report_file):
    """Open the file at a link."""

    def go(link: str = ""):
        watched.page.goto(f"{report_file.as_uri()}{link}")
        expecting(watched.page.locator("#where")).not_to_be_empty()
        return watched.page

    yield go
    assert watched.outside(report_file.as_uri()) == []


@pytest.fixture
def live(watched, server):
    """Open the live page at a link."""

    def go(link: str = f"#{VTHREAD}"):
        watched.page.goto(server.url + link)
        expecting(watched.page.locator("#where")).not_to_be_empty()
        return watched.page

    yield go
    assert watched.outside(f"http://127.0.0.1:{server.port}/") == []
