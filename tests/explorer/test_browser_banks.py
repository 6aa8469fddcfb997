"""The bank view in a browser: a warp's request, wavefront by wavefront, next to another rung's."""

from __future__ import annotations

import json
import re

import pytest
from accesses import needs_compiler
from browser import SIZES, VTHREAD, expecting

from schedules.explorer.page import build_rung, page_of
from schedules.sources.names import resolve

pytestmark = pytest.mark.exhaustive

SMALL = (256, 512, 256)
NAIVE = "gemm/sgemm_tvm:naive"
# Whether the bank view is as wide as the window at most, and its columns as wide as it.
FITS = (
    "document.documentElement.scrollWidth <= innerWidth && "
    "[...document.querySelectorAll('#banks, .banks-column')]"
    ".every((one) => one.scrollWidth <= one.clientWidth)"
)


def opened_at(page, row: str):
    """The bank view of an access."""
    page.locator("tr.access", has_text=row).first.locator("button.cost").click()
    expecting(page.locator(".banks-column .request").nth(1)).to_be_visible()
    return page.locator(".banks-column")


def told(column) -> str:
    return column.locator(".says").first.inner_text()


def test_the_store_that_conflicts_stands_beside_the_one_that_does_not(opened, cli):
    """Three actions from the page to the answer: why vthread removes conflicts."""
    page = opened(f"#{VTHREAD}:bind_fetch")
    columns = opened_at(page, "shared store")
    before, now = columns.first, columns.last
    expecting(before).to_contain_text("gemm/sgemm_tvm:cooperative_fetch")
    expecting(before).to_contain_text("128 words in 8 banks, 16 in each of 8")
    expecting(before).to_contain_text("32 wavefronts, 4 without conflicts")
    expecting(now).to_contain_text("32 words in 32 banks, 1 in each; all 32 lanes")
    for column, path in ((before, "cooperative_fetch"), (now, "vthread")):
        status, out, _ = cli("analyze", f"gemm/sgemm_tvm:{path}", "--json")
        assert status == 0
        rows = json.loads(out)["items"][0]["kernels"][0]["accesses"]
        (row,) = [one for one in rows if (one["buffer"], one["kind"]) == ("A_shared", "store")]
        text = column.inner_text()
        each = f"{row['wavefronts_per_request']:g} per request"
        assert f"{row['wavefronts']:,} wavefronts over the launch, {each}" in text
    page.get_by_role("button", name="Next wavefront").click()
    assert told(before) == "Wavefront 1 of 32: lane 0, banks 0-3."
    assert told(now) == "Wavefront 1 of 1: lanes 0-31, banks 0-31."
    expecting(now.locator(".cell.now")).to_have_count(32)
    expecting(before.locator(".cell.now")).to_have_count(4)
    page.get_by_role("button", name="Next wavefront").click()
    assert told(now) == "Done after 1 wavefront."
    assert "banks=" in page.evaluate("location.hash")
    page.keyboard.press("Escape")
    # A dialog says that it is closed a moment later.
    page.wait_for_function("() => !location.hash.includes('banks=')")
    assert "banks=" not in page.evaluate("location.hash")


def test_it_is_stepped_by_keys_and_slider(opened):
    page = opened(f"#{VTHREAD}:bind_fetch&banks=0")
    before = page.locator(".banks-column").first
    expecting(page.locator("#banks-title")).to_have_text("Sectors of a global load")
    expecting(before).to_contain_text("32 sectors of 32 bytes for 128 bytes; the minimum is 4")
    page.locator("#banks-slider").focus()
    page.keyboard.press("End")
    expecting(page.locator("#banks-pass")).to_have_text("32 of 32")
    assert re.match(r"Sector 32 of 32, at byte \S+: lane 31 uses 4 of its 32 bytes\.", told(before))
    page.locator("#banks-slider").fill("3")
    expecting(page.locator("#banks-pass")).to_have_text("3 of 32")
    page.locator("#banks-slider").focus()
    page.keyboard.press("ArrowLeft")
    expecting(page.locator("#banks-pass")).to_have_text("2 of 32")
    page.get_by_label("Access", exact=True).select_option(index=1)
    expecting(page.locator("#banks-title")).to_have_text("Banks of a shared store")
    # Beside the kernel that is compared, if there is one.
    page.evaluate("link => { location.hash = link }", f"#{VTHREAD}@sass^{NAIVE}|sass&banks=1")
    expecting(before).to_contain_text(f"{NAIVE}This rung has no such access")


@pytest.mark.parametrize(
    ("panes", "side", "text", "access"),
    [
        ("tir~39|cuda", "left", "A_shared[v0, v1] = A[", "line 34: shared store, A_shared"),
        ("tir~49|cuda", "left", "B_shared[v0, v1] = B[", "line 37: shared store, B_shared"),
        ("tir~57|sass", "left", "= A_shared[v0, v1]", ": shared load, A_shared"),
        ("tir|cuda~37", "right", "B_shared_ptr[", "line 37: shared store, B_shared"),
        ("tir|sass~114", "right", "LDS.128", "line 53: shared load, B_shared"),
        ("tir|sass~196", "right", "STG.E", "global store, C_ptr"),
    ],
)
def test_a_key_opens_the_access_of_the_chosen_line(opened, panes, side, text, access):
    page = opened(f"#{VTHREAD}:bind_fetch@{panes}")
    page.locator(f"#{side}-code").focus()
    expecting(page.locator(f"#{side}-code .cursor")).to_contain_text(text)
    page.keyboard.press("b")
    column = page.get_by_role("region", name="This rung")
    chosen = column.get_by_label("Access", exact=True).locator("option:checked")
    expecting(chosen).to_contain_text(access)


@pytest.fixture(scope="module")
def swizzled_file(tmp_path_factory):
    """The page of a kernel with TMA and wgmma, as a file."""
    file = tmp_path_factory.mktemp("swizzled") / "report.html"
    part = build_rung(resolve("gemm/hgemm:wgmma_tma").rung, SMALL)
    file.write_text(page_of([part]), encoding="utf-8")
    return file


@needs_compiler
def test_a_swizzle_stands_beside_the_same_lines_without_it(watched, swizzled_file, cli):
    page = watched.page
    page.goto(f"{swizzled_file.as_uri()}#gemm/hgemm:wgmma_tma:tensorize")
    size = ",".join(map(str, SMALL))
    found = cli("analyze", "gemm/hgemm:wgmma_tma", "--shape", size, "--json")
    accesses = json.loads(found[1])["items"][0]["kernels"][0]["accesses"]
    for way, title in (("TMA", "a shared store by TMA"), ("wgmma", "a shared load by wgmma")):
        at = next(at for at, one in enumerate(accesses) if one["way"] == way)
        tile = accesses[at]["tiles"][0]
        row = page.locator(f'tr.access[data-access~="{at}"]')
        expecting(row.locator("button.cost")).to_have_text("swizzle 128")
        row.locator("button.cost").click()
        expecting(page.locator("#banks-title")).to_have_text(f"Banks of {title}")
        without, now = page.locator(".banks-column").all()
        for column, key in ((now, ""), (without, "_without")):
            cells = column.locator(".cell").count()
            assert cells == 2 * sum(map(len, tile[f"pieces{key}"]))
            summary = column.locator(".banks-summary").inner_text()
            assert f"{tile['matrices']} core matrices" in summary
            assert f"{tile[f'wavefronts{key}']:,} in all" in summary
            titles = [one.get_attribute("title") for one in column.locator(".cell").all()]
            bytes_ = [int(re.search(r"byte ([\d,]+)", one)[1].replace(",", "")) for one in titles]
            assert bytes_[::2] == [one for row in tile[f"pieces{key}"] for one in row]
        page.get_by_role("button", name="Next wavefront").click()
        passes = max(map(max, tile["passes"])) + 1
        assert told(now) == f"Wavefront 1 of {passes}: piece 0 of lines 0-7, banks 0-31."
        assert told(without) == f"Wavefront 1 of {8 * passes}: piece 0 of line 0, banks 0-3."
        page.keyboard.press("Escape")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("tr.access button.cost").first.dispatch_event("click")
        assert page.evaluate(FITS)
        page.keyboard.press("Escape")
