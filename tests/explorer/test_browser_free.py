"""Free panes in a browser: pinned, compared with each other, plain."""

from __future__ import annotations

import pytest
from browser import FETCH, VTHREAD, expecting, lines

pytestmark = pytest.mark.exhaustive


def test_panes_are_compared_with_each_other(opened):
    """Machine code by its structure: registers and labels are named anew by every compilation."""
    page = opened(f"#{VTHREAD}:bind_fetch@sass^{FETCH}:bind_fetch|sass+diff.pane")
    expecting(page.locator("#right .note")).to_contain_text("since cooperative_fetch:bind_fetch")
    kept = page.locator("#right-code .line:not(.added):not(.removed)")
    expecting(kept.filter(has_text="BAR.SYNC").first).to_be_visible()
    whole = int(page.locator("#right .note").inner_text().split()[0])
    added = int(page.locator("#right .note").inner_text().split("+")[1].split()[0])
    assert 0 < added < 0.8 * whole
    page.locator("#right .against").select_option("rung")
    expecting(page.locator("#right .note")).to_contain_text("since cooperative_fetch:")


def test_a_printed_text_is_whole_and_wrapped(opened):
    page = opened(f"#{VTHREAD}:bind_fetch@cuda|sass")
    drawn = len(lines(page, "right"))
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    text = lines(page, "right")
    assert len(text) == int(page.locator("#right .note").inner_text().split()[0]) > drawn
    assert sum(" STG" in line for line in text) == 64
    code = page.locator("#right-code")
    assert code.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert len(lines(page, "right")) < len(text)


def test_a_text_is_copied_whole(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#right").get_by_role("button", name="Copy").click()
    expecting(page.locator("#status")).to_have_text("copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert len(copied.splitlines()) == int(page.locator("#right .note").inner_text().split()[0])
    page.context.clear_permissions()


def test_of_many_edits_the_last_is_built(live, watched):
    page = live(f"#{VTHREAD}:bind_fetch")
    expecting(page.locator("#details")).to_contain_text("Resources")
    before = len([url for url in watched.requests if "api/build" in url])
    page.evaluate(
        """() => {
          for (const k of [1, 2, 4, 32, 8]) {
            const field = document.querySelector('#fields [name="block_k"]');
            field.value = String(k);
            field.dispatchEvent(new Event("change", { bubbles: true }));
          }
        }"""
    )
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 8")
    expecting(page.locator("#details")).to_contain_text("Resources")
    # The first and the last, with their machine code.
    assert len([url for url in watched.requests if "api/build" in url]) - before <= 4


def test_a_selection_of_text_outlives_scrolling(opened):
    page = opened(f"#{VTHREAD}:bind_fetch@tir|sass")
    box = page.locator("#right-code").bounding_box()
    page.mouse.move(box["x"] + 120, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 300, box["y"] + 200, steps=4)
    page.mouse.up()
    selected = page.evaluate("getSelection().toString()")
    assert len(selected) > 200
    for down in (300, 2000, -2300):
        page.mouse.wheel(0, down)
        page.wait_for_timeout(100)
        assert page.evaluate("getSelection().toString()") == selected
    assert selected.count("\n") >= 8
    assert not any(line[:1].isdigit() for line in selected.splitlines())
