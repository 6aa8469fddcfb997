"""window_max_pool.py:workload, found by `schedules find` for h200: the numbers that the search starts with."""

from window_max_pool import workload


def schedule(sch):
    write = sch.cache_write("pool_max", 0, "local")
    ax0, ax1, ax2, ax3, rv0, rv1 = sch.get_loops("pool_max")
    rows, row = sch.split(ax2, [None, 4])
    sch.reorder(ax0, ax1, rows, ax3, rv0, rv1, row)
    ax02, ax12, ax2_0, ax32, rv02, rv12, ax2_1 = sch.get_loops("pool_max")
    element = sch.fuse(ax02, ax12, ax2_0, ax32)
    block, thread = sch.split(element, [None, 256])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    sch.reverse_compute_at(write, thread, preserve_unit_loops=True)
    yield "bind", "a thread per 4 results: it accumulates in registers and writes once"
    ax0_ax1_ax2_0_ax3_fused_0, ax0_ax1_ax2_0_ax3_fused_1, rv03, rv13, ax2_12 = sch.get_loops(
        "pool_max"
    )
    sch.decompose_reduction("pool_max", rv03)
    yield "init", "zero the accumulator before the loop, not by a test inside it"
    rv04, rv14, ax2_13 = sch.get_loops("pool_max_update")[-3:]
    sch.annotate(rv04, "pragma_auto_unroll_max_step", 1024)
    sch.annotate(rv04, "pragma_unroll_explicit", 0)
    yield "unroll", "the loads of a window are in flight together"
