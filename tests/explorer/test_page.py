"""The explorer page in a real browser, as a file and live."""

from __future__ import annotations

import importlib.util
import itertools
import re
import shutil
import signal
import threading
import time
from pathlib import Path

import pytest
from conftest import FILES

from schedules.catalog import ladders
from schedules.explorer import model
from schedules.explorer.report import compressed, index_of, page, report
from schedules.explorer.serve import Server, perform
from schedules.explorer.workers import Workers

VTHREAD = "gemm/sgemm_tvm:vthread"
FETCH = "gemm/sgemm_tvm:cooperative_fetch"

# Opening is quick; the rest of the limit is for a slow machine under load.
OPENS_MS = 2000

CHROMIUM = "/usr/bin/chromium"
INSTALL = "apt-get update && apt-get install -y chromium && pip install -e '.[browser]'"
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# A slow machine under load.
PATIENCE_MS = 20_000


@pytest.fixture(scope="session")
def chromium(request):
    """Debian's Chromium, driven by Playwright; without it these tests are skipped, and say how."""
    missing = [
        name
        for name, there in (
            ("Chromium", shutil.which(CHROMIUM)),
            ("Playwright", importlib.util.find_spec("playwright")),
        )
        if not there
    ]
    if missing:
        text = f"no {' and no '.join(missing)} here: {INSTALL}"
        if request.config.getoption("--require-browser"):
            pytest.fail(text)
        pytest.skip(text)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


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
def big_file(tmp_path_factory) -> Path:
    """The page of a rung whose last step has 10 MB of CUDA, and of another one before it."""
    naive = ladders()["gemm/sgemm_tvm"]["naive"]
    record = model.rung_record(naive)
    for step, mark in zip(record["steps"][-2:], ("", "!"), strict=True):
        step["texts"]["cuda"] = "".join(
            f"C[{n}] = C[{n}] + A_shared[{n % 64}] * B[0];{mark if n % 100 == 0 else ''}\n"
            for n in range(200_000)
        )
    ladder = {**model.ladder_record(ladders()["gemm/sgemm_tvm"])}
    ladder["rungs"] = [model.outline_of(record)]
    file = tmp_path_factory.mktemp("big") / "big.html"
    index = index_of([ladder], chunks={naive.path: "rung-0"}, live=False)
    file.write_text(page(index, {"rung-0": compressed(record)}), encoding="utf-8")
    return file


def serving(found: Server):
    """A server in a thread, for as long as a test needs it."""
    thread = threading.Thread(target=found.serve_forever)
    thread.start()
    yield found
    found.shutdown()
    thread.join()
    found.end()


@pytest.fixture(scope="session")
def server():
    """The live page, with two workers of its own."""
    yield from serving(Server(0))


class Watched:
    """A browser's page, with what went wrong on it."""

    def __init__(self, page) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", lambda dialog: self.errors.append(f"dialog {dialog.message}"))
        page.on("request", lambda request: self.requests.append(request.url))

    def _said(self, message) -> None:
        # A refused build is an answer with an error's status, which Chromium notes by itself.
        refused = message.text.startswith("Failed to load resource") and "api/build" in (
            message.location or {}
        ).get("url", "")
        if message.type in ("error", "warning") and not refused:
            self.errors.append(message.text)

    def outside(self, own: str) -> list[str]:
        """Requests to anything but `own` and data inside the page."""
        return [url for url in self.requests if not url.startswith((own, "data:"))]


@pytest.fixture
def watched(chromium):
    """A fresh page of 1366 x 768; afterwards nothing may have gone wrong on it."""
    context = chromium.new_context(viewport={"width": 1366, "height": 768}, color_scheme="light")
    found = Watched(context.new_page())
    yield found
    context.close()
    assert found.errors == []


@pytest.fixture
def opened(watched, report_file):
    """Open the file at a link."""
    from playwright.sync_api import expect

    def go(link: str = ""):
        watched.page.goto(f"{report_file.as_uri()}{link}")
        expect(watched.page.locator("#where")).not_to_be_empty()
        return watched.page

    yield go
    assert watched.outside(report_file.as_uri()) == []


@pytest.fixture
def live(watched, server):
    """Open the live page at a link."""
    from playwright.sync_api import expect

    def go(link: str = f"#{VTHREAD}"):
        watched.page.goto(server.url + link)
        expect(watched.page.locator("#where")).not_to_be_empty()
        return watched.page

    yield go
    assert watched.outside(f"http://127.0.0.1:{server.port}/") == []


def expecting(locator):
    from playwright.sync_api import expect

    return expect(locator)


def where(page) -> str:
    return page.locator("#where").inner_text()


def lines(page, side: str) -> list[str]:
    return page.locator(f"#{side}-code .line").all_inner_texts()


# --- the file -------------------------------------------------------------------------------------


def test_it_opens_at_the_first_rungs_last_step(opened):
    page = opened()
    assert where(page) == "gemm/sgemm_tvm:naive:init"
    assert any("T.sblock" in line for line in lines(page, "left"))
    assert any("__global__" in line for line in lines(page, "right"))


def test_it_opens_quickly(opened):
    page = opened()
    taken = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    assert taken < OPENS_MS


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


def test_a_link_to_a_line_that_is_not_there_says_so(opened):
    page = opened(f"#{VTHREAD}:bind_fetch@tir|cuda~99999")
    expecting(page.locator("#message")).to_have_text("CUDA has no line 99999 here.")
    assert page.evaluate("location.hash").endswith("@tir|cuda")
    page.keyboard.press("j")
    expecting(page.locator("#message")).to_have_text("")


def test_a_step_without_machine_code_leads_to_the_one_that_has_it(opened):
    page = opened(f"#{VTHREAD}:vthread@cuda|sass")
    expecting(page.locator("#details")).to_contain_text("A file has them of the rung's last step")
    page.locator("#right-empty").get_by_role("button", name="bind_fetch").click()
    expecting(page.locator("#right-code")).to_contain_text("main_kernel:")
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
    page.keyboard.type("neighbours touch")
    expecting(page.locator("#search-results li")).to_have_count(1)
    page.keyboard.press("Enter")
    expecting(page.locator("#where")).to_have_text(f"{VTHREAD}:vthread")
    expecting(page.locator("#search")).not_to_be_visible()


def test_search_finds_a_line_of_a_pane(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    page.keyboard.press("/")
    page.keyboard.type("__syncthreads")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expecting(page.locator("#right-code .cursor")).to_contain_text("__syncthreads")


def test_panes_switch_levels_by_click_and_key(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    page.locator("#right").get_by_role("tab", name="SASS").click()
    expecting(page.locator("#right-code")).to_contain_text("main_kernel:")
    page.locator("#left-code").focus()
    page.keyboard.press("2")
    expecting(page.locator("#left-code")).to_contain_text("T.launch_thread")
    page.keyboard.press("3")
    expecting(page.locator("#left .choice select")).to_contain_text("InjectVirtualThread")
    page.locator("#left .choice select").select_option(index=0)
    assert "pass.1|" in page.evaluate("location.hash")


def test_a_pass_before_the_one_that_changes_it(opened):
    page = opened(f"#{VTHREAD}:bind_fetch@pass+diff|cuda")
    before = page.evaluate("location.hash")
    page.get_by_role("button", name="Changing one before").first.click()
    expecting(page.locator("#left-code .added, #left-code .removed").first).to_be_visible()
    assert page.evaluate("location.hash") != before


def test_a_diff_shows_what_the_step_changed(opened):
    page = opened(f"#{VTHREAD}:vthread")
    expecting(page.locator("#left-code .added")).to_have_count(0)
    expecting(page.locator("#left-code .changed")).to_have_count(2)
    page.locator("#left-code").focus()
    page.keyboard.press("d")
    expecting(page.locator("#left-code .added")).to_have_count(2)
    expecting(page.locator("#left-code .removed")).to_have_count(1)
    assert "vthread.y" in page.locator("#left-code .added").first.inner_text()
    expecting(page.locator("#left .note")).to_contain_text("since bind_thread")
    page.keyboard.press("D")
    expecting(page.locator("#left .note")).to_contain_text("since cooperative_fetch:")
    page.locator("#left").get_by_role("button", name="Diff").click()
    expecting(page.locator("#left-code .removed")).to_have_count(0)


def test_a_primitive_shows_what_it_changed(opened):
    page = opened(f"#{VTHREAD}:vthread")
    primitives = page.locator(".primitives button")
    primitives.nth(1).hover()
    expecting(page.locator("#left-code .linked")).to_have_count(1)
    expecting(page.locator("#left-code .linked")).to_contain_text("vthread.x")
    primitives.nth(0).click()
    expecting(page.locator("#left-code .added").first).to_contain_text("vthread.y")
    expecting(page.locator("#left-code")).not_to_contain_text("vthread.x")
    # Indentation aside, as everywhere.
    expecting(primitives.nth(0)).to_contain_text("+2 -1")
    expecting(page.locator("#left .note")).to_contain_text("+2 -1 since")
    primitives.nth(0).click()
    expecting(page.locator("#left .tabs [aria-selected=true]")).to_have_text("TIR")


def test_a_line_of_cuda_lights_up_its_sass_and_back(opened):
    page = opened(f"#{FETCH}:bind_fetch@cuda|sass")
    expecting(page.locator("#right-code .line", has_text="LDC").first).to_be_visible()
    page.locator("#left-code .line", has_text="A_shared_ptr[(((((").click()
    expecting(page.locator("#right-code .linked", has_text="STS.128").first).to_be_visible()
    number = page.locator("#left-code .cursor .number").inner_text()
    expecting(page.locator("#right-code .linked .number").first).to_have_text(number)
    page.locator("#left-code .line").first.click()
    expecting(page.locator("#left-code .linked")).to_contain_text("__global__")
    others = page.locator("#right-code .line", has=page.locator(f".number:text-is('{number}')"))
    others.first.click()
    expecting(page.locator("#left-code .linked")).to_contain_text("A_shared_ptr[(((((")


def test_an_access_of_the_analysis_leads_to_its_line(opened):
    page = opened(f"#{FETCH}:bind_fetch@lowered|sass")
    access = page.locator("tr.access", has_text="shared store").first
    expecting(access.locator("b.bad")).to_be_visible()
    access.click()
    expecting(page.locator(".view .cursor")).to_contain_text("A_shared_ptr")


def test_a_conflict_marks_its_line(opened):
    page = opened(f"#{FETCH}:bind_fetch")
    expecting(page.locator("#right-code .conflicts").first).to_contain_text("A_shared_ptr")
    page.keyboard.press("l")
    expecting(page.locator("#where")).to_have_text(f"{VTHREAD}:bind_fetch")
    expecting(page.locator("#right-code .conflicts")).to_have_count(0)


def test_conflicts_stand_beside_those_of_the_rung_before(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    totals = page.get_by_role("region", name="Totals")
    expecting(totals).to_contain_text("shared store0 (15.0G)")
    expecting(page.locator("#details")).to_contain_text("In brackets: cooperative_fetch")


def test_a_lines_machine_code_is_walked_and_its_absence_said(opened):
    page = opened(f"#{VTHREAD}:bind_fetch@cuda~1|sass")
    expecting(page.locator("#status")).to_have_text(re.compile(r"^line 1: \d+ lines of SASS$"))
    page.locator("#right-code").focus()
    seen = []
    for key in "nnnp":
        page.keyboard.press(key)
        expecting(page.locator("#right-code .cursor .number")).to_have_text(" 1")
        seen.append(int(page.evaluate("location.hash").rpartition("~")[2]))
    assert seen[0] < seen[1] < seen[2]
    assert seen[3] == seen[1]
    page.locator("#left-code").focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    expecting(page.locator("#left-code .cursor")).to_contain_text("}")
    expecting(page.locator("#status")).to_contain_text("no lines of SASS")


def test_the_focus_stays_where_a_choice_was_made(opened):
    page = opened(f"#{VTHREAD}:bind_fetch@pass|cuda")
    page.locator("#left .choice select").focus()
    page.keyboard.press("ArrowUp")
    expecting(page.locator("#left .choice select")).to_be_focused()
    assert "@pass." in page.evaluate("location.hash")
    page.locator("#list").get_by_role("link", name="init").focus()
    page.keyboard.press("Enter")
    expecting(page.locator("#where")).to_have_text(f"{VTHREAD}:init")
    expecting(page.locator("#list").get_by_role("link", name="init")).to_be_focused()


def test_the_picture_says_who_computes_what(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    picture = page.locator(".picture svg")
    says = page.locator(".picture .says").first
    expecting(says).to_contain_text(
        "warp 0, lane 0 (x = 0, y = 0) computes 64 elements in 16 patches"
    )
    picture.focus()
    page.keyboard.press("ArrowRight")
    expecting(says).to_contain_text("warp 0, lane 1")
    box = picture.bounding_box()
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] - 2)
    expecting(says).to_contain_text("warp 7, lane 31")


def test_text_is_shown_not_run(opened):
    page = opened("#marked_up:schedule")
    expecting(page.locator("#left-code")).to_contain_text('T.sblock("<script>alert(1)</script>")')
    expecting(page.locator("#list")).to_contain_text("<img src=x onerror=alert(2)>")
    assert page.locator("#left-code script, #side script, #list img").count() == 0


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
              const part = at.closest("header, #list, #left, #right, #side");
              const outlined = getComputedStyle(at).outlineStyle !== "none";
              const name = at.id || at.getAttribute("class");
              return [part && (part.id || part.tagName), name, outlined];
            }"""
        )
        if stop[0] is None:
            break
        stops.append(stop)
    parts = [part for part, _ in itertools.groupby(stops, lambda stop: stop[0])]
    assert parts == ["HEADER", "list", "left", "right", "side"]
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


def test_the_cursor_moves_by_arrow_keys(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    page.locator("#right-code").focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expecting(page.locator("#right-code .cursor .number")).to_have_text("3")
    page.keyboard.press("End")
    expecting(page.locator("#right-code .cursor")).to_contain_text("}")
    page.keyboard.press("n")


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
    page.evaluate("delete document.documentElement.dataset.theme")
    assert page.evaluate(colour) == dark


def test_help_opens_and_closes(opened):
    page = opened()
    page.keyboard.press("?")
    expecting(page.locator("#help")).to_contain_text("next step, step before")
    page.keyboard.press("Escape")
    expecting(page.locator("#help")).not_to_be_visible()


# A laptop, a window beside another one, a laptop at 200 %, a telephone.
SIZES = [(1920, 1080), (1366, 768), (1280, 720), (1024, 768), (640, 360), (390, 844)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_is_wider_than_the_window(opened, width, height):
    page = opened(f"#{FETCH}:bind_fetch@cuda|sass")
    page.set_viewport_size({"width": width, "height": height})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
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


def test_ten_megabytes_stay_usable(watched, big_file):
    page = watched.page
    page.goto(big_file.as_uri())
    expecting(page.locator("#right-code")).to_contain_text("C[0]")
    taken, drawn = page.evaluate(
        """async () => {
          const pane = document.getElementById("right-code");
          const frame = () => new Promise(requestAnimationFrame);
          const start = performance.now();
          for (let part = 1; part <= 10; part++) {
            pane.scrollTop = (pane.scrollHeight * part) / 10;
            await frame();
            await frame();
          }
          return [performance.now() - start, pane.querySelectorAll(".line").length];
        }"""
    )
    assert taken < 2000
    assert drawn < 200
    expecting(page.locator("#right-code")).to_contain_text("C[199999]")


# --- live -----------------------------------------------------------------------------------------


def field(page, name: str):
    return page.locator(f'#fields [name="{name}"]')


def edit(page, name: str, value: int) -> None:
    field(page, name).fill(str(value))
    field(page, name).press("Enter")


def test_a_tile_number_is_changed(live):
    page = live(f"#{VTHREAD}:bind_fetch")
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 16")
    start = time.perf_counter()
    edit(page, "block_k", 8)
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 8")
    assert time.perf_counter() - start < 5
    assert page.evaluate("location.hash").endswith("&block_k=8")
    again = page.url
    page.goto("about:blank")
    page.goto(again)
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 8")
    page.locator("#fields").get_by_role("button", name="Reset").click()
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 16")


def test_a_shape_and_an_arch_are_changed(live):
    page = live()
    edit(page, "shape.M", 256)
    expecting(page.locator("#left-code")).to_contain_text("256), ")
    field(page, "arch").select_option("sm_80")
    expecting(page.locator("#details")).to_contain_text("Resources, sm_80")


def test_a_tile_that_does_not_fit_is_refused_beside_its_field(live):
    page = live(f"#{VTHREAD}:bind_fetch")
    edit(page, "block_k", 7)
    problem = page.locator("#fields-problem")
    expecting(problem).to_contain_text("is not a multiple of the tile 128 x 128 x 7")
    expecting(field(page, "block_k")).to_have_attribute("aria-invalid", "true")
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 16")
    edit(page, "block_k", 16)
    expecting(problem).to_have_count(0)


def test_a_block_beyond_the_limits_is_refused(live):
    page = live(f"#{VTHREAD}:bind_fetch")
    edit(page, "block_k", 128)
    expecting(page.locator("#details")).to_contain_text("exceed the target's limit")


def test_a_shape_that_does_not_fit_is_refused_beside_its_field(live):
    page = live()
    edit(page, "shape.K", 100)
    expecting(page.locator("#fields-problem")).to_contain_text("the nearest shape that fits is")
    expecting(field(page, "shape.K")).to_have_attribute("aria-invalid", "true")


def test_an_extent_out_of_range_is_refused(live):
    page = live()
    edit(page, "shape.M", 0)
    expecting(page.locator("#fields-problem")).to_contain_text("a whole number from 1 to")


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


def test_back_undoes_a_number(live):
    page = live(f"#{VTHREAD}:bind_fetch")
    edit(page, "block_k", 8)
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 8")
    page.go_back()
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 16")
    expecting(field(page, "block_k")).to_have_value("16")


def test_machine_code_of_any_step(live):
    page = live(f"#{VTHREAD}:cache_registers@cuda|sass")
    expecting(page.locator("#right-code")).to_contain_text("main_kernel:")
    expecting(page.locator("#details")).to_contain_text("registers")


SLOW = 640


def slowly(query):
    """A build that hangs at one size."""
    if query.get("shape", [0])[0] == SLOW:
        time.sleep(600)
    return perform(query)


@pytest.fixture
def slow_server():
    """A server with one worker that hangs at one size, and is given eight seconds."""
    yield from serving(Server(0, Workers(slowly, count=1, seconds=8)))


@pytest.mark.parametrize("killed", [True, False])
def test_a_lost_build_costs_its_request_only(watched, slow_server, killed):
    page = watched.page
    page.goto(f"{slow_server.url}#{VTHREAD}:bind_fetch")
    expecting(page.locator("#details")).to_contain_text("registers")
    edit(page, "shape.M", SLOW)
    if killed:
        expecting(page.locator("body")).to_have_class("busy")
        page.wait_for_timeout(500)
        slow_server.workers.all[0].process.kill()
    said = f"crashed ({signal.Signals.SIGKILL.name})" if killed else "took more than 8 s"
    expecting(page.locator("#fields-problem")).to_contain_text(said)
    expecting(page.locator("#right-code")).to_contain_text("A_shared_ptr")
    edit(page, "shape.M", 768)
    expecting(page.locator("#left-code")).to_contain_text(re.compile(r"768\), "))
    expecting(page.locator("#fields-problem")).to_have_count(0)


def test_the_page_needs_its_token(chromium, server):
    context = chromium.new_context()
    answer = context.new_page().goto(f"http://127.0.0.1:{server.port}/")
    assert answer.status == 403
    context.close()
