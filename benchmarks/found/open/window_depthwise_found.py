"""window_depthwise.py:workload, found by `schedules find` for h200: the numbers that the search starts with."""

from window_depthwise import workload


def schedule(sch):
    sch.compute_inline("PaddedInput")
    yield "inline", "values that one stage makes and another uses are never stored"
    write = sch.cache_write("DepthwiseConv2d", 0, "local")
    b, c, i, j, di, dj = sch.get_loops("DepthwiseConv2d")
    rows, row = sch.split(i, [None, 4])
    sch.reorder(b, c, rows, j, di, dj, row)
    b2, c2, i_0, j2, di2, dj2, i_1 = sch.get_loops("DepthwiseConv2d")
    element = sch.fuse(b2, c2, i_0, j2)
    block, thread = sch.split(element, [None, 256])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    sch.reverse_compute_at(write, thread, preserve_unit_loops=True)
    yield "bind", "a thread per 4 results: it accumulates in registers and writes once"
    b_c_i_0_j_fused_0, b_c_i_0_j_fused_1, di3, dj3, i_12 = sch.get_loops("DepthwiseConv2d")
    sch.decompose_reduction("DepthwiseConv2d", di3)
    yield "init", "zero the accumulator before the loop, not by a test inside it"
    di4, dj4, i_13 = sch.get_loops("DepthwiseConv2d_update")[-3:]
    sch.annotate(di4, "pragma_auto_unroll_max_step", 1024)
    sch.annotate(di4, "pragma_unroll_explicit", 0)
    yield "unroll", "the loads of a window are in flight together"
