"""window_box_odd.py:workload, found by `schedules find` for h200: the numbers that the search starts with."""

from window_box_odd import workload


def schedule(sch):
    write = sch.cache_write("B", 0, "local")
    i, j, y, x = sch.get_loops("B")
    rows, row = sch.split(i, [None, 4])
    sch.reorder(rows, j, y, x, row)
    i_0, j2, y2, x2, i_1 = sch.get_loops("B")
    element = sch.fuse(i_0, j2)
    block, thread = sch.split(element, [None, 256])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    sch.reverse_compute_at(write, thread, preserve_unit_loops=True)
    yield "bind", "a thread per 4 results: it accumulates in registers and writes once"
    i_0_j_fused_0, i_0_j_fused_1, y3, x3, i_12 = sch.get_loops("B")
    sch.decompose_reduction("B", y3)
    yield "init", "zero the accumulator before the loop, not by a test inside it"
    y4, x4, i_13 = sch.get_loops("B_update")[-3:]
    sch.annotate(y4, "pragma_auto_unroll_max_step", 1024)
    sch.annotate(y4, "pragma_unroll_explicit", 0)
    yield "unroll", "the loads of a window are in flight together"
