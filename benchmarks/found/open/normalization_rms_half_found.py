"""normalization_rms_half.py:workload, found by `schedules find` for h200: predicted 17.9 µs; a thread per element: 682 µs."""

from normalization_rms_half import workload


def schedule(sch):
    i, j = sch.get_loops("out")
    sch.bind(i, "blockIdx.x")
    yield "block_per_row", "rows are independent"
    sch.compute_at("squares", i, preserve_unit_loops=True)
    sch.set_scope("squares", 0, "shared")
    yield "shared", "the results of a row's reductions stay in its block"
    (ax1,) = sch.get_loops("squares")[-1:]
    _, thread = sch.split(ax1, [None, 512])
    sch.bind(thread, "threadIdx.x")
    (j2,) = sch.get_loops("out")[-1:]
    _, thread2, lane = sch.split(j2, [None, 512, 1])
    sch.bind(thread2, "threadIdx.x")
    yield "threads", "512 threads per row: adjacent threads read adjacent elements"
