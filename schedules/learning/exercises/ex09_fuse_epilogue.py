"""Fuse the epilogue of a GEMM

A layer of a network: relu(A · B + bias), in three stages and three kernels. The GEMM writes C, the
second kernel reads it and writes C + bias, the third reads that. Each time 4 MiB are written and
read back, and each launch costs time as well.

Merge them into one kernel. Bias and relu cost nothing while a thread has its results in
registers.
"""

from tvm import te

from ..exercise import Check
from ..shared import bind

RUN = (64, 64, 32)
M = N = 1024
K = 256


def workload(m=1024, n=1024, k=256):
    a = te.placeholder((m, k), name="A")
    b = te.placeholder((k, n), name="B")
    bias = te.placeholder((n,), name="bias")
    r = te.reduce_axis((0, k), name="r")
    c = te.compute((m, n), lambda i, j: te.sum(a[i, r] * b[r, j], axis=r), name="C")
    added = te.compute((m, n), lambda i, j: c[i, j] + bias[j], name="added")
    relu = te.compute((m, n), lambda i, j: te.max(added[i, j], 0.0), name="relu")
    return [a, b, bias, relu]


def bind_stage(sch, stage):
    """16 x 16 threads, an element each; returns the innermost bound loop."""
    i, j = sch.get_loops(stage)[:2]
    by, ty = sch.split(i, [None, 16])
    bx, tx = sch.split(j, [None, 16])
    sch.reorder(by, bx, ty, tx)
    bind(sch, by, bx, ty, tx)
    return tx


def start(sch):
    for stage in ("C", "added", "relu"):
        bind_stage(sch, stage)
    yield "bind", "a kernel for each stage"


def solution(sch):
    sch.reverse_compute_inline("relu")
    tx = bind_stage(sch, "C")
    sch.set_scope("C", 0, "local")
    sch.reverse_compute_at("added", tx)
    sch.decompose_reduction("C", sch.get_loops("C")[-1])
    yield "fuse", "the thread that has an accumulator adds the bias and writes the result once"


checks = [
    Check(
        "launches",
        "only one kernel: each stage that is not fused is launched separately",
        at_most=1,
    ),
    Check(
        "sectors",
        "C still goes through global memory: `set_scope` keeps it in registers",
        # Per k: two rows of A for a warp of 2 x 16, a sector each, and two sectors of B; then
        # bias, and the output.
        at_most=(M * N // 32) * (K * (2 + 2) + 2 + 4),
    ),
]
hints = [
    "`sch.reverse_compute_inline('relu')` puts relu into the stage that feeds it.",
    "`sch.reverse_compute_at('added', tx)` moves a consumer into its producer's loop, where the "
    "element has just been computed.",
    "Then no other stage reads C: `sch.set_scope('C', 0, 'local')`, before it is moved. The "
    "accumulator must be zeroed before the loop over k: `sch.decompose_reduction`.",
]
see = "gemm/sgemm_tvm:cache_write:compute_at"
