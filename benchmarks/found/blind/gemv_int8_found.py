"""gemv_int8.py:workload, found by `schedules find` for h200: predicted 14.3 µs; a thread per element: 610 µs."""

from gemv_int8 import workload


def schedule(sch):
    i, k = sch.get_loops("sums")
    step, v = sch.split(k, [None, 16])
    _, lane = sch.split(step, [None, 128])
    partial = sch.rfactor(lane, 1)
    yield "split_k", "lanes are interleaved along the row: adjacent lanes read adjacent vectors"
    row, step2, lane2, v2 = sch.get_loops(partial)
    block, group, row2 = sch.split(row, [None, 1, 1])
    sch.reorder(block, group, lane2, step2, row2, v2)
    sch.bind(block, "blockIdx.x")
    sch.bind(group, "threadIdx.y")
    sch.reverse_compute_at("sums", group, preserve_unit_loops=True)
    sch.reverse_compute_at("y", group, preserve_unit_loops=True)
    sch.set_scope(partial, 0, "local")
    sch.set_scope("sums", 0, "local")
    sch.bind(lane2, "threadIdx.x")
    ax0, ax1 = sch.get_loops("sums")[-2:]
    sch.reorder(ax1, ax0)
    sch.bind(ax0, "threadIdx.x")
    sch.decompose_reduction(partial, step2)
    yield (
        "bind_threads",
        "128 threads per row, reduced by shuffles, then across warps in shared memory",
    )
    step3, row3, v3 = sch.get_loops(partial)[-3:]
    copy = sch.cache_read(partial, 1, "local")
    sch.compute_at(copy, row3, preserve_unit_loops=True)
    (copy_lane,) = sch.get_loops(copy)[-1:]
    sch.vectorize(copy_lane)
    copy2 = sch.cache_read(partial, 2, "local")
    sch.compute_at(copy2, step3, preserve_unit_loops=True)
    (copy_lane2,) = sch.get_loops(copy2)[-1:]
    _, copy_lane3 = sch.split(copy_lane2, [None, 8])
    sch.vectorize(copy_lane3)
    yield "vectorize", "16 adjacent elements per thread, in loads of up to 16 bytes"
    _, few = sch.split(step3, [None, 2])
    sch.annotate(few, "pragma_auto_unroll_max_step", 1024)
    sch.annotate(few, "pragma_unroll_explicit", 0)
    yield "unroll", "2 steps unrolled: all their loads are in flight together"
