"""What a page is opened for takes three actions at most, counted; the sixth task, other numbers
and a file of one's own, is in test_browser_own_files.py."""

from __future__ import annotations

import json
from collections import Counter

from browser import FETCH, VTHREAD, Counted, expecting

MOST_ACTIONS = 3


def test_why_virtual_threads_remove_conflicts(opened):
    page = opened()
    hand = Counted(page)
    hand.click(page.locator(".bar-row a", has_text="vthread"))
    store = page.locator("tr.access", has_text="shared store").first
    hand.click(store.locator("button.cost"))
    before, now = page.locator(".banks-column").first, page.locator(".banks-column").last
    expecting(before).to_contain_text("128 words in 8 banks, 16 in each of 8")
    expecting(now).to_contain_text("32 words in 32 banks, 1 in each; all 32 lanes")
    assert hand.actions <= MOST_ACTIONS


def test_the_line_and_the_instruction_with_most_shared_wavefronts(opened, cli):
    """As `analyze --instructions --json` has them."""
    status, out, _ = cli("analyze", FETCH, "--instructions", "--json")
    assert status == 0
    (launch,) = json.loads(out)["items"][0]["launches"]
    lines: Counter[int] = Counter()
    for one in launch["instructions"]:
        lines[one["line"]] += one["wavefronts"]
    dearest = max(launch["instructions"], key=lambda one: one["wavefronts"])
    page = opened()
    hand = Counted(page)
    hand.click(page.locator(".bar-row a", has_text="cooperative_fetch"))
    where = page.get_by_role("region", name="Where it goes")
    first = where.locator("tr.hot").first
    expecting(first.get_by_role("button")).to_have_text(str(lines.most_common(1)[0][0]))
    share = 100 * lines.most_common(1)[0][1] / lines.total()
    expecting(first.locator("td.chosen")).to_have_text(f"{share:.0f} %")
    hand.click(page.get_by_role("button", name="By instruction"))
    expecting(first).to_contain_text(dearest["opcode"])
    share = 100 * dearest["wavefronts"] / lines.total()
    expecting(first.locator("td.chosen")).to_have_text(f"{share:.0f} %")
    assert hand.actions <= MOST_ACTIONS


def test_the_pass_that_adds_something(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    hand = Counted(page)
    hand.press("/")
    hand.type("storage_sync")
    hand.click(page.locator("#search-results li", has_text=", adds").first)
    expecting(page.locator("#left .choice select")).to_contain_text("ThreadSync")
    expecting(page.locator("#left-code .added", has_text="storage_sync").first).to_be_visible()
    assert hand.actions <= MOST_ACTIONS


def test_two_rungs_of_two_ladders_side_by_side(opened):
    page = opened(f"#{VTHREAD}:bind_fetch@cuda|cuda")
    hand = Counted(page)
    hand.click(page.locator("#left").get_by_role("button", name="Pin"))
    hand.click(page.locator("#list summary", has_text="gemm/sgemm_cpu"))
    hand.click(page.locator("#list a.rung", has_text="serial"))
    expecting(page.locator("#left-code")).to_contain_text("__shared__")
    expecting(page.locator("#right-code")).to_contain_text("xmm")
    assert hand.actions <= MOST_ACTIONS


def test_times_of_all_rungs_and_the_roofline(opened):
    """The page opens with them."""
    page = opened()
    for name in ("naive", "cooperative_fetch", "vthread", "serial"):
        row = page.locator(".bar-row[role=listitem]", has_text=name).first
        expecting(row.locator(".time-measured")).to_contain_text("ms")
    expecting(page.locator(".roofline .dot").first).to_be_visible()
