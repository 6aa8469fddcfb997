"""The page in a browser: texts, their differences, and what belongs together in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser import FETCH, VTHREAD, expecting, tab

from schedules.core.ladder import ladders
from schedules.explorer import model
from schedules.explorer.page import compressed, index_of, page

pytestmark = pytest.mark.exhaustive


def test_panes_switch_levels_by_click_and_key(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    page.locator("#right").get_by_role("tab", name="SASS").click()
    expecting(page.locator("#right-code")).to_contain_text("FFMA")
    page.locator("#left-code").focus()
    page.keyboard.press("2")
    expecting(page.locator("#left-code")).to_contain_text("T.launch_thread")
    page.keyboard.press("3")
    expecting(page.locator("#left .choice select")).to_contain_text("InjectVirtualThread")
    page.locator("#left .choice select").select_option(index=0)
    assert "pass.1|" in page.evaluate("location.hash")


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
    tab(page, "Why")
    primitives = page.locator(".primitives button")
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
    expecting(page.locator("#right-code .line", has_text="FFMA").first).to_be_visible()
    page.locator("#left-code .line", has_text="] = A_ptr[").click()
    expecting(page.locator("#right-code .linked", has_text="STS.128").first).to_be_visible()
    number = page.locator("#left-code .cursor .number").inner_text()
    expecting(page.locator("#right-code .linked .number").first).to_have_text(number)
    page.locator("#left-code .line").first.click()
    expecting(page.locator("#left-code .linked")).to_contain_text("__global__")
    others = page.locator("#right-code .line", has=page.locator(f".number:text-is('{number}')"))
    others.first.click()
    expecting(page.locator("#left-code .linked")).to_contain_text("] = A_ptr[")


def test_the_picture_says_who_computes_what(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    tab(page, "Launch")
    picture = page.locator(".picture canvas")
    says = page.locator(".picture .says").first
    expecting(says).to_contain_text(
        "warp 0, lane 0 (x = 0, y = 0) computes 64 elements in 16 thread tiles"
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


@pytest.fixture(scope="session")
def big_file(tmp_path_factory) -> Path:
    """The page of a rung whose last step has 10 MB of CUDA and 10,000 accesses, and of another one
    before it."""
    naive = ladders()["gemm/sgemm_tvm"]["naive"]
    record = model.rung_record(naive)
    for step, mark in zip(record["steps"][-2:], ("", "!"), strict=True):
        step["texts"]["cuda"] = "".join(
            f"C[{n}] = C[{n}] + A_shared[{n % 64}] * B[0];{mark if n % 100 == 0 else ''}\n"
            for n in range(200_000)
        )
    (kernel,) = record["steps"][-1]["details"]["accesses"]
    some = kernel["accesses"][0]
    kernel["accesses"] = [some | {"line": line, "requests": line} for line in range(1, 10_001)]
    ladder = {**model.ladder_record(ladders()["gemm/sgemm_tvm"])}
    ladder["rungs"] = [model.outline_of(record)]
    file = tmp_path_factory.mktemp("big") / "big.html"
    index = index_of([ladder], {naive.path: "rung-0"})
    file.write_text(page(index, {"rung-0": compressed(record)}), encoding="utf-8")
    return file


def test_ten_megabytes_stay_usable(watched, big_file):
    page = watched.page
    page.goto(big_file.as_uri())
    expecting(page.locator("#right-code")).to_contain_text("C[0]")
    drawn = page.evaluate(
        """async () => {
          const pane = document.getElementById("right-code");
          const frame = () => new Promise(requestAnimationFrame);
          let most = 0;
          for (let part = 1; part <= 10; part++) {
            pane.scrollTop = (pane.scrollHeight * part) / 10;
            await frame();
            await frame();
            most = Math.max(most, pane.querySelectorAll(".line").length);
          }
          return most;
        }"""
    )
    assert drawn < 200
    expecting(page.locator("#right-code")).to_contain_text("C[199999]")


SUMS = "C_local[v_i, v_j] = C_local[v_i, v_j] +"


@pytest.fixture
def tall(opened):
    """A window in which all lines are seen."""

    def go(link: str):
        page = opened(link)
        page.set_viewport_size({"width": 1366, "height": 2600})
        expecting(page.locator("#left-code .line", has_text=SUMS)).to_be_visible()
        return page

    return go


def test_a_line_of_tir_lights_up_its_cuda_and_the_other_way_round(tall):
    page = tall(f"#{VTHREAD}:bind_fetch@tir|cuda")
    page.locator("#left-code .line", has_text=SUMS).click()
    lit = page.locator("#right-code .linked")
    expecting(lit).to_have_count(16)
    expecting(lit.first).to_contain_text("C_local_ptr[j_1_2] = (C_local_ptr[j_1_2] + ")
    said = re.compile(r"^line \d+ of TIR: 16 lines of CUDA$")
    expecting(page.locator("#status")).to_have_text(said)
    # What a block says of itself is its statement's.
    page.locator("#left-code .line", has_text="v_k = T.axis.reduce").click()
    expecting(lit).to_have_count(16)
    page.locator("#right-code .line", has_text="for (int k_0 = 0").click()
    expecting(page.locator("#left-code .linked")).to_contain_text("for k_0 in range(")
    page.locator("#right").get_by_role("tab", name="SASS").click()
    page.locator("#left-code .line", has_text="A_shared[v0, v1] = A[v0, v1]").click()
    page.locator("#left-code .line", has_text="for k_0 in").click()
    expecting(lit.filter(has_text="STS")).to_have_count(0)
    page.locator("#right-code .line", has_text="STS").first.click()
    expecting(page.locator("#left-code .linked")).to_contain_text("A_shared[v0, v1] = A[v0, v1]")
