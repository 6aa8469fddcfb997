"""A user's own files on the live page: built anew whenever they are saved."""

from __future__ import annotations

import shutil

import pytest
from browser import edit, expecting, field, serving, where
from conftest import ROOT
from played_builds import FOREVER_S

from schedules.explorer.queries import perform
from schedules.explorer.serve import Server, build_pool

pytestmark = pytest.mark.exhaustive

SCHEDULE = '''"""Two schedules of one's own."""

import helper
from tvm import te


def workload(M: int = 64, N: int = 64):
    a = te.placeholder((M, N), name="A")
    return [a, te.compute((M, N), lambda i, j: a[i, j] * 2.0, name="B")]


def by_rows(sch):
    block = sch.get_sblock("B")
    i, j = sch.get_loops(block)
    outer, inner = sch.split(j, [None, helper.WIDTH])
    sch.bind(i, "blockIdx.x")
    yield "bind_rows", "a block a row"
    sch.bind(inner, "threadIdx.x")
    yield "bind_columns", "a thread a column"


def unbound(sch):
    yield "as_it_is"
'''


# The second file's name has what means something in a link; the third's is what every object of
# JavaScript has.
ODD = ("50%a&b@c|d^e~f+g", "constructor", "overview")
LISTED = ("doubled.py", "plain.py", *(f"{name}.py" for name in ODD))
PLAIN = '''"""A function beside `schedule`."""

from tvm import s_tir, te


def workload(M: int = 64, N: int = 32):
    a = te.placeholder((M, N), name="A")
    return [a, te.compute((M, N), lambda i, j: a[i, j] * 2.0, name="B")]


def schedule(sch):
    """A block per row.

    Raises UserError for nothing.
    """
    i, j = sch.get_loops(sch.get_sblock("B"))
    sch.bind(i, "blockIdx.x")
    sch.bind(j, "threadIdx.x")
    yield "bind"


def transposed(M: int = 64, N: int = 32):
    sch = s_tir.Schedule(te.create_prim_func(workload(M, N)))
    i, j = sch.get_loops(sch.get_sblock("B"))
    sch.bind(j, "blockIdx.x")
    sch.bind(i, "threadIdx.x")
    return sch


def twice(value=2):
    return 2 * value
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("own")
    (found / "helper.py").write_text("WIDTH = 32\n", encoding="utf-8")
    (found / "doubled.py").write_text(SCHEDULE, encoding="utf-8")
    (found / "plain.py").write_text(PLAIN, encoding="utf-8")
    for name in ODD:
        (found / f"{name}.py").write_text(PLAIN.partition("def trans")[0], encoding="utf-8")
    for suffix in (".cu", ".toml", ".py"):
        shutil.copy(ROOT / f"examples/kernels/saxpy{suffix}", found)
    code, launch = ((found / f"saxpy{end}").read_text(encoding="utf-8") for end in (".cu", ".toml"))
    (found / "off.cu").write_text(code.replace("a * x[i]", "a * a * x[i]"), encoding="utf-8")
    (found / "off.toml").write_text(launch, encoding="utf-8")
    (found / "alone.cu").write_text(code, encoding="utf-8")
    alone = launch.replace('reference = "saxpy.py"\ntolerance = 1e-6\n', "")
    (found / "alone.toml").write_text(alone, encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def own_server(folder):
    files = [str(folder / name) for name in (*LISTED, "saxpy.cu", "off.cu", "alone.cu")]
    yield from serving(Server(0, build_pool(perform, count=1, seconds=FOREVER_S, warm=None), files))


@pytest.fixture
def own(watched, own_server, folder):
    def go(link: str = ""):
        watched.page.goto(own_server.url + link)
        expecting(watched.page.locator("#where")).not_to_be_empty()
        return watched.page

    return go


def test_it_opens_with_the_file_and_has_accesses_for_every_step(own):
    page = own()
    assert where(page).startswith("doubled:by_rows")
    expecting(page.locator("#list summary").first).to_contain_text("doubled")
    page.keyboard.press("k")
    expecting(page.locator("#where")).to_have_text("doubled:by_rows:bind_rows")
    expecting(page.locator("#details")).to_contain_text("global load")
    expecting(page.locator("#details")).to_contain_text("Resources, sm_90")
    # The address has no token any more, and may be loaded anew.
    assert "token" not in page.url
    page.reload()
    expecting(page.locator("#where")).to_have_text("doubled:by_rows:bind_rows")


def test_files_have_any_name(own):
    page = own("#overview")
    expecting(page.locator("#list a.rung[data-path='doubled:by_rows']")).to_be_visible()
    for name in ODD:
        page.locator(f"#list a.rung[data-path='{name}:schedule']").click()
        expecting(page.locator("#where")).to_have_text(f"{name}:schedule:bind")
        page.reload()
        expecting(page.locator("#where")).to_have_text(f"{name}:schedule:bind")
        expecting(page.locator("#message")).to_be_empty()


@pytest.mark.parametrize("link", ["doubled:by_rows", "plain:schedule", "plain:transposed"])
def test_the_shape_of_an_own_workload_is_changed(own, link):
    page = own(f"#{link}@tir|cuda")
    expecting(field(page, "shape.M")).to_have_value("64")
    edit(page, "shape.M", 48)
    expecting(page.locator("#left-code")).to_contain_text("thread_binding(48,")
    expecting(page.locator("#context")).to_contain_text("size 48 x")
    assert "&shape=48," in page.evaluate("location.hash")
    edit(page, "shape.M", 0)
    expecting(page.locator("#fields [role=alert]")).to_contain_text("M = 0")


def test_a_save_is_built_anew_and_the_view_stays(own, folder):
    page = own("#doubled:by_rows:bind_columns@cuda|sass~5")
    expecting(page.locator("#left-code")).to_contain_text("(blockIdx.x * 64)")
    expecting(page.locator("#left-code")).to_contain_text("* 32)")
    # What it imports counts too.
    (folder / "helper.py").write_text("WIDTH = 16\n", encoding="utf-8")
    expecting(page.locator("#left-code")).to_contain_text("* 16)")
    link = page.evaluate("location.hash")
    (folder / "doubled.py").write_text(SCHEDULE.replace("helper.WIDTH", "8 +"), encoding="utf-8")
    expecting(page.locator("#message")).to_contain_text("doubled.py:15 cannot be imported")
    expecting(page.locator("#left-code")).to_contain_text("* 16)")
    renamed = SCHEDULE.replace('"bind_rows"', '"rows_first"')
    (folder / "doubled.py").write_text(renamed, encoding="utf-8")
    expecting(page.locator("#list")).to_contain_text("rows_first")
    expecting(page.locator("#message")).to_be_empty()
    assert page.evaluate("location.hash") == link
    (folder / "helper.py").write_text("WIDTH = 32\n", encoding="utf-8")
    (folder / "doubled.py").write_text(SCHEDULE, encoding="utf-8")
    expecting(page.locator("#list")).to_contain_text("bind_rows")
    expecting(page.locator("#left-code")).to_contain_text("* 32)")


def test_whoever_looks_at_the_last_step_goes_on_to_the_new_last_one(own, folder):
    page = own("#doubled:by_rows")
    expecting(page.locator("#where")).to_have_text("doubled:by_rows:bind_columns")
    longer = SCHEDULE.replace(
        "def unbound",
        '    sch.unroll(outer)\n    yield "unroll", "few iterations"\n\n\ndef unbound',
    )
    (folder / "doubled.py").write_text(longer, encoding="utf-8")
    expecting(page.locator("#where")).to_have_text("doubled:by_rows:unroll")
    # Another step stays.
    page.keyboard.press("k")
    expecting(page.locator("#where")).to_have_text("doubled:by_rows:bind_columns")
    (folder / "doubled.py").write_text(SCHEDULE, encoding="utf-8")
    expecting(page.locator("#list")).not_to_contain_text("unroll")
    expecting(page.locator("#where")).to_have_text("doubled:by_rows:bind_columns")


def test_an_old_error_goes_as_soon_as_a_file_is_saved(own, folder):
    page = own("#doubled:by_rows")
    (folder / "doubled.py").write_text("oops", encoding="utf-8")
    expecting(page.locator("#message")).to_contain_text("cannot be imported")
    # The answer takes long, as that of a file with a loop that does not end.
    held = []
    page.route("**/api/build", lambda route: held.append(route))
    (folder / "doubled.py").write_text(SCHEDULE, encoding="utf-8")
    expecting(page.locator("#message")).to_be_empty()
    expecting(page.locator("#status")).to_contain_text("Reading")
    held[0].continue_()
    page.unroute("**/api/build")
    expecting(page.locator("#status")).to_be_empty()


def test_a_kernel_of_cuda_is_built_anew_too(own, folder):
    page = own("#kernels:saxpy.cu@cuda|sass")
    expecting(page.locator("#left-code")).to_contain_text("if (i < n)")
    expecting(page.locator("#details tr.access")).to_have_count(3)
    expecting(page.locator("#fields")).to_be_hidden()
    text = (folder / "saxpy.cu").read_text(encoding="utf-8")
    (folder / "saxpy.cu").write_text(text.replace("a * x[i]", "a * x[i] * x[i]"), encoding="utf-8")
    expecting(page.locator("#left-code")).to_contain_text("x[i] * x[i]")
    expecting(page.locator("#right-code")).to_contain_text("FMUL")
    (folder / "saxpy.cu").write_text("oops", encoding="utf-8")
    expecting(page.locator("#message")).to_contain_text("the CUDA source does not compile")
    expecting(page.locator("#left-code")).to_contain_text("x[i] * x[i]")
    (folder / "saxpy.cu").write_text(text, encoding="utf-8")
    expecting(page.locator("#message")).to_be_empty()
