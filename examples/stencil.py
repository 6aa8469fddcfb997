"""A five-point stencil: a function that takes nothing and returns a finished schedule.

schedules explore examples/stencil.py
"""

from tvm import s_tir, te


def schedule() -> s_tir.Schedule:
    n = 1024
    a = te.placeholder((n, n), name="A")
    b = te.compute(
        (n - 2, n - 2),
        lambda i, j: (a[i, j + 1] + a[i + 2, j + 1] + a[i + 1, j] + a[i + 1, j + 2]) * 0.25,
        name="B",
    )
    sch = s_tir.Schedule(te.create_prim_func([a, b]))
    i, j = sch.get_loops("B")
    by, ty = sch.split(i, [None, 8])
    bx, tx = sch.split(j, [None, 32])
    sch.reorder(by, bx, ty, tx)
    for loop, axis in ((by, "blockIdx.y"), (bx, "blockIdx.x"), (ty, "threadIdx.y")):
        sch.bind(loop, axis)
    sch.bind(tx, "threadIdx.x")
    tile = sch.cache_read("B", 0, "shared")
    sch.compute_at(tile, bx)
    fused = sch.fuse(*sch.get_loops(tile)[-2:])
    _, y, x = sch.split(fused, [None, 8, 32])
    sch.bind(y, "threadIdx.y")
    sch.bind(x, "threadIdx.x")
    return sch
