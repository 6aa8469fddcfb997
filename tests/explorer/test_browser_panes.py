"""The page in a browser: texts, their differences, and what belongs together in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser import FETCH, VTHREAD, expecting

from schedules.core.catalog import ladders
from schedules.explorer import model
from schedules.explorer.page import build, compressed, index_of, page, page_of


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


def test_a_pass_before_the_one_that_changes_it(opened):
    page = opened(f"#{VTHREAD}:bind_fetch@pass+diff|cuda")
    before = page.evaluate("location.hash")
    page.get_by_role("button", name="Previous pass that changes the TIR").first.click()
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


@pytest.mark.new_page
def test_another_rung_is_laid_out_once(opened):
    """Not once for every height and place that is asked for: that was half of a switch's time."""
    page = opened("#gemm/sgemm_tvm:naive@cuda|sass")
    of = page.context.new_cdp_session(page)
    of.send("Performance.enable")

    def layouts() -> int:
        figures = of.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in figures if one["name"] == "LayoutCount")

    before = layouts()
    page.keyboard.press("l")
    expecting(page.locator("#where")).to_contain_text("cooperative_fetch")
    expecting(page.locator("#list a.step[aria-current]")).to_be_in_viewport()
    # Once for the list, the panes and the details together; the rest is for what waits.
    assert layouts() - before <= 4


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
    expecting(page.locator("#right-code .line", has_text="FFMA").first).to_be_visible()
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
    expecting(access.locator(".cost.bad")).to_be_visible()
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


def test_the_picture_says_who_computes_what(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    picture = page.locator(".picture svg")
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


BATCHED = """
from tvm import s_tir, te


def schedule():
    a = te.placeholder((4, 32, 32), name="A")
    b = te.compute((4, 32, 32), lambda n, i, j: a[n, i, j] * 2.0, name="B")
    sch = s_tir.Schedule(te.create_prim_func([a, b]))
    for loop, thread in zip(sch.get_loops("B"), ("blockIdx.z", "blockIdx.x", "threadIdx.x")):
        sch.bind(loop, thread)
    return sch
"""


def test_the_picture_says_what_selects_a_batch(watched, tmp_path):
    """The picture shows two dimensions of three; blockIdx.z moves along the other one."""
    (tmp_path / "batched.py").write_text(BATCHED, encoding="utf-8")
    file = tmp_path / "page.html"
    file.write_text(page_of([build(str(tmp_path / "batched.py"))]), encoding="utf-8")
    watched.page.goto(file.as_uri())
    expecting(watched.page.locator(".picture")).to_contain_text(
        "blockIdx.x (32) moves it by 1 row; blockIdx.z (4) selects the index of dimension 0"
    )


def test_text_is_shown_not_run(opened):
    page = opened("#marked_up:schedule")
    expecting(page.locator("#left-code")).to_contain_text('T.sblock("<script>alert(1)</script>")')
    expecting(page.locator("#list")).to_contain_text("<img src=x onerror=alert(2)>")
    assert page.locator("#left-code script, #side script, #list img").count() == 0


def test_the_cursor_moves_by_arrow_keys(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    page.locator("#right-code").focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expecting(page.locator("#right-code .cursor .number")).to_have_text("3")
    page.keyboard.press("End")
    expecting(page.locator("#right-code .cursor")).to_contain_text("}")
    page.keyboard.press("n")


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


def test_thousands_of_accesses_come_by_the_hundred(watched, big_file):
    page = watched.page
    page.goto(big_file.as_uri())
    rows = page.locator("tr.access")
    expecting(rows).to_have_count(100)
    assert page.evaluate("document.querySelectorAll('*').length") < 4000
    more = page.get_by_role("button", name="9,900 more: show 100")
    more.click()
    expecting(rows).to_have_count(200)
    expecting(page.get_by_role("button", name="9,800 more: show 100")).to_be_visible()
    rows.nth(150).click()
    expecting(page.locator("#right-code .cursor .number")).to_contain_text("151")


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


def test_the_margin_of_the_tir_has_what_its_lines_cost(tall):
    """The sum over the CUDA that comes from a line."""
    page = tall(f"#{VTHREAD}:bind_fetch@tir|cuda")
    page.locator("#left .metric").select_option("issued")

    def parts(side: str, text) -> list[float]:
        bars = page.locator(f"#{side}-code .line", has_text=text).locator(".cost-bar[title]")
        return [float(one.get_attribute("title").split()[0]) for one in bars.all()]

    (whole,) = parts("left", SUMS)
    some = parts("right", re.compile(r"C_local_ptr\[.*\] = \(C_local_ptr"))
    assert whole == pytest.approx(sum(some), abs=8) and whole > 50


def test_primitives_name_loops_as_the_tir_does(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    last = page.locator(".primitives button").last
    expecting(last).to_contain_text('bind(loop=ax0_ax1_fused_2, thread_axis="threadIdx.x")')
    assert "# l50 is ax0_ax1_fused_2" in last.get_attribute("title")
