"""Layer normalization, a block per row, its statistics reduced by the block's threads."""

from tvm import te

EPSILON = 1e-5


def workload(rows=6, columns=96):
    x = te.placeholder((rows, columns), name="x")
    gamma = te.placeholder((columns,), name="gamma")
    beta = te.placeholder((columns,), name="beta")
    k, r = (te.reduce_axis((0, columns), name=name) for name in "kr")
    total = te.compute((rows,), lambda i: te.sum(x[i, k], axis=k), name="total")
    mean = te.compute((rows,), lambda i: total[i] / columns, name="mean")
    square = te.compute(
        (rows,),
        lambda i: te.sum((x[i, r] - mean[i]) * (x[i, r] - mean[i]), axis=r),
        name="square",
    )

    def normalized(i, j):
        return (x[i, j] - mean[i]) * te.rsqrt(square[i] / columns + EPSILON) * gamma[j] + beta[j]

    return [x, gamma, beta, te.compute((rows, columns), normalized, name="y")]


def schedule(sch):
    row, _ = sch.get_loops("y")
    sch.bind(row, "blockIdx.x")
    sch.compute_inline("mean")
    for stage in ("square", "total"):
        sch.compute_at(stage, row)
        sch.set_scope(stage, 0, "shared")
    yield "block_per_row", "rows are independent"
    for stage in ("total", "square", "y"):
        _, lane = sch.split(sch.get_loops(stage)[-1], [None, 32])
        sch.bind(lane, "threadIdx.x")
    yield "warp", "a warp per row: both sums become shuffles"
