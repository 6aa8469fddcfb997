"""Functions that several exercises share; a learner's file has those that its exercise imports."""

from tvm import te


def matmul(m, n, k):
    """C = A · B, with A stored as (k, m)."""
    a = te.placeholder((k, m), name="A")
    b = te.placeholder((k, n), name="B")
    r = te.reduce_axis((0, k), name="r")
    return [a, b, te.compute((m, n), lambda i, j: te.sum(a[r, i] * b[r, j], axis=r), name="C")]


def bind(sch, by, bx, ty, tx):
    """Bind loops to blocks and threads along y and x."""
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")


def fetch(sch, copy, threads_y, threads_x):
    """Divide a copy among the threads of a block."""
    fused = sch.fuse(*sch.get_loops(copy)[-2:])
    _, ty, tx = sch.split(fused, [None, threads_y, threads_x])
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")


def thread_tile(sch):
    """Tiles of 64 x 64 x 16, 4 x 4 elements per thread, accumulators in registers.

    Returns the loop over slices of k and the loop within a slice.
    """
    i, j, k = sch.get_loops("C")
    by, ty, yi = sch.split(i, [None, 16, 4])
    bx, tx, xi = sch.split(j, [None, 16, 4])
    ko, ki = sch.split(k, [None, 16])
    sch.reorder(by, bx, ty, tx, ko, ki, yi, xi)
    bind(sch, by, bx, ty, tx)
    sch.reverse_compute_at(sch.cache_write("C", 0, "local"), tx)
    return ko, ki


def tiles(sch):
    """`thread_tile` with slices of A and B in shared memory, then in registers, four floats at a
    time; returns the loop over slices."""
    ko, ki = thread_tile(sch)
    for operand in (0, 1):
        copy = sch.cache_read("C", operand, "shared")
        sch.compute_at(copy, ko)
        fused = sch.fuse(*sch.get_loops(copy)[-2:])
        _, fy, fx, lanes = sch.split(fused, [None, 16, 16, 4])
        sch.bind(fy, "threadIdx.y")
        sch.bind(fx, "threadIdx.x")
        sch.vectorize(lanes)
        row = sch.cache_read("C", operand, "local")
        sch.compute_at(row, ki)
        sch.vectorize(sch.get_loops(row)[-1])
    sch.decompose_reduction("C", ko)
    return ko
