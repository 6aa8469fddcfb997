"""What a page is opened for takes three actions at most: a click, a key, a typed query, a field.

Another file and other numbers are in test_browser_own_files.py.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter

import pytest
from accesses import have_compiler
from browser import FETCH, VTHREAD, Counted, expecting, serving
from conftest import ROOT
from played_builds import FOREVER_S

from schedules.explorer.page import report
from schedules.explorer.queries import perform
from schedules.explorer.serve import Server, build_pool
from schedules.learning.exercise import Checked, State, all_exercises, find, grade_text, load

MOST_ACTIONS = 3


@pytest.fixture(scope="module")
def kernel_file(tmp_path_factory):
    """A user's kernel: CUDA, its launch and its reference."""
    folder = tmp_path_factory.mktemp("own")
    for suffix in (".cu", ".toml", ".py"):
        shutil.copy(ROOT / f"examples/kernels/saxpy{suffix}", folder)
    return folder / "saxpy.cu"


@pytest.fixture(scope="module")
def own_server(kernel_file):
    workers = build_pool(perform, count=1, seconds=FOREVER_S, warm=None)
    yield from serving(Server(0, workers, [str(kernel_file)]))


@pytest.fixture
def own(watched, own_server):
    watched.page.goto(own_server.url)
    expecting(watched.page.locator("#where")).to_contain_text("saxpy.cu")
    return watched.page


def test_why_virtual_threads_remove_conflicts(opened):
    """The loads of A conflict without virtual threads; their stores do not matter here."""
    page = opened()
    hand = Counted(page)
    hand.click(page.locator(".bar-row a", has_text="vthread"))
    expecting(page.locator("#where")).to_have_text(f"{VTHREAD}:bind_fetch")
    hand.press("b")
    before, now = page.locator(".banks-column").first, page.locator(".banks-column").last
    expecting(page.locator("#banks-title")).to_have_text("Banks of a shared load")
    expecting(before).to_contain_text("64 words in 16 banks, 4 in each of 16")
    expecting(before).to_contain_text("8 wavefronts, 4 without conflicts")
    expecting(now).to_contain_text("16 words in 16 banks, 1 in each of 16")
    expecting(now).to_contain_text("1 wavefront, 1 without conflicts")
    assert hand.actions <= MOST_ACTIONS


@pytest.mark.exhaustive
def test_the_conflicts_of_the_overview_lead_to_their_picture(opened):
    """One action: the sentence that says how many conflicts are gone is a link."""
    page = opened()
    hand = Counted(page)
    row = page.locator(".bar-row", has=page.locator("a[aria-label^=vthread]"))
    # The stores' conflicts are fewer, and not what the picture shows.
    expecting(row.get_by_role("link", name="bank conflicts")).to_have_count(1)
    hand.click(row.get_by_role("link", name="bank conflicts of shared loads"))
    before, now = page.locator(".banks-column").first, page.locator(".banks-column").last
    expecting(before).to_contain_text("8 wavefronts, 4 without conflicts")
    expecting(now).to_contain_text("1 wavefront, 1 without conflicts")
    assert hand.actions == 1
    # The address names the access from now on, and closing goes to the rung.
    assert re.search(r"&banks=\d+$", page.evaluate("location.hash"))
    page.keyboard.press("Escape")
    expecting(page.locator("#where")).to_have_text(f"{VTHREAD}:bind_fetch")


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
    page.set_viewport_size({"width": 1920, "height": 1080})
    hand = Counted(page)
    hand.click(page.locator(".bar-row a", has_text="cooperative_fetch"))
    hand.click(page.locator("#right .cost-head").get_by_role("button", name="wave %"))
    first = page.locator("#right-code .line").first
    expecting(first.locator(".number")).to_have_text(str(lines.most_common(1)[0][0]))
    share = 100 * lines.most_common(1)[0][1] / lines.total()
    expecting(first.locator(".cost.chosen")).to_have_text(f"{share:.1f}")
    hand.click(page.locator("#right").get_by_role("tab", name="SASS"))
    expecting(first).to_contain_text(dearest["opcode"])
    share = 100 * dearest["wavefronts"] / lines.total()
    expecting(first.locator(".cost.chosen")).to_have_text(f"{share:.1f}")
    assert hand.actions <= MOST_ACTIONS


def test_what_changed_in_the_machine_code_since_the_previous_rung(opened):
    page = opened(f"#{VTHREAD}:bind_fetch")
    hand = Counted(page)
    hand.click(page.locator("#right").get_by_role("tab", name="SASS"))
    hand.press("D")
    expecting(page.locator("#right .note")).to_contain_text("since cooperative_fetch:bind_fetch")
    expecting(page.locator("#right-code .removed", has_text="LDS.128").first).to_be_attached()
    expecting(page.locator("#right-code .added", has_text="LDS").first).to_be_attached()
    assert hand.actions <= MOST_ACTIONS


def test_registers_and_occupancy(opened, cli):
    _, out, _ = cli("resources", VTHREAD, "--json")
    (use,) = json.loads(out)["items"][0]["kernels"]
    page = opened()
    hand = Counted(page)
    hand.click(page.locator(".bar-row th a", has_text="vthread"))
    facts = page.locator("#details dl").last
    expecting(facts).to_contain_text(f"registers{use['registers']}")
    expecting(facts).to_contain_text(f"occupancy{100 * use['occupancy']['share']:.0f}%")
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
        row = page.locator("tr.bar-row", has_text=name).first
        expecting(row.locator(".time-measured")).to_contain_text("ms")
    expecting(page.locator(".roofline .dot").first).to_be_visible()


def test_what_explains_a_rung(opened):
    page = opened()
    hand = Counted(page)
    hand.press("/")
    hand.type("why does vthread remove the bank conflict")
    hand.press("Enter")
    expecting(page.locator("#where")).to_contain_text(VTHREAD)
    assert hand.actions <= MOST_ACTIONS


@pytest.mark.exhaustive
def test_the_line_of_my_kernel_that_costs_most_and_why(own, kernel_file, cli):
    hand = Counted(own)
    own.set_viewport_size({"width": 1920, "height": 1080})
    hand.click(own.get_by_role("button", name="Predict the time"))
    expecting(own.locator("#details")).to_contain_text("Predicted for the code of")
    _, out, _ = cli("predict", kernel_file, "--json")
    (launch,) = json.loads(out)["items"][0]["prediction"]["launches"]
    lines: Counter[int] = Counter()
    for one in launch["instructions"]:
        lines[one["line"]] += one["us"]
    most = max((line for line in lines if line), key=lambda line: lines[line])
    own.locator("#left-code").focus()
    hand.press("x")
    expecting(own.locator("#left-code .cursor .number")).to_have_text(str(most))
    expecting(own.locator("#left-code .cursor .stall")).to_have_text(re.compile(r"[a-z ]+ \d+ %"))
    text = kernel_file.read_text(encoding="utf-8").splitlines()[most - 1]
    expecting(own.locator(".line.cursor").first).to_contain_text(text.strip())
    assert hand.actions <= MOST_ACTIONS


def test_whether_my_kernel_is_right(own):
    hand = Counted(own)
    hand.click(own.get_by_role("button", name="Verify", exact=True))
    expecting(own.locator("#verdict")).to_contain_text("Values correct")
    assert hand.actions <= MOST_ACTIONS


@pytest.mark.exhaustive
def test_where_a_kernel_stalls(live):
    page = live("#overview:gemm/hgemm")
    hand = Counted(page)
    hand.click(page.locator('.bar-row th a[href$=":cp_async"]'))
    hand.click(page.get_by_role("button", name="Predict the time"))
    expecting(page.locator("#details")).to_contain_text("Shares of time are of the code")
    hand.press("x")
    stall = page.locator(".line.cursor .stall").first
    expecting(stall).to_have_text(re.compile(r"[a-z ]+ \d+ %"))
    expecting(page.locator("#announce")).to_contain_text(stall.inner_text())
    assert hand.actions <= MOST_ACTIONS


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", ["gemm/hgemm:cp_async", "gemv/hgemv:warp4"])
def test_where_a_kernel_stalls_in_a_report(watched, tmp_path, path):
    """A report of one rung has its predicted times."""
    page, file = watched.page, tmp_path / "report.html"
    file.write_text(report([path]), encoding="utf-8")
    page.goto(file.as_uri())
    expecting(page.locator("#where")).to_contain_text(path)
    page.keyboard.press("x")
    stall = page.locator(".line.cursor .stall").first
    expecting(stall).to_have_text(re.compile(r"[a-z ]+ \d+ %"))
    expecting(page.locator("#announce")).to_contain_text(stall.inner_text())


@pytest.mark.exhaustive
def test_whether_a_deeper_slice_has_fewer_conflicts(live):
    page = live(f"#{VTHREAD}:bind_fetch&shape=256,256,256")
    hand = Counted(page)
    hand.edit("block_k", 32)
    expecting(page.locator("#right-code")).to_contain_text("k_1 < 32")
    hand.click(page.get_by_role("tab", name="Compare"))
    hand.choose("as written")
    expecting(page.locator(".compared")).to_contain_text(
        "the kernel as written: the same bank conflicts"
    )
    # The pinned pane has the kernel as it was: another code than the changed one.
    issued = page.get_by_role("region", name="Differences").locator("tr", has_text="issued")
    expecting(issued.locator("td").nth(1)).not_to_have_text("same")
    assert hand.actions <= MOST_ACTIONS


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


def graded(one) -> list[str]:
    """The checks of an exercise's solution, as the command line writes them."""
    record = grade_text({"grade": one.name, "text": one.solved})
    return [str(Checked(**check)) for check in record["checks"]]


def test_an_exercise_is_written_and_graded_on_the_first_view(live, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    page = live("#overview")
    every, one = page.locator(".exercise"), find("bank_padding")
    expecting(every).to_have_count(len(all_exercises()))
    mine = every.nth(one.number - 1)
    # Below the times of all ladders: the first lines lead there.
    page.get_by_role("button", name=f"{len(all_exercises())} exercises").click()
    expecting(every.first).to_be_in_viewport()
    # A mark says that a title folds out.
    assert "disclosure" in mine.locator("> summary").evaluate(
        "one => getComputedStyle(one).listStyleType"
    )
    mine.locator("> summary").click()
    expecting(mine).to_contain_text(f"schedules exercise {one.number}")
    hints = mine.locator(".hint")
    assert [each.is_visible() for each in hints.all()] == [True, False, False]
    hints.nth(0).locator("> summary").click()
    assert [each.is_visible() for each in hints.all()] == [True, True, False]
    text = mine.get_by_label("Schedule of exercise")
    expecting(text).to_have_value(one.problem)
    # Beneath it, the same text in colours, with the numbers of its lines.
    expecting(mine.locator(".coloured .number").last).to_have_text(
        str(one.problem.count("\n") + 1).rjust(3)
    )
    expecting(mine.locator(".coloured .t-keyword").first).to_be_attached()
    assert "factor=32, offset=1" not in page.content()
    if not have_compiler():
        return
    grade = mine.locator(".grade")
    for tried, says in (
        ("def schedule(sch): pass", "must be a generator that takes the schedule"),
        (one.solved, "Passed."),
    ):
        text.fill(tried)
        # By key: times come in above it meanwhile, and move what a pointer is over.
        mine.get_by_role("button", name="Grade it").press("Enter")
        expecting(grade).to_contain_text(says)
    for check in graded(one):
        expecting(grade).to_contain_text(f"yes {check}")
    expecting(mine.locator(".state")).to_have_text("done, 1 try, 1 of 3 hints")
    assert load()["bank_padding"] == State(done=True, tries=1, hints=1)
    page.reload()
    expecting(mine.locator(".state")).to_contain_text("done")
    expecting(text).to_have_value(one.solved)
