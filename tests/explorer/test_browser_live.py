"""The live page in a browser: numbers to change, and builds that fail."""

from __future__ import annotations

import re
import signal

import pytest
from browser import VTHREAD, Watched, edit, expecting, field, serving, tab
from played_builds import FOREVER_S, HANGING, SLOW, slowly, uncounted, wait_for

from schedules.explorer.serve import Server, build_pool

pytestmark = pytest.mark.exhaustive


def test_a_tile_number_is_changed(live):
    page = live(f"#{VTHREAD}:bind_fetch")
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 16")
    edit(page, "block_k", 8)
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 8")
    assert page.evaluate("location.hash").endswith("&block_k=8")
    again = page.url
    page.goto("about:blank")
    page.goto(again)
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 8")
    page.locator("#fields").get_by_role("button", name="Reset").click()
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 16")


def test_a_tile_that_does_not_fit_is_refused_beside_its_field(live):
    page = live(f"#{VTHREAD}:bind_fetch")
    edit(page, "block_k", 7)
    problem = page.locator("#fields-problem")
    expecting(problem).to_contain_text("is not a multiple of the tile 128 x 128 x 7")
    expecting(field(page, "block_k")).to_have_attribute("aria-invalid", "true")
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 16")
    edit(page, "block_k", 16)
    expecting(problem).to_have_count(0)


def test_what_is_no_number_stays_in_its_field_and_is_refused(live):
    page = live(f"#{VTHREAD}:bind_fetch")
    for text, says in (
        ("12e", "block_k: a whole number"),
        ("", "block_k: a whole number"),
        ("1" + "0" * 30, "block_k = 1e+30: a whole number"),
    ):
        field(page, "block_k").click()
        page.keyboard.press("Control+A")
        page.keyboard.press("Delete")
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        expecting(page.locator("#fields-problem")).to_contain_text(says)
        assert field(page, "block_k").evaluate("one => one.validity.badInput") == (text == "12e")
    edit(page, "block_k", 8)
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 8")


def test_what_is_typed_while_the_page_waits_stays(live):
    """The answer to the number before neither takes half a number nor sends the cursor away."""
    page = live(f"#{VTHREAD}:bind_fetch")
    tab(page, "Why")
    field(page, "block_i").click()
    page.keyboard.press("Control+A")
    page.keyboard.type("256")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+A")
    page.keyboard.type("12")
    expecting(page.locator("#details")).to_contain_text("block_i = 256")
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    expecting(page.locator("#fields button")).to_be_enabled()
    expecting(field(page, "block_j")).to_have_value("128")
    expecting(page.locator("#details")).to_contain_text("block_i = 256")
    assert page.evaluate("location.hash").endswith("&block_i=256")


def test_a_link_to_numbers_that_do_not_fit_shows_the_rung(live):
    page = live(f"#{VTHREAD}:bind_fetch&block_k=7")
    expecting(page.locator("#fields-problem")).to_contain_text("128 x 128 x 7")
    expecting(field(page, "block_k")).to_have_value("7")
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 16")
    assert "block_k" not in page.evaluate("location.hash")
    # What was refused does not hold up the rest.
    page.locator("#before-button").click()
    expecting(page.locator("#where")).to_have_text(f"{VTHREAD}:init")
    expecting(page.locator("#fields-problem")).to_have_count(0)


@pytest.fixture
def slow_server(watched, monkeypatch, tmp_path):
    """A server with one worker that hangs at one size; `hanging` is there as soon as it does."""
    hanging = tmp_path / "hanging"
    monkeypatch.setenv(HANGING, str(hanging))
    pool = build_pool(slowly, count=1, seconds=FOREVER_S, warm=None)
    for server in serving(Server(0, pool), watched.page):
        server.hanging = hanging
        yield server


@pytest.mark.parametrize("killed", [True, False])
def test_a_lost_build_costs_its_request_only(watched, slow_server, monkeypatch, killed):
    page = watched.page
    page.goto(f"{slow_server.url}#{VTHREAD}:bind_fetch")
    expecting(page.locator("#details")).to_contain_text("registers")
    if not killed:
        monkeypatch.setattr(slow_server.pool, "seconds", 2.0)
    edit(page, "shape.M", SLOW)
    expecting(page.locator("body")).to_have_class(re.compile(r"\bbusy\b"))
    if killed:
        wait_for(slow_server.hanging)
        slow_server.pool.workers[0].process.kill()
    said = f"crashed ({signal.Signals.SIGKILL.name})" if killed else "took more than 2 s"
    expecting(page.locator("#fields-problem")).to_contain_text(said)
    expecting(page.locator("#right-code")).to_contain_text("A_shared_ptr")
    monkeypatch.undo()
    edit(page, "shape.M", 768)
    expecting(page.locator("#left-code")).to_contain_text(re.compile(r"768\), "))
    expecting(page.locator("#fields-problem")).to_have_count(0)


def test_what_takes_long_to_count_is_counted_on_request(watched):
    page = watched.page
    pool = build_pool(uncounted, count=1, seconds=FOREVER_S, warm=None)
    for server in serving(Server(0, pool), page):
        page.goto(f"{server.url}#{VTHREAD}:bind_fetch@cuda|sass&shape=256,256,256")
        # The machine code and its resources are there without the counts.
        expecting(page.locator("#right-code")).to_contain_text("S2R")
        expecting(page.locator("#details")).to_contain_text("no count of accesses within 60 s")
        expecting(page.locator("#details")).to_contain_text("Resources, sm_90")
        page.keyboard.press("b")
        expecting(page.locator("#message")).to_contain_text("no count of accesses")
        page.get_by_role("button", name="Count them").click()
        expecting(page.get_by_role("region", name="Totals")).to_contain_text("shared load")
        expecting(page.locator("#right .cost-head")).to_contain_text("wave %")


def test_a_page_that_was_left_is_as_new(chromium, report_file):
    """Tests share one."""
    context = chromium.new_context()
    page = context.new_page()
    for turn in (1, 2):
        watched = Watched(page)
        page.goto(report_file.as_uri())
        assert page.evaluate("localStorage.getItem('planted')") is None
        assert not page.evaluate("matchMedia('print').matches")
        page.evaluate("localStorage.setItem('planted', 'x')")
        page.emulate_media(media="print")
        page.evaluate("console.error('planted')")
        watched.leave()
        assert [text.split()[0] for text in watched.errors] == ["planted"], turn
    context.close()


@pytest.mark.parametrize("fault", ["throw new Error('planted')", "console.error('planted')"])
def test_an_error_of_a_page_is_seen(chromium, fault):
    """Every test of a page ends with a look at these."""
    context = chromium.new_context()
    watched = Watched(context.new_page())
    watched.page.goto("data:text/html,<title>clean</title>")
    assert watched.errors == []
    watched.page.evaluate(f"setTimeout(() => {{ {fault} }})")
    # Timers of equal length end in order, and Chromium reports in order.
    watched.page.evaluate("new Promise((done) => setTimeout(() => setTimeout(done)))")
    context.close()
    assert len(watched.errors) == 1 and "planted" in watched.errors[0]
