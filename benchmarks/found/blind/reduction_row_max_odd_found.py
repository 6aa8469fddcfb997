"""reduction_row_max_odd.py:workload, found by `schedules find` for h200: the numbers that the search starts with."""

from reduction_row_max_odd import workload


def schedule(sch):
    write = sch.cache_write("out", 0, "local")
    i, k = sch.get_loops("out")
    step, v = sch.split(k, [None, 1])
    _, lane = sch.split(step, [None, 128])
    partial = sch.rfactor(lane, 1)
    yield "split_k", "lanes are interleaved along the row: adjacent lanes read adjacent vectors"
    row, step2, lane2, v2 = sch.get_loops(partial)
    block, group, row2 = sch.split(row, [None, 1, 1])
    sch.reorder(block, group, lane2, step2, row2, v2)
    sch.bind(block, "blockIdx.x")
    sch.bind(group, "threadIdx.y")
    sch.reverse_compute_at("out", group, preserve_unit_loops=True)
    sch.reverse_compute_at(write, group, preserve_unit_loops=True)
    sch.set_scope(partial, 0, "local")
    sch.set_scope("out", 0, "local")
    sch.bind(lane2, "threadIdx.x")
    ax0, ax1 = sch.get_loops("out")[-2:]
    sch.reorder(ax1, ax0)
    sch.bind(ax0, "threadIdx.x")
    sch.decompose_reduction(partial, step2)
    yield (
        "bind_threads",
        "128 threads per row, reduced by shuffles, then across warps in shared memory",
    )
    step3, row3, v3 = sch.get_loops(partial)[-3:]
    yield "vectorize", "1 adjacent elements per thread, in loads of up to 16 bytes"
    _, few = sch.split(step3, [None, 16])
    sch.annotate(few, "pragma_auto_unroll_max_step", 1024)
    sch.annotate(few, "pragma_unroll_explicit", 0)
    yield "unroll", "16 steps unrolled: all their loads are in flight together"
