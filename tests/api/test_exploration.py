"""`schedules.explore`: what it takes, and what it gives."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest
from conftest import ROOT
from own_modules import ADD_ONE, PAIR, add_one, product
from tvm import s_tir, te

import schedules
from gpusim.errors import UserError
from gpusim.timing.constants import BAND
from schedules.core.errors import NoGpu, WrongResult
from schedules.schemas import form

SOFTMAX = ROOT / "examples/softmax.py"


@pytest.fixture(scope="module")
def softmax() -> schedules.Exploration:
    return schedules.explore(SOFTMAX, shape=(4, 64))


def rows(sch):
    i, j, _ = sch.get_loops("C")
    sch.bind(i, "blockIdx.x")
    yield "blocks", "a block a row"
    sch.bind(j, "threadIdx.x")
    yield "threads", "a thread a column"


def test_importing_loads_nothing():
    code = (
        "import sys, schedules; "
        "heavy = {'tvm', 'numpy', 'click'} & {*sys.modules}; "
        "sys.exit(bool(heavy) or 'explore' not in dir(schedules))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
    with pytest.raises(AttributeError, match="no attribute 'explor'"):
        _ = schedules.explor


def test_a_schedule_by_its_steps(softmax):
    assert [one.step for one in softmax] == ["block_per_row", "shared", "warp"]
    assert len(softmax) == 3 and softmax.step == "warp" and softmax.shape == (4, 64)
    assert softmax["shared"].step == softmax[2].step == "shared"
    assert repr(softmax) == (
        "<softmax:schedule:warp at 4,64 on sm_90: grid 4, block 32, 264 B shared; step 3 of 3>"
    )
    assert softmax.steps["warp"].launch == "grid 4, block 32, 264 B shared"
    assert softmax.steps[1].changed.source is None and softmax.steps[2].changed.source
    assert "no kernel yet" in softmax["block_per_row"].problem
    with pytest.raises(UserError, match="unknown step 'wrap': did you mean 'warp'"):
        softmax["wrap"]


def test_differences(softmax):
    before = softmax.diff()
    assert (before.first, before.second) == ("softmax:schedule:shared", "softmax:schedule:warp")
    assert before and "+" in before.text and str(before) == before.text
    assert not softmax.diff("warp") and softmax.diff("warp").text == ""
    assert softmax.diff(1, level="tir").first == "softmax:schedule:block_per_row"
    other = softmax.diff("gemm/sgemm_tvm:naive")
    assert other.first.startswith("gemm/sgemm_tvm:naive:")
    with pytest.raises(UserError, match="is the first step"):
        softmax["block_per_row"].diff(level="tir")
    with pytest.raises(UserError, match="unknown step 'wrap'"):
        softmax.diff("wrap")


def test_what_it_takes_and_should_take(softmax):
    assert softmax.resources.kernels[0].registers > 8 and "occupancy" in repr(softmax.resources)
    assert "shared load: " in repr(softmax.accesses)
    predicted = softmax.predict("h100")
    low, high = predicted.between
    assert low <= predicted.us < high and "on h100: predicted" in repr(predicted)
    band = predicted.known.band
    assert predicted.sure() == (
        f"bound by {predicted.known.bound}; the range holds {band.held:.0%} of {band.rows} "
        "recorded times"
    )
    assert predicted.sure() in predicted.lines() and predicted.sure() in str(predicted.html())
    unknown = replace(predicted, prediction=replace(predicted.known, band=BAND))
    assert unknown.sure().endswith("no recorded times of this GPU support the range")
    assert "bound by" in repr(softmax.advise(minutes=0.01))
    with pytest.raises(UserError, match="unknown chip"):
        softmax.predict("h300")


def test_a_kernel_is_verified_and_a_wrong_one_is_told(softmax):
    done = softmax.verify()
    assert done and {one.where for one in done.checks} == {"serial", "machine"}
    assert repr(done).startswith("correct: 4 runs, 4 of 4 blocks simulated, worst error 0.")
    assert {one.step for one in softmax["shared"].verify(["serial"]).checks} == {
        "01-block_per_row",
        "02-shared",
    }
    wrong = schedules.explore(ADD_ONE, computation=add_one(2.0)).verify()
    assert not wrong and wrong.worst is None
    assert "wrong" in repr(wrong) and "256 of 256 elements wrong" in wrong.failures[0]
    alone = schedules.explore(ADD_ONE).verify()
    assert not alone and alone.verdict == "no findings, values not compared"
    assert repr(alone).startswith("no findings, values not compared: 1 runs, 2 of 2 blocks")
    with pytest.raises(UserError, match="unknown place 'gpu'"):
        softmax.verify(["gpu"])


def test_verifying_again_sees_what_a_reference_reads():
    """The same functions may read other data: no result of an earlier call is kept."""
    right = {"factor": 2.0}

    def reference(a, b):
        return right["factor"] * a.astype("float64") @ b

    def half(sch):
        yield from rows(sch)

    exploration = schedules.explore(half, computation=product(8), reference=reference)
    assert not exploration.verify(["serial"])
    right["factor"] = 1.0
    assert exploration.verify(["serial"])


def test_results_are_documents_and_tables(softmax, monkeypatch):
    results = [softmax.steps, softmax.diff(), softmax.verify(), softmax.accesses]
    results += [softmax.resources, softmax.predict()]
    for one in results:
        form(one.kind).validate_json(one.to_json())
        assert one.rows() and all(isinstance(row, dict) for row in one.rows())
    # Without time for a move it has no row.
    advised = softmax.advise(minutes=0.01)
    form(advised.kind).validate_json(advised.to_json())
    assert advised.rows() == [] and advised.left > 0
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UserError, match="pip install pandas"):
        softmax.steps.to_frame()


def test_time_needs_the_device_and_is_of_a_right_kernel():
    here = schedules.explore(product, shape=32, target="llvm")
    timed = here.time()
    assert timed.us > 0 and form("times").validate_json(timed.to_json())
    if not _gpu():
        with pytest.raises(NoGpu):
            schedules.explore(PAIR["double"]).time()
    with pytest.raises(WrongResult, match="is wrong"):
        schedules.explore(product, shape=32, target="llvm", reference=lambda a, b: a).time()


@pytest.mark.gpu
def test_time_on_a_gpu_is_of_launches_that_find_nothing_in_its_caches():
    naive = schedules.explore("gemm/sgemm_tvm:naive", shape=(512,) * 3)
    blocked = schedules.explore("gemm/sgemm_tvm:vthread", shape=(512,) * 3)
    timed, faster = naive.time(), blocked.time()
    assert form("times").validate_json(timed.to_json())
    assert "NVIDIA" in timed.device and faster.us < timed.us


def _gpu() -> bool:
    from conftest import no_gpu

    return not no_gpu()


def test_what_explore_takes():
    sch = s_tir.Schedule(te.create_prim_func(product(8)))
    sch.bind(sch.get_loops("C")[0], "threadIdx.x")
    taken = {
        "generator": schedules.explore(rows, computation=product, shape=(8,)),
        "schedule": schedules.explore(sch, computation=product(8)),
        "returned": schedules.explore(lambda: sch),
        "function": schedules.explore(PAIR["triple"], shape=6, target="sm_80"),
        "tensors": schedules.explore(product(8), target="x86-64-v2"),
        "rung": schedules.explore("gemm/sgemm_tvm:naive", shape=(64, 64, 8), step="init"),
        "file": schedules.explore(f"{SOFTMAX}:shared"),
    }
    assert {name: one.name for name, one in taken.items()} == {
        "generator": "own:rows:threads",
        "schedule": "own:schedule:bind",
        "returned": "own:schedule:StmtSimplify",
        "function": "own:triple:MakePackedAPI",
        "tensors": "own:schedule:LowerIntrin",
        "rung": "gemm/sgemm_tvm:naive:init",
        "file": "softmax:schedule:shared",
    }
    assert taken["function"].arch == "sm_80" and taken["tensors"].arch == "x86-64-v2"
    assert "vmovss" in taken["tensors"].asm or "movss" in taken["tensors"].asm
    for name in ("accesses", "resources"):
        with pytest.raises(UserError, match="is for a CPU"):
            getattr(taken["tensors"], name)
    import tvm

    to = tvm.target.Target({"kind": "cuda", "arch": "sm_86"}, host="llvm")
    assert schedules.explore(ADD_ONE, target=to).arch == "sm_86"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (7, "must be a function or an s_tir.Schedule"),
        ("gemm/sgemm_tvm", "has several rungs; name one"),
        ("gemm/sgemm_tvm:niave", "did you mean 'naive'"),
        ("nothing.py", "no such file: nothing.py"),
        (rows, "has a generator but no `workload`"),
        (lambda a: a, "must take no argument"),
    ],
)
def test_what_is_wrong_is_one_line(given, message):
    with pytest.raises(UserError, match=message) as error:
        schedules.explore(given)
    assert "\n" not in str(error.value)


def test_a_kernel_of_a_file(tmp_path):
    file = ROOT / "examples/kernels/saxpy.cu"
    kernel = schedules.explore(file)
    assert kernel.levels == ["cuda", "ptx", "sass"] and "__global__" in kernel.cuda
    assert kernel.ptx and kernel.sass and repr(kernel).startswith(f"<{file} on sm_90: grid 4")
    assert kernel.verify() and form("accesses").validate_json(kernel.accesses.to_json())
    assert kernel.report(tmp_path / "kernel.html").stat().st_size > 1000
    assert not kernel.diff(kernel)
    with pytest.raises(UserError, match="takes no shape and no CPU"):
        schedules.explore(file, shape=3)
    assert repr(kernel.accesses).startswith(str(file))
