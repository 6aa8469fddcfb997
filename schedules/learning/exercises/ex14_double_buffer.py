"""Fill one tile while you use the other

Fetch a slice, wait, multiply, wait, fetch the next: each thread stands still until its floats
have come from memory, and at a barrier twice a slice.

With two buffers the next slice can be on its way while this one is multiplied. A *software
pipeline* makes that of a loop: each statement in the loop gets a stage, and what is in stage 0
runs an iteration ahead of what is in stage 1. The loop over slices has three statements here: the
copy of A, the copy of B, the FMAs.
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
    "Copies are ahead of the FMAs: stages 0, 0, 1. `software_pipeline_order` says in which "
    "order they stand in the new loop: 0, 1, 2.",
]
see = "gemm/sgemm_tvm:software_pipeline"
