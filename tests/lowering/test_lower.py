"""Lowering: TVM's own result, and every reason for which there is no kernel."""

from __future__ import annotations

import pytest
import tvm
from tvm import s_tir, te

import schedules
from gpusim.errors import UserError
from schedules.core.errors import LimitError, LoweringError, NoKernel
from schedules.core.kernel import kernels_of
from schedules.core.ladder import Build, ladder, steps
from schedules.core.target import DEFAULT_GPU, Target
from schedules.lowering.lower import lower
from schedules.lowering.passes import after_pass
from schedules.workloads import Gemm

SGEMM = ladder("gemm/sgemm_tvm")


def bound(threads=(8, 8), shape=(64, 64, 16)):
    """A GEMM with its rows and columns split and bound."""
    sch = s_tir.Schedule(Gemm(*shape).prim_func())
    i, j, _ = sch.get_loops("C")
    bx, tx = sch.split(i, [None, threads[0]])
    by, ty = sch.split(j, [None, threads[1]])
    sch.reorder(bx, by, tx, ty)
    for loop, axis in ((bx, "blockIdx.x"), (by, "blockIdx.y"), (tx, "threadIdx.x")):
        sch.bind(loop, axis)
    sch.bind(ty, "threadIdx.y")
    return sch


@pytest.mark.parametrize("name", ["naive", "vthread", "software_pipeline", "warp_tile", "cp_async"])
def test_the_pipeline_is_tvms_own(name):
    rung = SGEMM[name]
    step = steps(rung)[-1]
    with tvm.transform.PassContext(config=rung.build.pass_config()):
        built = tvm.compile(step.mod, target=DEFAULT_GPU.tvm)
    assert lower(step.mod, rung.build).source == built.mod.imports[0].inspect_source()


def test_unbound_loops_are_no_kernel():
    sch = s_tir.Schedule(Gemm(64, 64, 16).prim_func())
    with pytest.raises(NoKernel, match=r"C \(loops i, j, k\)"):
        lower(sch.mod)


def test_a_stage_left_on_the_host_is_no_kernel():
    """TVM builds this without a word: the copy runs on the host."""
    sch = bound()
    sch.cache_read("C", 0, "shared")
    with pytest.raises(NoKernel, match=r"no loop bound to a block .*: A_shared \(loops ax0, ax1\)"):
        lower(sch.mod)


@pytest.mark.parametrize(
    ("scope", "arch", "message"),
    [
        (
            "shared",
            "sm_90",
            "limit of 49152 B per block: A_shared = 65536 B; use scope 'shared.dyn'",
        ),
        ("shared.dyn", "sm_75", "limit of 65536 B per block: .* = 131072 B; use smaller tiles"),
    ],
)
def test_too_much_shared_memory_names_the_buffers(scope, arch, message):
    sch = bound((16, 16), (64, 64, 2048 if scope == "shared.dyn" else 1024))
    copy = sch.cache_read("C", 0, scope)
    sch.compute_at(copy, sch.get_loops("C")[3])
    with pytest.raises(LimitError, match=message):
        lower(sch.mod, target=Target.parse(arch))


def stencil_of_a_copy(n: int, guarded: bool) -> s_tir.Schedule:
    """An n x n stencil by tiles of 8 x 8, with or without a guard, that reads a shared copy."""
    a = te.placeholder((n + 8, n + 8), name="A")
    copy = te.compute((n + 8, n + 8), lambda i, j: a[i, j] * 2, name="D")

    def out(i, j):
        total = copy[i, j] + copy[i + 1, j + 1]
        inside = te.all(i > 0, j > 0, i < n - 1, j < n - 1)
        return te.if_then_else(inside, total, te.const(0.0, "float32")) if guarded else total

    sch = s_tir.Schedule(te.create_prim_func([a, te.compute((n, n), out, name="B")]))
    outer, inner = zip(*(sch.split(loop, [None, 8]) for loop in sch.get_loops("B")), strict=True)
    sch.reorder(*outer, *inner)
    for axis, loops in (("blockIdx", outer), ("threadIdx", inner)):
        for loop, letter in zip(loops, "yx", strict=True):
            sch.bind(loop, f"{axis}.{letter}")
    sch.compute_at("D", outer[1])
    sch.set_scope("D", 0, "shared")
    sch.bind(sch.split(sch.get_loops("D")[-1], [None, 8])[1], "threadIdx.x")
    return sch


@pytest.mark.parametrize("n", [56, 512])
def test_a_guard_around_the_reads_of_a_copy_does_not_make_it_larger(n):
    """TVM's own pass would copy the whole array: 1 MB for n = 512."""
    (with_guard, without) = (lower(stencil_of_a_copy(n, guarded).mod) for guarded in (True, False))
    assert [one.launches[0].static_shared for one in (with_guard, without)] == [9 * 9 * 4] * 2


@pytest.mark.parametrize("n", [20, 24])
def test_a_guarded_stencil_reads_its_copy_where_it_is(n):
    """Also at 20, where the last blocks are not full."""
    found = schedules.explore(stencil_of_a_copy(n, True).mod).verify(["machine"])
    assert found.right and not found.not_run, found


@pytest.mark.parametrize(("columns", "fits"), [(511, True), (512, False)])
def test_too_much_local_memory_names_the_buffer(columns, fits):
    """CUDA launches no such kernel: invalid value."""
    sch = s_tir.Schedule(Gemm(512, columns, 8).prim_func())
    held = sch.cache_write("C", 0, "local")
    thread, _ = sch.split(sch.get_loops("C")[0], [2, None])
    sch.reverse_compute_at(held, thread)
    sch.bind(thread, "threadIdx.x")
    if fits:
        assert lower(sch.mod).source
        return
    with pytest.raises(LimitError, match="C_local = 524288 B of local memory exceed .* 523264 B"):
        lower(sch.mod)


def rows_fused(rows: int, columns: int):
    x = te.placeholder((rows, columns), name="x")
    y = te.compute((rows, columns), lambda i, j: x[i, j] + 1.0, name="y")
    sch = s_tir.Schedule(te.create_prim_func([x, y]))
    block, thread = sch.split(sch.fuse(*sch.get_loops("y")), [None, 256])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    return sch.mod


@pytest.mark.parametrize("columns", [65536, 32768, 65537])
def test_fused_loops_that_int32_cannot_hold_name_them(columns):
    """TVM's fuse wraps to 0, below 0, or to a positive number that looks well."""
    with pytest.raises(LimitError, match=r"block y has .* i_j_fused_0 = .* passes 2\^31"):
        lower(rows_fused(65536, columns))
    assert lower(rows_fused(65536, 256)).launches[0].grid == (65536, 1, 1)


def test_a_grid_that_no_gpu_launches():
    sch = s_tir.Schedule(Gemm(8, 70000, 8).prim_func())
    sch.bind(sch.get_loops("C")[1], "blockIdx.y")
    with pytest.raises(LimitError, match="70000 blocks along y; a GPU launches at most 65535"):
        lower(sch.mod)


def test_an_intermediate_in_global_memory_names_the_buffer():
    x = te.placeholder((64, 64), name="x")
    y = te.compute((64, 64), lambda i, j: x[i, j] + 1.0, name="y")
    z = te.compute((64, 64), lambda i, j: y[i, j] * 2.0, name="z")
    sch = s_tir.Schedule(te.create_prim_func([x, z]))
    i, _ = sch.get_loops("z")
    sch.bind(i, "threadIdx.x")
    sch.compute_at("y", i)
    with pytest.raises(LoweringError, match="buffer y would be allocated in global memory"):
        lower(sch.mod)


def test_a_shared_buffer_filled_by_another_kernel_is_named():
    x = te.placeholder((64, 64), name="x")
    y = te.compute((64, 64), lambda i, j: x[i, j] + 1.0, name="y")
    z = te.compute((64, 64), lambda i, j: y[i, j] * 2.0, name="z")
    sch = s_tir.Schedule(te.create_prim_func([x, z]))
    for stage in ("y", "z"):
        sch.bind(sch.get_loops(stage)[0], "blockIdx.x")
    sch.set_scope("y", 0, "shared")
    with pytest.raises(LoweringError, match="y_shared is in shared memory, which ends with the"):
        lower(sch.mod)


@pytest.mark.parametrize(
    ("arch", "rung", "refused"),
    [("sm_80", "naive", True), ("sm_89", "naive", False), ("sm_80", "pairs", False)],
)
def test_a_conversion_that_tvm_gets_wrong_is_refused(arch, rung, refused):
    """Of one float8 before sm_89; verified on the simulator, the others are right."""
    (*_, kernel) = kernels_of(ladder("gemm/fp8gemm")[rung], (128, 128, 32), arch)
    assert ("shifts a byte" in kernel.no_kernel) == bool(kernel.no_kernel) == refused


def test_every_pass_is_watched():
    found = kernels_of(SGEMM["vthread"])[-1].passes
    assert [one.index for one in found] == list(range(1, len(found) + 1))
    named = {one.name: one for one in found}
    assert named["s_tir.InjectVirtualThread"].changed
    assert not named["s_tir.InjectSoftwarePipeline"].changed
    assert any("vthread" in line for line in named["s_tir.LiftThreadBinding"].changes)
    assert "vthread" not in named["s_tir.InjectVirtualThread"].after
    assert all(one.milliseconds >= 0 for one in found)
    assert after_pass(found, "InjectVirtualThread") == named["s_tir.InjectVirtualThread"].after
    with pytest.raises(UserError, match="runs 3 times; give its number"):
        after_pass(found, "ThreadSync")
    with pytest.raises(UserError, match="did you mean 's_tir.InjectVirtualThread'"):
        after_pass(found, "s_tir.InjectVirtualThreads")


def test_build_options_reach_the_pass_context():
    assert Build().pass_config() == {}
    assert Build().describe() == ""
    both = Build(async_copy=True, storage_rewrite=False)
    assert both.pass_config() == {
        "tirx.use_async_copy": True,
        "tirx.disable_storage_rewrite": True,
    }
    assert both.describe() == "cp.async on, storage rewrite off"


def test_a_position_behind_the_statements_of_a_pipeline_is_refused():
    """An error of TVM's container, and no defect of a move that changes this number."""
    sch = bound((8, 8), (64, 64, 16))
    k = sch.get_loops("C")[-1]
    for operand in (0, 1):
        sch.compute_at(sch.cache_read("C", operand, "shared"), k)
    sch.annotate(k, "software_pipeline_stage", [0, 0, 1, 1])
    sch.annotate(k, "software_pipeline_order", [0, 1, 2, 4])
    with pytest.raises(LoweringError, match="Index 4 out of bounds 4"):
        lower(sch.mod)


def test_two_loops_of_one_thread_axis_in_one_block_are_refused():
    """A copy bound to threadIdx.x under threadIdx.x that keeps the outer index: the diagonal."""
    sch = bound((8, 8), (64, 64, 16))
    copy = sch.cache_read("C", 0, "local")
    sch.compute_at(copy, sch.get_loops("C")[3])
    sch.bind(sch.get_loops(copy)[-1], "threadIdx.x")
    with pytest.raises(
        LoweringError, match="block A_local binds two loops, i_1 and ax0, to threadIdx.x"
    ):
        lower(sch.mod)


def test_loops_of_one_thread_axis_with_two_extents_in_a_kernel_are_refused():
    """TVM would launch 48 threads, and the last 16 would write C's next row."""
    a = te.placeholder((4, 48), name="A")
    b = te.compute((4, 48), lambda i, j: a[i, j] + 1.0, name="B")
    c = te.compute((4, 32), lambda i, j: b[i, j] + b[i, j + 16], name="C")

    def scheduled(columns: int) -> s_tir.Schedule:
        sch = s_tir.Schedule(te.create_prim_func([a, c]))
        i, j = sch.get_loops("C")
        sch.bind(i, "blockIdx.x")
        sch.set_scope("B", 0, "shared")
        sch.compute_at("B", i)
        sch.bind(sch.split(j, [None, 16])[1], "threadIdx.x")
        sch.bind(sch.split(sch.get_loops("B")[-1], [None, columns])[1], "threadIdx.x")
        return sch

    (launch,) = lower(scheduled(16).mod).launches
    assert launch.block == (16, 1, 1)
    with pytest.raises(
        LoweringError,
        match="one kernel binds threadIdx.x to loops of different extents, 48 .* and 16",
    ):
        lower(scheduled(48).mod)
