"""A batch of products with a bias and ReLU in the kernel, as a finished schedule."""

from tvm import s_tir, te


def workload(batch=3, m=16, n=16, k=24):
    a = te.placeholder((batch, m, k), name="A")
    b = te.placeholder((batch, k, n), name="B")
    bias = te.placeholder((n,), name="bias")
    r = te.reduce_axis((0, k), name="k")
    shape = (batch, m, n)
    c = te.compute(shape, lambda z, i, j: te.sum(a[z, i, r] * b[z, r, j], axis=r), name="C")
    relu = te.compute(shape, lambda z, i, j: te.max(c[z, i, j] + bias[j], 0.0), name="relu")
    return [a, b, bias, relu]


def schedule():
    sch = s_tir.Schedule(te.create_prim_func(workload()))
    batch, i, j = sch.get_loops("relu")
    sch.bind(batch, "blockIdx.x")
    sch.bind(i, "threadIdx.y")
    sch.bind(j, "threadIdx.x")
    sch.compute_at("C", j)
    sch.set_scope("C", 0, "local")
    return sch
