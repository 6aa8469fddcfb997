"""The page for screen readers, keyboards, unsteady hands, forced colours and narrow windows."""

from __future__ import annotations

import pytest
from browser import FETCH, VTHREAD, expecting, where

pytestmark = pytest.mark.exhaustive

LEAST_PX = 24

# Targets below the least size, in words; the dots of the roofline have the bars as equivalents.
SMALL = """(least) => [...document.querySelectorAll(
    "a, button, select, input, summary, [role=option]")]
  .filter((one) => one.checkVisibility() && !one.closest(".roofline, .skip"))
  .filter((one) => one.closest("dialog") || !document.querySelector("dialog[open]"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < least || box.height < least))
  .map(([one, box]) => `${one.outerHTML.slice(0, 60)}: ${box.width} x ${box.height}`)"""


def test_arrows_announce_the_line_and_its_cost(opened):
    page = opened(f"#{FETCH}:bind_fetch@cuda|sass")
    announced = page.locator("#announce")
    expecting(announced).to_have_attribute("role", "status")
    page.locator("#left-code").focus()
    page.keyboard.press("x")
    expecting(announced).to_contain_text("of shared wavefronts")
    expecting(announced).to_contain_text("above the minimum")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    line = page.locator("#left-code .cursor")
    text = line.inner_text().split("\n")[-1].removeprefix(line.locator(".number").inner_text())
    expecting(announced).to_contain_text(text.strip())
    expecting(announced).not_to_contain_text("wavefronts")
    # Nobody sees it.
    assert announced.bounding_box()["width"] <= 1


def test_single_character_keys_are_turned_off_and_stay_off(opened):
    page = opened(f"#{VTHREAD}:vthread")
    page.get_by_role("button", name="Help").click()
    page.get_by_role("checkbox", name="Single-character keys").uncheck()
    page.keyboard.press("Escape")
    expecting(page.locator("#help")).not_to_be_visible()
    for _ in range(2):
        for key in ("j", "1", "/", "?"):
            page.keyboard.press(key)
        assert where(page) == f"{VTHREAD}:vthread"
        expecting(page.locator("dialog[open]")).to_have_count(0)
        page.reload()
        expecting(page.locator("#where")).to_have_text(f"{VTHREAD}:vthread")
    page.get_by_role("button", name="Help").click()
    page.get_by_role("checkbox", name="Single-character keys").check()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expecting(page.locator("#where")).not_to_have_text(f"{VTHREAD}:vthread")


def test_a_key_right_after_a_dialog_is_the_page_s(opened):
    """For a frame after Escape, the focus stays in the closed dialog; in an open one it types."""
    page = opened(f"#{VTHREAD}:vthread")
    send = """() => document.querySelector("#search-input").dispatchEvent(
        new KeyboardEvent("keydown", { key: "o", bubbles: true, cancelable: true }))"""
    page.keyboard.press("/")
    expecting(page.locator("#search")).to_be_visible()
    page.evaluate(send)
    assert where(page) == f"{VTHREAD}:vthread"
    page.keyboard.press("Escape")
    expecting(page.locator("#search")).not_to_be_visible()
    page.evaluate(send)
    expecting(page.locator("#where")).to_have_text("Overview")


def test_a_rung_opened_by_key_keeps_the_focus(opened):
    """The steps of the previous one, which are above it in the list, go."""
    page = opened(f"#{FETCH}:bind_fetch")
    link = page.locator(f"#list a.rung[data-path='{VTHREAD}']")
    link.focus()
    page.keyboard.press("Enter")
    expecting(page.locator("#where")).to_have_text(f"{VTHREAD}:bind_fetch")
    expecting(link).to_be_focused()


@pytest.mark.parametrize(
    ("link", "target"), [(f"#{VTHREAD}:bind_fetch", "right-code"), ("#overview", "glance")]
)
def test_a_link_skips_to_the_code(opened, link, target):
    page = opened(link)
    address = page.evaluate("location.hash")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the code")
    expecting(skip).to_be_focused()
    expecting(skip).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expecting(page.locator(f"#{target}")).to_be_focused()
    assert page.evaluate("location.hash") == address


def small(page):
    """Targets that stay too small; the page lays itself out anew after a key or a resize."""
    for _ in range(50):
        found = page.evaluate(SMALL, LEAST_PX)
        if not found:
            break
        page.wait_for_timeout(100)
    return found


@pytest.mark.parametrize("width", [1366, 390])
def test_targets_are_big_enough(opened, width):
    page = opened(f"#{FETCH}:bind_fetch@pass|sass")
    page.set_viewport_size({"width": width, "height": 844})
    assert small(page) == []
    for key in ("?", "b", "/"):
        page.keyboard.press(key)
        if key == "/":
            page.keyboard.type("vthread")
            expecting(page.locator("#search-results li").first).to_be_visible()
        expecting(page.locator("dialog[open]")).to_be_visible()
        assert small(page) == []
        page.keyboard.press("Escape")
        expecting(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("o")
    expecting(page.locator(".bar-row a").first).to_be_visible()
    assert small(page) == []
    # A small one is found.
    page.evaluate(
        "document.querySelector('#help-button').style.cssText = 'min-height: 0; height: 20px'"
    )
    assert len(page.evaluate(SMALL, LEAST_PX)) == 1
