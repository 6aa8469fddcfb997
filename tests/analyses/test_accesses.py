"""Memory accesses: of schedules outside the ladders, and of the ladders' rungs."""

from __future__ import annotations

import pytest
from accesses import (
    RUNGS,
    STORED_BY_TMA,
    analyzed,
    each,
    kernels,
    needs_compiler,
    of,
    rung,
)
from exhaustive import sampled
from tvm import s_tir, te

from schedules.analyses.accesses import KernelAccesses, totals, traffic
from schedules.lowering.lower import lower

# --- schedules nobody tuned the analysis on -------------------------------------------------------


def transpose(*, pad: int) -> list[KernelAccesses]:
    """B[j, i] = A[i, j] of 256 x 256 by a tile in shared memory, 32 x 8 threads."""
    a = te.placeholder((256, 256), "float32", name="A")
    b = te.compute((256, 256), lambda i, j: a[j, i], name="B")
    sch = s_tir.Schedule(te.create_prim_func([a, b]))
    i, j = sch.get_loops("B")
    by, i = sch.split(i, [None, 32])
    bx, j = sch.split(j, [None, 32])
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
        sch.storage_align(copy, 0, axis=-2, factor=32, offset=pad)
    return analyzed(lower(sch.mod))


@needs_compiler
@pytest.mark.parametrize(
    ("pad", "wavefronts"),
    # A column of a tile of 32 floats lies in one bank; one float of padding spreads it.
    [(0, 32), (1, 1)],
)
def test_transpose(pad, wavefronts):
    found = transpose(pad=pad)
    assert each(of(found, "A", "store"), "shared") == {(32, 1, 1)}
    assert each(of(found, "A", "load"), "shared") == {(32, wavefronts, 1)}
    assert each(of(found, "A", "load"), "global") == {(32, 4, 4)}
    assert each(of(found, "B", "store"), "global") == {(32, 4, 4)}
    assert totals(found)["shared load"].cost.requests == 256 * 256 // 32
    assert totals(found)["shared load"].cost.taken == 256 * 256 // 32 * wavefronts


@needs_compiler
def test_bounds_and_a_partial_warp():
    """1000 elements by blocks of 40 threads: a warp of 32 and one of 8, 25 blocks."""
    a = te.placeholder((990,), "float32", name="A")
    b = te.compute((990,), lambda i: a[i] * 2, name="B")
    sch = s_tir.Schedule(te.create_prim_func([a, b]))
    (i,) = sch.get_loops("B")
    bx, tx = sch.split(i, [None, 40])
    sch.bind(bx, "blockIdx.x")
    sch.bind(tx, "threadIdx.x")
    found = analyzed(lower(sch.mod))
    (load,) = of(found, "A", "load")
    # 25 blocks begin at multiples of 160 bytes, which are whole sectors. The last has 30 elements:
    # its second warp takes no part, its first touches 4 sectors (120 bytes).
    assert load.cost.requests == 24 * 2 + 1
    assert load.cost.taken == 24 * (4 + 1) + 4
    assert load.cost.bytes == 990 * 4


@needs_compiler
def test_odd_shapes_are_counted_by_their_bounds():
    """1000 x 1001 elements of C: 32 blocks of 32 columns, the last with 9 lanes of 32."""
    found = kernels("gemm/sgemm_cuda:naive", (1000, 1001, 77))
    a, b = (sum(one.cost.requests for one in of(found, name, "load")) for name in "AB")
    (c,) = of(found, "C", "store")
    assert a == b == 1000 * 32 * 77
    assert c.cost.requests == 1000 * 32
    assert c.cost.bytes == 1000 * 1001 * 4


@pytest.mark.exhaustive
@needs_compiler
def test_conflicts_of_the_ladder():
    def sums(name: str):
        return totals(kernels(f"gemm/sgemm_tvm:{name}", (1024,) * 3))

    assert sums("cooperative_fetch")["shared store"].cost.conflicts > 0
    assert sums("conflict_free_store")["shared store"].cost.conflicts == 0
    # Merged to LDS.128 the conflicts are still there: 8 lanes on every other quadruple of banks.
    assert each(
        of(kernels("gemm/sgemm_tvm:conflict_free_store", (1024,) * 3), "A", "load"),
        "shared",
    ) == {(128, 8, 4)}
    assert sums("vthread")["shared load"].cost.conflicts == 0


@pytest.mark.exhaustive
@needs_compiler
def test_the_swizzle_and_the_padding_of_hgemm():
    def loads(name: str):
        found = of(kernels(f"gemm/hgemm:{name}"), "buf_dyn_shmem", "load")
        return each([one for one in found if one.way], "shared")

    assert loads("mma_ldmatrix") == {(128, 32, 4)}
    assert loads("swizzled") == {(128, 4, 4)}
    assert loads("cp_async") == {(128, 4, 4)}
    assert loads("wmma") == {(128, 4, 4)}


WITHOUT_LANES = {
    "wgmma": "not analysed: the tensor cores read it, no lane does",
    "TMA": "not analysed: the tensor memory accelerator writes it, no lane does",
    "TMA store": "not analysed: the tensor memory accelerator reads it, no lane does",
}


@needs_compiler
@pytest.mark.parametrize(
    "path",
    sampled(
        RUNGS,
        # A unit of its own for each, and two rungs without.
        {
            *("gemm/hgemm:wgmma", "gemm/hgemm:tma_store", "gemm/w4a16:wgmma"),
            *("gemm/sgemm_tvm:cp_async", "gemv/fast_gemv:warp_reduce"),
        },
    ),
)
def test_accesses_without_lanes_are_named(path):
    """Only Hopper's rungs have memory accesses of its own units."""
    assert {
        access.way: access.note.partition(";")[0]
        for kernel in kernels(path)
        for access in kernel.accesses
        if access.touched
    } == {
        way: note
        for way, note in WITHOUT_LANES.items()
        if rung(path).build.hopper
        and (path != "gemm/hgemm:wgmma" or way == "wgmma")
        and (way != "TMA store" or path in STORED_BY_TMA)
    }


@needs_compiler
def test_bytes_of_boxes():
    """A and B by TMA once per block of 128 x 256, C once."""
    m, n, k = 1024, 512, 256
    found = kernels("gemm/hgemm:tma_store", (m, n, k))
    moved = {what: total.bytes for what, total in totals(found).items() if "TMA" in what}
    blocks = (m // 128) * (n // 256)
    loaded = blocks * (128 + 256) * k * 2
    assert moved == {"shared store (TMA)": loaded, "shared load (TMA store)": m * n * 2}
    assert traffic(found) == {"global": loaded + m * n * 2}
