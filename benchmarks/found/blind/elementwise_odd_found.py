"""elementwise_odd.py:workload, found by `schedules find` for h200: predicted 20.5 µs; a thread per element: 20.5 µs."""

from elementwise_odd import workload


def schedule(sch):
    i, j = sch.get_loops("out")
    element = sch.fuse(i, j)
    block, thread = sch.split(element, [None, 256])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    yield "bind", "a thread per element of the output, the simplest correct kernel"
