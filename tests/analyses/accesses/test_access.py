"""The memory access analysis: of schedules nobody tuned it on, and the stories of the ladders."""

from __future__ import annotations

import pytest
import tvm
from accesses import (
    RUNGS,
    STORED_BY_TMA,
    counted,
    each,
    kernels,
    needs_compiler,
    of,
    profiled,
    rung,
)
from exhaustive import REPRESENTATIVES, sampled
from tvm import s_tir, te
from tvm.script import tirx as T

from schedules.analyses.accesses.access import KernelAccesses, totals, uncounted
from schedules.analyses.accesses.analysis import analyze
from schedules.analyses.accesses.ways import PAST_LANES
from schedules.commands.analyze import left_out
from schedules.lowering.lower import lower

# --- schedules nobody tuned the analysis on -------------------------------------------------------


# As TIR has it, and as counted in the machine code: here the compiler changes no access.
BOTH = pytest.mark.parametrize("code", [False, pytest.param(True, marks=needs_compiler)])


def analyzed(sch: s_tir.Schedule, *, code: bool = False) -> list[KernelAccesses]:
    one = lower(sch.mod)
    return analyze(one, counted(one) if code else None)


def transpose(dtype: str, *, code: bool, tile: int = 32, pad: int = 0) -> list[KernelAccesses]:
    """B[j, i] = A[i, j] of 256 x 256 by a tile in shared memory, 32 x 8 threads."""
    a = te.placeholder((256, 256), dtype, name="A")
    b = te.compute((256, 256), lambda i, j: a[j, i], name="B")
    sch = s_tir.Schedule(te.create_prim_func([a, b]))
    i, j = sch.get_loops("B")
    by, i = sch.split(i, [None, tile])
    bx, j = sch.split(j, [None, tile])
    sch.reorder(by, bx, i, j)
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    copy = sch.cache_read("B", 0, "shared")
    sch.compute_at(copy, bx)
    for block in (copy, sch.get_sblock("B")):
        row, column = sch.get_loops(block)[-2:]
        _, ty = sch.split(row, [None, 8])
        rest, tx = sch.split(column, [None, 32])
        sch.bind(ty, "threadIdx.y")
        sch.bind(tx, "threadIdx.x")
        sch.reorder(rest, ty, tx)
    if pad:
        sch.storage_align(copy, 0, axis=-2, factor=tile, offset=pad)
    return analyzed(sch, code=code)


@BOTH
@pytest.mark.parametrize(
    ("pad", "wavefronts"),
    # A column of a tile of 32 floats lies in one bank; one float of padding spreads it.
    [(0, 32), (1, 1)],
)
def test_transpose(pad, wavefronts, code):
    found = transpose("float32", pad=pad, code=code)
    assert each(of(found, "A", "store"), "shared") == {(32, 1, 1)}
    assert each(of(found, "A", "load"), "shared") == {(32, wavefronts, 1)}
    assert each(of(found, "A", "load"), "global") == {(32, 4, 4)}
    assert each(of(found, "B", "store"), "global") == {(32, 4, 4)}
    assert totals(found)["shared load"].cost.requests == 256 * 256 // 32
    assert totals(found)["shared load"].cost.taken == 256 * 256 // 32 * wavefronts


@BOTH
def test_bounds_and_a_partial_warp(code):
    """1000 elements by blocks of 40 threads: a warp of 32 and one of 8, 25 blocks."""
    a = te.placeholder((990,), "float32", name="A")
    b = te.compute((990,), lambda i: a[i] * 2, name="B")
    sch = s_tir.Schedule(te.create_prim_func([a, b]))
    (i,) = sch.get_loops("B")
    bx, tx = sch.split(i, [None, 40])
    sch.bind(bx, "blockIdx.x")
    sch.bind(tx, "threadIdx.x")
    found = analyzed(sch, code=code)
    (load,) = of(found, "A", "load")
    # 25 blocks begin at multiples of 160 bytes, which are whole sectors. The last has 30 elements:
    # its second warp takes no part, its first touches 4 sectors (120 bytes).
    assert load.cost.requests == 24 * 2 + 1
    assert load.cost.taken == 24 * (4 + 1) + 4
    assert load.cost.bytes == 990 * 4


def test_what_is_not_known_is_named():
    """An index out of data, and a loop whose end is data."""

    @T.prim_func(s_tir=True)
    def gather(
        at: T.Buffer((64,), "int32"), a: T.Buffer((64,), "float32"), b: T.Buffer((64,), "float32")
    ):
        for i in T.thread_binding(64, thread="threadIdx.x"):
            with T.sblock("b"):
                v = T.axis.spatial(64, i)
                b[v] = a[at[v]]

    found = analyze(lower(tvm.IRModule({"main": gather})))
    (load,) = of(found, "a", "load")
    assert load.cost.requests == 2
    assert load.cost.taken is None
    assert load.note == "not analysed: depends on the data in at"
    assert of(found, "at", "load")[0].cost.taken == 8
    assert "global_load_sectors" not in profiled(found)
    assert profiled(found)["global_store_sectors"] == 8
    assert totals(found)["global load"].incomplete
    why = "line 2: not analysed: depends on the data in at"
    assert uncounted(found) == {"global_load_sectors": why}
    assert left_out(found[0]) == [f"no total: global_load_sectors ({why})"]


@pytest.mark.parametrize("buffer", ["A", "B"])
def test_conflict_free_store_removes_the_store_conflicts(buffer):
    def stores(name: str):
        return each(of(kernels(f"gemm/sgemm_tvm:{name}"), buffer, "store"), "shared")

    assert stores("cooperative_fetch") == {(32, 16, 1)}
    assert stores("conflict_free_store") == {(32, 1, 1)}
    assert stores("vectorized_fetch") == {(128, 4, 4)}


def test_vthread_removes_the_load_conflicts():
    def loads(name: str):
        return totals(kernels(f"gemm/sgemm_tvm:{name}"))["shared load"]

    assert loads("conflict_free_store").cost.conflicts > 0
    assert each(of(kernels("gemm/sgemm_tvm:conflict_free_store"), "A", "load"), "shared") == {
        (32, 4, 1)
    }
    assert loads("vthread").cost.conflicts == 0


@pytest.mark.exhaustive
@needs_compiler
def test_the_stories_hold_in_the_machine_code():
    def sums(name: str):
        return totals(kernels(f"gemm/sgemm_tvm:{name}", (1024,) * 3, code=True))

    assert sums("cooperative_fetch")["shared store"].cost.conflicts > 0
    assert sums("conflict_free_store")["shared store"].cost.conflicts == 0
    # Merged to LDS.128 the conflicts are still there: 8 lanes on every other quadruple of banks.
    assert each(
        of(kernels("gemm/sgemm_tvm:conflict_free_store", (1024,) * 3, code=True), "A", "load"),
        "shared",
    ) == {(128, 8, 4)}
    assert sums("vthread")["shared load"].cost.conflicts == 0


@pytest.mark.exhaustive
def test_the_swizzle_and_the_padding_of_hgemm():
    def loads(name: str):
        found = kernels(f"gemm/hgemm:{name}")
        return each(of(found, "A", "load") + of(found, "B", "load"), "shared")

    assert loads("mma_ldmatrix") == {(128, 32, 4)}
    assert loads("swizzled") == {(128, 4, 4)}
    assert loads("cp_async") == {(128, 4, 4)}
    assert loads("wmma") == {(128, 4, 4)}


PAST_LANES_NOTES = {
    "wgmma": "not analysed: the tensor cores read it, no lane does",
    "TMA": "not analysed: the tensor memory accelerator writes it, no lane does",
    "TMA store": "not analysed: the tensor memory accelerator reads it, no lane does",
    "mbarrier": "not analysed: a barrier's own instructions, no load or store",
}


@pytest.mark.parametrize(
    "path",
    sampled(
        RUNGS,
        REPRESENTATIVES | {"gemm/hgemm:wgmma", "gemm/hgemm:tma_store", "gemm/w4a16:wgmma"},
    ),
)
def test_what_no_lane_does_is_named(path):
    """Only Hopper's rungs have memory accesses of its own units; all counters leave them out."""
    assert {
        access.way: access.note
        for kernel in kernels(path)
        for access in kernel.accesses
        if access.way in PAST_LANES
    } == {
        way: note
        for way, note in PAST_LANES_NOTES.items()
        if rung(path).build.hopper
        and (path != "gemm/hgemm:wgmma" or way == "wgmma")
        and (way != "TMA store" or path in STORED_BY_TMA)
    }
