"""Fixtures of the explorer's tests: the page as a file and live, in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import VTHREAD, expecting, serving
from conftest import FILES
from played_builds import FOREVER_S, echo

from schedules.explorer.page import report
from schedules.explorer.queries import perform
from schedules.explorer.serve import Server, build_pool


@pytest.fixture(scope="session")
def workers():
    """A worker that builds nothing, and loads nothing for it."""
    found = build_pool(echo, count=1, seconds=FOREVER_S, warm=None)
    yield found
    found.end()


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
    """The live page, with a worker of its own."""
    yield from serving(Server(0, build_pool(perform, count=1, seconds=FOREVER_S)))


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
