"""Fill one tile while you use the other

Fetch a slice, wait, multiply, wait, fetch the next: each thread stands still until its floats
have come from memory, and at a barrier twice a slice.

With two buffers the next slice can be on its way while this one is multiplied. A *software
pipeline* makes that of a loop: each statement in the loop gets a stage, and what is in stage 0
runs an iteration ahead of what is in stage 1. The loop over slices has three statements here: the
copy of A, the copy of B, the product.
"""

from tvm import te

from ..exercise import Check

RUN = (64, 64, 64)
M = N = K = 1024


def workload(m=1024, n=1024, k=1024):
    a = te.placeholder((k, m), name="A")
    b = te.placeholder((k, n), name="B")
    r = te.reduce_axis((0, k), name="r")
    return [a, b, te.compute((m, n), lambda i, j: te.sum(a[r, i] * b[r, j], axis=r), name="C")]


def tiles(sch):
    """Tiles of 64 x 64 x 16, 4 x 4 elements a thread; gives the loop over slices."""
    i, j, k = sch.get_loops("C")
    by, ty, yi = sch.split(i, [None, 16, 4])
    bx, tx, xi = sch.split(j, [None, 16, 4])
    ko, ki = sch.split(k, [None, 16])
    sch.reorder(by, bx, ty, tx, ko, ki, yi, xi)
    for loop, axis in ((by, "blockIdx.y"), (bx, "blockIdx.x"), (ty, "threadIdx.y")):
        sch.bind(loop, axis)
    sch.bind(tx, "threadIdx.x")
    sch.reverse_compute_at(sch.cache_write("C", 0, "local"), tx)
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


def start(sch):
    ko = tiles(sch)
    yield "tiles", "fetch, wait, multiply, wait"
    # Here.
    yield "pipeline", "slice k + 1 is fetched while slice k is multiplied"


def solution(sch):
    ko = tiles(sch)
    yield "tiles", "fetch, wait, multiply, wait"
    sch.annotate(ko, "software_pipeline_stage", [0, 0, 1])
    sch.annotate(ko, "software_pipeline_order", [0, 1, 2])
    yield "pipeline", "slice k + 1 is fetched while slice k is multiplied"


checks = [
    Check(
        "prologue_loads",
        "nothing is fetched ahead: the first slice has to be loaded before the loop begins",
        at_least=2,
    ),
    Check(
        "shared_bytes",
        "two slices of A and two of B are 16 KiB: fewer are overwritten while they are read",
        at_least=2 * 2 * 64 * 16 * 4,
        at_most=2 * 2 * 64 * 16 * 4,
    ),
    Check(
        "sectors",
        "more is fetched than before",
        at_most=((M // 64) * (N // 64) * 2 * 64 * K + 4 * M * N) * 4 / 32,
    ),
]
hints = [
    "`sch.annotate(loop, 'software_pipeline_stage', [...])` has a number for each statement in the "
    "loop, in order.",
    "Copies are ahead of the product: stages 0, 0, 1. `software_pipeline_order` says in which "
    "order they stand in the new loop: 0, 1, 2.",
]
see = "gemm/sgemm_tvm:software_pipeline"
