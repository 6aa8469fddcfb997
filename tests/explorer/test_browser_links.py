"""The page in a browser: opening, links, keys, search."""

from __future__ import annotations

import pytest
from browser import FETCH, VTHREAD, expecting, lines, where


def test_a_ladder_opens_at_its_first_rungs_last_step(opened):
    page = opened("#gemm/sgemm_tvm")
    assert where(page) == "gemm/sgemm_tvm:naive:init"
    assert any("T.sblock" in line for line in lines(page, "left"))
    assert any("__global__" in line for line in lines(page, "right"))


@pytest.mark.parametrize(("link", "unpacked"), [("#gemm/sgemm_tvm", 2), (f"#{VTHREAD}", 3)])
@pytest.mark.new_page
def test_it_unpacks_no_more_than_it_shows(opened, watched, link, unpacked):
    """The times of all rungs, the rung and the one before it: all ladders would take seconds."""
    watched.page.add_init_script(
        """window.unpacked = 0;
        window.DecompressionStream = class extends DecompressionStream {
          constructor(...format) {
            super(...format);
            window.unpacked += 1;
          }
        };"""
    )
    assert opened(link).evaluate("window.unpacked") == unpacked


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


def test_a_level_alone_in_a_link_is_the_right_panes(opened):
    page = opened(f"#{VTHREAD}:bind_fetch@sass")
    expecting(page.locator("#left .tabs [aria-selected=true]")).to_have_text("TIR")
    expecting(page.locator("#right .tabs [aria-selected=true]")).to_have_text("SASS")


def test_a_link_to_nothing_says_so(opened):
    page = opened("#gemm/nothing:here")
    expecting(page.locator("#message")).to_contain_text("This page has no gemm/nothing:here")
    page.evaluate("location.hash = '#overview:gemm/nothing'")
    expecting(page.locator("#message")).to_have_text("This page has no ladder gemm/nothing.")


@pytest.mark.parametrize(
    ("link", "box", "says"),
    [
        (f"{VTHREAD}&banks=999", "status", "No access 999 here: this step has"),
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


def test_a_link_to_a_line_that_is_not_there_says_so(opened):
    page = opened(f"#{VTHREAD}:bind_fetch@tir|cuda~99999")
    expecting(page.locator("#message")).to_have_text("CUDA has no line 99999 here.")
    assert page.evaluate("location.hash").endswith("@tir|cuda")
    page.keyboard.press("j")
    expecting(page.locator("#message")).to_have_text("")


def test_a_step_without_machine_code_leads_to_the_one_that_has_it(opened):
    page = opened(f"#{VTHREAD}:vthread@cuda|sass")
    details = page.locator("#details")
    expecting(details).to_contain_text("This page has them only for the rung's last step")
    page.locator("#right-empty").get_by_role("button", name="bind_fetch").click()
    expecting(page.locator("#right-code")).to_contain_text("FFMA")
    assert where(page) == f"{VTHREAD}:bind_fetch"


def test_a_link_is_followed_and_back_leads_back(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    page.get_by_role("link", name="vthread", exact=True).click()
    expecting(page.locator("#where")).to_have_text(f"{VTHREAD}:vthread")
    page.go_back()
    expecting(page.locator("#where")).to_have_text(f"{VTHREAD}:bind_fetch")


def test_keys_step_through_steps_and_rungs(opened):
    page = opened("#gemm/sgemm_tvm:naive:bind_block")
    for key, expected in (
        ("j", "naive:bind_thread"),
        ("j", "naive:init"),
        ("j", "cooperative_fetch:split_block"),
        ("k", "naive:init"),
        ("k", "naive:bind_thread"),
        ("l", "cooperative_fetch:bind_fetch"),
        ("]", "vthread:bind_fetch"),
        ("[", "cooperative_fetch:bind_fetch"),
        ("h", "naive:init"),
    ):
        page.keyboard.press(key)
        expecting(page.locator("#where")).to_have_text(f"gemm/sgemm_tvm:{expected}")


def test_search_finds_a_step_by_its_reason(opened):
    page = opened()
    page.keyboard.press("/")
    page.keyboard.type("strided parts of a thread")
    expecting(page.locator("#search-results li").first).to_contain_text("vthread:vthread")
    page.keyboard.press("Enter")
    expecting(page.locator("#where")).to_have_text(f"{VTHREAD}:vthread")
    expecting(page.locator("#search")).not_to_be_visible()


def test_a_question_finds_the_section_that_answers_it(opened):
    page = opened()
    page.keyboard.press("/")
    page.keyboard.type("why does vthread remove the bank conflict?")
    first = page.locator("#search-results li").first
    expecting(first).to_contain_text("vthread: shared loads without bank conflicts")
    page.keyboard.press("Enter")
    heading = page.get_by_role("heading", name="vthread: shared loads without bank conflicts")
    expecting(heading).to_be_in_viewport()


def test_a_rung_comes_before_its_steps(opened):
    page = opened()
    page.keyboard.press("/")
    page.keyboard.type("vthread")
    names = page.locator("#search-results li b")
    expecting(names.first).to_have_text(VTHREAD)
    steps = [text for text in names.all_inner_texts() if text.startswith(f"{VTHREAD}:")]
    assert len(steps) > 5
    # Words that are nowhere find nothing, however many others of the question are found.
    page.locator("#search-input").fill("vthread zebra")
    expecting(page.locator("#search-count")).to_have_text("0 found")


def test_search_finds_a_line_of_a_pane(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    page.keyboard.press("/")
    page.keyboard.type("__syncthreads")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expecting(page.locator("#right-code .cursor")).to_contain_text("__syncthreads")


def test_search_finds_the_pass_that_adds_something(opened):
    """Which pass adds the barriers: three actions."""
    page = opened(f"#{VTHREAD}:bind_fetch@tir|cuda")
    page.keyboard.press("/")
    page.keyboard.type("storage_sync")
    found = page.locator("#search-results li", has_text=", adds").first
    expecting(found).to_contain_text("ThreadSync")
    found.click()
    expecting(page.locator("#left .choice select")).to_contain_text("ThreadSync")
    expecting(page.locator("#left-code .added", has_text="storage_sync").first).to_be_visible()


def test_search_finds_words_and_levels_that_no_pane_shows(opened):
    page = opened(f"#{VTHREAD}:bind_fetch@tir|cuda")
    page.keyboard.press("/")
    page.keyboard.type("wavefront")
    expecting(page.locator("#search-results li").first).to_contain_text("term: ")
    page.locator("#search-input").fill("STG.E")
    page.locator("#search-results li", has_text="SASS, line").first.click()
    expecting(page.locator("#right-code .cursor")).to_contain_text("STG.E")
    expecting(page.locator("#right .tabs [aria-selected=true]")).to_have_text("SASS")


def test_search_finds_a_guide_and_opens_it_there(opened):
    page = opened()
    page.keyboard.press("/")
    page.locator("#search-input").fill("quarter warp 8 lanes")
    found = page.locator("#search-results li", has_text="Hardware rules")
    found.click()
    expecting(page.locator("#guide-title")).to_have_text(
        "Memory accesses: bank conflicts, sectors, widths"
    )
    section = page.locator("#guide-text section", has_text="Hardware rules").last
    expecting(section.locator("h3")).to_be_in_viewport()
    expecting(section.locator("td", has_text="a quarter warp (8 lanes)")).to_be_visible()
    page.keyboard.press("Escape")
    expecting(page.locator("#guide")).not_to_be_visible()
