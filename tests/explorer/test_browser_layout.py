"""The page in a browser: by keyboard alone, at every size, dark and light."""

from __future__ import annotations

import itertools

import pytest
from browser import FETCH, VTHREAD, expecting

pytestmark = pytest.mark.exhaustive


# More than a page has to stop at.
MOST_STOPS = 500


def test_the_whole_page_works_by_keyboard(opened):
    """Tab goes from the header through list and panes to the details; each stop is outlined."""
    page = opened(f"#{VTHREAD}:bind_fetch")
    stops = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            """() => {
              const at = document.activeElement;
              const part = at.closest("header, #context, #list, #left, #right, #side");
              const outlined = getComputedStyle(at).outlineStyle !== "none";
              const name = at.id || at.getAttribute("class");
              return [part && (part.id || part.tagName), name, outlined];
            }"""
        )
        if stop[0] is None:
            break
        stops.append(stop)
    parts = [part for part, _ in itertools.groupby(stops, lambda stop: stop[0])]
    assert parts == ["HEADER", "context", "list", "left", "right", "side"]
    assert {"before-button", "search-button", "help-button", "left-code", "right-code"} <= {
        name for _, name, _ in stops
    }
    assert [stop for stop in stops if not stop[2]] == []


def test_the_list_shows_the_current_step(opened):
    """However far down it is, and without scrolling anything else."""
    page = opened()
    page.set_viewport_size({"width": 1366, "height": 300})
    for link in (f"{VTHREAD}:bind_fetch", "gemm/sgemm_tvm:naive:bind_block"):
        page.evaluate("link => { location.hash = link }", link)
        expecting(page.locator("#where")).to_have_text(link)
        expecting(page.locator("#list a.step[aria-current]")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.scrollingElement.scrollTop") == 0


def test_dark_and_light(opened):
    page = opened()
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    page.keyboard.press("t")
    dark = page.evaluate(colour)
    assert light != dark
    page.keyboard.press("t")
    assert page.evaluate(colour) == light
    page.emulate_media(color_scheme="dark")
    page.evaluate("document.documentElement.classList.remove('other-theme')")
    assert page.evaluate(colour) == dark


# A laptop, a window beside another one, a laptop at 200 %, a telephone.
SIZES = [(1920, 1080), (1366, 768), (1280, 720), (1024, 768), (640, 360), (390, 844)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_is_wider_than_the_window(opened, width, height):
    page = opened(f"#{FETCH}:bind_fetch@cuda|sass")
    page.set_viewport_size({"width": width, "height": height})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # However long the page says what it is at: the step's name and the last button stay.
    page.evaluate("document.getElementById('status').textContent = 'Working '.repeat(40)")
    assert page.evaluate(
        "(width) => document.getElementById('where').clientWidth >= 200 &&"
        " document.getElementById('help-button').getBoundingClientRect().right <= width",
        width,
    )
    for side in ("left", "right"):
        box = page.locator(f"#{side}-code").bounding_box()
        assert box["width"] >= 370
        assert box["height"] >= 220
    for box in ("#list", "#side", "header", "#left .bar", "#right .bar"):
        assert (
            page.evaluate(
                "(name) => { const at = document.querySelector(name);"
                " return at.scrollWidth - at.clientWidth }",
                box,
            )
            <= 0
        )
