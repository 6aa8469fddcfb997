"""What a notebook shows of a schedule, in a browser."""

from __future__ import annotations

import pytest
from browser import Watched, expecting

import schedules

pytestmark = pytest.mark.exhaustive

BODY = "<!doctype html><style>:root{{color-scheme:light dark}}</style>{}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_exploration_has_tabs_and_asks_for_nothing(chromium, tmp_path, scheme):
    shown = schedules.explore("examples/softmax.py", shape=(4, 64))
    file = tmp_path / "cell.html"
    # Twice: each has tabs of its own.
    file.write_text(BODY.format(shown._repr_html_() + shown._repr_html_()))
    page = chromium.new_page(color_scheme=scheme)
    watched = Watched(page)
    page.goto(file.as_uri())
    first, second = (page.locator(".schedules").nth(at) for at in (0, 1))
    expecting(first.locator("section:visible")).to_contain_text("main_kernel")
    first.get_by_text("diff", exact=True).click()
    expecting(first.locator("section:visible")).to_contain_text("+++ softmax:schedule:warp")
    expecting(second.locator("section:visible")).to_contain_text("__launch_bounds__")
    page.keyboard.press("ArrowRight")
    expecting(first.locator("section:visible")).to_contain_text("in parentheses the minimum")
    for name in ("steps", "tir", "lowered", "ptx", "sass"):
        first.get_by_text(name, exact=True).click()
        assert first.locator("section:visible").inner_text().strip()
    first.get_by_text("diff", exact=True).click()
    added = first.locator("section:visible .gi").first
    colour = added.evaluate("one => getComputedStyle(one).backgroundColor")
    assert colour == {"light": "rgb(218, 251, 225)", "dark": "rgb(18, 53, 31)"}[scheme]
    assert not watched.errors and watched.outside(file.as_uri()) == []
    page.close()
