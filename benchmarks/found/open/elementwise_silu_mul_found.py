"""elementwise_silu_mul.py:workload, found by `schedules find` for h200: predicted 65.6 µs; a thread per element: 79.2 µs."""

from elementwise_silu_mul import workload


def schedule(sch):
    i, j = sch.get_loops("out")
    element = sch.fuse(i, j)
    piece, lane = sch.split(element, [None, 2])
    block, thread = sch.split(piece, [None, 128])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    yield "bind", "a thread per piece of the output; adjacent threads have adjacent pieces"
    (lane2,) = sch.get_loops("out")[-1:]
    sch.vectorize(lane2)
    yield "vectorize", "2 adjacent elements by one instruction"
