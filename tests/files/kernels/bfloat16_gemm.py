"""A product in bfloat16 with sums in float32, a tile of C a block."""

from tvm import te


def workload(m=32, n=32, k=32):
    a = te.placeholder((m, k), "bfloat16", name="A")
    b = te.placeholder((k, n), "bfloat16", name="B")
    r = te.reduce_axis((0, k), name="k")
    c = te.compute(
        (m, n),
        lambda i, j: te.sum(a[i, r].astype("float32") * b[r, j].astype("float32"), axis=r),
        name="C",
    )
    return [a, b, te.compute((m, n), lambda i, j: c[i, j].astype("bfloat16"), name="D")]


def schedule(sch):
    i, j = sch.get_loops("D")
    block_y, thread_y = sch.split(i, [None, 8])
    block_x, thread_x = sch.split(j, [None, 16])
    sch.reorder(block_y, block_x, thread_y, thread_x)
    for loop, axis in ((block_y, "blockIdx.y"), (block_x, "blockIdx.x")):
        sch.bind(loop, axis)
    sch.bind(thread_y, "threadIdx.y")
    sch.bind(thread_x, "threadIdx.x")
    sch.compute_at("C", thread_x)
    sch.set_scope("C", 0, "local")
    yield "tile", "a thread an element, its sum in a register"
    k = sch.get_loops("C")[-1]
    outer, _ = sch.split(k, [None, 16])
    for operand in (0, 1):
        tile = sch.cache_read("C", operand, "shared")
        sch.compute_at(tile, outer)
        fused = sch.fuse(*sch.get_loops(tile)[-2:])
        _, y, x = sch.split(fused, [None, 8, 16])
        sch.bind(y, "threadIdx.y")
        sch.bind(x, "threadIdx.x")
    yield "shared", "a block's threads share tiles of A and B"
