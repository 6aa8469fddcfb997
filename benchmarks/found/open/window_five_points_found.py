"""window_five_points.py:workload, found by `schedules find` for h200: the numbers that the search starts with."""

from window_five_points import workload


def schedule(sch):
    i, j = sch.get_loops("B")
    element = sch.fuse(i, j)
    piece, lane = sch.split(element, [None, 4])
    block, thread = sch.split(piece, [None, 256])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    yield "bind", "a thread per piece of the output; adjacent threads have adjacent pieces"
    (lane2,) = sch.get_loops("B")[-1:]
    sch.vectorize(lane2)
    yield "vectorize", "4 adjacent elements by one instruction"
