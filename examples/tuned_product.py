"""A matmul on a CPU whose tile is tuned: `tune run examples/tuned_product.py --shape 256`."""

from tvm import te

target = "llvm"


def workload(n=512):
    a, b = (te.placeholder((n, n), name=name) for name in "AB")
    k = te.reduce_axis((0, n), name="k")
    return [a, b, te.compute((n, n), lambda i, j: te.sum(a[i, k] * b[k, j], k), name="C")]


def space(cfg):
    cfg.define_knob("rows", [1, 2, 4, 8])
    cfg.define_knob("columns", [8, 16, 32, 64])
    cfg.restrict(accumulators_in_registers)


def accumulators_in_registers(rows, columns):
    """the accumulators fit sixteen vector registers of eight floats"""
    return rows * columns <= 128


def schedule(sch, rows=4, columns=16):
    i, j, k = sch.get_loops("C")
    outer_i, inner_i = sch.split(i, [None, rows])
    outer_j, inner_j = sch.split(j, [None, columns])
    sch.reorder(outer_i, outer_j, k, inner_i, inner_j)
    yield "tile", "a tile of C stays in registers"
    sch.vectorize(inner_j)
    yield "vectorize", "the columns are contiguous"
    sch.decompose_reduction("C", k)
    yield "init", "accumulators are set to 0 before the loop"
