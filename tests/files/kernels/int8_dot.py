"""A product of int8 with sums in int32, four bytes a load, its tiles in shared memory."""

from tvm import te


def workload(m=16, n=16, k=64):
    a = te.placeholder((m, k), "int8", name="A")
    b = te.placeholder((n, k), "int8", name="B")
    r = te.reduce_axis((0, k), name="k")
    return [
        a,
        b,
        te.compute(
            (m, n),
            lambda i, j: te.sum(a[i, r].astype("int32") * b[j, r].astype("int32"), axis=r),
            name="C",
        ),
    ]


def schedule(sch):
    i, j, k = sch.get_loops("C")
    sch.bind(i, "blockIdx.x")
    sch.bind(j, "threadIdx.x")
    yield "bind", "a thread an element"
    row = sch.cache_read("C", 0, "shared")
    sch.compute_at(row, i)
    wide = sch.sample_categorical([4, 2, 1], [0.4, 0.3, 0.3])
    _, thread, bytes_of_a_load = sch.split(sch.get_loops(row)[-1], [None, 16, wide])
    sch.bind(thread, "threadIdx.x")
    sch.vectorize(bytes_of_a_load)
    yield "shared", "all threads of a block read the same row of A"
    sch.unroll(sch.split(k, [None, 4])[1])
    yield "unroll", "four products of one word"
