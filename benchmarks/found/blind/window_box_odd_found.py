"""window_box_odd.py:workload, found by `schedules find` for h200: the numbers that the search starts with."""

from window_box_odd import workload


def schedule(sch):
    write = sch.cache_write("B", 0, "local")
    i, j, y, x = sch.get_loops("B")
    element = sch.fuse(i, j)
    block, thread = sch.split(element, [None, 256])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    sch.reverse_compute_at(write, thread, preserve_unit_loops=True)
    yield "bind", "a thread per result: it accumulates in a register and writes once"
    i_j_fused_0, i_j_fused_1, y2, x2 = sch.get_loops("B")
    sch.decompose_reduction("B", y2)
    yield "init", "zero the accumulator before the loop, not by a test inside it"
    y3, x3 = sch.get_loops("B_update")[-2:]
    sch.annotate(y3, "pragma_auto_unroll_max_step", 1024)
    sch.annotate(y3, "pragma_unroll_explicit", 0)
    yield "unroll", "the loads of a window are in flight together"
