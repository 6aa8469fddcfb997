"""gemv_transposed.py:workload, found by `schedules find` for h200: predicted 19.3 µs; a thread per element: 226 µs."""

from gemv_transposed import workload


def schedule(sch):
    write = sch.cache_write("y", 0, "global")
    j, k = sch.get_loops("y")
    _, chunk = sch.split(k, [None, 128])
    partial = sch.rfactor(chunk, 0)
    column, step, group = sch.get_loops(partial)
    (chunk2,) = sch.get_loops("y")[-1:]
    each, _ = sch.split(chunk2, [8, 16])
    sums = sch.rfactor(each, 0)
    part, group2 = sch.split(group, [8, 16])
    block, x, v = sch.split(column, [None, 64, 4])
    sch.reorder(block, part, group2, x, step, v)
    sch.bind(block, "blockIdx.x")
    sch.bind(part, "blockIdx.y")
    sch.bind(group2, "threadIdx.y")
    sch.bind(x, "threadIdx.x")
    sch.reverse_compute_at(sums, part, preserve_unit_loops=True)
    share = sch.cache_write(partial, 0, "local")
    sch.reverse_compute_at(share, x, preserve_unit_loops=True)
    sch.set_scope(share, 0, "shared")
    ax0, ax1, ax2 = sch.get_loops(sums)[-3:]
    y, x2 = sch.split(ax2, [16, 64])
    sch.bind(y, "threadIdx.y")
    sch.bind(x2, "threadIdx.x")
    sch.decompose_reduction(partial, step)
    j2, k_1_0 = sch.get_loops("y")
    block2, thread = sch.split(j2, [None, 128])
    sch.bind(block2, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    sch.reverse_compute_at(write, thread, preserve_unit_loops=True)
    sch.set_scope("y", 0, "local")
    sch.decompose_reduction("y", k_1_0)
    sch.annotate(k_1_0, "pragma_auto_unroll_max_step", 1024)
    sch.annotate(k_1_0, "pragma_unroll_explicit", 0)
    yield (
        "bind_threads",
        "a warp reads adjacent columns; 16 groups of threads take every 16th row; 8 blocks share a column, and a second kernel adds their sums",
    )
    step2, v2 = sch.get_loops(partial)[-2:]
    copy = sch.cache_read(partial, 1, "local")
    sch.compute_at(copy, step2, preserve_unit_loops=True)
    (copy_lane,) = sch.get_loops(copy)[-1:]
    sch.vectorize(copy_lane)
    yield "vectorize", "4 adjacent columns per load"
