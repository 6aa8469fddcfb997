"""Fetch a tile together

Each of 256 threads computes 4 x 4 elements from tiles of A and B in shared memory. The loops
that fill the tiles are not bound to threads: *every* thread copies the *whole* tile, so the block
moves it 256 times.

Divide the copies among the 256 threads, so that the block moves each element once.
"""

from ..exercise import Check
from ..shared import matmul, thread_tile

RUN = (64, 64, 32)
M = N = K = 1024


def workload(m=1024, n=1024, k=1024):
    return matmul(m, n, k)


def tile_and_copies(sch):
    """`thread_tile` with the copies of A and B to shared memory, which it returns."""
    ko, _ = thread_tile(sch)
    copies = [sch.cache_read("C", operand, "shared") for operand in (0, 1)]
    for copy in copies:
        sch.compute_at(copy, ko)
    sch.decompose_reduction("C", ko)
    return copies


def start(sch):
    copies = tile_and_copies(sch)
    yield "thread_tile", "4 x 4 elements per thread"
    for copy in copies:
        row, column = sch.get_loops(copy)[-2:]  # 16 x 64
    yield "bind_fetch", "the tile is fetched once"


def solution(sch):
    copies = tile_and_copies(sch)
    yield "thread_tile", "4 x 4 elements per thread"
    for copy in copies:
        row, column = sch.get_loops(copy)[-2:]  # 16 x 64
        _, ty, tx = sch.split(sch.fuse(row, column), [None, 16, 16])
        sch.bind(ty, "threadIdx.y")
        sch.bind(tx, "threadIdx.x")
    yield "bind_fetch", "the tile is fetched once"


checks = [
    Check(
        "sectors",
        "the tile is still fetched more than once: the copy needs threadIdx.x *and* threadIdx.y",
        # A thread's four stores to C are a sector apart from its neighbours': four times C.
        at_most=((M // 64) * (N // 64) * 2 * 64 * K + 4 * M * N) * 4 / 32,
    ),
    Check(
        "shared_store_conflicts",
        "lanes store to one bank: let neighbouring lanes store neighbouring words",
        at_most=0,
    ),
]
hints = [
    "The block has 16 x 16 threads. Bound loops of the copy must have the same extents.",
    "`sch.fuse(row, column)` makes one loop of 1024, which is easier to distribute than 16 x 64.",
    "Split the fused loop in `[None, 16, 16]`, bind the last two to `threadIdx.y` and "
    "`threadIdx.x`. Neighbouring threads then copy neighbouring elements, and each thread copies "
    "four.",
]
see = "gemm/sgemm_tvm:cooperative_fetch:bind_fetch"
