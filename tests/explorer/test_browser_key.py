"""One key for the whole page: a figure is of exactly that kernel, size, device and compiler, or its
place says why there is none."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from browser import FETCH, VTHREAD, Counted, compare, edit, expecting, serving, tab
from conftest import ROOT
from played_builds import FOREVER_S

from schedules.explorer.page import report
from schedules.explorer.queries import perform
from schedules.explorer.serve import Server, build_pool

pytestmark = pytest.mark.exhaustive

NAIVE = "gemm/sgemm_tvm:naive"
TRANSPOSE = ROOT / "examples/transpose.py"


def differences(page):
    return page.get_by_role("region", name="Differences")


def figure(page, path: str):
    return page.locator(f'#list a.rung[data-path="{path}"] .figure')


def test_a_kernel_with_other_numbers_has_no_recorded_time(live):
    path = "gemm/sgemm_tvm:conflict_free_store"
    page = live(f"#{path}:bind_fetch&shape=1024,1024,1024")
    verdict = page.locator("#verdict")
    expecting(verdict).to_contain_text("Measured")
    expecting(figure(page, path)).to_contain_text("µs")
    edit(page, "block_k", 32)
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 32")
    expecting(verdict).to_contain_text("Not timed with block_k = 32")
    expecting(verdict).not_to_contain_text("Measured")
    expecting(figure(page, path)).to_be_empty()
    compare(page, "as written")
    expecting(differences(page)).to_contain_text("issued instructions")
    expecting(differences(page)).not_to_contain_text("measured time")
    expecting(page.locator(".compared")).not_to_contain_text("As fast as")
    # The kernel as it is written has its time again, at the ladder's size.
    page.get_by_role("button", name="Reset").click()
    expecting(page.locator("#context")).to_contain_text("size 16384")
    expecting(verdict).to_contain_text("Measured")
    expecting(figure(page, path)).to_contain_text("ms")


# --- a report of one's own file -------------------------------------------------------------------


@pytest.fixture(scope="session")
def own_report(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("own_report") / "page.html"
    file.write_text(report([str(TRANSPOSE), NAIVE]), encoding="utf-8")
    return file


@pytest.fixture
def own(watched, own_report):
    def go(link: str = ""):
        watched.page.goto(own_report.as_uri() + link)
        expecting(watched.page.locator("#where")).not_to_be_empty()
        return watched.page

    return go


def analyzed(cli, step: str) -> dict:
    """A step's sums over a launch, as the command line has them."""
    _, out, _ = cli("analyze", f"{TRANSPOSE}:schedule:{step}", "--json")
    (item,) = json.loads(out)["items"]
    assert item["shape"] == [1024]
    sums = item["kernels"][0]["totals"].values()
    return {name: sum(one[name] or 0 for one in sums) for name in ("conflicts", "wavefronts")}


def test_a_report_of_an_own_file_has_the_costs_of_every_step(own, cli):
    for step in ("naive", "coalesce", "pad"):
        page = own(f"#transpose:schedule:{step}@cuda|sass")
        expecting(page.locator("#right-code .line").first).to_be_visible()
        expecting(page.locator("#details")).to_contain_text("Resources, sm_90")
        expecting(page.locator("#verdict")).to_contain_text("Predicted")
        expecting(page.locator("#verdict")).to_contain_text("Advice")
        conflicts = page.get_by_role("region", name="Totals").locator("td.bad")
        expecting(conflicts).to_have_count(1 if analyzed(cli, step)["conflicts"] else 0)
        page.goto("about:blank")
    page = own("#transpose:schedule:coalesce")
    expecting(page.get_by_role("region", name="Totals").locator("td.bad")).to_have_text("1.02M")


def test_own_steps_are_compared(own, cli):
    page = own("#transpose:schedule:pad")
    hand = Counted(page)
    hand.click(page.get_by_role("tab", name="Compare"))
    hand.choose("previous step")
    expecting(page.locator(".compared")).to_contain_text("no bank conflicts now")
    expecting(page.locator("#left .pinned-at")).to_have_text("transpose:schedule:coalesce")
    before, after = analyzed(cli, "coalesce"), analyzed(cli, "pad")
    fewer = round(100 * (1 - after["wavefronts"] / before["wavefronts"]))
    row = differences(page).locator("tr", has_text="shared wavefronts")
    expecting(row).to_contain_text(f"better, -{fewer} %")
    page.get_by_label("Compare with another kernel").select_option(label="naive")
    expecting(page.locator("#left .pinned-at")).to_have_text("transpose:schedule:naive")
    assert hand.actions <= 3
    # A copy has iterations, and no arithmetic.
    tab(page, "Why")
    computed = page.locator("#details section", has=page.get_by_role("heading", name="computed"))
    expecting(computed).to_contain_text("iterations1,048,576")
    expecting(computed).not_to_contain_text("FLOP")


# --- before and after a save ----------------------------------------------------------------------


@pytest.fixture
def saved(watched, tmp_path):
    file = tmp_path / "transpose.py"
    shutil.copy(TRANSPOSE, file)
    server = Server(0, build_pool(perform, count=1, seconds=FOREVER_S, warm=None), [str(file)])
    for each in serving(server, watched.page):
        watched.page.goto(each.url + "#transpose:schedule:coalesce")
        expecting(watched.page.locator("#where")).to_have_text("transpose:schedule:coalesce")
        yield watched.page, file


def test_a_save_is_compared_with_what_was_there_before(saved):
    page, file = saved
    expecting(page.locator("#details")).to_contain_text("1.02M")
    text = file.read_text(encoding="utf-8")
    padded = "sch.storage_align(tile, 0, axis=0, factor=32, offset=1)\n    "
    file.write_text(text.replace('yield "coalesce"', f'{padded}yield "coalesce"'), "utf-8")
    verdict = page.locator("#verdict")
    expecting(verdict).to_contain_text("Since the save better")
    expecting(verdict).to_contain_text("no bank conflicts now")
    verdict.get_by_role("button", name="Compare").click()
    expecting(page.locator("#left .pinned-at")).to_contain_text("before the save")
    expecting(page.locator("#left-code .line").first).to_be_visible()
    expecting(differences(page).locator("tr", has_text="bank conflicts")).to_contain_text("better")
    file.write_text(text, encoding="utf-8")
    expecting(verdict).to_contain_text("Since the save worse")


# --- sizes ----------------------------------------------------------------------------------------


def test_rungs_of_a_ladder_have_one_size(opened):
    page = opened(f"#{NAIVE}")
    context = page.locator("#context")
    expecting(context).to_contain_text("size 16384 x 16384 x 16384")
    compare(page, FETCH)
    expecting(page.locator(".compared")).to_contain_text("more time than")
    page.keyboard.press("o")
    shape = page.get_by_label("Shape of gemm/sgemm_tvm")
    expecting(shape).to_have_value("16384,16384,16384")


def test_a_size_of_the_overview_stays_when_a_rung_opens(opened):
    page = opened("#overview:gemm/sgemm_tvm")
    page.get_by_label("Shape of gemm/sgemm_tvm").select_option("4096,4096,4096")
    row = page.locator(".bar-row", has=page.locator("a[aria-label^=vthread]"))
    measured = row.locator(".time-measured").inner_text()
    row.locator("a").first.click()
    expecting(page.locator("#where")).to_contain_text(VTHREAD)
    expecting(page.locator("#context")).to_contain_text("size 4096 x 4096 x 4096")
    expecting(page.locator("#verdict")).to_contain_text(f"Measured {measured}")
    expecting(figure(page, VTHREAD)).to_have_text(measured)
    # The file's code and counts are of another size, which their place says.
    expecting(page.locator("#details")).to_contain_text("at 16384³ only, not at 4096³")
    expecting(page.locator("#details tr.access")).to_have_count(0)
    # The link has the size.
    link = page.evaluate("location.hash")
    page.goto("about:blank")
    opened(link)
    expecting(page.locator("#context")).to_contain_text("size 4096 x 4096 x 4096")


def test_a_comparison_ends_with_its_kernel_and_a_pin_stays(opened):
    page = opened(f"#{VTHREAD}")
    compare(page, "previous rung")
    expecting(page.locator("#left .pinned-at")).to_have_text(f"{FETCH}:bind_fetch")
    page.keyboard.press("h")
    expecting(page.locator("#where")).to_contain_text("cooperative_fetch")
    expecting(page.locator("#left .pinned-at")).to_be_hidden()
    page.keyboard.press("f")
    page.keyboard.press("h")
    expecting(page.locator("#where")).to_contain_text("naive")
    expecting(page.locator(".pane.pinned .pinned-at")).to_have_text(f"{FETCH}:bind_fetch")


def test_overview_and_rung_have_the_same_times(opened):
    page = opened("#overview:gemm/sgemm_tvm")
    row = page.locator(".bar-row", has=page.locator("a[aria-label^=vthread]"))
    measured, predicted = (
        row.locator(f".time-{kind}").inner_text() for kind in ("measured", "predicted")
    )
    # A library was timed beside every rung: here the median, there the time of the same run.
    said = "A library's time is the median of its runs beside the rungs"
    expecting(page.locator(".overview-legend").first).to_contain_text(said)
    row.locator("a").first.click()
    expecting(page.locator("#verdict")).to_contain_text(f"Measured {measured}")
    expecting(page.locator("#verdict")).to_contain_text(f"Predicted {predicted}")
    for library in ("cuBLAS", "dlight", "Triton"):
        expecting(page.locator("#verdict")).to_contain_text(re.compile(rf"\d+ % of {library} \("))
    # Code by another compiler was not timed.
    page.get_by_label("code by").select_option(index=1)
    expecting(page.locator("#verdict")).to_contain_text("No time is recorded")
    expecting(page.locator("#verdict")).not_to_contain_text("Measured")
    assert "compiler=NVRTC" in page.evaluate("location.hash")


# --- nothing is silent ----------------------------------------------------------------------------


def test_a_file_without_predictions_says_how_to_get_them(opened):
    page = opened(f"#{VTHREAD}")
    expecting(page.locator("#details")).to_contain_text("schedules report --predict")


def test_banks_say_what_they_wait_for_and_why_it_does_not_come(live, watched):
    """The picture depends on the previous rung, whose counts may take long or be refused."""
    held = []

    def hold(route):
        query = json.loads(route.request.post_data)
        before = query.get("rung") == "gemm/sgemm_tvm:conflict_free_store"
        if before and "step" in query and not route.request.url.endswith("progress"):
            held.append(route)
        else:
            route.continue_()

    watched.page.route("**/api/*", hold)
    page = live(f"#{VTHREAD}:bind_fetch&shape=512,512,512")
    expecting(page.locator("#details tr.access").first).to_be_visible()
    page.keyboard.press("b")
    expecting(page.locator("#status")).to_contain_text("Counting the accesses of the previous rung")
    page.get_by_role("button", name="Cancel").click()
    expecting(page.locator("#status")).to_be_empty()
    expecting(page.locator("#banks")).to_be_hidden()
    page.keyboard.press("b")
    expecting(page.locator("#status")).to_contain_text("Counting the accesses of the previous rung")
    held[-1].fulfill(status=503, json={"error": "the build took too long"})
    expecting(page.locator("#banks")).to_be_visible()
    expecting(page.locator("#message")).to_contain_text("could not be counted: the build took")
    page.keyboard.press("Escape")
    watched.errors.clear()


def test_dots_of_a_roofline_are_on_one_axis(opened):
    """Bytes of DRAM are counted for all of them, or computed for all of them."""
    page = opened("#overview:gemm/sgemm_tvm")
    expecting(page.locator(".roofline .dot")).to_have_count(3)
    places = {dot.get_attribute("cx") for dot in page.locator(".roofline .dot circle").all()}
    # Each computes the same from the same arrays.
    assert len(places) == 1
    expecting(page.locator(".roofline figcaption")).to_contain_text("computed from array sizes")
