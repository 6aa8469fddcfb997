"""Five points of a grid, a tile of threads a block, of any even size."""

from tvm import s_tir, te


def schedule(n=16):
    x = te.placeholder((n + 2, n + 2), name="x")
    y = te.compute(
        (n, n),
        lambda i, j: (x[i, j + 1] + x[i + 2, j + 1] + x[i + 1, j] + x[i + 1, j + 2]) * 0.25,
        name="y",
    )
    sch = s_tir.Schedule(te.create_prim_func([x, y]))
    i, j = sch.get_loops("y")
    block_y, thread_y = sch.split(i, [None, 4])
    block_x, thread_x = sch.split(j, sch.sample_perfect_tile(j, 2, 8))
    sch.reorder(block_y, block_x, thread_y, thread_x)
    sch.bind(block_y, "blockIdx.y")
    sch.bind(block_x, "blockIdx.x")
    sch.bind(thread_y, "threadIdx.y")
    sch.bind(thread_x, "threadIdx.x")
    return sch
