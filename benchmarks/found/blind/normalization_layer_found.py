"""normalization_layer.py:workload, found by `schedules find` for h200: predicted 17.8 µs; a thread per element: 357 µs."""

from normalization_layer import workload


def schedule(sch):
    sch.compute_inline("x_mean")
    yield "inline", "values that one stage makes and another uses are never stored"
    ax0, ax1 = sch.get_loops("T_layer_norm")
    sch.bind(ax0, "blockIdx.x")
    yield "block_per_row", "rows are independent"
    sch.compute_at("x_var_sum", ax0, preserve_unit_loops=True)
    sch.set_scope("x_var_sum", 0, "shared")
    sch.compute_at("x_sum", ax0, preserve_unit_loops=True)
    sch.set_scope("x_sum", 0, "shared")
    yield "shared", "the results of a row's reductions stay in its block"
    (ax12,) = sch.get_loops("x_sum")[-1:]
    _, thread = sch.split(ax12, [None, 128])
    sch.bind(thread, "threadIdx.x")
    (ax13,) = sch.get_loops("x_var_sum")[-1:]
    _, thread2 = sch.split(ax13, [None, 128])
    sch.bind(thread2, "threadIdx.x")
    (ax14,) = sch.get_loops("T_layer_norm")[-1:]
    _, thread3, lane = sch.split(ax14, [None, 128, 1])
    sch.bind(thread3, "threadIdx.x")
    yield "threads", "128 threads per row: adjacent threads read adjacent elements"
