"""Code in a browser: room for it, and SASS with and without its control codes."""

from __future__ import annotations

import re

import pytest
from browser import FETCH, VTHREAD, expecting, lines

pytestmark = pytest.mark.exhaustive

CODES = re.compile(r"B[0-5-]{6}:R[0-5-]:W[0-5-]:[Y-]:S\d\d")
LEAST_WIDTH = 640


def test_a_pane_has_640_pixels_at_1440(opened):
    """With the list and the details in view: the details are below the code, not beside it."""
    page = opened(f"#{FETCH}:bind_fetch@cuda|sass")
    for width, height in ((1440, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        for side in ("left", "right"):
            assert page.locator(f"#{side}").bounding_box()["width"] >= LEAST_WIDTH
            assert page.locator(f"#{side}-code").bounding_box()["height"] >= height * 0.4
        for box in ("#list", "#side"):
            expecting(page.locator(box)).to_be_in_viewport(ratio=1)
    page.keyboard.press(".")
    expecting(page.locator("#side")).to_be_hidden()
    assert page.locator("#left").bounding_box()["width"] >= LEAST_WIDTH


def test_control_codes_are_folded_away_until_they_are_wanted(opened):
    page = opened(f"#{FETCH}:bind_fetch@cuda|sass")
    code = page.locator("#right-code")
    expecting(code).to_contain_text("LDS.128")
    expecting(code).not_to_contain_text(CODES)
    expecting(page.locator("#left .codes")).to_be_hidden()
    toggle = page.locator("#right").get_by_role("button", name="Codes")
    toggle.click()
    expecting(code).to_contain_text(CODES)
    expecting(toggle).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("c")
    expecting(code).not_to_contain_text(CODES)


def test_accesses_that_are_alike_are_one_row(opened):
    """The eight loads of A, lines 43 to 50, differ in a constant of their index."""
    page = opened(f"#{VTHREAD}:bind_fetch@cuda|sass")
    loads = page.locator("tr.access", has_text="shared load").filter(has_text="A_shared_ptr")
    expecting(loads).to_have_count(1)
    expecting(loads).to_contain_text("8 alike")
    loads.locator("td.what").click()
    expecting(page.locator("#status")).to_have_text("8 instructions")
    line = int(loads.get_by_role("button", name="Show line").inner_text())
    page.locator("#left-code .line", has=page.locator(f".number:text-is('{line + 7}')")).click()
    expecting(loads).to_have_class(re.compile("here"))
    # Loads of B take two wavefronts each: they are rows of their own.
    others = page.locator("tr.access", has_text="shared load").filter(has_text="B_shared_ptr")
    expecting(others).to_contain_text("2 alike")


def shares(page, side: str) -> list[float]:
    texts = page.locator(f"#{side}-code .line .cost.chosen").all_inner_texts()
    return [float(text) for text in texts if text.strip()]


def test_lines_are_sorted_by_a_cost(opened):
    page = opened(f"#{FETCH}:bind_fetch@cuda|sass")
    page.set_viewport_size({"width": 1920, "height": 1080})
    head = page.locator("#right .cost-head").get_by_role("button", name="wave %")
    head.click()
    expecting(head).to_have_attribute("aria-pressed", "true")
    found = shares(page, "right")
    assert found == sorted(found, reverse=True) and found[0] > 1
    head.click()
    expecting(head).to_have_attribute("aria-pressed", "false")
    found = shares(page, "right")
    assert found != sorted(found, reverse=True)


@pytest.mark.parametrize(("level", "begins"), [("tir", "for k_0"), ("cuda", "for (int k_0")])
def test_a_loop_is_folded(opened, level, begins):
    page = opened(f"#{FETCH}:bind_fetch@{level}|sass")
    code = page.locator("#left-code")
    whole = lines(page, "left")
    loop = code.locator(".line", has_text=begins).first
    loop.locator(".fold").click()
    expecting(loop).to_contain_text(re.compile(r"\.\.\. \d+ lines"))
    assert len(lines(page, "left")) < len(whole)
    page.keyboard.press("ArrowRight")
    expecting(loop).not_to_contain_text("...")
    assert len(lines(page, "left")) == len(whole)
