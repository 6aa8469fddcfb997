"""half_gemm_bfloat.py:workload, found by `schedules find` for h200: the numbers that the search starts with."""

from schedules.gemm.tma_intrinsics import tma_intrinsic
from schedules.gemm.wgmma_intrinsics import Wgmma, wgmma_intrinsics

# Registers the intrinsics that are used below: TVM has none for wgmma.
wgmma_intrinsics(True, Wgmma("bfloat16", 256))
tma_intrinsic(128, "bfloat16")
tma_intrinsic(256, "bfloat16")
from half_gemm_bfloat import workload

build = {"hopper": True}


def schedule(sch):
    sch.compute_inline("v")
    yield "inline", "values that one stage makes and another uses are never stored"
    sch.set_scope("sums", 0, "local")
    sch.transform_block_layout(
        "sums", lambda i, j, k: (i // 64, j // 256, i % 64 // 16, i % 8, j % 8 // 2, j % 256 // 8, i % 16 // 8, j % 2, k)
    )
    store = sch.reindex("sums", ("write", 0))
    sch.set_scope("sums", 0, "local")
    sch.reverse_compute_inline("C")
    yield "sums_by_lane", "wgmma spreads 64 x 256 accumulators over 128 lanes"
    block, column, warp, row, quad, fj, fi, pair, k = sch.get_loops("sums")
    block2, group = sch.split(block, [None, 2])
    k_outer, k2 = sch.split(k, [None, 64])
    panel, column2 = sch.split(column, [None, 4])
    sch.reorder(panel, block2, column2, group, warp, row, quad, k_outer, fj, fi, pair, k2)
    lane = sch.fuse(warp, row, quad)
    sch.bind(panel, "blockIdx.z")
    sch.bind(block2, "blockIdx.y")
    sch.bind(column2, "blockIdx.x")
    sch.bind(group, "threadIdx.y")
    sch.bind(lane, "threadIdx.x")
    sch.reverse_compute_at(store, lane, preserve_unit_loops=True)
    yield "bind", "128 x 256 of C per block, 64 rows per warpgroup"
    read = sch.cache_read(store, 0, "local")
    copy = sch.cache_write(store, 0, "shared.dyn")
    sch.reverse_compute_at(copy, column2, preserve_unit_loops=True)
    ax0, ax1 = sch.get_loops(copy)[-2:]
    element = sch.fuse(ax0, ax1)
    _, y, x, lanes = sch.split(element, [None, 2, 128, 8])
    sch.bind(y, "threadIdx.y")
    sch.bind(x, "threadIdx.x")
    sch.vectorize(lanes)
    (pair2,) = sch.get_loops(store)[-1:]
    sch.vectorize(pair2)
    sch.storage_align(store, 0, axis=0, factor=256, offset=8)
    yield "stage_store", "results go through shared memory, so that whole rows are stored"
    product = sch.blockize(fj)
    slice = sch.cache_read(product, 0, "shared.dyn")
    slice2 = sch.cache_read(product, 1, "shared.dyn")
    sch.compute_at(slice, k_outer, preserve_unit_loops=True)
    sch.compute_at(slice2, k_outer, preserve_unit_loops=True)
    init = sch.decompose_reduction(product, k_outer)
    yield "share", "wgmma reads both operands from shared memory, without registers"
    sch.annotate(k_outer, "software_pipeline_stage", [0, 0, 3])
    sch.annotate(k_outer, "software_pipeline_order", [1, 2, 0])
    yield "pipeline", "3 slices are loaded while wgmma multiplies another"
    row2, _ = sch.get_loops(slice)[-2:]
    sch.tensorize(row2, "tma_load_128x64_bfloat16")
    row3, _ = sch.get_loops(slice2)[-2:]
    sch.tensorize(row3, "tma_load_256x64_bfloat16")
    (zero,) = sch.get_child_blocks(init)
    zero_j, _, _ = sch.get_loops(zero)[-3:]
    sch.tensorize(zero_j, "wgmma_init_tma_256_bf16")
    sch.tensorize(product, "wgmma_product_tma_256_bf16")
    read_j, _, _ = sch.get_loops(read)[-3:]
    sch.tensorize(read_j, "wgmma_read_tma_256_bf16")
    yield "tensorize", "one thread loads a slice by two instructions; four wgmma multiply it"
    sch.annotate(k_outer, "schedules.producer", 1)
    yield "producer", "a thread of its own loads: no barrier for the whole block is left"
    store_j, _, _ = sch.get_loops(store)[-3:]
    sch.annotate(store_j, "pragma_auto_unroll_max_step", 8192)
    sch.annotate(store_j, "pragma_unroll_explicit", 0)
    yield "unroll", "accumulators that a loop indexes would go to local memory"
