"""Fill one tile while you use the other

Fetch a slice, wait, multiply, wait, fetch the next: each thread idles until its floats arrive from
memory, and waits at two barriers per slice.

With two buffers, the next slice can be in flight while this one is multiplied. A *software
pipeline* transforms the loop accordingly: each statement gets a stage, and stage 0 runs one
iteration ahead of stage 1. The loop over slices has three statements: the copy of A, the copy of B,
and the FMAs.
"""

from ..exercise import Check
from ..shared import matmul, tiles

RUN = (64, 64, 64)
M = N = K = 1024


def workload(m=1024, n=1024, k=1024):
    return matmul(m, n, k)


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
        "nothing is fetched ahead: the first slice must be loaded before the loop",
        at_least=2,
    ),
    Check(
        "shared_bytes",
        "two slices of A and two of B are 16 KiB: with fewer, a slice is overwritten while it is "
        "read",
        at_least=2 * 2 * 64 * 16 * 4,
        at_most=2 * 2 * 64 * 16 * 4,
    ),
    Check(
        "sectors",
        "too many sectors: fetch each slice only once",
        at_most=((M // 64) * (N // 64) * 2 * 64 * K + 4 * M * N) * 4 / 32,
    ),
]
hints = [
    "`sch.annotate(loop, 'software_pipeline_stage', [...])` takes a number for each statement of "
    "the loop, in order.",
    "Copies run ahead of the FMAs: stages 0, 0, 1. `software_pipeline_order` gives their order in "
    "the new loop: 0, 1, 2.",
]
see = "gemm/sgemm_tvm:software_pipeline"
