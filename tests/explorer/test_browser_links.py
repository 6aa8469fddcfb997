"""The page in a browser: opening, links, keys, search."""

from __future__ import annotations

import pytest
from browser import FETCH, VTHREAD, expecting, lines, where

pytestmark = pytest.mark.exhaustive


def test_a_ladder_opens_at_its_first_rungs_last_step(opened):
    page = opened("#gemm/sgemm_tvm")
    assert where(page) == "gemm/sgemm_tvm:naive:init"
    assert any("T.sblock" in line for line in lines(page, "left"))
    assert any("__global__" in line for line in lines(page, "right"))


def test_a_link_keeps_the_view(opened):
    page = opened(f"#{FETCH}:bind_fetch@cuda~22|sass")
    assert where(page) == f"{FETCH}:bind_fetch"
    expecting(page.locator("#left .tabs [aria-selected=true]")).to_have_text("CUDA")
    expecting(page.locator("#right .tabs [aria-selected=true]")).to_have_text("SASS")
    expecting(page.locator("#left-code .cursor .number")).to_have_text("22")
    again = page.evaluate("location.hash")
    page.goto("about:blank")
    assert where(opened(again)) == f"{FETCH}:bind_fetch"
    assert page.evaluate("location.hash") == again


def test_a_link_to_nothing_says_so(opened):
    page = opened("#gemm/nothing:here")
    expecting(page.locator("#message")).to_contain_text("This page has no gemm/nothing:here")
    page.evaluate("location.hash = '#overview:gemm/nothing'")
    expecting(page.locator("#message")).to_have_text("This page has no ladder gemm/nothing.")


@pytest.mark.parametrize(
    ("link", "box", "says"),
    [
        (f"{VTHREAD}&banks=999", "message", "No access 999 here: this step has"),
        (f"{VTHREAD}&tour=99", "message", "The tour of this ladder has 3 stops"),
        (f"{VTHREAD}@cuda^x|sass", "message", "This page has no x."),
        (f"{VTHREAD}@pass.-1|primitive.abc", "where", f"{VTHREAD}:bind_fetch"),
    ],
)
def test_a_part_of_a_link_that_is_not_there_says_so(opened, link, box, says):
    page = opened(f"#{link}")
    expecting(page.locator(f"#{box}")).to_contain_text(says)
    expecting(page.locator("#left-code .line").first).to_be_visible()
    kept = page.evaluate("location.hash")
    assert not any(one in kept for one in ("banks", "tour", "^", "NaN", "-1"))


def test_a_step_without_machine_code_leads_to_the_one_that_has_it(opened):
    page = opened(f"#{VTHREAD}:vthread@cuda|sass")
    details = page.locator("#details")
    expecting(details).to_contain_text("This page has machine code and its costs only for each")
    page.locator("#right-empty").get_by_role("button", name="bind_fetch").click()
    expecting(page.locator("#right-code")).to_contain_text("FFMA")
    assert where(page) == f"{VTHREAD}:bind_fetch"


def test_search_finds_a_line_of_a_pane(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    page.keyboard.press("/")
    page.keyboard.type("__syncthreads")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expecting(page.locator("#right-code .cursor")).to_contain_text("__syncthreads")
